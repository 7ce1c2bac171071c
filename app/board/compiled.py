"""The kernel's second speed: the same lines as machine code, called with pointers to flat memory.

numba compiles the loops once, free of everything else; the machine code is kept as a file, and from then on llvmlite
alone loads it, in a tenth of the time that numba takes to wake up. The name of the file is a digest of all it depends
on: the lines themselves, who compiled them, and for which processor.
"""

import ctypes
import functools
import importlib.util
import os
import sys
import tempfile
from array import array
from collections.abc import Callable, Iterator
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import llvmlite.binding as llvm

from app.board import kernel, tracks

Loop = Callable[..., Any]

# What may be called from outside: loops that answer a number, and loops that fill memory.
ANSWERING: tuple[Loop, ...] = (
    kernel.in_check,
    kernel.is_legal,
    kernel.legal_moves,
    kernel.describe,
    tracks.thin,
)
FILLING: tuple[Loop, ...] = (
    kernel.replay_all,
    kernel.replay_all_points,
    kernel.describe_all,
    kernel.verify_all,
    kernel.verify_trees,
    tracks.keys_all,
    tracks.enter_all,
    tracks.sort,
    tracks.standing_all,
)
ENTRIES = ANSWERING + FILLING
SOURCES = (kernel, tracks)

# A parameter of one of these names is flat memory of such items, any other a number.
ITEMS = {
    "uint8": ("text", "lexicon", "blanks", "opening", "openings", "board", "moves", "sides", "sure"),
    "int32": ("found", "codes", "depths"),
    "int64": (
        "ends", "plies", "stops", "wrong", "names", "numbers", "keys", "entries", "spare", "counts", "path",
        "masks", "least", "most", "wanting", "standing",
    ),
}  # fmt: skip
_ITEM_OF = {name: item for item, names in ITEMS.items() for name in names}


class Code:
    """The entries as functions over bytes, bytearrays and arrays. Python's lock is free while one of them runs."""

    def __init__(self, machine_code: bytes):
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _machine())  # holds the code
        self._engine.add_object_file(llvm.ObjectFileRef.from_data(machine_code))
        self._engine.finalize_object()
        self._functions = {entry.__name__: self._function(entry) for entry in ENTRIES}

    def __getattr__(self, name: str) -> Callable[..., int]:
        if name.startswith("_") or name not in self._functions:
            raise AttributeError(f"the kernel has no entry {name!r}")
        return self._functions[name]

    def _function(self, entry: Loop) -> Callable[..., int]:
        items = [_ITEM_OF.get(name) for name in _parameters(entry)]
        flat = [kind for item in items for kind in ((ctypes.c_void_p, ctypes.c_int64) if item else (ctypes.c_int64,))]
        native = ctypes.CFUNCTYPE(ctypes.c_int64, *flat)(self._engine.get_function_address(entry.__name__))

        def function(*given: Any) -> int:
            passed: list[Any] = []
            for item, value in zip(items, given, strict=True):
                passed += (_address(value), len(value)) if item else (value,)
            return int(native(*passed))

        return function


def _address(memory: "bytes | bytearray | array[int]") -> int | None:
    """Where flat memory lies, which whoever calls keeps alive."""
    if not memory:
        return None
    if isinstance(memory, bytes):
        return ctypes.cast(ctypes.c_char_p(memory), ctypes.c_void_p).value
    return ctypes.addressof(ctypes.c_char.from_buffer(memory))


def _parameters(entry: Loop) -> tuple[str, ...]:
    return entry.__code__.co_varnames[: entry.__code__.co_argcount]


# ---------------------------------------------------------------- kept from one run to the next


@functools.cache
def load() -> Code:
    """The compiled kernel, made first if it must be."""
    kept = kept_at()
    return Code(kept.read_bytes() if kept else _make_and_keep())


def kept_at() -> Path | None:
    """The file with the machine code, if it was made before."""
    return next((file for folder in _folders() if (file := folder / _file_name()).is_file()), None)


