#!/usr/bin/env python3
"""Makes Markdown tables and SVG plots of what bench and bench_peers.py measured (their --json files).

Figures are never compared across files: each peer is shown by its ratios to the limit and to this library, which the
same run measured beside it. Where several files have a row, each peer's figures come from the first file that has them.
"""

import argparse
import html
import json
import math
import sys
from pathlib import Path

FAMILIES = {  # as the JSON files name them (bench/families.h), in the order of the report
    "copy": "Contiguous copies and fills",
    "cast": "Conversions",
    "transpose": "Permuted copies",
    "hptt": "HPTT's 57 permutations",
    "elementwise": "Elementwise ops",
    "math": "Math functions",
    "chain": "Chains of ops, as one program",
    "reduce": "Reductions and scans",
    "scaling": "Threads",
}
COLOURS = {"ctensor": "#d62728", "package": "#9467bd", "torch": "#ff7f0e", "numpy": "#1f77b4", "hptt": "#2ca02c",
           "memcpy": "#7f7f7f", "eager": "#8c564b", "ops in L1": "#e377c2"}
NAMES = {"ctensor": "libctensor", "package": "libctensor", "torch": "PyTorch", "numpy": "NumPy", "hptt": "HPTT",
         "memcpy": "memcpy", "eager": "eager calls", "ops in L1": "the same ops in L1"}
NO_PEERS = ("ctensor", "limit", "limit 1T", "one thread", "clock")


class Row:
    """A case on a number of threads, with the figures of all files."""

    def __init__(self, row):
        self.case, self.threads, self.family = row["case"], row["threads"], row["family"]
        self.row = row  # the first file's: bench's own when it comes first
        self.shares = {}  # of the limit, of each library
        self.wins = {}  # how many times as fast this library is as each: median, and of the best

    def add(self, row):
        sides = row["sides"]
        share = sides["limit"]["ours_to_it"]
        self.shares.setdefault("ctensor", share)
        for name, side in sides.items():
            if name not in NO_PEERS and name not in self.wins:
                self.wins[name] = (side["ours_to_it"], side["ours_to_it_min"])
                self.shares[name] = share / side["ours_to_it"]

    def nbytes(self):
        return self.row["reads"] + self.row["writes"]


def merge(files):
    """Rows beside a limit, small calls, math functions beside SLEEF, and rates beside memcpy."""
    rows, small, math_rows, rates = {}, {}, [], []
    for file in files:
        for row in file["rows"]:
            if "limit" in row["sides"]:
                rows.setdefault((row["case"], row["threads"]), Row(row)).add(row)
            elif "elements" in row:
                math_rows.append(row)
            elif "bytes" in row:
                rates.append(row)
            else:
                small.setdefault(row["case"], []).append(row)
    return list(rows.values()), small, math_rows, rates


def table(head, lines):
    out = ["| " + " | ".join(head) + " |", "|---" * len(head) + "|"]
    return out + ["| " + " | ".join(line) + " |" for line in lines] + [""]


def floor_text(row):
    if "floor" not in row:
        return ""
    verdict = "pass" if row["pass"] else "**below**"
    if row["unit"] == "ns":
        return f"limit + {row['counted']:.0f} of {row['floor']:.0f} ns, {verdict}"
    return f"{row['counted']:.2f} of {row['floor']:.2f}, {verdict}"


def family_table(rows):
    peers = [name for name in COLOURS if any(name in row.wins for row in rows)]
    head = ["case", "threads", "in", "GB/s", "limit GB/s", "share of the limit", "floor",
            *[f"to {NAMES[name]}" for name in peers]]
    lines = []
    for row in rows:
        sides = row.row["sides"]
        limit = sides["limit"]
        lines.append([row.case, str(row.threads), row.row["level"],
                      f"{row.nbytes() / sides['ctensor']['best_s'] * 1e-9:.1f}",
                      f"{row.nbytes() / limit['best_s'] * 1e-9:.1f}",
                      f"{limit['ours_to_it']:.2f} / {limit['ours_to_it_min']:.2f}"
                      + ("*" if row.row["restless"] else ""),
                      floor_text(row.row),
                      *["{:.2f} / {:.2f}".format(*row.wins[name]) if name in row.wins else "" for name in peers]])
    return table(head, lines)


def scaling_table(rows):
    lines = []
    for row in rows:
        one = row.row["sides"].get("one thread")
        lines.append([row.case, str(row.threads), f"{row.nbytes() / row.row['sides']['ctensor']['best_s'] * 1e-9:.1f}",
                      f"{row.shares['ctensor']:.2f}",
                      "" if one is None else f"{one['ours_to_it']:.2f} / {one['ours_to_it_min']:.2f}",
                      floor_text(row.row)])
    return table(["case", "threads", "GB/s", "share of the limit", "times one thread", "floor"], lines)


