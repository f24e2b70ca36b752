"""Single statements: text in C, and the same done to an Env. Each `make_*`
method proposes one, or None; whether it is defined is seen when it is tried."""

from expressions import Expressions, Number
from model import DOUBLE, FLOAT, POINTER, STRUCTS, TYPES, U8, Env, Invalid


class Simple:
    def __init__(self, lines, run):
        self.text, self.run = lines, run

    def lines(self, indent):
        return [indent + line for line in self.text]


class Statements(Expressions):
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
