# SPDX-License-Identifier: Apache-2.0
"""What tests of TestU01 found of a sequence: the verdict of each p-value, as JSON and as a table."""

def verdict_of(p):
    """L'Ecuyer and Simard, section 7: a clear failure is outside [1e-10, 1 - 1e-10], a suspect outside [1e-4, 1 - 1e-4]."""
    if not 1e-10 <= p <= 1 - 1e-10:  # also NaN
        return "fail"
    return "pass" if 1e-4 <= p <= 1 - 1e-4 else "suspect"


def report_of(entry):
    tests, not_run, seconds = [], [], 0
    for number in sorted(entry.tests):
        found = entry.found.get(number, {"reason": "not begun", "seconds": 0, "statistics": []})
        seconds += found["seconds"]
        if "reason" in found:
            not_run.append({"number": number, "reason": found["reason"]})
        for statistic, p in found["statistics"]:
            name = statistic.split(" ")[0].split(",")[0]
            tests.append({"number": number, "name": name, "statistic": statistic, "p": p, "verdict": verdict_of(p), "seconds": found["seconds"]})
    bad = {v: [{k: t[k] for k in ("number", "statistic", "p")} for t in tests if t["verdict"] == v] for v in ("fail", "suspect")}
    return {"battery": entry.battery, "sequence": entry.sequence.name, "statistics": len(tests), "cpu_seconds": seconds, "failed": bad["fail"],
            "suspect": bad["suspect"], "not_run": not_run, "tests": tests}


def p_text(p):
    """Values near 1 are shown by their distance from 1, as TestU01 does."""
    if p > 0.9999:
        return "1 - eps1" if p > 1 - 1e-15 else f"1 - {1 - p:.2g}"
    return "eps" if p < 1e-300 else f"{p:.3g}"


def table_of(r):
    lines = [f"{r['battery']} of {r['sequence']}", f"{'test':>5}  {'statistic':<40}  {'p':>12}  {'':<8}  {'seconds':>8}"]
    lines += [f"{t['number']:>5}  not run: {t['reason']}" for t in r["not_run"]]
    for t in r["tests"]:
        verdict = "" if t["verdict"] == "pass" else t["verdict"]
        lines.append(f"{t['number']:>5}  {t['statistic']:<40}  {p_text(t['p']):>12}  {verdict:<8}  {t['seconds']:>8.1f}")
    lines.append(f"{r['statistics']} p-values: {len(r['failed'])} fail (outside 1e-10 ... 1 - 1e-10), {len(r['suspect'])} suspect (outside 1e-4 ... "
                 f"1 - 1e-4); {len(r['not_run'])} of {len({t['number'] for t in r['tests'] + r['not_run']})} tests not run")
    return "\n".join(lines) + "\n"
