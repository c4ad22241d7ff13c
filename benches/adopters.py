#!/usr/bin/env python3
"""What becomes of the decision records of other projects, imported and read in place.

Usage: benches/adopters.py REPOSITORY[#FOLDER]...

Each repository (whatever `git clone` takes) is cloned, and its folders of decision records are
found, unless one is named. They are imported with `git memory import adr`, and in another clone read
where they are (`memory.roots`). This script reads the same files in its own small way: a record is

- taken, where the file is one by its name (a number, or a day) and a record was made of it;
- dated, where its day is that of the header, of the list of changes, of the name, or of the first
  commit, in this order;
- linked, where each relative link of the text leads to the same file or to its record, and each
  successor that it names by a number is its successor;
- judged, where its status is what the words of the header mean.

Prints a table, and every file that is wrong with the reason. What the files say themselves is
nowhere in here.
"""

import collections
import datetime
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.parse

ENDINGS = (".md", ".markdown", ".rst", ".adoc", ".asciidoc")
OTHER_PAGES = re.compile(
    r"(?i)^(readme|index|contributing|.*template.*|changelog|code_of_conduct|glossary|process)$"
)
NUMBERED = re.compile(r"(?i)^(?:[a-z]{2,5}[-_ ]?)?(\d{1,5})(?!\d)|^(?:[a-z]+[-_])+(\d{1,5})(?!\d)")
DAY_IN_NAME = re.compile(r"^(\d{4})[-_]?(\d\d)[-_]?(\d\d)(?!\d)")
MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
CREATED = ("created", "creation date", "date created", "date", "start date", "decision date")
WORDS = {
    "active": "accepted active final implemented approved adopted agreed decided done complete"
    " completed merged released living ratified accept",
    "proposed": "proposed draft provisional pending open review discussion deferred experimental"
    " returned previewing scheduled awaiting wip planned",
    "rejected": "rejected withdrawn abandoned declined cancelled canceled retracted reverted dropped"
    " expired",
    "superseded": "superseded replaced",
    "archived": "deprecated obsolete obsoleted retired archived outdated moved removed",
}


def run(*command, cwd=None):
    """What a command prints; ends the script where it fails with more than a `no`."""
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, errors="replace")
    if done.returncode not in (0, 1):
        sys.exit(f"{' '.join(map(str, command))}: {done.stderr.strip()}")
    return done.stdout


def day(text):
    """The first day in a text that can mean one day only, as YYYY-MM-DD."""
    found = []
    for match in re.finditer(r"\b(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)", text):
        found.append((match.start(), *map(int, match.groups())))
    for match in re.finditer(r"(?i)\b(\d{1,2})(?:st|nd|rd|th)?[-.,\s]+(?:of\s+)?([a-z]{3,9})[-.,\s]+(\d{4})\b", text):
        if match[2][:3].lower() in MONTHS:
            month = MONTHS.index(match[2][:3].lower()) + 1
            found.append((match.start(), int(match[3]), month, int(match[1])))
    for match in re.finditer(r"(?i)\b(\d{4})\s+([a-z]{3,9})\s+(\d{1,2})\b", text):
        if match[2][:3].lower() in MONTHS:
            month = MONTHS.index(match[2][:3].lower()) + 1
            found.append((match.start(), int(match[1]), month, int(match[3])))
    for match in re.finditer(r"(?i)\b([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})\b", text):
        if match[1][:3].lower() in MONTHS:
            month = MONTHS.index(match[1][:3].lower()) + 1
            found.append((match.start(), int(match[3]), month, int(match[2])))
    for match in re.finditer(r"(?<!\d)(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})\b", text):
        one, other, year = map(int, match.groups())
        if one > 12 or other > 12 or one == other:
            month, of_month = (other, one) if one > 12 else (one, other)
            found.append((match.start(), year, month, of_month))
    for _, year, month, of_month in sorted(found):
        try:
            return datetime.date(year, month, of_month).isoformat()
        except ValueError:
            continue
    return None


