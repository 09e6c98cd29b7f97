"""Prints the benchmark's table and compares the reports' counts: table.py RESULTS PREFIX, where PREFIX-SIZE are the folders.

Ends with 1 when a limit, an exit code or a count is wrong.
"""

import collections
import json
import statistics
import sys

ORDER = ["floor", "inspect", "import", "reimport"]
# To the floor, up to 1000 MB; at 3000 MB only memory has a limit.
RATIOS = {"inspect": 0.7, "import": 1.0, "reimport": 1.0}
# Peak megabytes by size of the XML; 1000 MB lies on the line between the two that are promised.
MEMORY = {500: 128, 1000: 154, 3000: 256}


def read(path):
    """The runs by size and command: (wall s, CPU s, peak MB, exit code)."""
    runs = collections.defaultdict(list)
    for line in open(path):
        size, what, rest = line.rstrip("\n").split("\t")
        wall, cpu, kilobytes, code = rest.split()
        runs[int(size), what].append((float(wall), float(cpu), int(kilobytes) / 1024, int(code)))
    return runs


def verdicts(size, what, ratio, peak, codes):
    """The limits of one line, each with ok or FAILED."""
    found = []
    if any(codes):
        found.append(f"FAILED exit {max(codes)}")
    if what in RATIOS:
        if size <= 1000:
            found.append(("ok" if ratio <= RATIOS[what] else "FAILED") + f" <= {RATIOS[what]} F")
        if size in MEMORY:
            found.append(("ok" if peak <= MEMORY[size] else "FAILED") + f" <= {MEMORY[size]} MB")
    return found


def print_table(runs):
    """One line a size and command; whether a limit failed.

    A ratio is the median of the rounds' ratios: a shared machine changes its speed between rounds more than within one.
    """
    failed = False
    print(f"{'MB':>5} {'what':<9} {'best s':>7} {'median':>7} {'/ F':>6} {'CPU s':>7} {'CPU / F':>7} {'peak MB':>8}  limits")
    for size, what in sorted(runs, key=lambda key: (key[0], ORDER.index(key[1]))):
        walls, cpus, peaks, codes = zip(*runs[size, what])
        floors, floor_cpus = zip(*(run[:2] for run in runs[size, "floor"]))
        ratio = statistics.median(wall / floor for wall, floor in zip(walls, floors, strict=True))
        cpu_ratio = statistics.median(cpu / floor for cpu, floor in zip(cpus, floor_cpus, strict=True))
        peak = max(peaks)
        found = verdicts(size, what, ratio, peak, codes)
        failed |= any(word.startswith("FAILED") for word in found)
        print(
            f"{size:>5} {what:<9} {min(walls):>7.2f} {statistics.median(walls):>7.2f} {ratio:>6.2f} "
            f"{statistics.median(cpus):>7.2f} {cpu_ratio:>7.2f} {peak:>8.0f}  {', '.join(found)}"
        )
    return failed


def wrong_counts(folder):
    """Every type whose account differs from what the generator knows, and whatever a second import changed."""
    wrong = []
    expected = json.load(open(folder + "/export.expected.json"))
    report = json.load(open(folder + "/inspect.json"))["inputs"][0]
    got = {row["native_type"]: dict(row["outcomes"], read=row["read"]) for row in report["by_type"]}
    got["total"] = dict(report["outcomes"], read=report["records_read"])
    for name, counts in dict(expected["types"], total=expected["total"]).items():
        if {key: got.get(name, {}).get(key) for key in counts} != counts:
            wrong.append(name)
    wrong += sorted(set(got) - set(expected["types"]) - {"total"})
    again = json.load(open(folder + "/reimport.json"))["inputs"][0]["outcomes"]
    wrong += [f"second import: {key}" for key in ("inserted", "updated", "deleted", "unsupported", "rejected") if again[key]]
    return report["records_read"], wrong


def main():
    runs = read(sys.argv[1])
    failed = print_table(runs)
    for size in sorted({key[0] for key in runs}):
        count, wrong = wrong_counts(f"{sys.argv[2]}-{size}")
        print(f"{size} MB: {count} records, " + (f"WRONG COUNTS: {wrong}" if wrong else "every count as generated"))
        failed |= bool(wrong)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
