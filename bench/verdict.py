"""Verdicts of the table, from samples alone.

A cell's samples are lists of times, one entry a round, in which every way had
its turn. A ratio is the median of the ratios within the rounds, so what slows
a whole round down falls out of it; its interval is a 95% bootstrap.
"""
import random
import statistics

TOLERANCE = 1.05
# An interval that holds 1 and is wider than this could hide a loss of 5% on
# either side of its middle.
WIDEST = 0.10
MEMORY_SHARE, MEMORY_KB = 0.01, 256

MEMSET, CALLOC = "malloc+memset", "calloc"
# What the plain original of each row of the runtime is, for its memory.
ORIGINALS = {"zp-zalloc": MEMSET, "zp-calloc": CALLOC}


def median_interval(values, resamples=500, seed=1):
    """The median and the bounds of its 95% bootstrap interval."""
    rng = random.Random(seed)
    n = len(values)
    drawn = sorted(
        statistics.median(rng.choices(values, k=n)) for _ in range(resamples))
    return (statistics.median(values), drawn[int(0.025 * resamples)],
            drawn[int(0.975 * resamples) - 1])


def per_round(function, *columns):
    """function of the entries of each round in which all columns have one."""
    return [
        function(*row) for row in zip(*columns)
        if all(entry is not None for entry in row)
    ]


def median(times):
    known = [t for t in times if t is not None]
    return statistics.median(known) if known else None


def judge_time(times, way, baselines=(MEMSET, CALLOC), mincore=0.0):
    """How `way` compares with the better and the worse of the baselines;
    `mincore` is taken off before the comparison with the better one."""
    ranked = sorted(baselines, key=lambda w: median(times[w]))
    better, worse = ranked[0], ranked[-1]
    ratio, low, high = median_interval(
        per_round(lambda t, b: max(t - mincore, 0) / b, times[way],
                  times[better]))
    of_worse, _, of_worse_high = median_interval(
        per_round(lambda t, w: t / w, times[way], times[worse]))
    failures = []
    if ratio > TOLERANCE:
        failures.append("slower")
    elif high > TOLERANCE or (low < 1 < high and high - low > WIDEST):
        failures.append("interval too wide")
    if of_worse_high > TOLERANCE:
        failures.append("worse than the worse")
    return {
        "better": better, "ratio": ratio, "ratio_low": low, "ratio_high": high,
        "of_worse": of_worse, "of_worse_high": of_worse_high,
        "failures": failures
    }


def judge_memory(original_kb, kb):
    """The failures of a row whose original had so much resident."""
    most = original_kb + max(original_kb * MEMORY_SHARE, MEMORY_KB)
    return ["more resident"] if kb > most else []


def judge_factor(original, times, least):
    """How many times faster than the original; with a least factor, whether
    the whole interval is beyond it."""
    factor, low, high = median_interval(
        per_round(lambda o, t: o / t, original, times))
    failures = []
    if least and low < least:
        failures.append("missed" if factor < least else "interval too wide")
    return {"target": least, "factor": factor, "factor_low": low, "factor_high": high,
            "failures": failures}


def judge_difference(base, times, most):
    """How much dearer than base, in nanoseconds; with a greatest difference,
    whether the whole interval is within it."""
    difference, low, high = median_interval(
        per_round(lambda b, t: t - b, base, times))
    failures = []
    if most is not None and high > most:
        failures.append("missed" if difference > most else "interval too wide")
    return {"target": most, "difference": difference, "difference_low": low,
            "difference_high": high, "failures": failures}


def is_settled(verdict):
    """True where more rounds would not change the verdict: it is clean, or what
    it failed is beyond doubt."""
    if not verdict["failures"]:
        return True
    if "interval too wide" in verdict["failures"]:
        return False
    if "ratio_low" in verdict:
        return verdict["ratio_low"] > TOLERANCE
    if "factor_high" in verdict:
        return verdict["factor_high"] < verdict["target"]
    return verdict["difference_low"] > verdict["target"]