class Source:
    """A file as this script reads it."""

    def __init__(self, top, path):
        self.path = path
        self.text = (top / path).read_text(errors="replace").removeprefix("\ufeff")
        beside = (top / path).parent / "kep.yaml"
        if beside.exists() and path.stem.lower() == "readme":
            self.text = f"---\n{beside.read_text(errors='replace')}\n---\n{self.text}"
        self.lines = self.text.splitlines()
        self.head = self._head()
        self.fields = self._fields()

    @property
    def name(self):
        is_page = self.path.stem.lower() in ("readme", "index")
        return self.path.parent.name if is_page else self.path.stem

    @property
    def number(self):
        match = NUMBERED.match(self.name)
        return int(match[1] or match[2]) if match and not DAY_IN_NAME.match(self.name) else None

    def _head(self):
        """The lines before the first section that is not a title."""
        title_seen = False
        for at, line in enumerate(self.lines[:80]):
            under = self.lines[at + 1] if at + 1 < len(self.lines) else ""
            is_heading = re.match(r"(#{1,6}|={1,6})\s+\S", line) or (
                line.strip() and re.fullmatch(r"([=\-~^#*+])\1{2,}", under.strip())
            )
            if is_heading and re.match(r"#\s", line) and not title_seen:
                title_seen = True
            elif is_heading and at > 0 and title_seen:
                return self.lines[:at]
            elif is_heading:
                title_seen = True
        return self.lines[:80]

    def _fields(self):
        fields = {}
        clean = [re.sub(r"[*_`]{1,2}(?=\S)|(?<=\S)[*_`]{1,2}", "", line) for line in self.head]
        for at, line in enumerate(clean):
            cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
            pair = None
            if line.strip().startswith("|") and len(cells) >= 2:
                pair = (cells[0], cells[1])
            elif row := re.match(r"\s*<tr>\s*<t[dh]>(.*?)</t[dh]>\s*<t[dh]>(.*?)</t[dh]>", line):
                pair = (row[1], row[2])
            elif line.startswith("|") and clean[at + 1 : at + 2] and clean[at + 1].startswith("|"):
                # A cell a line, as AsciiDoc has them.
                pair = (cells[0], re.sub(r"^\|\s*(:[a-z_]+:)?\s*", "", clean[at + 1]))
            elif match := re.match(r"\s*(?:[-*+]\s+)?:?([A-Za-z][A-Za-z _-]{1,30}?)\s*:\s*(.*)$", line):
                pair = (match[1], match[2])
            elif match := re.match(r"\s+\*\s+-\s+(\S.*)$", line):
                following = clean[at + 1].strip() if at + 1 < len(clean) else ""
                pair = (match[1], following.removeprefix("- "))
            if pair and pair[1].strip():
                key = re.sub(r"[_-]", " ", pair[0].strip(" :*").lower())
                fields.setdefault(key, pair[1].strip().strip("'\""))
        return fields

    def section(self, *names):
        """The text below a heading of one of these names."""
        for at, line in enumerate(self.lines):
            title = re.sub(r"^[#=\s]+", "", line).strip(" :#*").lower()
            under = self.lines[at + 1] if at + 1 < len(self.lines) else ""
            is_marked = re.match(r"#{1,6}\s|={2,6}\s", line)
            is_ruled = re.fullmatch(r"([=\-~^#*+])\1{2,}", under.strip())
            if title in names and (is_marked or is_ruled):
                body = []
                for nth, below in enumerate(self.lines[at + (2 if is_ruled else 1) :]):
                    after = self.lines[at + nth + 2 : at + nth + 3]
                    ruled = after and re.fullmatch(r"([=\-~^#*+])\1{2,}", after[0].strip())
                    if re.match(r"#{1,6}\s|={2,6}\s", below) or (below.strip() and ruled and not is_marked):
                        break
                    body.append(below)
                return "\n".join(body).strip()
        return ""

    def day(self, top):
        for key in CREATED:
            if found := day(self.fields.get(key, "")):
                return found, "header"
        if found := day(self.section("date", "decision date").split("\n\n")[0]):
            return found, "header"
        changes = [day(line) for line in self.section("changelog", "change log", "history").splitlines()]
        if changes := [found for found in changes if found]:
            return min(changes), "changelog"
        if match := DAY_IN_NAME.match(self.name):
            return "-".join(match.groups()), "name"
        return Beginnings.of(top).get(str(self.path)), "git"

    def status(self):
        """What the words mean; `None` where the file says none that this script knows."""
        if self.successors():
            return "superseded"
        said = self.fields.get("status") or self.section("status").split("\n\n")[0]
        if "active review" in said.lower():
            return "proposed"
        words = re.findall(r"[a-z]+", re.sub(r"\(https?:[^)]*\)", "", said.lower()))[:12]
        for at, word in enumerate(words):
            if word in ("partially", "partly", "not", "yet", "to", "will", "be"):
                return None
            for status, known in WORDS.items():
                if word in known.split():
                    rest = " ".join(words)
                    if re.search(r"(superseded|replaced|obsoleted) by", rest):
                        return "superseded"
                    return status
        return None

    def successors(self):
        """The numbers of what replaces it, from the header."""
        said = self.fields.get("superseded by") or self.fields.get("replaced by") or ""
        return [int(number) for number in re.findall(r"(?<![\d.])0*(\d{1,5})(?![\d.])", said)]

    def replaced(self):
        """The numbers of what it replaces, from the header."""
        said = self.fields.get("replaces") or self.fields.get("supersedes") or ""
        return [int(number) for number in re.findall(r"(?<![\d.])0*(\d{1,5})(?![\d.])", said)]

    def links(self):
        return relative_links(self.text) if self.path.suffix in (".md", ".markdown") else []


