"""Prints one provider's table and compares the reports' counts: table.py PROVIDER RESULTS PREFIX, for the folders PREFIX-SIZE.

Ends with 1 when a limit, an exit code or a count is wrong.
"""

import collections
import json
import statistics
import sys

ORDER = ["floor", "inspect", "import", "reimport"]
FLOORS = {"apple_health": "F", "health_connect": "J", "samsung_health": "C"}
# The most time that a command may take, in times of another. For Apple Health up to 1000 MB; at 3000 only memory is limited.
RATIOS = {
    "apple_health": {"inspect": ("floor", 0.7), "import": ("floor", 1.0), "reimport": ("floor", 1.0)},
    "health_connect": {"inspect": ("floor", 1 / 0.35), "import": ("inspect", 3)},
    "samsung_health": {"inspect": ("floor", 1 / 0.15), "import": ("inspect", 3)},
}
# Peak megabytes by size of Apple's XML (1000 MB lies on the line between the two that are promised), and of other inputs.
APPLE_MEMORY = {500: 128, 1000: 154, 3000: 256}
OTHER_MEMORY = 128


def read(path):
    """The runs by size and command: (wall s, CPU s, peak MB, exit code)."""
    runs = collections.defaultdict(list)
    for line in open(path):
        size, what, rest = line.rstrip("\n").split("\t")
        wall, cpu, kilobytes, code = rest.split()
        runs[int(size), what].append((float(wall), float(cpu), int(kilobytes) / 1024, int(code)))
    return runs


def median_ratio(runs, size, what, base, column=0):
    """The median of the rounds' ratios: a shared machine changes its speed between rounds more than within one."""
    pairs = zip(runs[size, what], runs[size, base], strict=True)
    return statistics.median(run[column] / max(other[column], 0.001) for run, other in pairs)


def verdicts(provider, runs, size, what):
    """The limits of one line, each with ok or FAILED."""
    found = []
    _, _, peaks, codes = zip(*runs[size, what])
    if any(codes):
        found.append(f"FAILED exit {max(codes)}")
    if what in RATIOS[provider] and size <= 1000:
        base, limit = RATIOS[provider][what]
        name = FLOORS[provider] if base == "floor" else base
        is_met = median_ratio(runs, size, what, base) <= limit
        found.append(("ok" if is_met else "FAILED") + f" <= {limit:.3g} {name}")
    memory = APPLE_MEMORY.get(size) if provider == "apple_health" else OTHER_MEMORY
    if what != "floor" and memory:
        found.append(("ok" if max(peaks) <= memory else "FAILED") + f" <= {memory} MB")
    return found


def print_table(provider, runs):
    """One line a size and command; whether a limit failed."""
    failed = False
    floor = FLOORS[provider]
    print(f"{provider}, floor {floor}")
    print(
        f"{'MB':>5} {'what':<9} {'best s':>7} {'median':>7} {'/ ' + floor:>6} {'CPU s':>7} {'CPU / ' + floor:>7} "
        f"{'MB/s':>6} {'peak MB':>8}  limits"
    )
    for size, what in sorted(runs, key=lambda key: (key[0], ORDER.index(key[1]))):
        walls, cpus, peaks, _ = zip(*runs[size, what])
        found = verdicts(provider, runs, size, what)
        failed |= any(word.startswith("FAILED") for word in found)
        print(
            f"{size:>5} {what:<9} {min(walls):>7.2f} {statistics.median(walls):>7.2f} "
            f"{median_ratio(runs, size, what, 'floor'):>6.2f} {statistics.median(cpus):>7.2f} "
            f"{median_ratio(runs, size, what, 'floor', 1):>7.2f} {size / statistics.median(walls):>6.0f} "
            f"{max(peaks):>8.0f}  {', '.join(found)}"
        )
    return failed


def expected_counts(path):
    """What a first import must count, by native type and in total."""
    counts = json.load(open(path))
    counts = counts.get("first", counts)
    return dict(counts["types"], total=counts["total"])


def reported_counts(row, read):
    """A row's outcomes, with what was kept, mapped or not, as some samples count it."""
    outcomes = row["outcomes"]
    return dict(outcomes, read=read, kept=outcomes["inserted"] + outcomes["unsupported"])


def wrong_counts(folder):
    """Every type whose account differs from what the generator knows, and whatever a second import changed."""
    wrong = []
    expected = expected_counts(folder + "/counts.json")
    report = json.load(open(folder + "/inspect.json"))["inputs"][0]
    got = {row["native_type"]: reported_counts(row, row["read"]) for row in report["by_type"]}
    got["total"] = reported_counts(report, report["records_read"])
    for name, counts in expected.items():
        if {key: got.get(name, {}).get(key) for key in counts} != counts:
            wrong.append(name)
    wrong += sorted(set(got) - set(expected))
    again = json.load(open(folder + "/reimport.json"))["inputs"][0]["outcomes"]
    wrong += [f"second import: {key}" for key in ("inserted", "updated", "deleted", "unsupported", "rejected") if again[key]]
    return report["records_read"], wrong


def main():
    provider, results, prefix = sys.argv[1:]
    runs = read(results)
    failed = print_table(provider, runs)
    for size in sorted({key[0] for key in runs}):
        count, wrong = wrong_counts(f"{prefix}-{size}")
        print(f"{size} MB: {count} records, " + (f"WRONG COUNTS: {wrong}" if wrong else "every count as generated"))
        failed |= bool(wrong)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
