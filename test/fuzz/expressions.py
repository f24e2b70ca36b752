"""Sizes, conditions and values as C text, with what they are in an Env."""

import struct

from model import STRUCTS, TYPES, U8


class Number:
    """A C expression and its value."""

    def __init__(self, text, value, ctype="size_t"):
        self.text, self.value, self.ctype = text, value, ctype


class Size:
    """count * element + extra bytes, in the ways in which C programs say so."""

    def __init__(self, texts, value, count=None, element=U8, extra=0):
        self.texts, self.value = texts, value
        self.count, self.element, self.extra = count, element, extra


class Expressions:
    OWNERS = ["p0", "p1", "p2", "st.f0", "hp->f0"]
    BORROWERS = ["q0", "q1", "st.f1", "hp->f1", "g0", "g1", "gs.f0", "gs.f1"]

    def __init__(self, rng):
        self.rng = rng
        self.locals = ["p0", "p1", "p2"]
        self.uses_fail = False
        self.escape_holder = rng.random() < 0.3
        self.loops = 0
        self.names = 0
        self.sizes = {}  # place -> Size it was last allocated with

    def all_places(self):
        return self.OWNERS + self.BORROWERS

    @staticmethod
    def table():
        return [(i * 37 + i // 7) % 256 for i in range(4096)]

    def fresh(self, stem):
        self.names += 1
        return "%s%d" % (stem, self.names)

    def chance(self, probability):
        return self.rng.random() < probability

    def count(self):
        """A number of elements, not known at compile time."""
        i = self.rng.randrange(8)
        if i < 2:
            return Number("n", lambda e: e.inputs["n"])
        if i < 4:
            return Number("m", lambda e: e.inputs["m"], "int")
        if i == 4:
            return Number("u", lambda e: e.inputs["u"], "unsigned")
        if i == 5:
            return Number("h", lambda e: e.inputs["h"], "int")
        if i == 6:
            c = self.rng.randint(1, 9)
            return Number("(n + %d)" % c, lambda e: e.inputs["n"] + c)
        c = self.rng.randint(1, 9)
        return Number("(m + %d)" % c, lambda e: e.inputs["m"] + c, "int")

    def size(self):
        rng = self.rng
        element = rng.choice(TYPES + STRUCTS)
        kind = rng.random()
        if kind < 0.3:
            n = rng.choice([1, 1, 1, 2, 3, 4, 5, 7, 8, 12, 16, 30, 64, 128,
                            200])
            if rng.random() < 0.15:
                n *= rng.choice([64, 300])
            total = n * element.size
            count = Number(str(n), lambda e: n, "int")
            texts = [str(total)]
            if isinstance(element, type(STRUCTS[0])):
                texts.append("%d * sizeof(struct %s)" % (n, element.name))
            return Size(texts, lambda e: total, count, element)
        if kind < 0.36:  # a wrapped product
            factor = rng.choice([4, 8, 16])
            return Size(["u * %du" % factor, "(u << %d)" %
                         (factor.bit_length() - 1)],
                        lambda e: e.inputs["u"] * factor & 0xffffffff)
        if kind < 0.42:  # at least one byte
            return Size(["(n ? n : 1)", "(n + (n == 0))"],
                        lambda e: e.inputs["n"] or 1)
        if kind < 0.46:
            c = rng.choice([8, 16, 100])
            return Size(["(n < %d ? %d : n)" % (c, c)],
                        lambda e: max(e.inputs["n"], c))
        if kind < 0.5:
            return Size(["((n + 7) & ~(size_t)7)", "((n + 7) / 8 * 8)"],
                        lambda e: (e.inputs["n"] + 7) & ~7)
        count = self.count()
        s, c = element.size, count
        name = ("struct " if isinstance(element, type(STRUCTS[0])) else "") + \
            element.name
        texts = ["%s * sizeof(%s)" % (c.text, name),
                 "sizeof(%s) * %s" % (name, c.text),
                 "(size_t)%s * %d" % (c.text, s)]
        if s & (s - 1) == 0:
            texts.append("((size_t)%s << %d)" % (c.text, s.bit_length() - 1))
        extra = rng.choice([0, 0, 0, 0, 8, 16, 24])
        if extra:
            texts = ["%s + %d" % (t, extra) for t in texts]
        return Size(texts, lambda e: c.value(e) * s + extra, count, element,
                    extra)

    def size_of(self, place):
        return self.sizes.get(place) or self.size()

    def condition(self, envs):
        """(text, test); may look at memory."""
        rng = self.rng
        kind = rng.randrange(7)
        if kind == 0:
            c = rng.choice([0, 1, 8, 100, 256, 1024])
            return "n > %d" % c, lambda e: e.inputs["n"] > c
        if kind == 1:
            b = 1 << rng.randrange(4)
            return "k & %d" % b, lambda e: e.inputs["k"] & b
        if kind == 2:
            c = rng.randrange(4)
            return "flag == %d" % c, lambda e: e.inputs["flag"] == c
        if kind == 3:
            c = rng.choice([1, 16, 200])
            return "m < %d" % c, lambda e: e.inputs["m"] < c
        if kind == 4:
            b = 1 << rng.randrange(4)
            return "opq(k) & %d" % b, lambda e: e.inputs["k"] & b
        if kind == 5:
            b = rng.randrange(2)
            text = "__builtin_expect(flag == 3, %d)" % b
            return text, lambda e: e.inputs["flag"] == 3
        place = self.live(envs)
        if not place:
            return "n > 1", lambda e: e.inputs["n"] > 1
        offset = rng.choice([0, 0, 1, 4, 8])
        value = rng.choice([0, 0, 5])
        return ("%s[%d] == %d" % (place, offset, value),
                lambda e: e.read(place, offset, 1)[0] == value)

    def live(self, envs, places=None):
        """A place that points to a live block under all inputs, or None."""
        found = []
        for place in places or self.all_places():
            if envs and all(e.places.get(place) and
                            not e.blocks[e.places[place][0]].freed
                            for e in envs):
                found.append(place)
        return self.rng.choice(found) if found else None

    def value(self, t):
        """(text, bytes of it for an Env); often nothing but zero."""
        rng = self.rng
        if t.kind == "pointer":
            return "NULL", lambda e: bytes(8)
        if t.kind == "real":
            code = "<d" if t.size == 8 else "<f"
            v = rng.choice([0.0, 0.0, 0.0, -0.0, 1.5])
            suffix = "" if t.size == 8 else "f"
            return "%r%s" % (v, suffix), lambda e: struct.pack(code, v)
        mask = (1 << 8 * t.size - 1) - 1
        if rng.random() < 0.2:
            return ("(%s)(k & 7)" % t.name,
                    lambda e: (e.inputs["k"] & 7).to_bytes(t.size, "little"))
        v = rng.choice([0, 0, 0, 1, 5, 48, 0x1234567]) & mask
        return str(v), lambda e: v.to_bytes(t.size, "little")
