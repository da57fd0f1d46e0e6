"""Entry points: for each compiled function one that any program can call, and what the core needs of its host.

Numba's functions take arrays in seven pieces and more, write their result to an address and return a status. An entry
point takes what `signatures.py` says and returns the result. Rules raise nothing; where memory is short the entry point
stops the program.

The core links against nothing. Three functions of the host (memory, giving it back, giving way to another thread) are
handed over once by `attach`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from mirabilia.engine.build.lowering import Lowered
from mirabilia.engine.build.targets import Target
from mirabilia.engine.signatures import ROWS, Array, Group, Hearer, Number, Parameter, entry_name, signature_of

_TYPES = {"q": "i64", "d": "double", "?": "i8"}


class _Writer:
    """Writes the body of one entry point."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.count = 0

    def value(self, code: str) -> str:
        """A new value."""
        self.count += 1
        self.lines.append(f"  %v{self.count} = {code}")
        return f"%v{self.count}"

    def array(self, parameter: Array, address: str, lengths: list[str]) -> Iterator[str]:
        """An array as Numba takes it: owner, items, size of one, address, lengths, strides."""
        size = parameter.kind.itemsize
        strides = [str(size)]
        for length in reversed(lengths[1:]):
            strides.insert(0, self.value(f"mul i64 {strides[0]}, {length}"))
        items = lengths[0]
        for length in lengths[1:]:
            items = self.value(f"mul i64 {items}, {length}")
        yield from ("ptr null", "ptr null", f"i64 {items}", f"i64 {size}", f"ptr {address}")
        yield from (f"i64 {length}" for length in (*lengths, *strides))

    def slot(self, block: str, place: int, kind: str) -> str:
        """What a slot of a block holds."""
        at = self.value(f"getelementptr i8, ptr {block}, i32 {8 * place}")
        if kind != "i8":
            return self.value(f"load {kind}, ptr {at}, align 8")
        return self.value(f"trunc i64 {self.value(f'load i64, ptr {at}, align 8')} to i8")

    def group(self, group: Group, block: str, places: Iterator[int]) -> Iterator[str]:
        """What the slots of a group hold, as Numba takes them."""
        for _, field in group.fields:
            if isinstance(field, Group):
                yield from self.group(field, block, places)
            elif isinstance(field, Array):
                address = self.slot(block, next(places), "ptr")
                lengths = [self.slot(block, next(places), "i64") for _ in range(field.dimensions)]
                yield from self.array(field, address, lengths)
            else:
                kind = _TYPES[_letter(field)]
                yield f"{kind} {self.slot(block, next(places), kind)}"


def entry_point(lowered: Lowered) -> str | None:
    """The text of an entry point; None if Python cannot call the function."""
    signature = signature_of(lowered.function)
    if not signature.is_callable:
        return None
    writer = _Writer()
    taken: list[str] = []
    given: list[str] = []
    for number, (_, parameter) in enumerate(signature.parameters):
        if isinstance(parameter, Hearer):
            if not lowered.reports:
                given.append("ptr null")
                continue
            parameter = ROWS
        _hand_on(writer, f"%p{number}", parameter, taken, given)
    result = "ptr" if signature.result is None else _TYPES[_letter(signature.result)]
    numba_takes = ", ".join(("ptr", "ptr", *(value.split(" ", 1)[0] for value in given)))
    handed = ", ".join(("ptr %result", "ptr %fault", *given))
    returned = "void" if signature.result is None else _TYPES[_letter(signature.result)]
    zeroext = "zeroext " if returned == "i8" else ""
    ending = ["  ret void"] if returned == "void" else [f"  %r = load {returned}, ptr %result", f"  ret {returned} %r"]
    return "\n".join(
        (
            f'declare i32 @"{lowered.symbol}"({numba_takes})',
            f"define {zeroext}{returned} @{entry_name(lowered.function, lowered.reports)}({', '.join(taken)}) {{",
            f"  %result = alloca {result}",
            "  %fault = alloca ptr",
            *writer.lines,
            f'  %status = call i32 @"{lowered.symbol}"({handed})',
            "  %failed = icmp sgt i32 %status, 0",  # OK is 0, a result of None is -2
            "  %raised = icmp eq i32 %status, -1",
            "  %bad = or i1 %failed, %raised",
            "  br i1 %bad, label %stop, label %fine",
            "stop:",
            "  call void @llvm.trap()",
            "  unreachable",
            "fine:",
            *ending,
            "}",
        )
    )


def _letter(parameter: Parameter) -> str:
    assert isinstance(parameter, Number)
    return parameter.letter


def _hand_on(writer: _Writer, name: str, parameter: Parameter, taken: list[str], given: list[str]) -> None:
    """One parameter: what the entry point takes for it, and what it gives to Numba's function."""
    if isinstance(parameter, Number):
        taken.append(f"{_TYPES[parameter.letter]} {name}")
        given.append(f"{_TYPES[parameter.letter]} {name}")
    elif isinstance(parameter, Array):
        lengths = [f"{name}n{k}" for k in range(parameter.dimensions)]
        taken += [f"ptr {name}", *(f"i64 {length}" for length in lengths)]
        given += writer.array(parameter, name, lengths)
    else:
        assert isinstance(parameter, Group)
        taken.append(f"ptr {name}")
        given += writer.group(parameter, name, count())