def _folders() -> Iterator[Path]:
    """Where machine code may be kept: beside the source, or in the user's cache where that cannot be written."""
    yield Path(kernel.__file__).parent / "__pycache__"
    cache = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    yield (Path(cache) if cache else Path.home() / ".cache") / "kypho"


@functools.cache
def _file_name() -> str:
    lines = [Path(source.__file__).read_bytes() for source in (*SOURCES, sys.modules[__name__])]  # type: ignore[arg-type]
    makers = (version("numba"), version("llvmlite"), llvm.get_process_triple())
    processor = (llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten())
    digest = blake2b(b"\0".join((*lines, repr((makers, processor)).encode())), digest_size=12).hexdigest()
    return f"kernel-{digest}.o"


def _make_and_keep() -> bytes:
    made = make()
    for folder in _folders():
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=folder, delete=False) as file:
                file.write(made)
            os.chmod(file.name, 0o644)
            os.replace(file.name, folder / _file_name())
        except OSError:  # cannot be written: the next folder, or it is made again next time
            continue
        break
    return made


# ---------------------------------------------------------------- made by numba


def make() -> bytes:
    """Compile the loops; the machine code, an object file that needs nothing outside itself."""
    whole = llvm.parse_assembly("")
    for source in SOURCES:
        twin = _twin(source)
        for entry in ENTRIES:
            if entry.__module__ == source.__name__:
                whole.link_in(_compiled(entry, getattr(twin, entry.__name__)))
    machine = _machine()
    passes = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=3))
    passes.getModulePassManager().run(whole, passes)  # with nothing else visible, all that cannot happen is dropped
    return bytes(machine.emit_object(whole))


def _machine() -> llvm.TargetMachine:
    """This processor."""
    triple = llvm.get_process_triple()
    return llvm.Target.from_triple(triple).create_target_machine(
        cpu=llvm.get_host_cpu_name(),
        features=llvm.get_host_cpu_features().flatten(),
        opt=3,
        reloc="default",
        codemodel="jitdefault",
        jit=True,
    )


def _twin(source: ModuleType) -> ModuleType:
    """A source in a namespace of its own, with every function to be compiled by numba."""
    from numba import njit

    name = f"{source.__name__}_compiled"
    spec = importlib.util.spec_from_file_location(name, source.__file__)
    assert spec is not None and spec.loader is not None
    twin = importlib.util.module_from_spec(spec)
    sys.modules[name] = twin
    spec.loader.exec_module(twin)
    for word, thing in vars(twin).copy().items():
        if isinstance(thing, FunctionType):
            setattr(twin, word, njit(error_model="numpy")(thing))
    return twin


def _compiled(entry: Loop, twin: Loop) -> llvm.ModuleRef:
    """An entry that takes pointers and lengths, under its own name; all else in the module is its own affair."""
    from numba import carray, cfunc, types  # type: ignore[attr-defined]

    signature, parameters, arguments = [], [], []
    for name in _parameters(entry):
        if item := _ITEM_OF.get(name):
            signature += [types.CPointer(getattr(types, item)), types.int64]
            parameters += [name, f"len_{name}"]
            arguments.append(f"carray({name}, len_{name})")
        else:
            signature.append(types.int64)
            parameters.append(name)
            arguments.append(name)
    call = f"twin({', '.join(arguments)})"
    body = f"return {call}" if entry in ANSWERING else f"{call}\n    return 0"
    space: dict[str, Any] = {"twin": twin, "carray": carray}
    exec(f"def outer({', '.join(parameters)}):\n    {body}", space)  # made of our own names only
    compiled = cfunc(types.int64(*signature))(space["outer"])
    module = llvm.parse_assembly(compiled.inspect_llvm())
    for function in module.functions:
        if not function.is_declaration:
            function.linkage = "internal"
    entrance = module.get_function(compiled.native_name)
    entrance.linkage, entrance.name = "external", entry.__name__
    return module
