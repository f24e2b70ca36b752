"""What the generated program does with its memory, byte by byte.

Every generated statement is a piece of C and a function that does the same to
an Env. A statement is kept only if that function finds nothing undefined in
it, for every set of inputs that the program will be run with: no byte read
that was not written, no byte outside of its block, no value read as another
type than it was written as.
"""


class Invalid(Exception):
    """The statement would be undefined, or is more than a test should do."""


class Type:
    """A type of memory accesses. Tag 0 stands for bytes without a type."""

    def __init__(self, name, size, tag, kind):
        self.name, self.size, self.tag, self.kind = name, size, tag, kind


U8 = Type("unsigned char", 1, 0, "int")
TYPES = [
    U8,
    Type("short", 2, 1, "int"),
    Type("int", 4, 2, "int"),
    Type("long", 8, 3, "int"),
    Type("float", 4, 4, "real"),
    Type("double", 8, 5, "real"),
    Type("void *", 8, 6, "pointer"),
]
SHORT, INT, LONG, FLOAT, DOUBLE, POINTER = TYPES[1:]


class Struct:
    """A structure: fields as (name, type, offset)."""

    def __init__(self, name, size, fields):
        self.name, self.size, self.fields = name, size, fields

    def __str__(self):
        return "struct %s { %s; };" % (
            self.name,
            "; ".join("%s %s" % (t.name, f) for f, t, _ in self.fields))

    def padding(self):
        inside = set()
        for _, t, offset in self.fields:
            inside.update(range(offset, offset + t.size))
        return [b for b in range(self.size) if b not in inside]


STRUCTS = [
    Struct("pair", 16, [("a", INT, 0), ("b", INT, 4), ("c", DOUBLE, 8)]),
    Struct("holes", 12, [("a", U8, 0), ("b", INT, 4), ("c", SHORT, 8)]),
    Struct("list", 24, [("next", POINTER, 0), ("length", LONG, 8),
                        ("kind", INT, 16), ("flags", INT, 20)]),
    Struct("mixed", 40, [("x", DOUBLE, 0), ("y", DOUBLE, 8), ("n", LONG, 16),
                         ("name", POINTER, 24), ("f", FLOAT, 32)]),
]


class Block:
    __slots__ = ("size", "value", "defined", "tag", "freed")

    def __init__(self, size):
        self.size, self.freed = size, False
        self.value = bytearray(size)
        self.defined = bytearray(size)
        self.tag = bytearray(size)

    def copy(self):
        other = Block(0)
        other.size, other.freed = self.size, self.freed
        other.value = bytearray(self.value)
        other.defined = bytearray(self.defined)
        other.tag = bytearray(self.tag)
        return other


class Env:
    """The state of the program under one set of inputs.

    A place is the name of a C lvalue that holds a pointer; it points to
    (block, offset) or nowhere.
    """

    LARGEST = 1 << 18

    def __init__(self, inputs, places):
        self.inputs = dict(inputs)
        self.places = dict.fromkeys(places)
        self.numbers = {}
        self.blocks = []
        self.own = set()
        self.alive = True
        self.broken = None  # "break" or "continue" under way

    def copy(self):
        other = Env(self.inputs, ())
        other.places = dict(self.places)
        other.numbers = dict(self.numbers)
        other.blocks = list(self.blocks)
        other.alive, other.broken = self.alive, self.broken
        # Blocks are shared until one of the two writes.
        self.own = set()
        return other

    @property
    def runs(self):
        return self.alive and not self.broken

    def writable(self, number):
        if number not in self.own:
            self.blocks[number] = self.blocks[number].copy()
            self.own.add(number)
        return self.blocks[number]

    def allocate(self, size, zeroed):
        if not 0 <= size <= self.LARGEST:
            raise Invalid
        block = Block(size)
        if zeroed:
            block.defined = bytearray(b"\1") * size
        self.blocks.append(block)
        self.own.add(len(self.blocks) - 1)
        return len(self.blocks) - 1

    def target(self, place):
        where = self.places.get(place)
        if where is None or self.blocks[where[0]].freed:
            raise Invalid
        return where

    def room(self, place):
        number, offset = self.target(place)
        return self.blocks[number].size - offset

    def span(self, place, offset, count):
        number, start = self.target(place)
        start += offset
        if offset < 0 or count < 0 or start + count > self.blocks[number].size:
            raise Invalid
        return number, start, start + count

    def write(self, place, offset, data, tag=0):
        number, start, end = self.span(place, offset, len(data))
        block = self.writable(number)
        block.value[start:end] = data
        block.defined[start:end] = b"\1" * (end - start)
        block.tag[start:end] = bytes([tag]) * (end - start)

    def forget(self, place, offset, count):
        number, start, end = self.span(place, offset, count)
        self.writable(number).defined[start:end] = bytes(end - start)

    def read(self, place, offset, count, tag=0):
        """The bytes; as characters (tag 0) any may be read that are defined."""
        number, start, end = self.span(place, offset, count)
        block = self.blocks[number]
        if 0 in block.defined[start:end]:
            raise Invalid
        if tag and any(t not in (0, tag) for t in set(block.tag[start:end])):
            raise Invalid
        return bytes(block.value[start:end])

    def copy_bytes(self, to, to_offset, source, source_offset, count):
        """memcpy and memmove: undefined bytes travel, too."""
        number, start, end = self.span(source, source_offset, count)
        block = self.blocks[number]
        value = bytes(block.value[start:end])
        defined = bytes(block.defined[start:end])
        tag = bytes(block.tag[start:end])
        number, start, end = self.span(to, to_offset, count)
        block = self.writable(number)
        block.value[start:end] = value
        block.defined[start:end] = defined
        block.tag[start:end] = tag

    def free(self, place):
        number, offset = self.target(place)
        if offset:
            raise Invalid
        self.writable(number).freed = True
        self.places[place] = None

    def defined_prefix(self, place):
        number, start = self.target(place)
        block = self.blocks[number]
        end = block.defined.find(0, start)
        return (block.size if end < 0 else end) - start
