"""The kernel's second speed: the same lines in a namespace of their own, every function compiled by numba.

Compiled code is cached beside the source, or in the user's cache folder where that cannot be written.
"""

import functools
import importlib.util
import sys
from types import FunctionType, ModuleType

from app.board import kernel


@functools.cache
def load(source: ModuleType = kernel) -> ModuleType:
    """The compiled twin of `app.board.kernel`, or of another file of its kind.

    Raises ImportError where numba is not installed.
    """
    from numba import njit

    name = f"{source.__name__}_compiled"
    spec = importlib.util.spec_from_file_location(name, source.__file__)
    assert spec is not None and spec.loader is not None
    twin = importlib.util.module_from_spec(spec)
    sys.modules[name] = twin
    spec.loader.exec_module(twin)
    for word, thing in vars(twin).copy().items():
        if isinstance(thing, FunctionType):
            setattr(twin, word, njit(cache=True, nogil=True)(thing))
    return twin
