"""Statistics of two sets of times: medians, spread, and their ratio with a
bootstrap interval."""
import random
import statistics


def quartiles(values):
    """The first and third quartile; of a single value, itself twice."""
    if len(values) < 2:
        return values[0], values[0]
    low, _, high = statistics.quantiles(values, n=4, method="inclusive")
    return low, high


def ratio(numerator, denominator, resamples=1000, seed=1):
    """The ratio of the medians, with the bounds that 95% of the bootstrap's
    resamples fall between."""
    rng = random.Random(seed)
    drawn = sorted(
        statistics.median(rng.choices(numerator, k=len(numerator))) /
        statistics.median(rng.choices(denominator, k=len(denominator)))
        for _ in range(resamples))
    return (statistics.median(numerator) / statistics.median(denominator),
            drawn[int(0.025 * resamples)], drawn[int(0.975 * resamples) - 1])
