"""Keeps a program from writing anywhere but in one folder, by Landlock (Linux 5.13 and later)."""

import ctypes
import os

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446  # the same number on every architecture
NO_NEW_PRIVILEGES = 38
# linux/landlock.h: write, remove a folder and a file, make each kind of thing; then rename between folders, truncate.
WRITES = 1 << 1 | 1 << 4 | 1 << 5 | 1 << 6 | 1 << 7 | 1 << 8 | 1 << 9 | 1 << 10 | 1 << 11 | 1 << 12
RENAMES, TRUNCATES = 1 << 13, 1 << 14


class PathBeneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = [("allowed", ctypes.c_uint64), ("folder", ctypes.c_int32)]


def version():
    """Of the kernel's Landlock; below 1: it has none."""
    return ctypes.CDLL(None, use_errno=True).syscall(CREATE_RULESET, None, 0, 1)


def fence_in(*folders):
    """From now on this process and its children write in these folders alone. Called between fork and exec."""
    libc = ctypes.CDLL(None, use_errno=True)
    writes = ctypes.c_uint64(WRITES | (RENAMES if version() >= 2 else 0) | (TRUNCATES if version() >= 3 else 0))
    ruleset = libc.syscall(CREATE_RULESET, ctypes.byref(writes), 8, 0)
    for folder in folders:
        handle = os.open(folder, os.O_PATH | os.O_CLOEXEC)
        rule = PathBeneath(writes.value, handle)
        if libc.syscall(ADD_RULE, ruleset, 1, ctypes.byref(rule), 0) != 0:
            raise OSError(ctypes.get_errno(), "no rule for " + folder)
        os.close(handle)
    if libc.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0) != 0 or libc.syscall(RESTRICT_SELF, ruleset, 0) != 0:
        raise OSError(ctypes.get_errno(), "Landlock refused")
    os.close(ruleset)