def relative_links(text):
    """The relative links of Markdown outside of code."""
    text = re.sub(r"(?ms)^\s*(```|~~~).*?^\s*\1\s*$", "", text)
    text = re.sub(r"(?s)<!--.*?-->", "", text)
    text = re.sub(r"`[^`\n]*`", "", text)
    text = re.sub(r"(?m)^(\t| {4}).*$", "", text)
    targets = re.findall(r"\]\(\s*<?([^)\s>]+)", text)
    targets += re.findall(r"(?m)^\s{0,3}\[[^\]]+\]:\s*<?(\S+?)>?\s*$", text)
    relative = []
    for target in targets:
        path = urllib.parse.unquote(target.split("#")[0].split("?")[0])
        if path and not re.match(r"(?i)[a-z][a-z0-9+.-]*:|//", path):
            relative.append(path)
    return relative


class Beginnings:
    """The day (UTC) of the first commit of every file, renames followed."""

    known = {}

    @classmethod
    def of(cls, top):
        head = run("git", "rev-parse", "HEAD", cwd=top)
        if head not in cls.known:
            cls.known = {head: cls.read(top)}
        return cls.known[head]

    @staticmethod
    def read(top):
        names = {path: path for path in run("git", "ls-files", "-z", cwd=top).split("\0")}
        days = {}
        log = ["git", "log", "-z", "-M", "-l0", "--name-status", "--date=short-local", "--format=%x01%ad"]
        words = iter(run("env", "TZ=UTC", *log, cwd=top).split("\0"))
        day, moved = None, {}
        for word in words:
            if "\x01" in word:
                names.update(moved)
                day, moved = word.strip("\n\x01"), {}
                continue
            change = word.strip("\n")
            if change[:1] in ("R", "C"):
                old, new = next(words), next(words)
            elif change:
                old = new = next(words)
            if not change or new not in names:
                continue
            if change[0] == "D":
                names.pop(new)
                continue
            days[names[new]] = min(days.get(names[new], day), day)
            if change[0] == "R":
                moved[old] = names.pop(new)
        return days


def inside(top, base, target):
    """Where a relative link leads, from the top; `None` where nothing is there."""
    begin = pathlib.PurePosixPath(".") if target.startswith("/") else base
    path = os.path.normpath(begin / target.lstrip("/"))
    if path.startswith("..") or not (top / path).exists():
        return None
    return path


