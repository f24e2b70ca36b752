"""The rows beside the table that have a target of their own."""
import random

import verdict
from sampler import KB, MB, Cell, memory_text, size_text, time_text

DISPATCH_NS = 2
AGAIN = "malloc+memset-again"
HEAP = "256M+64M"


def result(row, program, size, state="", use="", **more):
    return dict({"row": row, "allocator": program.version, "state": state,
                 "use": use, "size": size}, **more)


def factor(row, program, state, use, size, original, way, least, patience,
           other=None):
    """How many times faster than `original` a `way` is; `other`: the program
    that the way runs in, where it is not the same."""
    ways = [("original", program, original), ("way", other or program, way)]
    if state == "first" and use == "untouched":
        # What the allocator alone costs: the factor cannot be greater.
        ways.append(("malloc", program, "malloc"))
    cell = Cell(state, use, size, ways, size)

    def judge():
        return [verdict.judge_factor(cell.times["original"], cell.times["way"],
                                     least)]

    judged, = cell.repeat(judge, patience)
    return result(row, program, size, state, use, original=original, way=way,
                  original_ns=cell.median("original"),
                  way_ns=cell.median("way"),
                  original_kb=cell.memory("original"),
                  way_kb=cell.memory("way"), rounds=len(cell.times["way"]),
                  malloc_ns=cell.median("malloc"), **judged)


def shapes(program, options):
    """First use, untouched, where clang alone keeps its memset."""
    for shape, least in (("loop", 100), ("aligned", 50), ("prefix", 100),
                         ("new", 100)):
        for size in (8 * MB, 80 * MB):
            if {shape, "zp-" + shape} <= program.ways:
                yield factor(f"first use, {shape}", program, "first",
                             "untouched", size, shape, "zp-" + shape, least,
                             options.patience)


def huge_pages(program, options):
    """Zeroed and written in full, such a shape: with huge pages in madvise mode.
    Only glibc's blocks are known to be mapped alone."""
    if "zp-resident" not in program.ways:
        return
    least = 5 if program.name == "glibc" else None
    for state in ("first", "steady"):
        yield factor("huge pages, loop", program, state, "written", 80 * MB,
                     "loop", "zp-resident", least, options.patience)


def recycled(program, options):
    """jemalloc: no dearer than malloc + memset and one mincore."""
    if program.name != "jemalloc":
        return
    for size in (80 * KB, 160 * KB, 400 * KB, 800 * KB):
        for use in ("byte-per-page", "written"):
            way = "zp-zalloc"
            asks, = program.numbers("mincore", "steady", use, size, size, way)
            names = ["malloc+memset", way] + (["mincore"] if asks else [])
            cell = Cell("steady", use, size, [(n, program, n) for n in names],
                        size)

            def judge(cell=cell, way=way, asks=asks):
                return [verdict.judge_time(
                    cell.times, way, (verdict.MEMSET,),
                    cell.median("mincore") if asks else 0)]

            judged, = cell.repeat(judge, options.patience)
            judged["failures"] = [f for f in judged["failures"]
                                  if f != "worse than the worse"]
            yield result("recycled", program, size, "steady", use,
                         original=verdict.MEMSET, way=way,
                         original_ns=cell.median(verdict.MEMSET),
                         way_ns=cell.median(way),
                         original_kb=cell.memory(verdict.MEMSET),
                         way_kb=cell.memory(way),
                         mincore_ns=cell.median("mincore") if asks else None,
                         rounds=len(cell.times[way]), **judged)
            yield factor("recycled, of calloc", program, "steady", use, size,
                         "calloc", way, None, options.patience / 2)


def fresh_calloc(program, options):
    """mimalloc's calloc clears fresh pages."""
    if program.name == "mimalloc":
        yield factor("untouched, of calloc", program, "first", "untouched",
                     32 * MB, "calloc", "zp-zalloc", 100, options.patience)


def heap(program, options):
    """Blocks that glibc would map anew each time."""
    if program.name != "glibc" or "zp-zalloc+heap" not in program.ways:
        return
    for size in (40 * MB, 80 * MB):
        yield factor(f"heap={HEAP}", program, "steady", "written", size,
                     "zp-zalloc", "zp-zalloc+heap", 10, options.patience)
        other = options.start(program, {"ZEROPASS_HEAP": HEAP})
        yield factor(f"ZEROPASS_HEAP={HEAP}", program, "steady", "written",
                     size, "zp-library", "zp-library", 10, options.patience,
                     other)
        other.close()


