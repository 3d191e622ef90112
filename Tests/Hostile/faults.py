"""The preloaded library of preload/fail.c: built, set up by variables, and its counters read."""

import contextlib
import errno
import os
import shutil
import struct
import subprocess
import tempfile

SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "preload", "fail.c")

# The order of the counters in the library.
CALLS = ["open", "read", "pread", "write", "pwrite", "fsync", "ftruncate", "rename", "link", "unlink", "mkdir", "mmap",
         "close", "chmod", "lock"]

# What each call can do to a program: errors that Linux gives for it, fewer bytes than asked, or a kill.
KILLS = ["kill-before", "kill-after"]
EFFECTS = {
    "open": ["EMFILE", "EACCES", "ENOSPC", "EIO", *KILLS],
    "read": ["EIO", "short", *KILLS],
    "pread": ["EIO", *KILLS],
    "write": ["ENOSPC", "EIO", "EINTR", "short", *KILLS],
    "pwrite": ["ENOSPC", "EIO", "EINTR", "short", *KILLS],
    "fsync": ["EIO", "ENOSPC", *KILLS],
    "ftruncate": ["EIO", *KILLS],
    "rename": ["EIO", "EACCES", "ENOSPC", *KILLS],
    "link": ["EIO", "EPERM", "EMLINK", "ENOSPC", *KILLS],
    "unlink": ["EIO", "EACCES", *KILLS],
    "mkdir": ["ENOSPC", "EACCES", *KILLS],
    "mmap": ["ENOMEM", *KILLS],
    "close": ["EIO", *KILLS],
    "chmod": ["EPERM", *KILLS],
    "lock": ["ENOLCK", "EIO", *KILLS],
}

# A disk that stays full, or fails from a moment on.
LASTING = {"write": ["ENOSPC", "EIO", "short"], "pwrite": ["ENOSPC", "EIO"], "fsync": ["EIO"], "open": ["EMFILE"]}


class Library:
    """The library as it was built, for as long as the block runs."""

    def __init__(self, folder):
        self.path = os.path.join(folder, "fail.so")
        self.counts = os.path.join(folder, "counts")
        compiler = shutil.which("cc") or shutil.which("clang")
        if not compiler:
            raise SystemExit("a C compiler is needed: cc or clang")
        subprocess.run([compiler, "-O1", "-shared", "-fPIC", "-o", self.path, SOURCE], check=True)

    def variables(self, path, call="", number=0, effect="", lasts=False):
        """The environment in which the call of that number has that effect, of those on paths that contain a text."""
        with open(self.counts, "wb") as file:
            file.write(bytes(8 * (len(CALLS) + 1)))
        return {
            "LD_PRELOAD": self.path,
            "FAIL_CALL": call,
            "FAIL_AT": str(number),
            "FAIL_WITH": str(getattr(errno, effect, effect)),
            "FAIL_LASTS": "1" if lasts else "0",
            "FAIL_PATH": path,
            "FAIL_COUNTS": self.counts,
        }

    def counted(self):
        """How often each call was made in the run, and how many of them had the effect."""
        with open(self.counts, "rb") as file:
            numbers = struct.unpack(f"{len(CALLS) + 1}Q", file.read())
        return dict(zip(CALLS, numbers)), numbers[-1]


@contextlib.contextmanager
def library():
    """Builds the library in a folder that goes afterwards."""
    with tempfile.TemporaryDirectory(prefix="tagflow-hostile-") as folder:
        yield Library(folder)
