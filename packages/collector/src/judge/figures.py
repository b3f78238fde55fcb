"""Computes the figures of experiments from raw events, with numpy, scipy and statsmodels.

It was written from the page "The method of experiments", and shares nothing with the code that it judges. It reads one data set a
line from standard input, as JSON, and writes one line of figures for each.
"""

import json
import math
import sys

import numpy as np
from scipy import optimize, stats
from statsmodels.regression.linear_model import OLS

DAY = 86_400_000
TUNED_FOR = 5_000
POWER = 0.8


def units_of(data):
    """The first exposure of each unit that is compared, and who is left out."""
    exposures = sorted(data["exposures"], key=lambda one: one["at"])
    programs = {one["unit"] for one in exposures if one.get("automated")}
    if any(one.get("inExperiment") for one in exposures):
        exposures = [one for one in exposures if one.get("inExperiment")]
    seen, first = {}, {}
    for one in exposures:
        seen.setdefault(one["unit"], set()).add(one["variation"])
        first.setdefault(one["unit"], one)
    several = {unit for unit, variations in seen.items() if len(variations) > 1 and unit not in programs}
    compared = {unit: one for unit, one in first.items() if unit not in programs and unit not in several}
    return compared, several, programs


def values_of(data, metric, units):
    """For each unit: the values of its events before, and after its first exposure. An event without the property counts as 1."""
    days = metric.get("withinDays")
    before = {unit: [] for unit in units}
    after = {unit: [] for unit in units}
    for event in data["events"]:
        if event["name"] != metric["event"] or event.get("impersonated") or event["unit"] not in units:
            continue
        value = event.get("value") if "property" in metric else 1.0
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            continue
        since = event["at"] - units[event["unit"]]["at"]
        if since < 0:
            if -since <= (days or 14) * DAY:
                before[event["unit"]].append(float(value))
        elif days is None or since < days * DAY:
            after[event["unit"]].append(float(value))
    return before, after


def completed(data, metric, units):
    """For each unit: whether it has had the events of a funnel, one after another, and whether it had the last one before."""
    days = metric.get("withinDays")
    own = {unit: [] for unit in units}
    for event in data["events"]:
        if event["name"] in metric["events"] and not event.get("impersonated") and event["unit"] in units:
            own[event["unit"]].append((event["at"] - units[event["unit"]]["at"], event["name"]))
    before, after, reached = {}, {}, {}
    for unit, events in own.items():
        last = metric["events"][-1]
        before[unit] = float(any(-(days or 14) * DAY <= since < 0 and name == last for since, name in events))
        at, step = 0, 0
        for wanted in metric["events"]:
            times = [since for since, name in events if name == wanted and since >= at and (days is None or since < days * DAY)]
            if not times:
                break
            at, step = min(times), step + 1
        after[unit] = float(step == len(metric["events"]))
        reached[unit] = step
    return before, after, reached


def figure_of(of, values):
    if of == "converted":
        return 1.0 if values else 0.0
    if of == "count":
        return float(len(values))
    return math.fsum(values)


def ratio_of(x, y):
    """A ratio of two sums, and its variance by the delta method over units."""
    n = len(x)
    ratio = x.sum() / y.sum()
    covariance = np.cov(np.vstack([x, y]), ddof=1)
    gradient = np.array([1 / y.mean(), -ratio / y.mean()])
    return ratio, float(gradient @ covariance @ gradient) / n


def adjusted(y, x, group):
    """Means and their variances, adjusted by what happened before: the slope within the variations is that of a regression with a
    constant for each variation."""
    groups = list(dict.fromkeys(group))
    dummies = np.column_stack([(group == one).astype(float) for one in groups])
    centred = x - dummies @ np.array([x[group == one].mean() for one in groups])
    slope = 0.0
    if np.sum(centred**2) > 0:
        slope = float(OLS(y, np.column_stack([dummies, x])).fit().params[-1])
    rest = y - slope * (x - x.mean())
    return {one: (rest[group == one].mean(), rest[group == one].var(ddof=1) / np.sum(group == one)) for one in groups}


