"""How texts are written: each language's own letters, quotation marks and spaces, and nothing left in English."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from mirabilia.locales.catalogs import BY_CODE, DOMAINS, ORIGINAL, PLACEHOLDER, all_texts, texts

QUOTES = {"en": "“”", "et": "„”", "ru": "«»", "tr": "“”", "nb": "«»"}
ANY_QUOTE = '"“”„«»‟‹›'
LETTERS = {
    "en": "abcdefghijklmnopqrstuvwxyz",
    "et": "abdefghijklmnoprsšzžtuvõäöüycwx",  # y, c, w, x: only in foreign names
    "ru": "абвгдеёжзийклмнопрстуфхцчшщъыьэюя",
    "tr": "abcçdefgğhıijklmnoöprsştuüvyzâîûqwx",  # q, w, x: only in foreign names
    "nb": "abcdefghijklmnopqrstuvwxyzæøåéèòóô",
}
# Words that are the same in every language; b, w, d and q are commands of the text mode and the terminal.
SHARED = {"all", "standard", "Wonders", "Duel", "Mirabilia", "I", "II", "III", "A", "B"}
SHARED |= {"SPRT", "LLR", "openskill", "QR", "JSON", "SVG", "PNG", "Esc", "Enter", "b", "w", "d", "q"}
# Names of programs, and words of the command line that are typed as they are.
SHARED |= {
    "PostgreSQL",
    "SQLite",
    "Python",
    "Numba",
    "NumPy",
    "OpenSpiel",
    "PettingZoo",
    "Markdown",
    "Parquet",
    "Arrow",
}
SHARED |= {
    "Ray",
    "CycloneDX",
    "Elo",
    "Ctrl",
    "C",
    "N",
    "random",
    "draft",
    "parquet",
    "arrow",
    "cpu",
    "cuda",
    "torch",
    "cluster",
}
SHARED |= {"en", "et", "ru", "tr", "nb", "serve", "backup", "open", "playing", "over", "closed", "zip"}
SHARED |= {
    "Rhodos",
    "Gizah",
    "Babylon",
    "bold",
    "mirabilia",
    "warmup",
    "doctor",
    "make",
    "page",
    "play",
    "python",
    "node",
    "cmd",
    "me",
}
SHARED |= {"UTF", "ASCII", "REST", "TERM", "xterm", "color", "float", "greedy"}
# Values of settings, and messages of the protocol of bots.
SHARED |= {"X", "Forwarded", "localhost", "cookie", "https", "json", "text", "auto", "false", "web", "push", "PEM"}
SHARED |= {"mailto", "full", "normal", "backups", "hello", "ping", "quit", "answer", "error", "id", "flush"}
SHARED |= {"milliseconds", "simulations", "puzzles"}
# Options, variables, files and the like, in which letters are what a machine reads.
TYPED = re.compile(r"--[a-z-]+|\b[A-Z]+_[A-Z_]+(=\d)?|[\w.]*[/=:@][\w./=:@-]*[\w]|\b\w+\.(?:py|mjs|md|jsonl|toml)\b")
# Placeholders that hold a number: the word after one of these is joined by a space that does not break.
NUMBERS = (
    *("n", "short", "made", "left", "right", "bank", "points", "won", "lost", "played", "all"),
    *("mine", "theirs", "shields", "other_shields", "draw", "keep", "turns"),
)
# What a number is joined to from the front: Age~{age}, turn~{turn}; Turkish and Estonian put the number first.
BEFORE = {"en": "Age", "et": None, "ru": "эпох[аеи]", "tr": None, "nb": "tidsalder"}

# Texts that are rightly the same as in English: language, pattern of keys, reason.
SAME = (
    ("et tr nb", r"game\.(duel|wonders)", "titles of the games"),
    ("et tr nb", r"duel\.wonder\.Circus Maximus", "the Latin name"),
    ("et tr nb", r"arena\.column\.openskill", "the name of a program"),
    ("et", r"(duel|wonders)\.card\.(Altar|Obelisk)|duel\.chain\.(mask|lamp)", "the same word in Estonian"),
    ("et", r"category\.duel\.progress", "the same word in Estonian"),
    ("tr", r"(duel|wonders)\.card\.(Forum|Arena)|wonders\.symbol\.tablet", "the same word in Turkish"),
    ("nb", r"(duel|wonders)\.card\.(Palisade|Statue|Forum|Obelisk)", "the same word in Norwegian"),
    ("nb", r"(duel|wonders)\.card\.(Pantheon|Arena|Arsenal)", "the same word in Norwegian"),
    ("nb", r"duel\.chain\.(vase|lyre)|good\.(count\.)?(glass|papyrus)", "the same word in Norwegian"),
    ("nb", r"new\.boards_[AB]", "the same word in Norwegian"),
    ("nb", r"(new|panel)\.chat|chat\.send|lobby\.start|replay\.pause", "the same word in Norwegian"),
    ("et tr nb", r"bot\.[0-9]", "names of people of antiquity"),
    ("tr nb", r"table\.bot(_named)?", "the same word in Turkish and Norwegian"),
    ("tr", r"settings\.speed_normal", "the same word in Turkish"),
    ("et nb", r"wonders\.board\.Gizah", "the same name"),
    ("et tr nb", r"terminal\.wonder\.(Circus Maximus|The Temple of Artemis)", "the same name"),
    ("et tr", r"terminal\.wonder\.The Statue of Zeus", "the same name"),
    ("tr nb", r"arena\.(heading|column\.bot)", "the same word in Turkish and Norwegian"),
    ("et", r"arena\.column\.elo", "the name of the rating"),
    ("et", r"terminal\.wonder\.The Mausoleum", "the same word in Estonian"),
    ("et tr nb", r"doctor\.(terminal|python|megabytes|gigabytes)", "names and units"),
    ("et nb", r"(doctor|bench\.server)\.server", "the same word in Estonian and Norwegian"),
    ("tr nb", r"bots\.bot", "the same word in Turkish and Norwegian"),
    ("nb", r"admin\.(status|person)|bots\.rating|bench\.under", "the same word in Norwegian"),
    ("nb", r"wonders\.board\.(Alexandria|Babylon|Olympia)", "the same name"),
    ("nb", r"study\.best|puzzle\.rating", "the same word in Norwegian"),
)  # fmt: skip
# Words that betray an English sentence.
ENGLISH = re.compile(
    r"\b(the|and|your|you|with|from|this|that|are|have|has|cards|wonder|player|players|turn|game|coins|build)\b", re.I
)
SHARED_WORDS = {"nb": {"has", "are"}, "et": set(), "tr": set(), "ru": set()}

# Words a hurried hand writes without ё.
WITHOUT_YO = re.compile(
    r"\b(еще|ее|твоем|моем|своем|берет|дает|зелен(ый|ая|ые|ых|ую|ое)|желт(ый|ая|ые|ых|ую|ое)|ученый|ученых|начнет|идет|счет\w*|"
    r"вперед|найден|сырье|придет|ведет|ведете|вернешься|объем|почем|трех|четырех|лежит еще|чье|мое|твое)\b",
    re.I,
)


def forms(lang: str, domains: tuple[str, ...] = DOMAINS) -> Iterator[tuple[str, str]]:
    for domain in domains:
        for key, text in texts(lang, domain).items():
            for form in text.forms:
                yield key, form


def report(found: list[str]) -> None:
    assert not found, "\n  " + "\n  ".join(found)


@pytest.mark.parametrize("lang", BY_CODE)
def test_quotation_marks_are_the_language_s_own_and_in_pairs(lang: str) -> None:
    opening, closing = QUOTES[lang]
    found = []
    for key, form in forms(lang):
        marks = [mark for mark in form if mark in ANY_QUOTE]
        if marks != [opening, closing] * (len(marks) // 2):
            found.append(f"{key}: {form}")
    report(found)


@pytest.mark.parametrize("lang", BY_CODE)
def test_spaces(lang: str) -> None:
    bad = re.compile(r"^\s|\s$|[  ]{2}|\t| [,.;!?](?!\.)|\(\s|\s\)")
    if lang != "ru":
        bad = re.compile(bad.pattern + r"| :(?! \{)")
    report([f"{key}: {form!r}" for key, form in forms(lang) if bad.search(form)])


@pytest.mark.parametrize("lang", BY_CODE)
def test_a_number_does_not_lose_its_noun(lang: str) -> None:
    bad = re.compile(rf"\{{({'|'.join(NUMBERS)})\}} (?=[^\W\d_])|(?<![\w{{.,+−])\d+ (?=[^\W\d_])")
    report([f"{key}: {form!r}" for key, form in forms(lang) if bad.search(form)])


@pytest.mark.parametrize("lang", ["et", "tr"])
def test_an_ordinal_does_not_lose_its_noun(lang: str) -> None:
    report([f"{key}: {form!r}" for key, form in forms(lang) if re.search(r"[}\d]\. (?=[^\W\d_A-ZÇĞİÖŞÜÕÄ])", form)])


@pytest.mark.parametrize("lang", BY_CODE)
def test_an_age_does_not_lose_its_numeral(lang: str) -> None:
    after = BEFORE[lang]
    bad = re.compile(
        rf"\b{after} (?:\{{age\}}|[IVX]+\b)" if after else r"(?:\{age\}|\b[IVX]+)\.? (?=ajastu|Çağ)", re.IGNORECASE
    )
    report([f"{key}: {form!r}" for key, form in forms(lang) if bad.search(form)])


@pytest.mark.parametrize("lang", BY_CODE)
def test_signs(lang: str) -> None:
    found = []
    for key, form in forms(lang):
        if re.search(r"'|`|´", form):
            found.append(f"{key}: straight apostrophe: {form}")
        if "..." in form:
            found.append(f"{key}: three dots: {form}")
        if re.search(r"(?<![\w}])-[\d{]", form):
            found.append(f"{key}: hyphen as minus: {form}")
        if " - " in TYPED.sub("_", form) or "--" in TYPED.sub("_", form):
            found.append(f"{key}: hyphen as dash: {form}")
        if lang == "ru" and re.search(r"\w —", form.replace("\u00a0", "_")):
            found.append(f"{key}: dash after a breaking space: {form}")
    report(found)


@pytest.mark.parametrize("lang", BY_CODE)
def test_letters_belong_to_the_language(lang: str) -> None:
    known = set(LETTERS[lang])
    found = []
    for key, form in forms(lang):
        for word in re.findall(r"[^\W\d_]+", TYPED.sub(" ", PLACEHOLDER.sub(" ", form))):
            if word in SHARED:
                continue
            plain = word.replace("İ", "i").replace("I", "ı") if lang == "tr" else word
            foreign = {letter for letter in plain if letter.lower() not in known}
            if foreign:
                found.append(f"{key}: {word!r} has {sorted(foreign)}")
    report(found)


@pytest.mark.parametrize("lang", [lang for lang in BY_CODE if lang != ORIGINAL])
def test_nothing_is_left_in_english(lang: str) -> None:
    same = re.compile("|".join(f"(?:{pattern})$" for langs, pattern, _ in SAME if lang in langs.split()))
    found = []
    for key, text in all_texts(lang).items():
        original = all_texts(ORIGINAL).get(key)
        if not original:
            continue
        bare = TYPED.sub("", PLACEHOLDER.sub("", " ".join(text.forms)))
        letters = re.sub(r"[\W\d_]", "", bare.replace("Wonders", "").replace("Duel", "").replace("Mirabilia", ""))
        equal = set(text.forms) & set(original.forms)
        if equal and len(letters) > 1 and not same.match(key):
            found.append(f"{key}: {text.forms[0]!r} is the English text")
        words = {word.lower() for word in ENGLISH.findall(bare)} - SHARED_WORDS[lang]
        if words and not same.match(key):
            found.append(f"{key}: English words {sorted(words)} in {text.forms[0]!r}")
    report(found)


@pytest.mark.parametrize(("langs", "pattern", "reason"), SAME)
def test_exceptions_have_a_reason_and_are_needed(langs: str, pattern: str, reason: str) -> None:
    assert reason
    for lang in langs.split():
        here, there = all_texts(lang), all_texts(ORIGINAL)
        assert any(re.fullmatch(pattern, key) and set(here[key].forms) & set(there[key].forms) for key in here)


def test_russian_writes_yo() -> None:
    report([f"{key}: {form}" for key, form in forms("ru") if WITHOUT_YO.search(form)])


def test_turkish_letters_are_not_left_plain() -> None:
    # Words from texts set without Turkish letters.
    plain = re.compile(r"\b(icin|cag|altin|sehir|odeme|uretim|insa|asama|degil|cikar|ucretsiz)\b")
    report([f"{key}: {form}" for key, form in forms("tr") if plain.search(form)])


@pytest.mark.parametrize("lang", BY_CODE)
def test_sentences_end_alike_in_all_languages(lang: str) -> None:
    found = []
    for key, text in all_texts(lang).items():
        original = all_texts(ORIGINAL).get(key)
        if original:
            ends = [form.rstrip("\u00a0 ")[-1] in ".!?…" for form in (original.forms[-1], text.forms[-1])]
            if ends[0] != ends[1]:
                found.append(f"{key}: {text.forms[-1]!r}, English: {original.forms[-1]!r}")
    report(found)


@pytest.mark.parametrize("lang", BY_CODE)
def test_moves_can_follow_a_colon(lang: str) -> None:
    """Sentences are built with them ("Better: discard Brewery."), and headlines take a capital on the page."""
    moves = [(key, form) for key, form in forms(lang, ("page",)) if key.startswith("study.move.")]
    report([f"{key}: {form!r}" for key, form in moves if form[0].isupper() or ":" in form])


@pytest.mark.parametrize("lang", BY_CODE)
@pytest.mark.parametrize("game", ["duel", "wonders"])
def test_names_are_unique_within_a_game(lang: str, game: str) -> None:
    seen: dict[str, str] = {}
    kinds = ("card", "wonder", "token") if game == "duel" else ("card", "wonder", "board")
    for key, text in texts(lang, "names").items():
        if key.startswith(tuple(f"{game}.{kind}." for kind in kinds)):
            name = text.forms[0].casefold()
            assert name not in seen, f"{key} and {seen[name]} are both {text.forms[0]!r}"
            seen[name] = key


@pytest.mark.parametrize("lang", BY_CODE)
def test_card_names_fit_on_two_lines(lang: str) -> None:
    found = []
    for key, text in texts(lang, "names").items():
        name = text.forms[0]
        if ".card." in key and (len(name) > 22 or max(map(len, re.split(r"[ -]", name))) > 18):
            found.append(f"{key}: {name} ({len(name)})")
    report(found)


@pytest.mark.parametrize("lang", BY_CODE)
def test_names_begin_with_a_capital(lang: str) -> None:
    starts = (
        "duel.card.",
        "duel.wonder.",
        "duel.token.",
        "wonders.card.",
        "wonders.board.",
        "wonders.wonder.",
        "kind.",
    )
    for key, text in texts(lang, "names").items():
        if key.startswith(starts) and not key.startswith("kind.short."):
            assert text.forms[0][0].isupper(), key


@pytest.mark.parametrize("lang", BY_CODE)
def test_long_words_of_cards_and_wonders_have_places_to_break(lang: str) -> None:
    names = [text.forms[0] for key, text in texts(lang, "names").items() if ".card." in key or ".wonder." in key]
    words = {word for name in names for word in re.split(r"[\s-]", name)}
    listed = texts(lang, "page")["card.breaks"].forms[0].split(" ")
    # Wide letters may need a place in shorter words, too.
    assert {word for word in words if len(word) >= 9} <= {word.replace("·", "") for word in listed} <= words
    short = [word for word in listed if "·" not in word or min(map(len, word.split("·"))) < 3]
    assert not short, f"no place, or less than three letters on one side: {short}"
