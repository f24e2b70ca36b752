"""Verdicts on samples that are made up: each kind of failure, and beside it the
samples that are well."""
import sys

sys.path.insert(0, sys.argv[1])
import verdict  # noqa: E402


def spread(middle, by=0.0):
    """Eleven rounds about a middle."""
    return [middle * (1 + by * (i - 5) / 5) for i in range(11)]


def time(way, memset=10.0, calloc=20.0, mincore=0.0):
    as_list = lambda t: t if isinstance(t, list) else spread(t)
    return verdict.judge_time(
        {"malloc+memset": as_list(memset), "calloc": as_list(calloc),
         "way": as_list(way)}, "way", mincore=mincore)


def expect(what, judged, *failures):
    found = judged if isinstance(judged, list) else judged["failures"]
    if found != list(failures):
        sys.exit(f"{what}: {found}, not {list(failures)}")


expect("as fast", time(10))
expect("5% slower", time(10.5))
expect("6% slower", time(10.6), "slower")
expect("the better counts, whichever", time(10.6, 20, 10), "slower")
expect("a mincore's worth slower", time(11, mincore=1))
expect("more than that", time(12, mincore=1), "slower")
expect("slower than both", time(22, mincore=5), "slower",
       "worse than the worse")
expect("slower than both by the mincore alone", time(11, 10, 10, 1),
       "worse than the worse")
# Every round has another ratio: in the middle it is 1, but nobody knows.
expect("spread", time(spread(10, 0.4)), "interval too wide")
expect("spread, but faster", time(spread(5, 0.4)))
# What slows all ways of a round down falls out.
expect("in step", time(spread(10, 0.4), spread(10, 0.4), spread(30, 0.4)))
# A round without a sample of some way does not count.
expect("gaps", time([10.0] * 6 + [None] * 5, calloc=[20.0] * 3 + [None] * 8))

expect("resident as the original", verdict.judge_memory(100000, 101000))
expect("1% and more", verdict.judge_memory(100000, 101001), "more resident")
expect("small, 256 KB", verdict.judge_memory(16, 272))
expect("small, 257 KB", verdict.judge_memory(16, 273), "more resident")

expect("fast enough", verdict.judge_factor(spread(1000), spread(10), 100))
expect("too slow", verdict.judge_factor(spread(1000), spread(11), 100),
       "missed")
expect("who knows", verdict.judge_factor(spread(1010), spread(10, 0.5), 100),
       "interval too wide")
expect("no target", verdict.judge_factor(spread(10), spread(11), None))
expect("cheap enough", verdict.judge_difference(spread(10), spread(12), 2))
expect("too dear", verdict.judge_difference(spread(10), spread(12.1), 2),
       "missed")

for settled, judged in (
        (True, time(10)), (True, time(12)), (False, time(spread(10, 0.4))),
        (True, verdict.judge_factor(spread(1000), spread(11), 100)),
        (False, verdict.judge_factor(spread(1000), spread(10.1, 0.5), 100)),
        (True, verdict.judge_difference(spread(10), spread(13), 2))):
    if verdict.is_settled(judged) != settled:
        sys.exit(f"is_settled is not {settled} of {judged}")
print("verdicts: well")