def half_width(variance, n, alpha, method):
    """Half of an interval around an estimate of `n` units with this variance."""
    if method == "fixed":
        return stats.norm.isf(alpha / 2) * math.sqrt(variance)
    rho2 = (-2 * math.log(alpha) + math.log(-2 * math.log(alpha) + 1)) / TUNED_FOR
    return math.sqrt(variance * n) * math.sqrt(
        2 * (n * rho2 + 1) / (n**2 * rho2) * math.log(math.sqrt(n * rho2 + 1) / alpha)
    )


def interval(value, variance, n, about):
    half = half_width(variance, n, about["alpha"], about["method"])
    return {"value": value, "low": value - half, "high": value + half}


def cut(figures, metric):
    """Cuts off at the figure of the unit below or at which this share of all units is."""
    share = metric.get("winsorise")
    if share is None:
        return figures, None
    at = float(np.quantile(figures, share, method="inverted_cdf"))
    return np.minimum(figures, at), at


def percentile_of(lists, share):
    """A percentile over all events, and its variance: Woodruff, with the normal interval of 95 % of the share."""
    lists = [np.array(values) for values in lists if values]
    values = np.concatenate(lists)
    value = np.quantile(values, share)
    below = np.array([np.sum(one <= value) for one in lists], dtype=float)
    number = np.array([len(one) for one in lists], dtype=float)
    z = stats.norm.ppf(0.975)
    error = z * math.sqrt(max(0.0, ratio_of(below, number)[1]))
    low, high = np.quantile(values, [max(0, share - error), min(1, share + error)])
    return float(value), float(((high - low) / (2 * z)) ** 2), len(lists)


def estimates_of(data, metric, units, group):
    """By variation: the value, its variance, and the number of units. Then the figure at which others are cut off."""
    names = list(units)
    variations = sorted(set(group))
    of = metric["of"]
    if of == "ratio":
        parts, cuts = [], []
        for side in ("numerator", "denominator"):
            part = data["metrics"][metric[side]]
            _, after = values_of(data, part, units)
            figures_of_part, at = cut(np.array([figure_of(part["of"], after[name]) for name in names]), part)
            parts.append(figures_of_part)
            cuts.append(at)
        # The result says one of them: that of the numerator first.
        return ratios(*parts, group), next((at for at in cuts if at is not None), None)
    if of == "funnel":
        before, after, _ = completed(data, metric, units)
        y, x = (np.array([side[name] for name in names]) for side in (after, before))
        found = adjusted(y, x, group)
        return {one: (*found[one], int(np.sum(group == one))) for one in variations}, None
    before, after = values_of(data, metric, units)
    if of == "mean":
        sums, numbers = (np.array([fn(after[name]) for name in names], dtype=float) for fn in (math.fsum, len))
        return ratios(sums, numbers, group), None
    if of == "percentile":
        lists = {one: [after[name] for name, own in zip(names, group) if own == one] for one in variations}
        return {
            one: percentile_of(some, metric["percentile"] / 100) for one, some in lists.items() if any(map(len, some))
        }, None
    y, cut_at = cut(np.array([figure_of(of, after[name]) for name in names]), metric)
    x, _ = cut(np.array([figure_of(of, before[name]) for name in names]), metric)
    found = adjusted(y, x, group)
    return {one: (*found[one], int(np.sum(group == one))) for one in variations}, cut_at


LEAST_UNITS = 100


def with_figure(data, metric, units, group):
    """By variation: the number of units that have a figure. Those of a sum or a rate all have one."""
    of = metric["of"]
    if of not in ("ratio", "mean", "percentile"):
        return {one: int(np.sum(group == one)) for one in set(group)}
    part = data["metrics"][metric["denominator"]] if of == "ratio" else metric
    _, after = values_of(data, part, units)
    figures_of_part = [figure_of(part["of"], after[name]) if of == "ratio" else len(after[name]) for name in units]
    has = np.array(figures_of_part, dtype=float) != 0
    return {one: int(np.sum(has & (group == one))) for one in set(group)}