def host_functions(part: str, target: Target, key: str) -> str:
    """Counted memory for scratch arrays, on functions of the host; copying and clearing, which LLVM calls by name."""
    size = f"i{target.bits}"
    narrow = "  %n = trunc i64 %room to i32" if target.bits == 32 else "  %n = add i64 %room, 0"
    return f"""
@host = internal global [3 x ptr] zeroinitializer
declare void @llvm.trap()
define void @attach_{part}(ptr %allocate, ptr %release, ptr %rest) {{
  store ptr %allocate, ptr @host
  store ptr %release, ptr getelementptr ([3 x ptr], ptr @host, i32 0, i32 1)
  store ptr %rest, ptr getelementptr ([3 x ptr], ptr @host, i32 0, i32 2)
  ret void
}}
define i64 @key_{part}() {{
  ret i64 {int(key[:15], 16)}
}}
define i32 @sched_yield() {{
  %f = load ptr, ptr getelementptr ([3 x ptr], ptr @host, i32 0, i32 2)
  %r = call i32 %f()
  ret i32 %r
}}
define i32 @SwitchToThread() {{
  %r = call i32 @sched_yield()
  ret i32 %r
}}
declare double @llvm.sqrt.f64(double)
define double @sqrt(double %x) alwaysinline {{
  %r = call double @llvm.sqrt.f64(double %x)
  ret double %r
}}
define noalias ptr @NRT_MemInfo_alloc_aligned(i64 %bytes, i32 %align) {{
  %room = add i64 %bytes, 128
{narrow}
  %f = load ptr, ptr @host
  %raw = call ptr %f({size} %n)
  %none = icmp eq ptr %raw, null
  br i1 %none, label %stop, label %fine
stop:
  call void @llvm.trap()
  unreachable
fine:
  %address = ptrtoint ptr %raw to {size}
  %up = add {size} %address, 63
  %line = and {size} %up, -64
  %info = inttoptr {size} %line to ptr
  store i64 1, ptr %info, align 8
  %whose = getelementptr i8, ptr %info, i32 8
  store ptr %raw, ptr %whose, align 8
  ret ptr %info
}}
define ptr @NRT_MemInfo_data_fast(ptr %info) alwaysinline {{
  %data = getelementptr i8, ptr %info, i32 64
  ret ptr %data
}}
define void @NRT_incref(ptr %info) alwaysinline {{
  %none = icmp eq ptr %info, null
  br i1 %none, label %end, label %count
count:
  %n = load i64, ptr %info, align 8
  %m = add i64 %n, 1
  store i64 %m, ptr %info, align 8
  br label %end
end:
  ret void
}}
define void @NRT_decref(ptr %info) alwaysinline {{
  %none = icmp eq ptr %info, null
  br i1 %none, label %end, label %count
count:
  %n = load i64, ptr %info, align 8
  %m = sub i64 %n, 1
  store i64 %m, ptr %info, align 8
  %last = icmp eq i64 %m, 0
  br i1 %last, label %free, label %end
free:
  %whose = getelementptr i8, ptr %info, i32 8
  %raw = load ptr, ptr %whose, align 8
  %f = load ptr, ptr getelementptr ([3 x ptr], ptr @host, i32 0, i32 1)
  call void %f(ptr %raw)
  br label %end
end:
  ret void
}}
"""


def memory_functions(size: str) -> str:
    """memcpy, memmove and memset: LLVM calls them by name, and the core links against nothing."""
    return f"""
define internal ptr @memcpy(ptr %to, ptr %from, {size} %n) #0 {{
  %r = call ptr @memmove(ptr %to, ptr %from, {size} %n)
  ret ptr %r
}}
define internal ptr @memmove(ptr %to, ptr %from, {size} %n) #0 {{
  %t = ptrtoint ptr %to to {size}
  %f = ptrtoint ptr %from to {size}
  %after = icmp ugt {size} %t, %f
  %nothing = icmp eq {size} %n, 0
  br i1 %nothing, label %end, label %which
which:
  br i1 %after, label %down, label %up
up:
  %k = phi {size} [ 0, %which ], [ %k1, %up ]
  %a = getelementptr i8, ptr %from, {size} %k
  %b = load i8, ptr %a
  %c = getelementptr i8, ptr %to, {size} %k
  store i8 %b, ptr %c
  %k1 = add {size} %k, 1
  %e = icmp eq {size} %k1, %n
  br i1 %e, label %end, label %up
down:
  %j = phi {size} [ %n, %which ], [ %j1, %down ]
  %j1 = sub {size} %j, 1
  %x = getelementptr i8, ptr %from, {size} %j1
  %y = load i8, ptr %x
  %z = getelementptr i8, ptr %to, {size} %j1
  store i8 %y, ptr %z
  %w = icmp eq {size} %j1, 0
  br i1 %w, label %end, label %down
end:
  ret ptr %to
}}
define internal ptr @memset(ptr %to, i32 %byte, {size} %n) #0 {{
  %b = trunc i32 %byte to i8
  %nothing = icmp eq {size} %n, 0
  br i1 %nothing, label %end, label %up
up:
  %k = phi {size} [ 0, %0 ], [ %k1, %up ]
  %c = getelementptr i8, ptr %to, {size} %k
  store i8 %b, ptr %c
  %k1 = add {size} %k, 1
  %e = icmp eq {size} %k1, %n
  br i1 %e, label %end, label %up
end:
  ret ptr %to
}}
@llvm.compiler.used = appending global [3 x ptr] [ptr @memcpy, ptr @memmove, ptr @memset], section "llvm.metadata"
attributes #0 = {{ noinline nounwind "no-builtins" }}
"""
