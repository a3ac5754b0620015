"""The snippets in the READMEs and in the guide to the array API standard print what they say."""
import doctest
import os

HERE = os.path.dirname(os.path.abspath(__file__))


def test_snippets():
    for path, least in (('../README.md', 6), ('../pypi/README.md', 6), ('../../../docs/array-api.md', 6), ('../../../README.md', 4)):
        failed, tried = doctest.testfile(os.path.join(HERE, path), module_relative=False)
        assert failed == 0 and tried >= least
