"""Say which Python this is and how it was built, since that decides how fast everything here is.

python bench/interpreter.py
"""

import platform
import sys
import sysconfig
from pathlib import Path

_DEBIAN = Path("/usr/bin")


def build() -> str:
    """Return whether this Python was optimised by a profile and at link time, as far as it says."""
    options = str(sysconfig.get_config_var("CONFIG_ARGS") or "")
    found = [
        words
        for option, words in (
            ("--enable-optimizations", "by profile"),
            ("--with-lto", "at link time"),
        )
        if option in options
    ]
    if found:
        return f"optimised {' and '.join(found)}"
    # The packages of Debian and Ubuntu are built with both, which their build files add themselves.
    if Path("/etc/debian_version").exists() and Path(sys.base_prefix) == _DEBIAN.parent:
        return "the system's package, optimised by profile and at link time"
    return "not optimised"


def described() -> str:
    """Return one line: the interpreter, its compiler, how it was built, and the flags."""
    flags = " ".join(str(sysconfig.get_config_var("PY_CFLAGS") or "").split())
    name = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{name}, {platform.python_compiler()}, {build()} ({flags})"


if __name__ == "__main__":
    print(described())
