"""The README's snippets print what it says."""
import doctest
import os

HERE = os.path.dirname(os.path.abspath(__file__))


def test_snippets():
    failed, tried = doctest.testfile(os.path.join(HERE, '..', 'README.md'), module_relative=False)
    assert failed == 0 and tried > 20
