#!/usr/bin/env python3
"""readme.py README.md [extension…] > readme.cpp writes a program of the README's C++ snippets, each of which must print
what its comments "// prints …" say, in that order. Snippets about extensions that are not named are left out."""
import re
import sys

with open(sys.argv[1], encoding='utf-8') as file:
    snippets = re.findall(r'^```cpp\n(.*?)^```', file.read(), flags=re.S | re.M)
extensions = sys.argv[2:]
for name in {'fft', 'linalg'} - set(extensions):
    snippets = [snippet for snippet in snippets if name + '::' not in snippet]
print(''.join(f'#include <ctensor_{name}.hpp>\n' for name in extensions) + '#include <cmath>\n#include <cstdio>\n#include <ctensor.hpp>\n#include <iostream>\n#include <sstream>\n'
      'using namespace ctensor;\nint main() {\n  std::ostringstream printed;\n  std::streambuf *screen = '
      'std::cout.rdbuf(printed.rdbuf());\n  std::string wanted;')
for snippet in snippets:
    print('  {\n' + snippet + '  }')
    for text in re.findall(r'// prints (.*)', snippet):
        print(f'  wanted += R"x({text})x";')
print('''  std::cout.rdbuf(screen);
  // spaces and line ends aside, what is wanted, in order, and nothing else
  std::string text = printed.str(), all;
  for (const char c : text) if (c != ' ' && c != '\\n') all += c;
  std::string rest;
  for (const char c : wanted) if (c != ' ' && c != '\\n') rest += c;
  if (all == rest && !rest.empty()) return 0;
  std::printf("the snippets print\\n%s\\nbut should print\\n%s\\n", text.c_str(), wanted.c_str());
  return 1;
}''')
