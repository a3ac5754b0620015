"""The README's snippets print what it says."""
import doctest
import os

HERE = os.path.dirname(os.path.abspath(__file__))


def test_snippets():
    flags = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL
    failed, tried = doctest.testfile(os.path.join(HERE, '..', 'README.md'), module_relative=False, optionflags=flags)
    assert failed == 0 and tried > 20
