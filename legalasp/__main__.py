"""The command `legalasp`, from its start to its exit code.

0: done. 1: a case is not answered as it expects, or a file is not formatted. 2: a mistake in the user's files or
in the command. 70: a fault of the program.
"""

from __future__ import annotations

import os
import sys


def run() -> None:
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        from legalasp.cli import main

        main(prog_name="legalasp")
    except SystemExit:
        raise
    except RecursionError as error:
        fault(error, "the text is nested too deeply for this program")
    except MemoryError as error:
        fault(error, "there was not enough memory")
    except Exception as error:
        fault(error, f"{type(error).__name__}: {error}".splitlines()[0][:300])


def fault(error: BaseException, what: str) -> None:
    if os.environ.get("LEGALASP_TRACEBACK") == "1":
        import traceback

        traceback.print_exception(error)
    print(f"legalasp: a fault of the program, not of your files ({what}).\n"
          "Please report it with the command and the file; LEGALASP_TRACEBACK=1 shows more.", file=sys.stderr)
    sys.exit(70)


if __name__ == "__main__":
    run()
