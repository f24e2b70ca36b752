"""Statements made of others, and the choice among all of them: `some` keeps
those that are defined."""

from expressions import Number
from model import Invalid
from statements import Simple, Statements


class Compound:
    """Text around lists of statements; `run` says which of them are done."""

    def __init__(self, parts, run):
        self.parts, self.run = parts, run

    def lines(self, indent):
        out = []
        for part in self.parts:
            if isinstance(part, str):
                out.append(indent + part)
            else:
                for statement in part:
                    out += statement.lines(indent + "  ")
        return out


def run_all(statements, env):
    for statement in statements:
        if not env.runs:
            return
        statement.run(env)


class Programs(Statements):
    def attempt(self, envs, statement):
        copies = [e.copy() for e in envs]
        try:
            for e in copies:
                if e.runs:
                    statement.run(e)
        except Invalid:
            return None
        return copies

    def some(self, envs, count, depth):
        """About count statements, and the envs after them."""
        result = []
        tries = 0
        while len(result) < count and tries < count * 12:
            tries += 1
            running = [e for e in envs if e.runs]
            if not running and result:
                break
            statement = self.propose(running, depth)
            if not statement:
                continue
            after = self.attempt(envs, statement)
            if after is not None:
                envs = after
                result.append(statement)
        return result, envs

    def propose(self, envs, depth):
        weights = [
            (self.make_allocation, 5 if not self.live(envs) else 2),
            (self.make_zeroing, 6),
            (self.make_store, 3),
            (self.make_read, 2.5),
            (self.make_copy, 1.2),
            (self.make_call, 2),
            (self.make_alias, 1),
            (self.make_free, 0.7),
            (self.make_realloc, 0.4),
            (self.make_length, 0.7),
            (self.make_cover, 1),
            (self.make_setjmp, 0.25),
            (self.make_vla, 0.3),
        ]
        if depth < 2:
            weights += [(self.make_if, 1.4), (self.make_loop, 0.8),
                        (self.make_idiom, 3)]
        if depth:
            weights.append((self.make_leave, 0.8))
        makers, w = zip(*weights)
        return self.rng.choices(makers, w)[0](envs, depth)

    def make_idiom(self, envs, depth):
        """An allocation, perhaps something in between, and its zeroing."""
        rng = self.rng
        place = rng.choice(self.OWNERS * 3 + ["g0", "gs.f0"])
        size = self.size()
        parts = []

        def add(statement):
            nonlocal envs
            after = statement and self.attempt(envs, statement)
            if not after:
                return False
            envs = after
            parts.append(statement)
            return True

        running = lambda: [e for e in envs if e.runs]
        kind = rng.choice(["malloc"] * 5 + ["calloc", "checked"])
        if not add(self.make_allocation(envs, depth, place, kind, size)):
            return None
        for _ in range(rng.choice([0, 0, 1, 1, 2, 3])):
            kind = rng.random()
            if kind < 0.35:
                add(self.make_store(running(), depth, place))
            elif kind < 0.45:
                add(self.make_cover(running(), depth, place))
            elif running():
                add(self.propose(running(), depth + 1))
        target = place
        if self.chance(0.12):
            # The zeroed block is this one or another.
            other = self.live(running())
            target = rng.choice(self.BORROWERS)
            if not other or not add(self.choice(running(), target, place,
                                                other)):
                return None
        end = rng.random()
        if end < 0.8:
            last = self.make_zeroing(running(), depth, target, size)
        elif end < 0.9:
            last = self.make_cover(running(), depth, target)
        else:
            last = self.make_copy(running(), depth, target)
        if not add(last):
            return None
        # The text stands in the same scope: what is declared stays declared.
        out = Compound([parts], lambda e: run_all(parts, e))
        out.lines = lambda indent: [l for s in parts for l in s.lines(indent)]
        return out

    def make_if(self, envs, depth):
        text, test = self.condition(envs)
        try:
            yes = [e.copy() for e in envs if test(e)]
            no = [e.copy() for e in envs if not test(e)]
        except Invalid:
            return None
        then, _ = self.some(yes, self.rng.randint(1, 3), depth + 1)
        other = []
        if self.chance(0.4):
            other, _ = self.some(no, self.rng.randint(1, 3), depth + 1)
        parts = ["if (%s) {" % text, then]
        if other:
            parts += ["} else {", other]
        return Compound(parts + ["}"],
                        lambda e: run_all(then if test(e) else other, e))

    def make_loop(self, envs, depth):
        rng = self.rng
        if self.loops >= 3:
            return None
        self.loops += 1
        name = self.fresh("t")
        turns = rng.choice([Number("3", lambda e: 3),
                            Number("(k & 3)", lambda e: e.inputs["k"] & 3),
                            Number("2", lambda e: 2)])
        started = [e.copy() for e in envs if turns.value(e)]
        body, _ = self.some(started, rng.randint(2, 5), depth + 1)
        form = rng.choice(["for (int %s = 0; %s < %s; %s++) {" %
                           (name, name, turns.text, name),
                           "for (int %s = %s; %s > 0; %s--) {" %
                           (name, turns.text, name, name)])

        def run(e):
            for _ in range(turns.value(e)):
                run_all(body, e)
                if e.broken == "break" or not e.alive:
                    break
                e.broken = None
            e.broken = None

        loop = Compound([form, body, "}"], run)
        while body and self.attempt(envs, loop) is None:
            body.pop(rng.randrange(len(body)))
        return loop if body else None

    def make_leave(self, envs, depth):
        """Leaves the function under a condition."""
        text, test = self.condition(envs)
        way = self.rng.choice(["return acc;", "goto fail;", "abort"])
        lines = ["if (%s) {" % text]
        freed = []
        if self.chance(0.6):
            place = self.live(envs, self.OWNERS)
            if place:
                freed.append(place)
                lines += ["  free(%s);" % place, "  %s = NULL;" % place]
        if way == "abort":
            test = lambda e: False
            lines[0] = "if (opq(k) == 99) {"
            way = "abort();"
        if way == "goto fail;":
            self.uses_fail = True
        lines += ["  " + way, "}"]

        def run(e):
            if test(e):
                for place in freed:
                    e.free(place)
                e.alive = False

        return Simple(lines, run)
