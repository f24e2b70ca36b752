"""Puts the results together: the table, the lists, and the exit status."""

import collections
import os
import re

from .build import same_tests

class Report:
    def __init__(self, setup, levels):
        self.setup = setup
        self.levels = levels
        self.archives = {}
        self.unavailable = {}
        self.rows = []
        self.details = {}
        self.classes = {}

    def fill(self, programs, results, classes):
        self.classes = classes
        for program in programs:
            for level in self.levels:
                self.fill_one(program["name"], level, results)

    def fill_one(self, name, level, results):
        original = results[name, level, "original"]
        rewritten = results[name, level, "rewritten"]
        counting = results.get((name, level, "counting"))
        looked = [r for r in rewritten.get("remarks", ())
                  if r["kind"] in ("Passed", "Missed")]
        passed = [r for r in looked if r["kind"] == "Passed"]
        kept = [r for r in looked if r["kind"] == "Missed"]
        executed = (counting or {}).get("counts", {})
        self.rows.append({
            "program": name, "level": level, "looked": len(looked),
            "rewritten": len(passed), "kept": len(kept),
            "sites": len({r["site"] for r in passed}),
            "original": original.get("tests"),
            "plugin": rewritten.get("tests"),
            "counting": (counting or {}).get("tests"),
            "built": bool(original["built"]), "same": bool(
                same_tests(original, rewritten)
                and (counting is None or same_tests(original, counting))),
            "executed sites": sum(1 for n in executed.values() if n),
            "executions": sum(executed.values()),
            "a3 to a6": sum(
                1 for (p, l, _), c in self.classes.items()
                if p == name and l == level and re.match(r"A[2-6]", c["row"])),
        })
        self.details[name, level] = {
            "passed": passed, "kept": kept, "executed": executed}

    def print(self, all_sites):
        for row in self.rows:
            self.print_detail(row, all_sites)
        self.print_table()
        self.print_rows()
        for name, why in self.unavailable.items():
            print("left out: %s: %s" % (name, why))
        for row in self.rows:
            if not row["built"]:
                print("%s %s: clang alone does not build it"
                      % (row["program"], row["level"]))
            elif not row["same"]:
                print("%s %s: the tests differ: see the logs in %s; "
                      "ZEROPASS_OPTIONS=limit=N or zeropass-bisect finds the "
                      "rewrite" % (
                          row["program"], row["level"], os.path.relpath(
                              os.path.join(self.setup.home, row["program"]))))
        good = sum(1 for r in self.rows if r["built"] and r["same"])
        print("%d passed, %d failed" % (good, len(self.rows) - good))

    def print_detail(self, row, all_sites):
        name, level = row["program"], row["level"]
        detail = self.details[name, level]
        if not detail["passed"] and not detail["kept"]:
            return
        print("\n== %s at %s (%s)" % (name, level, self.archives.get(name, "")))
        groups = collections.defaultdict(dict)
        for remark in detail["passed"]:
            group = (remark["Name"], remark["args"].get("Variant", ""))
            groups[group].setdefault(remark["site"], []).append(remark)
        for (kind, variant), places in sorted(groups.items()):
            print("%s, %s: %d sites" % (
                kind, variant or "no call", len(places)))
            for place, remarks in sorted(places.items()):
                first = remarks[0]
                text = "  %s in %s, %s" % (place, first.get("Function"),
                                           first["args"].get("Callee"))
                if len(remarks) > 1:
                    text += ", %d copies" % len(remarks)
                if detail["executed"].get(place):
                    text += ", executed %d times" % detail["executed"][place]
                known = self.classes.get((name, level, place))
                if known:
                    text += " [%s; clang alone: %s]" % (
                        known["row"], known["alone"])
                print(text)
        reasons = collections.Counter(
            (r["Name"], r["args"].get("Reason", "")) for r in detail["kept"])
        for (kind, reason), number in reasons.most_common():
            print("kept: %s: %d (%s)" % (kind, number, reason))
            if all_sites:
                for r in detail["kept"]:
                    if (r["Name"], r["args"].get("Reason", "")) == (kind,
                                                                    reason):
                        print("  %s in %s, %s of %s%s" % (
                            r["site"], r.get("Function"),
                            r["args"].get("Callee"), r["args"].get("Size"),
                            ", see " + r["args"]["Where"]
                            if r["args"].get("Where") else ""))

    def print_table(self):
        def tests(result):
            return "-" if result is None else "%d/%d" % (
                result["passed"], result["passed"] + result["failed"])

        head = ("program", "level", "looked", "rewritten", "kept", "original",
                "rewritten", "counting", "executed", "executions", "A2-A6",
                "same")
        lines = [head]
        for row in self.rows:
            lines.append((
                row["program"], row["level"], str(row["looked"]),
                str(row["rewritten"]), str(row["kept"]),
                tests(row["original"]), tests(row["plugin"]),
                tests(row["counting"]), str(row["executed sites"]),
                str(row["executions"]), str(row["a3 to a6"]),
                "yes" if row["same"] else "NO"))
        widths = [max(len(l[i]) for l in lines) for i in range(len(head))]
        print("\nallocations looked at, rewritten and kept; tests passed of "
              "all by variant;\nrewritten sites executed and executions; "
              "zeroed mallocs that clang alone leaves\n")
        for line in lines:
            print("  ".join(c.ljust(w) if i < 2 else c.rjust(w)
                            for i, (c, w) in enumerate(zip(line, widths))))
        print()

    def print_rows(self):
        if not self.classes:
            return
        print("zeroed allocations that clang alone leaves as malloc and "
              "zeroing:")
        for (name, level, site), known in sorted(self.classes.items()):
            if known["row"] == "clang's own":
                continue
            if level != self.levels[0] and self.classes.get(
                    (name, self.levels[0], site), {}).get(
                        "row") == known["row"]:
                continue
            ran = self.details[name, level]["executed"].get(site)
            print("  %-8s %-9s %-3s %s  (%s)%s" % (
                known["row"], name, level, site, known["zeroing"][:60],
                ", executed %d times" % ran if ran else ""))
        print()

    def status(self):
        bad = any(not (r["built"] and r["same"]) for r in self.rows)
        return 1 if bad or not self.rows else 0

    def as_json(self):
        return {
            "llvm": self.setup.version.splitlines()[0],
            "archives": self.archives, "unavailable": self.unavailable,
            "rows": self.rows,
            "details": [dict(d, program=p, level=l)
                        for (p, l), d in self.details.items()],
            "classes": [dict(c, program=p, level=l, site=s)
                        for (p, l, s), c in self.classes.items()],
        }