def folders_of(top):
    """The folders that hold at least three numbered or dated documents."""
    counts = collections.Counter()
    for path in run("git", "ls-files", "-z", cwd=top).split("\0"):
        path = pathlib.PurePosixPath(path)
        if path.suffix in ENDINGS and is_named_as_one(path):
            page = path.stem.lower() in ("readme", "index")
            counts[str(path.parent.parent if page else path.parent)] += 1
    found = [folder for folder, count in counts.items() if count >= 3]
    usual = re.compile(r"(?i)(^|/)(adrs?|rfcs?|peps?|oeps?|jep|keps|decisions?|proposals|text|architecture|ceps?|apes?|enhancements|[\w-]*decision[\w-]*)(/|$)")
    found = sorted(folder for folder in found if usual.search(folder) or folder == ".")
    # What is below another one comes in with it.
    return [f for f in found if not any(f.startswith(f"{above}/") for above in found)]


def is_named_as_one(path):
    page = path.stem.lower() in ("readme", "index")
    name = path.parent.name if page else path.stem
    if OTHER_PAGES.match(name):
        return False
    return bool(NUMBERED.match(name) or DAY_IN_NAME.match(name))


def records_of(top, paths):
    """Front matter and text of records, by path."""
    found = {}
    for path in paths:
        text = (top / path).read_text(errors="replace")
        head, _, body = text[4:].partition("\n---\n")
        values = dict(re.findall(r"(?m)^(\w+): (.*)$", head))
        found[path] = (values, body)
    return found


def wrong_links(source, top, record, body, made):
    """What is wrong with the links of a record, in words."""
    wrong = []
    base = pathlib.PurePosixPath(record).parent
    led = {inside(top, base, link) for link in relative_links(body)}
    for link in source.links():
        target = inside(top, source.path.parent, link)
        if target is None:
            continue
        ours = made.get(target) or made.get(f"{target}/README.md")
        if target not in led and (ours is None or ours not in led):
            wrong.append(f"the link to {link} is lost")
    for link in relative_links(body):
        was = inside(top, source.path.parent, link)
        if inside(top, base, link) is None and was is not None:
            wrong.append(f"the link {link} is dead")
    return wrong


def examine(top, folder, misses):
    """Imports a folder, and compares each record with its file."""
    documents = []
    for path in run("git", "ls-files", "-z", "--", folder, cwd=top).split("\0"):
        path = pathlib.PurePosixPath(path)
        if path.suffix in ENDINGS and is_named_as_one(path):
            documents.append(Source(top, path))
    report = json.loads(run("git", "memory", "import", "adr", folder, "--json", cwd=top))
    made, reasons, facts = {}, {}, {}
    for item in report["files"]:
        path = str(pathlib.PurePosixPath(folder) / item["file"])
        reasons[path] = item.get("reason", item["outcome"])
        if "path" in item:
            made[path], facts[path] = item["path"], item
    records = records_of(top, made.values())
    by_number = {}
    for document in documents:
        if document.number is not None:
            by_number.setdefault(document.number, []).append(str(document.path))
    replaced = {number for document in documents for number in document.replaced()}
    row = collections.Counter(files=len(documents))
    for document in documents:
        path = str(document.path)
        wrong = []
        if path not in made:
            misses.append(f"{path}: not taken: {reasons.get(path, 'not seen')}")
            continue
        row["taken"] += 1
        values, body = records[made[path]]
        expected, by = document.day(top)
        created = values.get("created", "")
        if created == expected:
            row["dated"] += 1
        else:
            wrong.append(f"dated {created} by {facts[path]['dated_by']}, not {expected} by {by}")
        bad = wrong_links(document, top, made[path], body, made)
        for number in document.successors():
            others = [other for other in by_number.get(number, []) if other in made]
            ids = [records[made[other]][0]["id"] for other in others]
            if len(ids) == 1 and ids[0] not in values.get("superseded_by", ""):
                bad.append(f"{number} is not its successor")
        if bad:
            wrong.extend(bad)
        else:
            row["linked"] += 1
        status = document.status()
        is_replaced = document.number in replaced and values.get("status") == "superseded"
        if status is None or values.get("status") == status or is_replaced:
            row["judged"] += 1
        else:
            wrong.append(f"judged {values.get('status')}, not {status}")
        if wrong:
            misses.append(f"{path}: {'; '.join(wrong)}")
        else:
            row["right"] += 1
    return row, documents


