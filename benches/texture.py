#!/usr/bin/env python3
"""How the source of Rust projects reads, in figures: sizes of crates, files and functions, comments, tests.

Usage: benches/texture.py [FOLDER...]

Prints one column for each FOLDER (default: this project). It reads text, not types: a function is what begins with `fn`
and ends with a brace in the same column, as rustfmt writes it. Lines are those of files, blank ones and comments
included, unless a row says otherwise; a test of a door is a function with `#[test]` in a folder `tests` beside `src`.
"""

import pathlib
import re
import statistics
import sys

BARE = re.compile(r"(What|Whether|Where|Those|The same)\b")
VAGUE = re.compile(r"\b(whoever|somebody|nobody)\b", re.IGNORECASE)
FUNCTION = re.compile(r"( *)(?:pub(?:\([a-z: ]+\))? )?(?:const |async |unsafe |extern \"C\" )*fn \w+")
CLOSURE = re.compile(r"(?:[(,=]|\bmove|\breturn) ?\|[^|\n]{0,60}\|")
TOKEN = re.compile(r"\w+|[^\s\w]")
COMMENT = re.compile(r"\s*(//[/!]?)(?: (.*))?$")
STRUCT = re.compile(r"(?:pub(?:\([a-z: ]+\))? )?struct \w+.*\{$")
FIELD = re.compile(r"    (?:pub(?:\([a-z: ]+\))? )?(\w+):")
# The keys of a record in this project: a type that holds many of them is a twin of the record's own.
KEYS = set(
    "id kind title status scope category tags paths source created updated description related supersedes "
    "superseded_by aliases owner".split()
)
SKIPPED = {"target", ".git", "vendor", "node_modules", "third_party"}


def sources(folder):
    for path in sorted(folder.rglob("*.rs")):
        if not SKIPPED & set(path.relative_to(folder).parts):
            yield path


def unit_of(path, folder):
    """The folder of the crate and the target of it that compiles a file: tests and benches are targets of their own."""
    for parent in path.parents:
        if (parent / "Cargo.toml").is_file():
            part = path.relative_to(parent).parts
            return parent, part[0] if part[0] in ("src", "lib") else "/".join(part[:2])
        if parent == folder:
            break
    return folder, "."


def functions(lines):
    """The first line and the number of lines of each function."""
    for nth, line in enumerate(lines):
        begin = FUNCTION.match(line)
        if not begin:
            continue
        end = begin.group(1) + "}"
        for last in range(nth, len(lines)):
            if lines[last].rstrip() == end or (last == nth and line.rstrip().endswith("}")):
                yield nth, last - nth + 1
                break
            if last == nth and line.rstrip().endswith(";"):
                break


def comments(lines):
    """Each comment as its mark, its text, and whether it begins a paragraph."""
    mark = text = None
    for line in lines:
        found = COMMENT.match(line)
        if not found:
            mark = None
            continue
        begins = found.group(1) != mark or not text
        mark, text = found.group(1), found.group(2) or ""
        yield mark, text, begins and bool(text) and not text.startswith("#")


def records(lines):
    """The number of structs that hold five keys of a record or more."""
    count, keys = 0, None
    for line in lines:
        if STRUCT.match(line):
            keys = set()
        elif keys is not None:
            found = FIELD.match(line)
            keys |= {found.group(1)} & KEYS if found else set()
            if line.startswith("}"):
                count += len(keys) >= 5
                keys = None
    return count


def is_test(lines, nth):
    above = [line.strip() for line in lines[max(0, nth - 4) : nth]]
    return any(line.startswith("#[test]") or line.startswith("#[tokio::test") for line in above)


def spread(numbers):
    numbers = sorted(numbers)
    if not numbers:
        return "–"
    return f"{statistics.median(numbers):.0f}/{numbers[len(numbers) * 9 // 10]}/{numbers[-1]}"


class Texture:
    def __init__(self, folder):
        self.units, self.files, self.functions, self.doors = {}, [], [], []
        self.code = self.tokens = self.closures = self.lines = self.why = 0
        self.said = self.vague = self.blocks = self.bare = self.records = 0
        for path in sources(folder):
            self.read(path, folder)

    def read(self, path, folder):
        text = path.read_text(encoding="utf-8", errors="replace")
        lines = text.splitlines()
        unit = unit_of(path, folder)
        self.units[unit] = self.units.get(unit, 0) + len(lines)
        is_door = "tests" in path.relative_to(folder).parts and unit[1] not in ("src", "lib")
        if is_door:
            for nth, length in functions(lines):
                if is_test(lines, nth):
                    self.doors.append(length)
            return
        self.files.append(len(lines))
        self.lines += len(lines)
        self.records += records(lines)
        self.functions += [length for nth, length in functions(lines) if not is_test(lines, nth)]
        for mark, said, begins in comments(lines):
            self.said += 1
            self.vague += bool(VAGUE.search(said))
            self.blocks += begins
            self.bare += begins and bool(BARE.match(said))
            self.why += mark == "//"
        code = [line for line in lines if line.strip() and not COMMENT.match(line)]
        self.code += len(code)
        self.tokens += sum(len(TOKEN.findall(line)) for line in code)
        self.closures += sum(len(CLOSURE.findall(line)) for line in code)

    def rows(self):
        long = sum(length > 60 for length in self.functions)
        yield "lines of Rust beside tests of doors", f"{self.lines:,}"
        yield "largest unit that is compiled as one, lines", f"{max(self.units.values()):,}"
        yield "file lines, median/90 %/max", spread(self.files)
        yield "function lines, median/90 %/max", spread(self.functions)
        yield "functions of more than 60 lines", str(long)
        yield "structs with five keys of a record", str(self.records)
        yield "tokens a code line", f"{self.tokens / self.code:.1f}"
        yield "closures in 1,000 code lines", f"{1000 * self.closures / self.code:.0f}"
        yield "comment blocks that begin with a bare word", f"{100 * self.bare / max(1, self.blocks):.1f} %"
        yield "whoever, somebody, nobody in 1,000 comment lines", f"{1000 * self.vague / max(1, self.said):.1f}"
        yield "comments inside of code, share of lines", f"{100 * self.why / self.lines:.1f} %"
        yield "lines a test of a door, median/90 %/max", spread(self.doors)
        over = sum(length > 25 for length in self.doors)
        yield "tests of doors over 25 lines", f"{100 * over / len(self.doors):.0f} %" if self.doors else "–"


def main():
    if any(argument.startswith("-") for argument in sys.argv[1:]):
        print(__doc__.strip())
        return
    top = pathlib.Path(__file__).resolve().parent.parent
    folders = [pathlib.Path(name).resolve() for name in sys.argv[1:]] or [top]
    columns = [dict(Texture(folder).rows()) for folder in folders]
    print("| |" + "".join(f" {folder.name} |" for folder in folders))
    print("|---|" + "---|" * len(folders))
    for row in columns[0]:
        print(f"| {row} |" + "".join(f" {column[row]} |" for column in columns))


main()