def ratios(x, y, group):
    return {
        one: (*ratio_of(x[group == one], y[group == one]), int(np.sum(group == one)))
        for one in sorted(set(group))
        if y[group == one].sum() > 0
    }


def compared(control, other, about):
    (base, base_variance, base_n), (value, variance, n) = control, other
    error = math.sqrt(base_variance + variance)
    half = half_width(error**2, base_n + n, about["alpha"], about["method"])
    result = {"difference": interval(value - base, error**2, base_n + n, about)}
    result["smallest"] = half + stats.norm.ppf(POWER) * error
    if base > 0:
        gradient = np.array([1 / base, -value / base**2])
        lift_variance = float(gradient @ np.diag([variance, base_variance]) @ gradient)
        result["lift"] = interval(value / base - 1, lift_variance, base_n + n, about)
    if about["method"] == "fixed" and error > 0:
        result["pValue"] = 2 * stats.norm.sf(abs(value - base) / error)
    return result


def needed(estimates, control, data, about):
    """The number of units with which the effect would be found in four of five experiments, of all variations together."""
    wanted = data["effect"] * estimates[control][0]
    others = [one for name, one in estimates.items() if name != control]
    if not wanted > 0 or not others:
        return None
    has = sum(n for _, _, n in estimates.values())
    variance = estimates[control][1] + max(one[1] for one in others)

    def lacks(log_units):
        units = math.exp(log_units)
        pair, own = 2 * units / len(estimates), variance * has / units
        return half_width(own, pair, about["alpha"], about["method"]) + stats.norm.ppf(POWER) * math.sqrt(own) - wanted

    low, high = math.log(1e-3), math.log(1e13)
    if variance == 0 or lacks(low) < 0 or lacks(high) > 0:
        return None
    return math.exp(optimize.brentq(lacks, low, high, xtol=1e-13))


def figures(data):
    data["exposures"] = [one for one in data["exposures"] if data["until"] is None or one["at"] < data["until"]]
    data["events"] = [one for one in data["events"] if data["until"] is None or one["at"] < data["until"]]
    units, several, programs = units_of(data)
    group = np.array([one["variation"] for one in units.values()])
    variations = sorted(set(group))
    control = variations[0]
    count = len(data["judgedBy"]) * (len(variations) - 1)
    about = {"method": data["method"], "alpha": data["alpha"] / max(1, count)}
    counts = [int(np.sum(group == one)) for one in variations]
    shares = np.array([(data.get("split") or {}).get(one, 1) for one in variations], dtype=float)
    result = {
        "units": dict(zip(variations, counts)),
        "several": len(several),
        "programs": len(programs),
        "sampleRatio": float(stats.chisquare(counts, shares / shares.sum() * sum(counts)).pvalue),
        "metrics": [],
    }
    for name in data["judgedBy"]:
        estimates, cut_at = estimates_of(data, data["metrics"][name], units, group)
        one = {"name": name, "variations": {v: {**interval(e[0], e[1], e[2], about), "units": e[2]} for v, e in estimates.items()}}
        if cut_at is not None:
            one["cutAt"] = cut_at
        if data["metrics"][name]["of"] == "funnel":
            _, _, reached = completed(data, data["metrics"][name], units)
            one["steps"] = [
                {v: sum(reached[u] > at for u, g in zip(units, group) if g == v) for v in variations}
                for at in range(len(data["metrics"][name]["events"]))
            ]
        if control in estimates:
            has = with_figure(data, data["metrics"][name], units, group)
            others = [
                v for v in variations
                if v != control and v in estimates and min(has[v], has[control]) >= LEAST_UNITS
            ]
            one["comparisons"] = {v: compared(estimates[control], estimates[v], about) for v in others}
            if others:
                one["needed"] = needed(estimates, control, data, about)
        result["metrics"].append(one)
    return result


def plain(value):
    return value.item() if isinstance(value, np.generic) else str(value)


for line in sys.stdin:
    print(json.dumps(figures(json.loads(line)), default=plain), flush=True)
