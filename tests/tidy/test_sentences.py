"""Sentences that people read avoid the phrases that make English sound translated.

This is a safety net. The standard is that a sentence sounds right when read aloud.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from tests.tidy.tree import expect_none, files_ending, parsed, python_files, text

BANNED = {
    "name the person, or say “anyone who”": re.compile(r"\bwhoever\b", re.I),
    "name the person, or say “someone”": re.compile(r"\bsomebody\b", re.I),
    "turn the sentence round": re.compile(r"\bNobody\b(?! else)"),
    "personification": re.compile(r"\bha(?:s|ve) (?:its|their) say\b|\bby heart\b"),
    "say what is on the page": re.compile(r"\bstands? here\b", re.I),
    "filler": re.compile(r"\bso that (?:it|they) may\b|\bif so be\b", re.I),
    "say “again”": re.compile(r"\banew\b", re.I),
    "say “your own”": re.compile(r"\bone's own\b", re.I),
    "say “s'” after a plural": re.compile(r"\b\w*[^\Ws]s's\b"),
    "say “an”": re.compile(r"\ba (?:Ika|Ijin|Oni|Ulfr|Ishi)\b"),
}
# Folders whose sentences are finished. The aim is every folder with sentences.
FINISHED = (
    "kernel/",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "README.md",
    "challenges/",
    "config/",
    "docs/",
    "fixtures/",
    "league/",
    "people/",
    "rulebook/",
    "skirmish/",
    "tables/",
    "teams/",
    "templates/",
)
# The glossary names the words that are wrong; the engine's document is not finished.
# Names are not sentences. The demo league was played and written by the site itself.
EXCEPT = {"docs/glossary.md", "docs/engine.md", "fixtures/names.yaml"}
PLAYED = "fixtures/demo/"
REFUSALS = ("Refusal", "Conflict", "Unreadable", "TooMany")
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
CODE = re.compile(r"```.*?```|`[^`\n]*`", re.S)


def problems(sentences: str) -> Iterator[tuple[int, str, str]]:
    """Yield line number, found phrase and advice."""
    for advice, pattern in BANNED.items():
        for hit in pattern.finditer(sentences):
            yield sentences.count("\n", 0, hit.start()) + 1, hit[0], advice


def python_sentences(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield docstrings and the texts of refusals with their line numbers."""
    for node in ast.walk(tree):
        if isinstance(node, DOCUMENTED):
            if (docstring := ast.get_docstring(node, clean=False)) is not None:
                yield node.body[0].lineno, docstring
        elif isinstance(node, ast.Call) and is_refusal(node):
            yield from literals(node)


def is_refusal(call: ast.Call) -> bool:
    return ast.unparse(call.func).rpartition(".")[2].endswith(REFUSALS)


def literals(call: ast.Call) -> Iterator[tuple[int, str]]:
    """Yield the string constants among a call's arguments, codes left out."""
    arguments = [*call.args, *(k.value for k in call.keywords if k.arg == "sentence")]
    for argument in arguments:
        for node in ast.walk(argument):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.lineno, node.value


def without_code(markdown: str) -> str:
    """Blank out code, and keep the line numbers."""
    return CODE.sub(lambda code: "\n" * code[0].count("\n"), markdown)


def complaints_in_python(name: str, tree: ast.Module) -> list[str]:
    return [
        f"{name}:{first + line - 1}: “{phrase}”: {advice}"
        for first, sentences in python_sentences(tree)
        for line, phrase, advice in problems(sentences)
    ]


def complaints_in_text(name: str, sentences: str) -> list[str]:
    return [
        f"{name}:{line}: “{phrase}”: {advice}"
        for line, phrase, advice in problems(sentences)
    ]


def is_finished(name: str) -> bool:
    return (
        name.startswith(FINISHED)
        and name not in EXCEPT
        and not name.startswith(PLAYED)
        and "/migrations/" not in name
    )


def test_docstrings_and_refusals_read_well() -> None:
    expect_none(
        line
        for name in python_files()
        if is_finished(name)
        for line in complaints_in_python(name, parsed(name))
    )


def test_pages_mails_and_documents_read_well() -> None:
    expect_none(
        line
        for name in files_ending(".html", ".txt", ".md", ".yaml")
        if is_finished(name)
        for line in complaints_in_text(name, without_code(text(name)))
    )


class TestTheChecks:
    @pytest.mark.parametrize(
        "sentence",
        [
            "Whoever reports first wins.",
            "Somebody has to confirm.",
            "Nobody waits for you.",
            "A mover has its say; it knows the path by heart.",
            "Reports stand here.",
            "The team is kept so that it may play.",
            "Roll anew.",
            "The choice is Furnace Prowlers's.",
            "This is a Ika scroll.",
        ],
    )
    def test_banned_phrases_are_found(self, sentence: str) -> None:
        assert list(problems(sentence))

    @pytest.mark.parametrize(
        "sentence",
        [
            "Nobody else sees your address.",
            "Anyone with the link can join.",
            "This is an Ika scroll of the Furnace Prowlers' best.",
            "A tall tower has a standing stone.",
        ],
    )
    def test_plain_sentences_pass(self, sentence: str) -> None:
        assert not list(problems(sentence))

    def test_docstrings_and_refusals_are_read_with_their_lines(self) -> None:
        source = (
            '"""One.\n\nWhoever two."""\n'
            'raise Refusal(f"{x} or somebody", code="anew")\n'
            'print("nobody")\n'
        )
        assert [
            line.split(": ")[0]
            for line in complaints_in_python("a.py", ast.parse(source))
        ] == ["a.py:3", "a.py:4"]

    def test_code_in_documents_is_not_read(self) -> None:
        document = "Use `whoever`.\n```\nsomebody\n```\nwhoever\n"
        assert [
            line.split(": ")[0]
            for line in complaints_in_text("a.md", without_code(document))
        ] == ["a.md:5"]
