"""Without the packages of the extra `rl` a sentence says what to install; with Gymnasium ours are found at once."""

from __future__ import annotations

import subprocess
import sys

import pytest

from mirabilia import envs

HIDING = """
import sys
class Nobody:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {packages!r}:
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Nobody())
import importlib.util as util
found = util.find_spec
util.find_spec = lambda name, package=None: None if name in {packages!r} else found(name, package)
import mirabilia, mirabilia.envs
for make in (lambda: mirabilia.envs.aec("duel"), lambda: mirabilia.envs.parallel("wonders"),
             mirabilia.envs.register_gymnasium, mirabilia.envs.register_open_spiel):
    try:
        make()
    except mirabilia.envs.ExtraMissing as error:
        print(error)
"""


def test_a_sentence_says_what_to_install() -> None:
    program = HIDING.format(packages=("pettingzoo", "gymnasium", "pyspiel"))
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert said.count("pip install 'mirabilia[rl]'") == 4


@pytest.mark.parametrize("imports", ["import gymnasium, mirabilia", "import mirabilia.envs, gymnasium"])
def test_environments_are_registered(imports: str) -> None:
    program = f"{imports}; print([name for name in gymnasium.registry if name.startswith('mirabilia')])"
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert said.strip() == str(list(envs.GYMNASIUM_IDS.values()))
