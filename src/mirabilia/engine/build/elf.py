"""A linker for what the core needs on Linux: object files that use nothing outside become one shared library.

Machines that build a core need not have a linker. The object files address everything relative to their own place, so
the library needs no work when it is loaded: sections are laid out, distances are filled in, and the entry points are
listed for `dlsym`.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import NamedTuple

from mirabilia.engine.build import BuildFailed

PAGE = 4096
LARGEST_PAGE = 1 << 16  # of aarch64
_SYMTAB, _RELA, _NOBITS = 2, 4, 8
_ALLOCATED, _EXECUTABLE, _WRITABLE = 2, 4, 1
_LOAD, _DYNAMIC, _STACK = 1, 2, 0x6474E551
_GLOBAL_FUNCTION = 0x12
_MACHINES = {62: "x86-64", 183: "aarch64"}


class _Section(NamedTuple):
    name: str
    kind: int
    flags: int
    offset: int
    size: int
    link: int
    info: int
    align: int


class _Symbol(NamedTuple):
    name: str
    info: int
    visibility: int
    section: int
    value: int
    size: int


class _Object:
    """An object file taken apart."""

    def __init__(self, content: bytes) -> None:
        self.content = content
        if content[:5] != b"\x7fELF\x02":
            raise BuildFailed("not a 64-bit ELF object file")
        self.machine = struct.unpack_from("<H", content, 18)[0]
        (at,) = struct.unpack_from("<Q", content, 40)
        width, count, names = struct.unpack_from("<HHH", content, 58)
        raw = [struct.unpack_from("<IIQQQQIIQQ", content, at + width * n) for n in range(count)]
        texts = raw[names][4]
        self.sections = [
            _Section(self._text(texts + r[0]), r[1], r[2], r[4], r[5], r[6], r[7], max(1, r[8])) for r in raw
        ]
        self.symbols: list[_Symbol] = []
        for section in self.sections:
            if section.kind == _SYMTAB:
                start = self.sections[section.link].offset
                for n in range(section.size // 24):
                    name, info, other, where, value, size = struct.unpack_from(
                        "<IBBHQQ", content, section.offset + 24 * n
                    )
                    self.symbols.append(_Symbol(self._text(start + name), info, other & 3, where, value, size))
        self.placed = [n for n, s in enumerate(self.sections) if s.flags & _ALLOCATED and s.name != ".eh_frame"]

    def _text(self, at: int) -> str:
        return self.content[at : self.content.index(b"\0", at)].decode()

    def relocations(self) -> Iterator[tuple[int, int, int, int, int]]:
        """Section, offset, kind, symbol and addend of each distance to be filled in."""
        for section in self.sections:
            if section.kind == _RELA and section.info in self.placed:
                for n in range(section.size // 24):
                    offset, info, addend = struct.unpack_from("<QQq", self.content, section.offset + 24 * n)
                    yield section.info, offset, info & 0xFFFFFFFF, info >> 32, addend


def shared_library(objects: list[bytes], soname: str) -> bytes:
    """One library of all object files; every global function is public."""
    parts = [_Object(content) for content in objects]
    machine = parts[0].machine
    if machine not in _MACHINES:
        raise BuildFailed(f"no linking for machine {machine}")
    page = PAGE if machine == 62 else LARGEST_PAGE
    public = [
        (part, symbol)
        for part in parts
        for symbol in part.symbols
        if symbol.info == _GLOBAL_FUNCTION and symbol.section and not symbol.visibility
    ]
    names = [symbol.name for _, symbol in public]
    if len(set(names)) != len(names):
        raise BuildFailed("two functions have the same name")

    # what the loader reads: names, symbols, the hash table that finds them
    strings, at_name = bytearray(b"\0"), {}
    for name in (*names, soname):
        at_name[name] = len(strings)
        strings += name.encode() + b"\0"
    hashes = _hash_table(names)
    head = 64 + 56 * 5
    symbols_at = _up(head, 8)
    hash_at = symbols_at + 24 * (len(names) + 1)
    strings_at = hash_at + len(hashes)
    at = strings_at + len(strings)

    # sections by what may be done with their memory: read, run, write
    groups: list[list[tuple[int, int]]] = [[], [], []]
    for number, part in enumerate(parts):
        for n in part.placed:
            flags = part.sections[n].flags
            groups[1 if flags & _EXECUTABLE else 2 if flags & _WRITABLE else 0].append((number, n))
    image = bytearray(at)
    address: dict[tuple[int, int], int] = {}
    bounds = []
    for kind, group in enumerate(groups):
        start = 0 if kind == 0 else _up(len(image), page)
        image.extend(bytes(start - len(image) if kind else 0))
        if kind == 2:
            dynamic_at = len(image)
            image.extend(bytes(16 * 7))
        for number, n in group:
            section = parts[number].sections[n]
            where = _up(len(image), section.align)
            image.extend(bytes(where - len(image) + section.size))
            if section.kind != _NOBITS:
                image[where : where + section.size] = parts[number].content[
                    section.offset : section.offset + section.size
                ]
            address[number, n] = where
        bounds.append((start, len(image)))

    for number, part in enumerate(parts):
        for section_number, offset, kind, symbol_number, addend in part.relocations():
            symbol = part.symbols[symbol_number]
            if (number, symbol.section) not in address:
                raise BuildFailed(f"{symbol.name or 'a symbol'} is not in the object file")
            target = address[number, symbol.section] + symbol.value + addend
            _fill_in(image, machine, kind, address[number, section_number] + offset, target)

    for k, (part, symbol) in enumerate(public):
        where = address[parts.index(part), symbol.section] + symbol.value
        struct.pack_into(
            "<IBBHQQ", image, symbols_at + 24 * (k + 1), at_name[symbol.name], symbol.info, 0, 1, where, symbol.size
        )
    image[hash_at : hash_at + len(hashes)] = hashes
    image[strings_at : strings_at + len(strings)] = strings
    entries = (
        (4, hash_at),
        (5, strings_at),
        (6, symbols_at),
        (10, len(strings)),
        (11, 24),
        (14, at_name[soname]),
        (0, 0),
    )
    for k, pair in enumerate(entries):
        struct.pack_into("<QQ", image, dynamic_at + 16 * k, *pair)

    struct.pack_into("<16sHHIQQQIHHHHHH", image, 0, b"\x7fELF\2\1\1", 3, machine, 1, 0, 64, 0, 0, 64, 56, 5, 64, 0, 0)
    segments = [(_LOAD, flags, start, end, page) for flags, (start, end) in zip((4, 5, 6), bounds, strict=True)]
    segments += [(_DYNAMIC, 6, dynamic_at, dynamic_at + 16 * 7, 8), (_STACK, 6, 0, 0, 16)]
    for k, (kind, flags, start, end, align) in enumerate(segments):
        size = end - start
        struct.pack_into("<IIQQQQQQ", image, 64 + 56 * k, kind, flags, start, start, start, size, size, align)
    return bytes(image)


def _up(number: int, align: int) -> int:
    return (number + align - 1) // align * align


def _hash_table(names: list[str]) -> bytes:
    """The System V hash table of symbols 1, 2 ..."""
    buckets = max(1, len(names))
    first, chain = [0] * buckets, [0] * (len(names) + 1)
    for number, name in enumerate(names, 1):
        value = 0
        for byte in name.encode():
            value = (value << 4) + byte
            high = value & 0xF0000000
            value = (value ^ (high >> 24)) & ~high & 0xFFFFFFFF
        chain[number], first[value % buckets] = first[value % buckets], number
    return struct.pack(f"<{2 + buckets + len(chain)}I", buckets, len(chain), *first, *chain)


def _fill_in(image: bytearray, machine: int, kind: int, at: int, target: int) -> None:
    """Writes the distance to `target` into the instruction or number at `at`."""
    if machine == 62:
        if kind in (2, 4):  # PC32, PLT32
            struct.pack_into("<i", image, at, target - at)
        elif kind == 24:  # PC64
            struct.pack_into("<q", image, at, target - at)
        else:
            raise BuildFailed(f"relocation {kind} of x86-64 is not known")
        return
    (code,) = struct.unpack_from("<I", image, at)
    pages = (target >> 12) - (at >> 12)
    scales = {277: 0, 278: 0, 284: 1, 285: 2, 286: 3, 299: 4}  # ADD and LDST8, then LDST16 to LDST128
    if kind in (282, 283):  # JUMP26, CALL26
        code = code & 0xFC000000 | (target - at >> 2) & 0x3FFFFFF
    elif kind == 275:  # ADR_PREL_PG_HI21
        code = code & 0x9F00001F | (pages & 3) << 29 | (pages >> 2 & 0x7FFFF) << 5
    elif kind in scales:
        code = code & ~(0xFFF << 10) | ((target & 0xFFF) >> scales[kind]) << 10
    elif kind == 261:  # PREL32
        code = target - at & 0xFFFFFFFF
    else:
        raise BuildFailed(f"relocation {kind} of aarch64 is not known")
    struct.pack_into("<I", image, at, code)
