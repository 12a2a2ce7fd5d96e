"""Python's values as options of ``regard export``. Which options there are, the program itself says."""

from __future__ import annotations

import functools
import os
import re
from typing import Any, Dict, List, Mapping, NamedTuple, Tuple

from ._program import RegardError, program, run

_LINE = re.compile(r"complete -c regard -n '__fish_seen_subcommand_from export'(?: -s \w)? -l (?P<name>[\w-]+)"
                   r"(?P<value> -[rx])?(?: -a '(?P<words>[^']*)')? -d '(?P<help>.*)'")


class Option(NamedTuple):
    """What the program says of one of its options."""

    takes_value: bool
    words: Tuple[str, ...]  # all values that it takes, where they are words
    takes_on: bool
    takes_off: bool
    repeats: bool


@functools.lru_cache(maxsize=None)
def _options(command: str, written: int) -> Dict[str, Option]:
    found: Dict[str, Option] = {}
    for line in run(["completion", "fish"]).decode().splitlines():
        if match := _LINE.fullmatch(line):
            words, told = tuple((match["words"] or "").split()), match["help"]
            found[match["name"]] = Option(bool(match["value"]), words,
                                          "on" in words or re.search(r"\bon, off\b", told) is not None,
                                          "off" in words or re.search(r"(, |\bor )off\b", told) is not None,
                                          "as often as wanted" in told)
    found.pop("help", None)
    if not found:
        raise RegardError(f"{command} does not say which options regard export has")
    return found


def options() -> Dict[str, Option]:
    """Every option of ``regard export`` by its name, as the program that is there completes them."""
    command = program()
    return _options(command, os.stat(command).st_mtime_ns)


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else os.fspath(value) if isinstance(value, os.PathLike) else str(value)


def _values(name: str, option: Option, value: Any) -> List[str]:
    """What stands after the option, as often as it is said. None and a switch's True and False are not asked here."""
    if isinstance(value, bool):
        if not (option.takes_on if value else option.takes_off):
            others = "False or a value" if option.takes_off else "a value"
            raise RegardError(f"{name} takes {others}, not {value}; None is its default")
        return ["on" if value else "off"]
    if isinstance(value, Mapping):
        return [f"{key}={_text(each)}" for key, each in value.items()]
    if hasattr(value, "__iter__") and not isinstance(value, str):
        texts = [_text(each) for each in value]
        return texts if option.repeats else [",".join(text.replace(",", "\\,") for text in texts)]
    return [_text(value)]


def words(given: Mapping[str, Any]) -> List[str]:
    """Options as the command line spells them: no_special=True is --no-special, legend=False is --legend off, head=[1, 2]
    is --head 1,2, off=["1.1", "2.3"] is --off 1.1 --off 2.3 and set={"heads": 4} is --set heads=4; None is the default.

    Raises RegardError that names an option which the program does not have, or one whose value is not of its kind.
    """
    known = options()
    spelled: List[str] = []
    for name, value in given.items():
        word = name.rstrip("_").replace("_", "-")
        if word not in known:
            raise RegardError(f"{name}: regard export has no option --{word}; regard export --help lists those that it has")
        option = known[word]
        if hasattr(value, "tolist"):  # numbers of numpy and torch
            value = value.tolist()
        if value is None:
            continue
        if option.takes_value:
            for text in _values(name, option, value):
                # A value that begins with a hyphen would be another option.
                spelled += [f"--{word}={text}"] if text.startswith("-") else ["--" + word, text]
        elif not isinstance(value, bool):
            raise RegardError(f"{name} takes True or False, not {value!r}")
        elif value:
            spelled.append("--" + word)
    return spelled
