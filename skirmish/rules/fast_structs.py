"""Faster assignment to the fields of structs."""

from __future__ import annotations

import msgspec


def use_plain_setattr(struct: type[msgspec.Struct]) -> None:
    """Use plain attribute assignment for a struct class and all its subclasses.

    A struct's own `__setattr__` checks whether the garbage collector must track the
    object from now on. Structs with `gc=False` are never tracked and do not need that;
    `object.__setattr__`, which the interpreter specialises, takes a quarter of the
    time. A class cannot say so in its body, because msgspec sets its own method when
    the class is made.
    """
    if struct.__struct_config__.gc:
        raise AssertionError(f"The collector of cycles watches {struct.__name__}.")
    struct.__setattr__ = object.__setattr__  # type: ignore[method-assign]
    struct.__delattr__ = object.__delattr__  # type: ignore[method-assign]
    for derived in struct.__subclasses__():
        use_plain_setattr(derived)