def small_table(small):
    names = [name for name in COLOURS if any(name in row["sides"] for rows in small.values() for row in rows)]
    lines = []
    for case, rows in small.items():
        sides, floor = {}, ""
        for row in rows:
            sides.update({name: side["median_s"] * 1e9 for name, side in row["sides"].items() if name in names})
            if "floor" in row:
                floor = f"{row['floor']:.0f}, {'pass' if row['pass'] else '**below**'}"
        lines.append([case, *[f"{sides[name]:.0f}" if name in sides else "" for name in names], floor])
    heads = [NAMES[name] + (" from Python" if name in ("package", "torch", "numpy") else "") + ", ns" for name in names]
    return table(["call", *heads, "floor, ns"], lines)


def math_table(rows):
    """How many times as fast as the slower of SLEEF alone and memory we are, which is what bench judges."""
    lines = []
    for row in rows:
        sides = row["sides"]
        others = {name: side for name, side in sides.items() if name != "ctensor"}
        slower_side = max(others, key=lambda name: others[name]["median_s"])
        lines.append([row["case"], str(row["threads"]),
                      f"{sides['ctensor']['best_s'] * 1e12 / row['elements']:.0f}", slower_side,
                      "{ours_to_it:.2f} / {ours_to_it_min:.2f}".format(**others[slower_side]), floor_text(row)])
    return table(["case", "threads", "ps an element", "beside", "times as fast", "floor"], lines)


def rates_table(rows):
    others = list(dict.fromkeys(name for row in rows for name in row["sides"] if name != "ctensor"))
    lines = []
    for row in rows:
        sides, more = row["sides"], row["bytes"] / row["memcpy_bytes"]
        lines.append([row["case"], str(row["threads"]), f"{row['bytes'] / sides['ctensor']['best_s'] * 1e-9:.1f}",
                      *[f"{more * sides[name]['ours_to_it']:.2f} / {more * sides[name]['ours_to_it_min']:.2f}"
                        if name in sides else "" for name in others]])
    return table(["call", "threads", "GB/s", *[f"to {name}" for name in others]], lines)


def geometric_mean(values):
    return math.exp(sum(map(math.log, values)) / len(values))


def slower(row, peer):
    """Whether the peer is faster. A peer that is near the limit itself cannot be beaten by much."""
    return row.wins[peer][0] < (0.97 if row.shares[peer] >= 0.9 else 1.0)


def wins_table(rows):
    """How many times as fast as each peer we are, for each family."""
    lines = []
    for name, title in FAMILIES.items():
        family = [row for row in rows if row.family == name]
        for threads in sorted({row.threads for row in family}):
            for peer in list(COLOURS)[1:]:
                shown = [row for row in family if row.threads == threads and peer in row.wins]
                if shown:
                    worst = min(shown, key=lambda row: row.wins[peer][0])
                    lines.append([title, str(threads), NAMES[peer], str(len(shown)),
                                  f"{geometric_mean([row.wins[peer][0] for row in shown]):.2f}",
                                  str(sum(slower(row, peer) for row in shown)),
                                  f"{worst.wins[peer][0]:.2f} ({worst.case})"])
    return table(["cases", "threads", "peer", "number", "geometric mean", "slower in", "worst"], lines)


class Svg:
    def __init__(self, width, height, title):
        self.width, self.height = width, height
        self.parts = [f'<rect width="{width}" height="{height}" fill="white"/>']
        self.text(width / 2, 18, title, "middle", 14)

    def text(self, x, y, content, anchor="start", size=11):
        self.parts.append(f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}">'
                          f"{html.escape(content)}</text>")

    def line(self, x1, y1, x2, y2, colour="#ddd"):
        self.parts.append(f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}"/>')

    def dot(self, x, y, colour, hint):
        self.parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{colour}" fill-opacity="0.75">'
                          f"<title>{html.escape(hint)}</title></circle>")

    def legend(self, x, y, names):
        for name in names:
            self.dot(x, y - 4, COLOURS[name], NAMES[name])
            self.text(x + 8, y, NAMES[name])
            x += 20 + 7 * len(NAMES[name])

    def write(self, path):
        path.write_text(f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width}" height="{self.height}" '
                        f'viewBox="0 0 {self.width} {self.height}" font-family="sans-serif">\n'
                        + "\n".join(self.parts) + "\n</svg>\n")


def names_in(rows):
    return [name for name in COLOURS if any(name in row.shares for row in rows)]


