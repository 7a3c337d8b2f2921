"""One word, one thing: the fields of our classes keep to docs/glossary.md."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator

from tests.tidy.tree import expect_none, parsed, python_files, text

GLOSSARY = "docs/glossary.md"
# Django's own names for things, which our rows have to answer to.
DJANGO = {"user_permissions"}
# Movement points are spent on a cost, koban on a price. The engine knows no koban.
MOVEMENT = {"enter_cost", "climb_cost"}
ENGINE = "skirmish/rules/"
# House rules are named as the people of a league speak, who say player and model.
HOUSE_RULES = "rulebook/rules/house_rules.py"


def forbidden(glossary: str) -> dict[str, str]:
    """Map each word in backticks in the last column to the right words."""
    meant: dict[str, list[str]] = {}
    for row in re.findall(r"^\| ([^|]+) \| [^|]+ \| ([^|]+) \|$", glossary, re.M):
        for word in re.findall(r"`(\w+)`", row[1]):
            meant.setdefault(word, []).append(", ".join(defined(row[0])))
    return {word: " or ".join(names) for word, names in meant.items()}


def defined(cell: str) -> list[str]:
    """Return the words in bold in a cell of the first column."""
    return re.findall(r"\*\*([^*]+)\*\*", cell)


def defined_words(glossary: str) -> list[str]:
    cells = re.findall(r"^\| ([^|]+) \| [^|]+ \| [^|]+ \|$", glossary, re.M)
    return [word for cell in cells for word in defined(cell)]


def fields(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Annotated names in classes (dataclasses, structs, protocols), and Django's
    `name = models.SomeField(...)`, `forms.` and `serializers.` alike."""
    for holder in ast.walk(tree):
        if not isinstance(holder, ast.ClassDef):
            continue
        for node in holder.body:
            if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                yield node.lineno, node.target.id
            elif isinstance(node, ast.Assign) and is_field(node.value):
                yield from (
                    (node.lineno, target.id)
                    for target in node.targets
                    if isinstance(target, ast.Name)
                )


def is_field(value: ast.expr) -> bool:
    if not isinstance(value, ast.Call):
        return False
    name = ast.unparse(value.func).rpartition(".")[2]
    return name.endswith(("Field", "ForeignKey", "Serializer"))


def second_names(name: str, tree: ast.Module, banned: dict[str, str]) -> list[str]:
    return [
        f"{name}:{line}: {field}: say {meant}"
        for line, field in fields(tree)
        if field not in DJANGO | MOVEMENT
        for word, meant in banned.items()
        if not (word == "cost" and name.startswith(ENGINE))
        if re.search(rf"(?:^|_){word}(?:_|$)", field)
    ]


def test_no_field_has_a_second_name() -> None:
    banned = forbidden(text(GLOSSARY))
    names = [name for name in python_files() if not name.startswith("tests/")]
    names = [name for name in names if name != HOUSE_RULES]
    expect_none(
        line for name in names for line in second_names(name, parsed(name), banned)
    )


def test_the_glossary_forbids_no_word_that_it_uses_itself() -> None:
    words = set(defined_words(text(GLOSSARY)))
    assert len(words) > 100
    assert not words & forbidden(text(GLOSSARY)).keys()


def test_glossary_defines_no_word_twice() -> None:
    words = Counter(defined_words(text(GLOSSARY)))
    assert [word for word, count in words.items() if count > 1] == []


class TestTheChecks:
    BANNED = {"cost": "price or worth", "user": "person"}

    def found(self, source: str) -> list[str]:
        return second_names("a.py", ast.parse(source), self.BANNED)

    def test_of_the_table(self) -> None:
        table = "| Word | Means | Never |\n|---|---|---|\n| **price** | x | `cost` |\n"
        assert forbidden(table) == {"cost": "price"}
        assert forbidden(table + "| **worth**, **value** | x | `cost`, `fee` |\n") == {
            "cost": "price or worth, value",
            "fee": "worth, value",
        }

    def test_of_dataclasses_and_structs(self) -> None:
        assert self.found("class A:\n    cost: int") == [
            "a.py:2: cost: say price or worth"
        ]
        assert self.found("class A:\n    cost_max: int = 3")
        assert self.found("class A:\n    class B:\n        koban_cost: int")
        assert not self.found("class A:\n    price: int\n    costume: str")

    def test_leave_movement_its_cost(self) -> None:
        tree = ast.parse("class Moved:\n    cost: int")
        assert not second_names("skirmish/rules/log.py", tree, self.BANNED)
        assert second_names("skirmish/models.py", tree, self.BANNED)
        assert not self.found("class Terrain:\n    climb_cost: int")

    def test_of_models_and_forms(self) -> None:
        assert self.found("class A:\n    user = models.ForeignKey('people.Person')")
        assert self.found("class A:\n    cost = forms.IntegerField()")
        assert not self.found("class A:\n    cost = 3\n    person = CharField()")

    def test_leave_alone_what_is_no_field(self) -> None:
        assert not self.found("def f(user: int) -> None:\n    cost: int = 1")
