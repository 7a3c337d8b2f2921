"""How the fields of structs are set."""

from __future__ import annotations

import msgspec


def set_plainly(struct: type[msgspec.Struct]) -> None:
    """Have the fields of a struct, and of all derived from it, set like any other.

    A struct has a way of its own, which looks whether the collector of cycles must
    watch it from now on. One that is never watched (`gc=False`) does not need that;
    and set as `object` does it, which the interpreter knows by heart, a field takes
    a quarter of the time. A class cannot say so in its body: msgspec puts its own way
    in when the class is made.
    """
    if struct.__struct_config__.gc:
        raise AssertionError(f"The collector of cycles watches {struct.__name__}.")
    struct.__setattr__ = object.__setattr__  # type: ignore[method-assign]
    struct.__delattr__ = object.__delattr__  # type: ignore[method-assign]
    for derived in struct.__subclasses__():
        set_plainly(derived)
