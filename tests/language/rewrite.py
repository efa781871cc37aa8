"""Writes the expected files anew: `python -m tests.language.rewrite`. Read the difference before keeping it."""

from __future__ import annotations

from tests.language.examples import HERE, files, read, reported, written


def main() -> None:
    for path in files("loose"):
        tree, _ = read(path.read_bytes(), path.suffix)
        (HERE / "good" / path.name).write_text(written(tree, path.suffix), encoding="utf-8", newline="")
    for path in files("bad"):
        path.with_name(path.name + ".report").write_text(reported(path), encoding="utf-8", newline="")


if __name__ == "__main__":
    main()
