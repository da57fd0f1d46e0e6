"""The platforms a core can be built for."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Target:
    """A platform: LLVM's name of it, the processor that is assumed, and what libraries are called there."""

    name: str
    triple: str
    processor: str
    suffix: str
    features: str = ""
    bits: int = 64  # of an address


TARGETS = {
    target.name: target
    for target in (
        Target("linux-x86_64-v3", "x86_64-unknown-linux-gnu", "x86-64-v3", ".so"),
        Target("linux-x86_64", "x86_64-unknown-linux-gnu", "x86-64", ".so"),
        Target("linux-aarch64", "aarch64-unknown-linux-gnu", "generic", ".so"),
        Target("macos-arm64", "arm64-apple-macosx11.0.0", "apple-m1", ".dylib"),
        Target("windows-x86_64", "x86_64-w64-windows-gnu", "x86-64", ".dll"),
        Target(
            "wasm32",
            "wasm32-unknown-emscripten",
            "generic",
            ".wasm",
            "+simd128,+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals",
            32,
        ),
    )
}
