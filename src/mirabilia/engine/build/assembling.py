"""LLVM's part of the build: one object file out of the texts of many modules."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import llvmlite.binding as llvm

from mirabilia.engine.build import BuildFailed
from mirabilia.engine.build.entries import entry_point, host_functions, memory_functions
from mirabilia.engine.build.lowering import Lowered, adapted
from mirabilia.engine.build.targets import Target
from mirabilia.engine.signatures import entry_name

Module = Any  # llvmlite has no types
Machine = Module
OPTIMISATION = 3
# These become calls of a C library, and each machine's would round in its own way (`engine/exponential.py`).
_OF_LIBRARIES = tuple(f"llvm.{name}." for name in ("exp", "log", "log2", "pow", "sin", "cos"))


def object_file(
    texts: Iterable[str], functions: list[Lowered], exported: set[str], part: str, key: str, target: Target
) -> tuple[bytes, list[str]]:
    """The object file of a part of the core (entry points of the modules in `exported`, what they call); its names."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(target.triple).create_target_machine(
        cpu=target.processor, features=target.features, opt=OPTIMISATION, reloc="pic", codemodel="default"
    )
    layout = str(machine.target_data)
    whole: Module = llvm.parse_assembly(adapted("", target.triple, layout))
    whole.name = f"mirabilia {part}"
    for module in texts:
        whole.link_in(llvm.parse_assembly(adapted(module, target.triple, layout)))

    wanted = [function for function in functions if function.function.__module__ in exported]
    entries = {
        entry_name(function.function, function.reports): text for function in wanted if (text := entry_point(function))
    }
    whole.link_in(llvm.parse_assembly(_plainly("\n".join(entries.values()), target, layout)))
    public = {*entries, f"attach_{part}", f"key_{part}"}

    _hide(whole, public)
    _run(whole, machine, cheap=True)  # brings counts of owners that cancel each other out into one function
    whole.link_in(llvm.parse_assembly(_plainly(host_functions(part, target, key), target, layout)))
    _hide(whole, public)
    _run(whole, machine)
    whole.link_in(llvm.parse_assembly(_plainly(memory_functions(f"i{target.bits}"), target, layout)))
    unknown = [
        thing.name
        for thing in (*whole.functions, *whole.global_variables)
        if thing.is_declaration and (not thing.name.startswith("llvm.") or thing.name.startswith(_OF_LIBRARIES))
    ]
    if unknown:
        raise BuildFailed(f"the core would need {', '.join(sorted(unknown))}, which only this process has")
    emitted: bytes = machine.emit_object(whole)
    return emitted, sorted(public)


def _plainly(text: str, target: Target, layout: str) -> str:
    """A text of our own, whose linkage is as it should be."""
    return f'target triple = "{target.triple}"\ntarget datalayout = "{layout}"\n{text}'


def _hide(module: Module, public: set[str]) -> None:
    """Makes everything but the public functions part of the module alone, so that it may be inlined and left out."""
    for function in module.functions:
        if not function.is_declaration:
            function.linkage = "external" if function.name in public else "internal"
    for variable in module.global_variables:
        if not variable.is_declaration and not variable.name.startswith("llvm."):
            variable.linkage = "internal"


def _run(module: Module, machine: Machine, cheap: bool = False) -> None:
    """Optimises, or, cheaply, only removes needless counting of owners."""
    options = llvm.create_pipeline_tuning_options(OPTIMISATION)
    options.loop_vectorization = options.slp_vectorization = True
    options.loop_interleaving = options.loop_unrolling = True
    builder = llvm.create_pass_builder(machine, options)
    if cheap:
        first = builder.getModulePassManager()
        first.add_refprune_pass()
        first.run(module, builder)
        again = llvm.create_new_module_pass_manager()
        again.add_refprune_pass()
        again.run(module, builder)
        return
    builder.getModulePassManager().run(module, builder)
