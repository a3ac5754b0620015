"""Sphinx's settings for the site that tools/site/build.py makes."""
import os

project = 'libctensor'
copyright = 'the authors of libctensor'  # noqa: A001, Sphinx's name
version = release = os.environ.get('CTENSOR_VERSION', '')
extensions = ['myst_parser']
root_doc = 'index'
source_suffix = {'.rst': 'restructuredtext', '.md': 'markdown'}
myst_heading_anchors = 4
myst_enable_extensions = ['colon_fence']
html_theme = 'furo'
html_title = f'libctensor {version}'
html_static_path = [os.path.join(os.path.dirname(os.path.abspath(__file__)), 'static')]
html_css_files = ['site.css']
html_theme_options = {'top_of_page_buttons': []}
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
highlight_language = 'none'
suppress_warnings = ['misc.highlighting_failure']  # an example may leave parts out: …
primary_domain = 'c'
toc_object_entries_show_parents = 'hide'
pygments_style = 'friendly'
c_maximum_signature_line_length = 90
