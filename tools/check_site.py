#!/usr/bin/env python3
"""Checks the site that ./dev docs makes: every page has a title, and every link leads to a page and a place in it.

  check_site.py SITE          checks the HTML files under SITE
  check_site.py --self-test   proves on broken sites that each rule can fail
"""
import html.parser
import os
import posixpath
import sys
import tempfile
import urllib.parse


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.places, self.links, self.title, self.headings, self.inside = set(), [], '', 0, False

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self.inside = tag == 'title' or (self.inside and tag != 'body')
        self.headings += tag == 'h1'
        for name in ('id', 'name'):
            if attrs.get(name):
                self.places.add(attrs[name])
        for name in ('href', 'src'):
            if attrs.get(name) and tag in ('a', 'link', 'script', 'img', 'iframe', 'source'):
                self.links.append((tag, attrs.get('rel') or '', attrs[name]))

    def handle_endtag(self, tag):
        if tag == 'title':
            self.inside = False

    def handle_data(self, data):
        if self.inside:
            self.title += data


def read_pages(site):
    found = {}
    for folder, _, names in os.walk(site):
        for name in names:
            if name.endswith('.html'):
                path = os.path.join(folder, name)
                page = Page()
                with open(path, encoding='utf-8') as file:
                    page.feed(file.read())
                found[posixpath.normpath(os.path.relpath(path, site))] = page
    return found


def check_link(site, pages, name, tag, rel, target):
    parts = urllib.parse.urlsplit(target)
    if parts.scheme or parts.netloc:
        # a person may follow a link to elsewhere, but the page itself must not load anything from there
        return f'{name}: loads {target} from the network' if tag != 'a' and parts.scheme != 'data' else None
    path = name
    if parts.path:
        path = posixpath.normpath(posixpath.join(posixpath.dirname(name), urllib.parse.unquote(parts.path)))
    if not os.path.isfile(os.path.join(site, path)):
        return f'{name}: links to {target}, which is not there'
    place = urllib.parse.unquote(parts.fragment)
    if place and path in pages and place not in pages[path].places:
        return f'{name}: links to {target}, a page without that place'
    return None


def check(site):
    pages, wrong, count = read_pages(site), [], 0
    if 'index.html' not in pages:
        wrong.append('there is no index.html')
    for name, page in sorted(pages.items()):
        if not page.title.strip() or '<no title>' in page.title:
            wrong.append(f'{name}: has no title')
        if name not in ('search.html', 'genindex.html') and page.headings != 1:
            wrong.append(f'{name}: has {page.headings} headings of the first level, not 1')
        for link in dict.fromkeys(page.links):
            count += 1
            message = check_link(site, pages, name, *link)
            if message:
                wrong.append(message)
    return wrong, len(pages), count


WHOLE = '<html><head><title>A</title></head><body><h1 id="top">A</h1>{}</body></html>'
BREAKS = [
    ('<html><head></head><body><h1>A</h1></body></html>', 'has no title'),
    ('<html><head><title>A</title></head><body>text</body></html>', 'has 0 headings'),
    (WHOLE.format('<a href="nowhere.html">x</a>'), 'nowhere.html, which is not there'),
    (WHOLE.format('<a href="index.html#nowhere">x</a>'), 'a page without that place'),
    (WHOLE.format('<img src="nowhere.svg">'), 'nowhere.svg, which is not there'),
    (WHOLE.format('<script src="https://example.com/x.js"></script>'), 'from the network'),
]


def self_test():
    failures = 0
    with tempfile.TemporaryDirectory() as site:
        def wrong_with(text):
            for name, content in (('index.html', WHOLE.format('<a href="b.html#top">b</a>')), ('b.html', text)):
                with open(os.path.join(site, name), 'w', encoding='utf-8') as file:
                    file.write(content)
            return check(site)[0]

        for text, message in BREAKS:
            wrong = wrong_with(text)
            if not any(message in one for one in wrong):
                failures += 1
                print(f'{text} should give "{message}", gave {wrong}')
        wrong = wrong_with(WHOLE.format('<a href="https://example.com">x</a><a href="#top">y</a>'))
        if wrong:
            failures += 1
            print(f'a right site gave {wrong}')
    print(f'{len(BREAKS)} broken sites, {failures} not noticed')
    return failures == 0


if __name__ == '__main__':
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    if sys.argv[1] == '--self-test':
        sys.exit(0 if self_test() else 1)
    messages, number, links = check(sys.argv[1])
    print('\n'.join(messages) or f'{number} pages with {links} links are right')
    sys.exit(1 if messages else 0)
