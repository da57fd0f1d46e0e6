"""The loader in Python and the JSON for the page."""

from __future__ import annotations

import doctest
import gzip
import json
from pathlib import Path

import pytest

import mirabilia.locales
from mirabilia.locales import LANGUAGES, has_text, match_language, name_of, text
from mirabilia.locales import build as building
from mirabilia.locales.catalogs import BY_CODE, FIRST_DOMAINS, LATER_DOMAINS, ORIGINAL, all_texts, texts


def test_examples_in_the_module_run() -> None:
    assert doctest.testmod(mirabilia.locales).failed == 0


def test_text_is_filled_in() -> None:
    assert text("en", "log.duel.draft", player="Ann", wonder="Piraeus") == "Ann takes the wonder Piraeus."
    assert text("ru", "log.duel.draft", player="Аня", wonder="Пирей") == "Аня берёт чудо «Пирей»."


def test_an_argument_that_looks_like_a_placeholder_is_left_alone() -> None:
    assert text("en", "log.duel.draft", player="{wonder}", wonder="X") == "{wonder} takes the wonder X."


@pytest.mark.parametrize(
    ("lang", "n", "expected"),
    [
        ("en", 1, "1 coin"), ("en", 0, "0 coins"), ("en", 2, "2 coins"),
        ("et", 1, "1 münt"), ("et", 2, "2 münti"),
        ("ru", 1, "1 монета"), ("ru", 2, "2 монеты"), ("ru", 5, "5 монет"), ("ru", 11, "11 монет"),
        ("ru", 12, "12 монет"), ("ru", 21, "21 монета"), ("ru", 22, "22 монеты"), ("ru", 0, "0 монет"),
        ("tr", 1, "1 altın"), ("tr", 3, "3 altın"),
        ("nb", 1, "1 mynt"), ("nb", 3, "3 mynter"),
    ],
)  # fmt: skip
def test_plural_forms(lang: str, n: int, expected: str) -> None:
    assert text(lang, "good.count.coins", n=n).replace("\u00a0", " ") == expected


def test_the_counted_argument_may_have_another_name() -> None:
    assert text("en", "reason.coins_short", short=1).endswith("coin short.")
    assert text("en", "reason.coins_short", short=2).endswith("coins short.")


def test_unknown_language_falls_back_to_english_and_unknown_key_is_an_error() -> None:
    assert text("xx", "good.wood") == "wood"
    assert not has_text("en", "no.such.key")
    with pytest.raises(KeyError):
        text("et", "no.such.key")


def test_names() -> None:
    assert name_of("nb", "duel", "card", "Lumber Yard") != name_of("nb", "duel", "card", "Sawmill")
    assert name_of("tr", "wonders", "board", "Alexandria") == "İskenderiye"


@pytest.mark.parametrize(
    ("wanted", "found"),
    [(("et-EE",), "et"), (("no",), "nb"), (("nn_NO", "en"), "nb"), (("de", "ru"), "ru"), (("de",), "en"), ((), "en")],
)
def test_language_tags(wanted: tuple[str, ...], found: str) -> None:
    assert match_language(*wanted) == found


def test_json_for_the_page(tmp_path: Path) -> None:
    names = {path.name for path in building.write_json(tmp_path)}
    assert names == {"languages.json"} | {f"{code}{end}" for code in BY_CODE for end in (".json", ".rules.json")}
    assert [each["code"] for each in json.loads((tmp_path / "languages.json").read_text("utf-8"))] == list(BY_CODE)
    for language in LANGUAGES:
        first = json.loads((tmp_path / f"{language.code}.json").read_text("utf-8"))
        later = json.loads((tmp_path / f"{language.code}.rules.json").read_text("utf-8"))
        assert set(first) == {key for domain in FIRST_DOMAINS for key in texts(ORIGINAL, domain)}
        assert set(later) == {key for domain in LATER_DOMAINS for key in texts(ORIGINAL, domain)}
        for key, entry in {**first, **later}.items():
            if isinstance(entry, dict):
                assert {*language.plurals, "by", "other"} == set(entry), key


def test_json_keeps_the_order_of_the_files(tmp_path: Path) -> None:
    building.write_json(tmp_path)
    for code in BY_CODE:
        keys = list(json.loads((tmp_path / f"{code}.rules.json").read_text("utf-8")))
        assert keys == list(texts(ORIGINAL, "rules"))


@pytest.mark.parametrize("lang", BY_CODE)
def test_first_load_stays_small(lang: str) -> None:
    text = json.dumps(building.bundle(lang, FIRST_DOMAINS), ensure_ascii=False)
    assert len(gzip.compress(text.encode())) < 40_000


def test_a_text_missing_in_a_language_is_english_on_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    def some_missing(lang: str, domain: str) -> dict[str, object]:
        return {key: entry for key, entry in texts(lang, domain).items() if lang == ORIGINAL or key != "good.wood"}

    monkeypatch.setattr(building, "texts", some_missing)
    assert building.bundle("et", ("names",))["good.wood"] == "wood"
    assert building.bundle("et", ("names",))["good.stone"] == "kivi"


def test_update_adds_new_keys_empty_keeps_the_rest_and_removes_old_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    english = 'msgid "a.one"\nmsgstr "One"\n\n#. A note.\nmsgid "a.two"\nmsgid_plural "n"\n'
    english += 'msgstr[0] "{n} two"\nmsgstr[1] "{n} twos"\n'
    russian = 'msgid "a.one"\nmsgstr "Один"\n\nmsgid "a.old"\nmsgstr "Старый"\n'
    for lang, source in (("en", english), ("ru", russian)):
        (tmp_path / lang).mkdir()
        head = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n'
        head += f'"Plural-Forms: {BY_CODE[lang].plural_forms}\\n"\n\n'
        (tmp_path / lang / "page.po").write_text(head + source, encoding="utf-8")
    monkeypatch.setattr(building, "FOLDER", tmp_path)
    monkeypatch.setattr("mirabilia.locales.catalogs.po_file", lambda lang, domain: tmp_path / lang / f"{domain}.po")
    assert building.update("ru", "page") == (["a.two"], ["a.old"])
    written = (tmp_path / "ru" / "page.po").read_text(encoding="utf-8")
    assert 'msgstr "Один"' in written and "a.old" not in written
    assert "#. A note." in written and 'msgstr[2] ""' in written
    assert building.update("ru", "page") == ([], [])


def test_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    building.main([str(tmp_path)])
    assert "languages.json" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        building.main([])


@pytest.mark.parametrize("lang", BY_CODE)
def test_every_text_can_be_filled_in(lang: str) -> None:
    for key, entry in all_texts(lang).items():
        for number in (0, 1, 2, 5, 21):
            args = dict.fromkeys(entry.placeholders, "x") | {entry.count or "n": number}
            assert "{" not in text(lang, key, **args), key
