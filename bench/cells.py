"""The table: allocator x size x use x state, a row for each of the runtime's
two ways."""
import random

import verdict
from sampler import (KB, MB, STATES, TOTAL_FOR_MEMORY, TOTAL_FOR_TIME, USES,
                     Cell, memory_text, size_text, time_text)

GRID = (16, 64, 256, 1 * KB, 4 * KB, 16 * KB, 64 * KB, 256 * KB, 1 * MB,
        8 * MB, 32 * MB, 80 * MB)
WAYS = (verdict.MEMSET, verdict.CALLOC, "zp-zalloc", "zp-calloc")
MINCORE = "mincore"


def sizes(seed):
    """The grid, and between each two of its points a random size of no
    particular alignment, even in its logarithm."""
    rng = random.Random(seed)
    result = []
    for low, high in zip(GRID, GRID[1:]):
        result += [low, int(low * (high / low)**rng.uniform(0.1, 0.9))]
    return result + [GRID[-1]]


def measure(program, state, use, size, patience, seed):
    """One cell: its two rows."""
    asks = dict(zip(ORIGINALS, program.numbers(
        "mincore", state, use, size, TOTAL_FOR_TIME, *ORIGINALS)))
    ways = list(WAYS) + ([MINCORE] if any(asks.values()) else [])
    cell = Cell(state, use, size, [(w, program, w) for w in ways], seed)

    def judge():
        return [
            verdict.judge_time(cell.times, way,
                               mincore=(cell.median(MINCORE) or 0)
                               if asks[way] else 0) for way in ORIGINALS
        ]

    verdicts = cell.repeat(judge, patience)
    # Small blocks of a first use do not show in the memory of so few.
    memory = {way: cell.memory(way) for way in WAYS}
    if state == "first" and size < TOTAL_FOR_MEMORY:
        order = list(WAYS)
        random.Random(seed).shuffle(order)
        answer = program.ask("sample", state, use, size, TOTAL_FOR_MEMORY,
                             *order)
        memory = {way: int(word.split(":")[1])
                  for way, word in zip(order, answer.split())}
    rows = []
    for way, judged in zip(ORIGINALS, verdicts):
        original = ORIGINALS[way]
        row = {"allocator": program.version, "state": state, "use": use,
               "size": size, "way": way, "rounds": len(cell.times[way])}
        for name in WAYS:
            row[f"{name}_ns"] = cell.median(name)
            row[f"{name}_min_ns"] = min(
                t for t in cell.times[name] if t is not None)
            row[f"{name}_kb"] = memory[name]
        row["mincore_ns"] = cell.median(MINCORE) if asks[way] else None
        row.update(judged)
        row["failures"] = (judged["failures"] + verdict.judge_memory(
            memory[original], memory[way]))
        rows.append(row)
    return rows


ORIGINALS = verdict.ORIGINALS

HEADER = (f"{'state':<7}{'use':<14}{'size':>9} {'way':<10}"
          f"{'malloc+memset':>16}{'calloc':>16}{'this':>16}{'mincore':>9}  "
          f"{'of the better':<19} {'of the':>6}\n"
          f"{'':41}{'time, memory':>16}{'time, memory':>16}"
          f"{'time, memory':>16}{'':9}  {'ratio [95%]':<19} {'worse':>6}")


def text(row):
    def both(name):
        return (f"{time_text(row[name + '_ns']):>8}"
                f"{memory_text(row[name + '_kb']):>8}")

    mincore = row["mincore_ns"]
    interval = (f"{row['ratio']:.3f} [{row['ratio_low']:.2f}, "
                f"{row['ratio_high']:.2f}]")
    return (f"{row['state']:<7}{row['use']:<14}{size_text(row['size']):>9} "
            f"{row['way']:<10}{both(verdict.MEMSET)}{both(verdict.CALLOC)}"
            f"{both(row['way'])}"
            f"{time_text(mincore) if mincore is not None else '':>9}  "
            f"{interval:<19} {row['of_worse']:6.3f}  "
            f"{', '.join(row['failures']).upper() or 'ok'}")


def plan(options):
    """(state, use, size) of every cell wanted, in the order of the table."""
    chosen = sizes(options.seed)
    if options.quick:
        chosen = [chosen[i] for i in (1, 4, 9, 12, 15, 18, 20)]
    if options.sizes:
        chosen = options.sizes
    return [(state, use, size) for size in chosen
            for state in options.states or STATES
            for use in options.uses or USES]