def in_place(top, folder, documents, misses):
    """How many of the documents are read where they are as they should be."""
    before = run("git", "status", "--porcelain", cwd=top)
    documents = [document for document in documents if document.path.suffix == ".md"]
    # Only folders of Markdown can be read so.
    if folder == "." or not documents:
        return collections.Counter()
    run("git", "memory", "init", "--no-hooks", "--root", folder, cwd=top)
    listed = json.loads(run("git", "memory", "list", "--json", cwd=top))
    found = {record["record_path"]: record for record in listed["records"]}
    row = collections.Counter(markdown=len(documents))
    for document in documents:
        record = found.get(str(document.path))
        if record is None:
            misses.append(f"{document.path}: not read in place")
            continue
        wrong = []
        expected, by = document.day(top)
        if record["created"] != expected:
            wrong.append(f"dated {record['created']}, not {expected} by {by}")
        status = document.status()
        if status is not None and record["status"] != status:
            wrong.append(f"judged {record['status']}, not {status}")
        if record["kind"] != "decision":
            wrong.append(f"a {record['kind']}")
        if wrong:
            misses.append(f"{document.path}: in place: {'; '.join(wrong)}")
        else:
            row["place"] += 1
    run("git", "memory", "check", cwd=top)
    if run("git", "status", "--porcelain", "--", ".", ":!memory", cwd=top) != before:
        misses.append(f"{folder}: reading in place changed files")
    return row


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    rows, misses, total = [], [], collections.Counter()
    with tempfile.TemporaryDirectory() as work:
        home = pathlib.Path(work, "home")
        home.mkdir()
        os.environ.update(HOME=str(home), GIT_CONFIG_NOSYSTEM="1")
        run("git", "config", "--global", "user.name", "Bench")
        run("git", "config", "--global", "user.email", "bench@example.org")
        for argument in sys.argv[1:]:
            url, _, folder = argument.partition("#")
            name = url.rstrip("/").removesuffix(".git").removesuffix("/repo").rsplit("/", 1)[-1]
            top = pathlib.Path(work, "clone")
            run("git", "clone", "-q", url, str(top))
            for below in [folder] if folder else folders_of(top):
                run("git", "reset", "-q", "--hard", cwd=top)
                run("git", "clean", "-qfdx", cwd=top)
                shutil.rmtree(top / ".git" / "memory", ignore_errors=True)
                run("git", "memory", "init", "--no-hooks", cwd=top)
                found = []
                row, documents = examine(top, below, found)
                run("git", "reset", "-q", "--hard", cwd=top)
                run("git", "clean", "-qfdx", cwd=top)
                row.update(in_place(top, below, documents, found))
                rows.append((f"{name} {below}", row))
                misses.extend(f"{name}: {miss}" for miss in found)
                total.update(row)
            shutil.rmtree(top)
    columns = ("files", "taken", "dated", "linked", "judged", "right", "place")
    print("| repository, folder | " + " | ".join(columns[:-1]) + " | right in place |")
    print("|" + "---|" * (len(columns) + 1))
    for name, row in [*rows, ("all", total)]:
        cells = [str(row[column]) for column in columns[:-1]]
        cells.append(f"{row['place']} of {row['markdown']}")
        print(f"| {name} | " + " | ".join(cells) + " |")
    if total["files"]:
        print(f"\n{100 * total['right'] / total['files']:.1f} % right in everything")
    for miss in misses:
        print(miss)


main()
