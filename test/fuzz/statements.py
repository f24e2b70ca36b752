"""The statements that a case is made of: text in C, and the same done to an
Env. Each `make_*` method proposes one; `some` keeps those that are defined."""

import struct

from model import DOUBLE, FLOAT, POINTER, STRUCTS, TYPES, U8, Env, Invalid


class Number:
    """A C expression and its value."""

    def __init__(self, text, value, ctype="size_t"):
        self.text, self.value, self.ctype = text, value, ctype


class Size:
    """count * element + extra bytes, in the ways in which C programs say so."""

    def __init__(self, texts, value, count=None, element=U8, extra=0):
        self.texts, self.value = texts, value
        self.count, self.element, self.extra = count, element, extra


class Simple:
    def __init__(self, lines, run):
        self.text, self.run = lines, run

    def lines(self, indent):
        return [indent + line for line in self.text]


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


class Statements:
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

    # -- expressions --------------------------------------------------------

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

    # -- statements ---------------------------------------------------------

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

    def make_allocation(self, envs, depth, place=None, kind=None, size=None):
        rng = self.rng
        place = place or rng.choice(self.OWNERS * 3 + ["g0", "gs.f0"])
        size = size or self.size()
        kind = kind or rng.choice(["malloc"] * 6 + ["calloc"] * 3 +
                                  ["checked", "inline", "aligned"])
        text = rng.choice(size.texts)
        if kind == "calloc":
            if size.count and not size.extra and self.chance(0.7):
                c, s = size.count.text, size.element.size
                call = rng.choice(["calloc(%s, %d)" % (c, s),
                                   "calloc(%d, %s)" % (s, c)])
            else:
                call = "calloc(1, %s)" % text
        elif kind == "checked":
            call = "checked(%s)" % text
        elif kind == "inline":
            call = "zeroed_inline(%s)" % text
        elif kind == "aligned":
            call = "aligned_alloc(16, (%s + 15) & ~(size_t)15)" % text
        else:
            call = "malloc(%s)" % text
        lines = ["%s = %s;" % (place, call)]
        check = rng.randrange(5)
        if check == 0:
            lines += ["if (!%s)" % place, "  return 7;"]
        elif check == 1 and not depth:
            self.uses_fail = True
            lines += ["if (%s == NULL)" % place, "  goto fail;"]
        elif check == 2:
            lines += ["if (!%s)" % place, "  abort();"]
        self.sizes[place] = size

        def run(e):
            bytes_ = size.value(e)
            if kind == "aligned":
                bytes_ = bytes_ + 15 & ~15
            number = e.allocate(bytes_, kind in ("calloc", "inline"))
            e.places[place] = (number, 0)

        return Simple(lines, run)

    def make_zeroing(self, envs, depth, place=None, size=None):
        rng = self.rng
        place = place or self.live(envs)
        if not place:
            return None
        size = size or self.size_of(place)
        c = size.count
        shapes = ["memset"] * 4 + ["bzero", "chk", "part", "tail", "volatile"]
        if place.endswith("f0") and self.chance(0.5):
            shapes = ["length"]
        if c and not size.extra:
            shapes += ["loop"] * 5
            if not isinstance(size.element, type(STRUCTS[0])):
                shapes += ["bump"]
        shape = rng.choice(shapes)
        text = rng.choice(size.texts)
        guard = rng.choice(["", "", "", "if (%s)" % place])
        if shape in ("memset", "bzero", "chk", "length"):
            length = size.value
            if shape == "length":
                holder = place.replace("f0", "len")
                text = holder
                length = lambda e: e.numbers.get(holder, 0)
            call = {
                "bzero": "bzero(%s, %s);",
                "chk": "__builtin___memset_chk(%s, 0, %s, "
                       "__builtin_object_size(" + place + ", 0));",
            }.get(shape, "memset(%s, 0, %s);") % (place, text)
            return Simple([guard, "  " + call] if guard else [call],
                          lambda e: e.write(place, 0, bytes(length(e))))
        if shape in ("part", "tail"):
            a = rng.choice([0, 0, 1, 4, 8, 16, 24])
            if shape == "tail":
                return Simple(
                    ["memset(%s + %d, 0, %s - %d);" % (place, a, text, a)],
                    lambda e: e.write(place, a, bytes(self.positive(
                        size.value(e) - a))))
            b = rng.choice([1, 2, 4, 8, 12, 16, 24, 100])
            return Simple(["memset(%s + %d, 0, %d);" % (place, a, b)],
                          lambda e: e.write(place, a, bytes(b)))
        if shape == "volatile":
            v = self.fresh("v")
            b = rng.choice([1, 8, 16])
            return Simple(["for (int i = 0; i < %d; i++)" % b,
                           "  ((volatile u8 *)%s)[i] = 0;" % place],
                          lambda e: e.write(place, 0, bytes(b)))
        return self.zero_loop(place, size, shape)

    @staticmethod
    def positive(n):
        if n < 0:
            raise Invalid
        return n

    def zero_loop(self, place, size, shape):
        rng = self.rng
        t, c = size.element, size.count
        index = rng.choice([c.ctype, c.ctype, "size_t"])
        bound = c.text if index == c.ctype else "(size_t)" + c.text
        turns = lambda e: c.value(e) if c.ctype != "int" else max(c.value(e), 0)
        if isinstance(t, type(STRUCTS[0])):
            fields = list(t.fields)
            if self.chance(0.3):
                fields.remove(rng.choice(fields))
            access = "((struct %s *)%s)[i]" % (t.name, place)
            body = ["  %s.%s = 0;" % (access, f) for f, _, _ in fields]
            lines = ["for (%s i = 0; i < %s; i++) {" % (index, bound)] + \
                body + ["}"]

            def run(e):
                n = turns(e)
                if n * t.size > Env.LARGEST:
                    raise Invalid
                e.span(place, 0, n * t.size)
                for i in range(n):
                    for _, ft, offset in fields:
                        e.write(place, i * t.size + offset, bytes(ft.size),
                                ft.tag)

            return Simple(lines, run)
        if shape == "bump":
            p = self.fresh("w")
            lines = ["for (%s *%s = (%s *)%s, *end = %s + %s; %s < end;)" %
                     (t.name, p, t.name, place, p, bound, p),
                     "  *%s++ = 0;" % p]
        else:
            access = "((%s *)%s)[i]" % (t.name, place)
            zero = {"real": "0.0", "pointer": "NULL"}.get(t.kind, "0")
            style = rng.randrange(4)
            if style == 0:
                lines = ["{ %s i = 0; if (i < %s) do" % (index, bound),
                         "  %s = %s; while (++i < %s); }" %
                         (access, zero, bound)]
            elif style == 1:
                lines = ["for (%s i = %s; i-- > 0;)" % (index, bound),
                         "  %s = %s;" % (access, zero)]
            else:
                lines = ["for (%s i = 0; i < %s; i++)" % (index, bound),
                         "  %s = %s;" % (access, zero)]

        def run(e):
            n = turns(e) * t.size
            if n > Env.LARGEST:
                raise Invalid
            e.write(place, 0, bytes(n), t.tag)

        return Simple(lines, run)

    def offset(self, t):
        c = self.rng.choice([0, 0, 0, 1, 2, 3, 5]) * t.size
        if self.chance(0.25):
            return ("(k %% 4 * %d)" % t.size,
                    lambda e: e.inputs["k"] % 4 * t.size)
        return str(c), lambda e: c

    def make_store(self, envs, depth, place=None):
        rng = self.rng
        place = place or self.live(envs)
        if not place:
            return None
        if self.chance(0.15):
            s = rng.choice(STRUCTS)
            name = self.fresh("s")
            fill = rng.choice(["{0}", "{.%s = 0}" % s.fields[-1][0]])
            return Simple(
                ["{ struct %s %s = %s; *(struct %s *)%s = %s; }" %
                 (s.name, name, fill, s.name, place, name)],
                lambda e: self.store_struct(e, place, s))
        t = rng.choice(TYPES)
        text, value = self.value(t)
        where, offset = self.offset(t)
        cast = "*(%s *)(%s + %s)" % (t.name, place, where)
        if self.chance(0.06):
            cast = cast.replace("*(", "*(volatile ", 1)
        return Simple(["%s = %s;" % (cast, text)],
                      lambda e: e.write(place, offset(e), value(e), t.tag))

    @staticmethod
    def store_struct(e, place, s):
        e.span(place, 0, s.size)
        for _, t, offset in s.fields:
            e.write(place, offset, bytes(t.size), t.tag)
        for b in s.padding():
            e.forget(place, b, 1)

    def make_read(self, envs, depth, place=None):
        place = place or self.live(envs)
        if not place:
            return None
        t = self.rng.choice(TYPES + [U8] * 3)
        where, offset = self.offset(t)
        text = "*(%s *)(%s + %s)" % (t.name, place, where)
        if t is DOUBLE:
            text = "bits_double(%s)" % text
        elif t is FLOAT:
            text = "bits_float(%s)" % text
        elif t is POINTER:
            text = "%s != NULL" % text
        return Simple(["MIX(%s);" % text],
                      lambda e: e.read(place, offset(e), t.size, t.tag))

    def observe(self, envs, place):
        """Takes as much of the block into the checksum as is defined."""
        if not envs:
            return None
        alive = [e for e in envs if e.places.get(place) and
                 not e.blocks[e.places[place][0]].freed]
        if len(alive) != len(envs):
            return None
        prefix = [e.defined_prefix(place) for e in envs]
        room = [e.room(place) for e in envs]
        size = self.sizes.get(place)
        choices = [Number(str(min(prefix)), None)] if min(prefix) else []
        if size and prefix == room and \
                [size.value(e) for e in envs] == room:
            choices = [Number(self.rng.choice(size.texts), None)]
        if not choices:
            return None
        text = choices[0].text
        if self.chance(0.5):
            lines = ["MIX(sum(%s, %s));" % (place, text)]
        else:
            lines = ["for (size_t i = 0, n_ = %s; i < n_; i++)" % text,
                     "  MIX(%s[i]);" % place]
        return Simple(lines, lambda e: None)

    def make_copy(self, envs, depth, place=None):
        rng = self.rng
        place = place or self.live(envs)
        if not place:
            return None
        source = self.live(envs)
        a = rng.choice([0, 0, 0, 4, 8])
        length = Number(str(rng.choice([1, 4, 8, 16, 24, 64])), None)
        value = lambda e, n=int(length.text): n
        if self.chance(0.5):
            size = self.size_of(place)
            length, value = Number(rng.choice(size.texts), None), size.value
        if source and source != place and self.chance(0.4):
            def run(e):
                b, s = e.target(place), e.target(source)
                if b[0] == s[0]:
                    raise Invalid
                e.copy_bytes(place, a, source, 0, value(e))
            return Simple(["memcpy(%s + %d, %s, %s);" %
                           (place, a, source, length.text)], run)
        if self.chance(0.2):
            return Simple(["memmove(%s + %d, %s, %s);" %
                           (place, a, place, length.text)],
                          lambda e: e.copy_bytes(place, a, place, 0, value(e)))
        table = bytes(self.table())

        def from_table(e):
            n = value(e)
            if n > len(table):
                raise Invalid
            e.write(place, a, table[:n])

        return Simple(["memcpy(%s + %d, table, %s);" %
                       (place, a, length.text)], from_table)

    def make_call(self, envs, depth):
        rng = self.rng
        place = self.live(envs)
        kind = rng.choice(["nothing", "nothing", "look", "fill", "sum", "poke",
                           "poke", "shrink", "opq"])
        if kind == "nothing":
            return Simple(["nothing();"], lambda e: None)
        if kind == "opq":
            return Simple(["MIX(opq(n));"], lambda e: None)
        if kind == "poke":
            def poke(e):
                for p, v in (("g0", 77), ("gs.f0", 78)):
                    if e.places.get(p) is not None:
                        e.write(p, 0, bytes([v]))
            return Simple(["poke();"], poke)
        if kind == "shrink":
            def shrink(e):
                if e.numbers.get("gs.len", 0):
                    e.numbers["gs.len"] -= 1
            return Simple(["shrink();"], shrink)
        if not place:
            return None
        if kind == "look":
            return Simple(["look(%s);" % place], lambda e: None)
        n = rng.choice([1, 4, 16, 24])
        if kind == "fill":
            c = rng.choice([0, 0, 3])
            return Simple(["fill(%s, %d, %d);" % (place, c, n)],
                          lambda e: e.write(place, 0, bytes([c]) * n))
        return Simple(["MIX(sum(%s, %d));" % (place, n)],
                      lambda e: e.read(place, 0, n))

    def make_alias(self, envs, depth):
        """Another name for a block; sometimes of one of two."""
        rng = self.rng
        a, b = self.live(envs), self.live(envs)
        if not a:
            return None
        to = rng.choice(self.BORROWERS)
        self.sizes[to] = self.sizes.get(a)
        if a == b or self.chance(0.4):
            offset = rng.choice([0, 0, 0, 8])

            def run(e):
                number, start = e.target(a)
                if e.room(a) < offset:
                    raise Invalid
                e.places[to] = (number, start + offset)

            text = "%s = %s + %d;" % (to, a, offset) if offset else \
                "%s = %s;" % (to, a)
            return Simple([text], run)
        return self.choice(envs, to, a, b)

    def choice(self, envs, to, a, b):
        text, test = self.condition(envs)
        form = "%s = %s ? %s : %s;" % (to, text, a, b)
        if self.chance(0.3):
            form = "if (%s) %s = %s; else %s = %s;" % (text, to, a, to, b)

        def choose(e):
            e.places[to] = e.target(a if test(e) else b)

        return Simple([form], choose)

    def make_free(self, envs, depth):
        place = self.live(envs, self.OWNERS)
        if not place:
            return None
        return Simple(["free(%s);" % place, "%s = NULL;" % place],
                      lambda e: e.free(place))

    def make_realloc(self, envs, depth):
        place = self.live(envs, self.OWNERS)
        if not place:
            return None
        size = self.size()
        text = self.rng.choice(size.texts)
        new = self.fresh("r")
        self.sizes[place] = size

        def run(e):
            n = size.value(e)
            if n == 0:
                raise Invalid
            old = e.blocks[e.target(place)[0]]
            e.free(place)
            e.places[place] = (e.allocate(n, False), 0)
            block = e.writable(e.places[place][0])
            keep = min(n, old.size)
            block.value[:keep] = old.value[:keep]
            block.defined[:keep] = old.defined[:keep]
            block.tag[:keep] = old.tag[:keep]

        return Simple(["u8 *%s = realloc(%s, %s);" % (new, place, text),
                       "if (!%s)" % new, "  return 8;",
                       "%s = %s;" % (place, new)], run)

    def make_length(self, envs, depth):
        """The size into the field beside the pointer."""
        rng = self.rng
        holder = rng.choice(["st", "hp->", "gs"]).replace("->", "")
        dot = "->" if holder == "hp" else "."
        place, name = holder + dot + "f0", holder + dot + "len"
        size = self.size_of(place)

        def run(e):
            n = size.value(e)
            if n > Env.LARGEST:
                raise Invalid
            e.numbers[name] = n

        return Simple(["%s = %s;" % (name, rng.choice(size.texts))], run)

    def make_cover(self, envs, depth, place=None):
        """Many fixed bytes written one by one: all of a block, or nearly."""
        rng = self.rng
        place = place or self.live(envs)
        if not place or not envs or any(not e.places[place] for e in envs):
            return None
        total = min(e.room(place) for e in envs)
        if not 0 < total <= 64:
            return None
        pieces, offset = [], 0
        while offset < total:
            fits = [t for t in TYPES
                    if offset % t.size == 0 and offset + t.size <= total]
            t = rng.choice(fits)
            pieces.append((t, offset))
            offset += t.size
        if self.chance(0.3):
            rng.shuffle(pieces)
        if self.chance(0.4):
            pieces.pop(rng.randrange(len(pieces)))
        lines, does = [], []
        for t, offset in pieces:
            if rng.random() < 0.05:
                lines.append(rng.choice(["nothing();", "look(table);"]))
            text, value = self.value(t)
            lines.append("*(%s *)(%s + %d) = %s;" % (t.name, place, offset,
                                                     text))
            does.append((t, offset, value))

        def run(e):
            for t, offset, value in does:
                e.write(place, offset, value(e), t.tag)

        return Simple(lines, run)

    def make_setjmp(self, envs, depth):
        """Zeroed, read and written again each time that setjmp returns. The
        block is known elsewhere: of one that is not, LLVM itself believes that
        nothing changes it, and deletes the zeroing."""
        place = self.live(envs, ["p0", "p1", "p2"])
        if depth:
            return None
        first = None
        if not place or self.chance(0.7):
            place = self.rng.choice(["p0", "p1", "p2"])
            first = self.make_allocation(envs, depth, place)
            if not self.attempt(envs, first):
                return None
        size = self.size_of(place)
        again = self.rng.randrange(3)
        jb, turn = self.fresh("jb"), self.fresh("turn")
        zeroing = self.make_zeroing(envs, depth, place, size)
        if not zeroing:
            return None
        lines = ["static jmp_buf %s;" % jb, "static volatile int %s;" % turn,
                 "static volatile uint64_t %s_sum;" % turn,
                 "%s = 0, %s_sum = 0;" % (turn, turn)]
        lines += first.lines("") if first else []
        lines += ["look(%s);" % place, "setjmp(%s);" % jb]
        lines += zeroing.lines("") + [
                     "%s_sum += *(u8 *)%s;" % (turn, place),
                     "*%s = 9;" % place,
                     "if (%s++ < %d)" % (turn, again),
                     "  longjmp(%s, 1);" % jb, "MIX(%s_sum);" % turn]

        def run(e):
            if first:
                first.run(e)
            for _ in range(again + 1):
                zeroing.run(e)
                e.read(place, 0, 1)
                e.write(place, 0, b"\x09")

        return Simple(lines, run)

    def make_vla(self, envs, depth):
        place = self.live(envs)
        if not place:
            return None
        v = self.fresh("vla")
        n = self.rng.choice([1, 8, 16])
        return Simple(["{ u8 %s[(n & 63) + 16];" % v,
                       "memset(%s, 0, sizeof %s);" % (v, v),
                       "%s[3] = (u8)k;" % v,
                       "memcpy(%s, %s, %d); }" % (place, v, n)],
                      lambda e: e.write(
                          place, 0, (bytes(3) + bytes([e.inputs["k"]]) +
                                     bytes(12))[:n]))

    # -- statements made of others -------------------------------------------

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