def dispatch(program, options):
    """What a variant costs over the allocation that it ends in, which is the
    one whose count of instructions is nearest; beside it what a second copy of
    the same loop differs by, which is how much a place in memory makes."""
    ends = (verdict.MEMSET, verdict.CALLOC)
    for size in (24, 100, 512, 1024, 2048, 4096):
        ways = [w for w in ("zp-zalloc", "zp-calloc", "zp-library", AGAIN)
                if w in program.ways]
        names = list(ends) + ways
        steps = dict(zip(names, program.numbers("steps", size, *names)))
        cell = Cell("steady", "untouched", size,
                    [(n, program, n) for n in names], size)

        def base(way, steps=steps):
            if None in steps.values():
                return min(ends, key=lambda e: abs(
                    cell.median(e) - cell.median(way)))
            return min(ends, key=lambda e: abs(steps[way] - steps[e]))

        def judge(cell=cell, ways=ways):
            return [verdict.judge_difference(
                cell.times[base(w)], cell.times[w],
                DISPATCH_NS if w != AGAIN else None) for w in ways]

        for way, judged in zip(ways, cell.repeat(judge, options.patience)):
            end = base(way)
            yield result("dispatch", program, size, "steady", "untouched",
                         original=end, way=way, original_ns=cell.median(end),
                         way_ns=cell.median(way), original_steps=steps[end],
                         way_steps=steps[way], rounds=len(cell.times[way]),
                         **judged)


def later_blocks(program, options):
    """Memory of a later block of plain malloc, sparsely used, after one by the
    runtime of the same size was freed."""
    names = [w for w in ("malloc+memset", "zp-zalloc", "zp-calloc",
                         "zp-resident") if w in program.ways]
    for size in (2 * MB, 8 * MB, 40 * MB, 80 * MB):
        for written in (0, 1):
            order = list(names)
            random.Random(size + written).shuffle(order)
            peak = dict(zip(order, program.numbers("later", size, written,
                                                   *order)))
            for way in names[1:]:
                # No answer is no proof.
                failures = (verdict.judge_memory(peak[names[0]], peak[way])
                            if None not in (peak[names[0]], peak[way]) else
                            ["no answer"])
                yield result("later block", program, size,
                             use="written before" if written else
                             "untouched before", original=names[0], way=way,
                             original_kb=peak[names[0]], way_kb=peak[way],
                             failures=failures)


GROUPS = {
    "shapes": shapes, "huge": huge_pages, "recycled": recycled,
    "fresh-calloc": fresh_calloc, "heap": heap, "dispatch": dispatch,
    "later": later_blocks
}


def out_of_reach(row):
    """A remark where the allocator alone takes longer than the target has."""
    if row.get("target") and row.get("malloc_ns"):
        most = row["original_ns"] / row["malloc_ns"]
        if most < row["target"]:
            return f" (malloc alone is only {most:.3g} times faster)"
    return ""


def text(row):
    line = (f"{row['row']:<23}{row['state']:<7}{row['use']:<17}"
            f"{size_text(row['size']):>7}  "
            f"{row['original']:<14}{row['way']:<19} ")
    if "original_ns" in row:
        line += (f"{time_text(row['original_ns']):>8} -> "
                 f"{time_text(row['way_ns']):>8}  ")
    if "factor" in row:
        target = f">={row['target']}x" if row["target"] else ""
        line += (f"{row['factor']:.4g}x [{row['factor_low']:.4g}, "
                 f"{row['factor_high']:.4g}] {target}")
        if row["malloc_ns"]:
            line += (f", malloc alone {time_text(row['malloc_ns'])}: "
                     f"{row['original_ns'] / row['malloc_ns']:.4g}x")
    elif "difference" in row:
        target = f"<={row['target']} ns, " if row["target"] else ""
        line += (f"{row['difference']:+.2f} ns [{row['difference_low']:.2f}, "
                 f"{row['difference_high']:.2f}] {target}instructions "
                 f"{row['original_steps']} -> {row['way_steps']}")
    elif "ratio" in row:
        line += (f"{row['ratio']:.3f} [{row['ratio_low']:.2f}, "
                 f"{row['ratio_high']:.2f}] <={verdict.TOLERANCE}")
    else:
        line += (f"{memory_text(row['original_kb']):>8} -> "
                 f"{memory_text(row['way_kb']):>8}")
    has_target = row.get("target", "as the table") is not None
    return (f"{line}  " + (", ".join(row["failures"]).upper() or
                           ("ok" if has_target else "")))
