"""Runs the digest tests once on every ISA of this machine, and compares what they wrote.

usage: compare_isas.py TEST_BINARY ISA[:[CACHE_BYTES][:THREADS]]...
CACHE_BYTES: the last-level cache's size, as the library is told. THREADS: those of its own pool, instead of OpenMP's.
The first one is compared with the oracle, and the others with it: equal bits need no oracle.
Exits 77 (Meson: skipped) when only one of them runs here.
"""

import os
import subprocess
import sys
import tempfile

SKIPPED = 77


def digests(binary, way, path, asks_oracle):
    """The lines of one run by (op, dtype), or None where the machine lacks the ISA."""
    isa, cache, threads = (way + "::").split(":")[:3]
    env = dict(os.environ, CTENSOR_ISA=isa, CT_DIGEST_FILE=path)
    if cache:
        env["CTENSOR_CACHE_BYTES"] = cache
    if threads:
        env["CT_TEST_POOL"] = threads
    if not asks_oracle:
        env["CT_WITHOUT_ORACLE"] = "1"
    emulator = os.environ.get("MESON_EXE_WRAPPER", "").split()  # of a build for another processor
    run = subprocess.run([*emulator, binary], env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if run.returncode == SKIPPED:
        return None
    if run.returncode != 0:
        sys.exit(f"{way}: the test failed\n{run.stdout[-4000:]}")
    with open(path, encoding="ascii") as lines:
        return {tuple(line.split()[:2]): line.split()[2] for line in lines}


def main():
    binary, ways = sys.argv[1], sys.argv[2:]
    results = {}
    with tempfile.TemporaryDirectory() as folder:
        for way in ways:
            found = digests(binary, way, os.path.join(folder, way), asks_oracle=not results)
            if found is None:
                print(f"{way}: not on this machine")
            else:
                print(f"{way}: {len(found)} digests")
                results[way] = found
    if not results or not all(results.values()):
        sys.exit("no digests were written")
    if len(results) < 2:
        sys.exit(SKIPPED)
    first = next(iter(results))
    different = 0
    for way, found in results.items():
        for key in sorted(set(results[first]) | set(found)):
            if results[first].get(key) != found.get(key):
                print(f"{' '.join(key)}: {first} and {way} differ")
                different += 1
    sys.exit(1 if different else 0)


if __name__ == "__main__":
    main()