def plot_cases(rows, title, path):
    """Plots each library's share of the limit: a line for each case, a dot for each library."""
    rows = sorted(rows, key=lambda row: (row.nbytes(), row.case))
    left, right, top, step, most = 320, 20, 60, 16, 1.25
    picture = Svg(900, top + step * len(rows) + 30, title)
    picture.legend(left, 40, names_in(rows))
    bottom = top + step * len(rows)
    scale = (picture.width - left - right) / most
    for tick in range(6):
        share = tick * 0.25
        x = left + share * scale
        picture.line(x, top - 8, x, bottom, "#888" if share == 1 else "#ddd")
        picture.text(x, bottom + 16, f"{share:g}", "middle")
    for i, row in enumerate(rows):
        y = top + step * i
        picture.text(left - 8, y + 4, row.case, "end")
        picture.line(left, y, picture.width - right, y, "#f0f0f0")
        for name, share in row.shares.items():
            picture.dot(left + min(share, most) * scale, y, COLOURS[name], f"{NAMES[name]} {share:.2f}")
    picture.write(path)


def plot_sizes(rows, title, path):
    """Plots each library's share of the limit over the bytes that a case reads and writes."""
    left, right, top, bottom, most = 50, 20, 60, 440, 1.25
    picture = Svg(900, 490, title)
    picture.legend(left, 40, names_in(rows))
    sizes = [math.log2(row.nbytes()) for row in rows]
    low, high = math.floor(min(sizes)), math.ceil(max(sizes)) + 1
    across = (picture.width - left - right) / (high - low)
    for tick in range(6):
        y = bottom - tick * 0.25 / most * (bottom - top)
        picture.line(left, y, picture.width - right, y, "#888" if tick == 4 else "#ddd")
        picture.text(left - 6, y + 4, f"{tick * 0.25:g}", "end")
    for power in range(low, high + 1, max(1, (high - low) // 10)):
        x = left + (power - low) * across
        picture.line(x, top, x, bottom, "#f0f0f0")
        unit, amount = next((unit, power - shift) for unit, shift in (("GiB", 30), ("MiB", 20), ("KiB", 10), ("B", 0))
                            if power >= shift)
        picture.text(x, bottom + 16, f"{2 ** amount} {unit}", "middle")
    picture.text(picture.width / 2, bottom + 36, "bytes read and written", "middle")
    for row, size in zip(rows, sizes):
        for name, share in row.shares.items():
            picture.dot(left + (size - low) * across, bottom - min(share, most) / most * (bottom - top), COLOURS[name],
                        f"{row.case}: {NAMES[name]} {share:.2f}")
    picture.write(path)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("json", type=Path, nargs="+", help="bench's own first, then those of bench_peers.py")
    parser.add_argument("--out", type=Path, default=Path("."), help="the folder for report.md and the plots")
    options = parser.parse_args()
    files = [json.loads(path.read_text()) for path in options.json]
    rows, small, math_rows, rates = merge(files)
    if not rows and not small and not math_rows and not rates:
        sys.exit("bench_report: no rows")
    options.out.mkdir(parents=True, exist_ok=True)

    out = []
    for file in files:
        if "processor" in file:
            line = (f"{file['program']} ({file['isa']} kernels, {file['compiler']}) on {file['threads']} cores of "
                    f"{file['processor']}: caches of {file['l1'] >> 10} KiB, {file['l2'] >> 10} KiB and "
                    f"{file['l3'] >> 20} MiB. The limits' loops are {file['limit_isa']}.")
        else:
            line = ", ".join(file["versions"].values()) + f" on Python {file['python']}."
        if line not in out:
            out.append(line)
    out += ["", "Figures with a slash are the median of the paired ratios and the ratio of the minima. "
            "*: the machine was too restless to drop blocks.", ""]
    if any(row.wins for row in rows):
        out += ["## Times as fast as peers", "", *wins_table(rows)]
    if small:
        out += ["## Small calls", "", *small_table(small)]
    if rates:
        out += ["## Beside memcpy", "", *rates_table(rates)]
    if math_rows:
        out += ["## Math functions beside SLEEF alone", "", *math_table(math_rows)]
    for name, title in FAMILIES.items():
        family = [row for row in rows if row.family == name]
        if not family:
            continue
        out += [f"## {title}", "", *(scaling_table(family) if name == "scaling" else family_table(family))]
        for threads in sorted({row.threads for row in family}):
            shown = [row for row in family if row.threads == threads]
            heading = f"{title}: share of the limit, {threads} thread{'s' if threads > 1 else ''}"
            plots = [(plot_sizes, f"{name}-sizes-{threads}.svg")]
            if name != "hptt":
                plots.append((plot_cases, f"{name}-cases-{threads}.svg"))
            for plot, file_name in plots:
                plot(shown, heading, options.out / file_name)
                out += [f"![{heading}]({file_name})", ""]
    (options.out / "report.md").write_text("\n".join(out))
    print(f"{options.out / 'report.md'}: {len(rows) + len(math_rows) + len(rates)} rows, {len(small)} small calls")
    for row in rows:
        if row.family not in FAMILIES:
            sys.exit(f"bench_report: {row.case} is of an unknown family: {row.family}")


if __name__ == "__main__":
    main()
