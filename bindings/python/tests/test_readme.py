"""The snippets of the READMEs and of the guide to the array API standard print what they say."""
import doctest
import os

HERE = os.path.dirname(os.path.abspath(__file__))


def test_snippets():
    for path in ('../README.md', '../pypi/README.md', '../../../docs/array-api.md'):
        failed, tried = doctest.testfile(os.path.join(HERE, path), module_relative=False)
        assert failed == 0 and tried > 5
