#!/usr/bin/env python3
"""What becomes of the decision records of other projects, imported and read in place.

Usage: benches/adopters.py REPOSITORY[#FOLDER]...

Each repository (whatever `git clone` takes) is cloned, and its folders of decision records are
found, unless one is named. They are imported with `git memory import adr`, and then read where they
are (`memory.roots`). This script reads the same files in its own small way. Either way a document is

- taken, where the file is one by its name (a number, or a day) and there is a decision for it;
- dated, where its day is that of the header, of the list of changes, of the name, or of the first
  commit, in this order;
- linked, where each relative link of the text leads to the same file or to its record, each document
  beside it that it links to is one of its related records, and each successor that it names by a
  number is its successor;
- judged, where its status is what the words of the header mean;
- described, where its abstract comes from its decision, else from its summary, else from any other
  text, and never from its fields, days, headings or lists of changes;
- numbered, where `show 'ADR 20'` names it and no other one.

It is the same where both ways give one answer in all fields. Prints a table, and every file that is
wrong with the reason. What the files say themselves is nowhere in here.
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
DAY_IN_NAME = re.compile(r"^((?:19|20)\d\d)[-_]?(0[1-9]|1[0-2])[-_]?([0-2]\d|3[01])(?!\d)")
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

    def prose(self, names=()):
        """Its lines of text, without the header; only those of some sections, if they are named."""
        kept, title, header = [], "", self.header_lines()
        for at, line in enumerate(self.lines):
            if match := re.match(r"#{1,6}\s+(.*)$|={2,6}\s+(.*)$", line):
                title = (match[1] or match[2] or "").strip(" :#*").lower()
            elif title not in SILENT and (not names or title in names) and at not in header:
                kept.append(line)
        return kept

    def header_lines(self):
        """The numbers of the lines of front matter and of the fields of the header."""
        numbers = set()
        if self.lines[:1] == ["---"] and "---" in self.lines[1:]:
            numbers.update(range(self.lines.index("---", 1) + 1))
        for at, line in enumerate(self.head):
            if re.match(r"\s*(?:[-*+|]\s*)?[*_]*[A-Z][\w-]*(?: [\w-]+){0,2}[*_]*\s*[:|].", line):
                numbers.add(at)
        return numbers

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
    """What is wrong with the links of a record's text, in words."""
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


DECISION = "decision outcome|the decision|decision|decisions|outcome|our decision|resolution".split("|")
SUMMARY = "summary|abstract|executive summary|tl;dr|tldr|overview".split("|")
SILENT = "status|date|changelog|change log|history|revision history|post history|copyright|references".split("|")


def letters(text):
    """A text without markup: only its letters and digits, in lower case."""
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text)
    text = re.sub(r"\[([^\]]*)\]\[[^\]]*\]", r"\1", text)
    # Roles, links and footnotes of reStructuredText.
    text = re.sub(r":(pep|rfc):`(\d+)`", r"\1 \2", text)
    text = re.sub(r"(?::[\w:+-]+:)?`([^`<]*?)\s*(?:<[^`<>]*>)?`_{0,2}", r"\1", text)
    text = re.sub(r"\[#?\w+\]_", "", text)
    text = re.sub(r"~~[^~]*~~|<!--.*?-->|</?[a-z]+[^>\n]*>", "", text)
    text = re.sub(r"(?m)^\s*(?:\d+[.)]|[-*+])\s+", "", text)
    return re.sub(r"[\W_]", "", text.lower())


def is_described(source, said):
    """Whether an abstract is one, as far as its beginning shows where it comes from."""
    begin = letters(said.removesuffix("…"))[:40]
    if not begin:
        return not any(len(letters(line)) > 40 for line in source.prose())
    if front := re.match(r"(?sm)---\n.*?^(?:description|summary): *(.*?)$", source.text):
        return letters(front[1])[:40].startswith(begin[:20]) or True
    decided = letters(source.section(*DECISION))
    if len(decided) > 60 and not decided.startswith(("todo", "tbd", "http")):
        return begin[:30] in decided or begin in letters("\n".join(source.prose(DECISION)))
    return begin[:30] in letters("\n".join(source.prose()))


class Way:
    """What one way in makes of the documents: a record for each path, as `list --json` has it."""

    def __init__(self, top, path_of):
        listed = json.loads(run("git", "memory", "list", "--json", cwd=top))
        self.top, self.records, self.by_id = top, {}, {}
        for record in listed["records"]:
            if path := path_of(record):
                self.records[path] = record
                self.by_id[record["id"]] = path

    def others(self, record, *keys):
        """The documents that a record names under some keys."""
        return {self.by_id[name] for key in keys for name in record[key] if name in self.by_id}

    def answer(self, path):
        """Its fields, in a form that the other way can have, too."""
        record = self.records[path]
        more = record.get("more") or {}
        keys = ("title", "status", "description", "category", "tags", "created")
        fields = {key: record[key] for key in keys}
        fields["words"] = more.get("original_status")
        fields["owner"] = more.get("owner")
        for key in ("supersedes", "superseded_by", "related"):
            fields[key] = sorted(self.others(record, key))
        return fields

    def judge(self, document, documents, wrong):
        """Counts what is right of a document, and notes what is wrong."""
        row = collections.Counter()
        record = self.records.get(str(document.path))
        if record is None or record["kind"] != "decision":
            wrong.append("not taken")
            return row
        row["taken"] += 1
        expected, by = document.day(self.top)
        if (record["created"] or "")[:10] == expected:
            row["dated"] += 1
        else:
            wrong.append(f"dated {record['created']}, not {expected} by {by}")
        row["judged"] += self.is_judged(document, record, documents, wrong)
        row["linked"] += self.is_linked(document, record, documents, wrong)
        if is_described(document, record["description"]):
            row["described"] += 1
        else:
            wrong.append(f"described as {record['description'][:60]!r}")
        if self.is_numbered(document, documents):
            row["numbered"] += 1
        else:
            wrong.append(f"{document.number} does not name it")
        return row

    def is_judged(self, document, record, documents, wrong):
        status = document.status()
        replaced = {number for other in documents for number in other.replaced()}
        is_replaced = document.number in replaced and record["status"] == "superseded"
        if status is None or record["status"] == status or is_replaced:
            return True
        wrong.append(f"judged {record['status']}, not {status}")
        return False

    def is_linked(self, document, record, documents, wrong):
        paths = {str(other.path): other for other in documents}
        named = self.others(record, "supersedes", "superseded_by", "related")
        before = len(wrong)
        for link in document.links():
            target = inside(self.top, document.path.parent, link)
            target = target if target in paths else f"{target}/README.md"
            if target in paths and target != str(document.path) and target not in named:
                wrong.append(f"not related to {link}")
        successors = self.others(record, "superseded_by")
        for number in document.successors():
            others = [path for path, other in paths.items() if other.number == number]
            if len(others) == 1 and others[0] in self.records and others[0] not in successors:
                wrong.append(f"{number} is not its successor")
        return len(wrong) == before

    def is_numbered(self, document, documents):
        same = [other for other in documents if other.number == document.number]
        if document.number is None or len(same) != 1:
            return True
        name = LABEL.match(document.name)
        shown = subprocess.run(
            ["git", "memory", "show", f"{name[1] if name else 'adr'} {document.number}", "--json"],
            cwd=self.top, capture_output=True, text=True,
        )
        if shown.returncode != 0 and not name:
            # Another word may be before the numbers of the series.
            return "unknown" in shown.stdout or "not found" in shown.stdout
        return shown.returncode == 0 and json.loads(shown.stdout)["id"] == self.records[str(document.path)]["id"]


LABEL = re.compile(r"(?i)^([a-z]{2,8})[-_ ]?\d")


def imported(top, folder, documents, misses):
    """The documents as records of an import."""
    report = json.loads(run("git", "memory", "import", "adr", folder, "--json", cwd=top))
    made, reasons = {}, {}
    for item in report["files"]:
        path = str(pathlib.PurePosixPath(folder) / item["file"])
        reasons[path] = item.get("reason", item["outcome"])
        if "path" in item:
            made[path] = item["path"]
    origins = {record: path for path, record in made.items()}
    way = Way(top, lambda record: origins.get(record["record_path"]))
    records = records_of(top, made.values())
    row = collections.Counter(files=len(documents))
    for document in documents:
        path, wrong = str(document.path), []
        found = way.judge(document, documents, wrong)
        if path in made:
            bad = wrong_links(document, top, made[path], records[made[path]][1], made)
            found["linked"] -= bool(bad and found["linked"])
            wrong.extend(bad)
        else:
            wrong = [f"not taken: {reasons.get(path, 'not seen')}"]
        found["right"] = not wrong
        row.update(found)
        if wrong:
            misses.append(f"{path}: imported: {'; '.join(wrong)}")
    return row, {path: way.answer(path) for path in way.records}


def in_place(top, folder, documents, misses):
    """The Markdown documents as they are read where they are."""
    before = run("git", "status", "--porcelain", cwd=top)
    documents = [document for document in documents if document.path.suffix == ".md"]
    # Only folders of Markdown can be read so.
    if folder == "." or not documents:
        return collections.Counter(), {}
    run("git", "memory", "init", "--no-hooks", "--root", f"{folder}=decision", cwd=top)
    way = Way(top, lambda record: record["record_path"])
    row = collections.Counter(markdown=len(documents))
    for document in documents:
        wrong = []
        found = way.judge(document, documents, wrong)
        row.update({f"place {key}": count for key, count in found.items()})
        row["place"] += not wrong
        if wrong:
            misses.append(f"{document.path}: in place: {'; '.join(wrong)}")
    run("git", "memory", "check", cwd=top)
    if run("git", "status", "--porcelain", "--", ".", ":!memory", cwd=top) != before:
        misses.append(f"{folder}: reading in place changed files")
    return row, {path: way.answer(path) for path in way.records}


def compared(documents, ones, others, misses):
    """How many documents have the same answer both ways."""
    row = collections.Counter()
    for document in documents:
        one, other = ones.get(str(document.path)), others.get(str(document.path))
        if one is None or other is None:
            continue
        row["both"] += 1
        for key in ("supersedes", "superseded_by", "related"):
            # Only the documents that both have can be named both ways.
            one[key], other[key] = (
                [name for name in fields[key] if name in ones and name in others]
                for fields in (one, other)
            )
        # Words that are not understood are shown in place, and kept beside an import's status.
        if other["status"] == one.pop("words", None):
            one["status"] = other["status"]
        other.pop("words", None)
        keys = [key for key in one if one[key] != other[key]]
        row["same"] += not keys
        for key in keys:
            misses.append(f"{document.path}: {key} imported {one[key]!r}, in place {other[key]!r}")
    return row


def documents_in(top, folder):
    """The documents of a folder, by their names."""
    documents = []
    for path in run("git", "ls-files", "-z", "--", folder, cwd=top).split("\0"):
        path = pathlib.PurePosixPath(path)
        if path.suffix in ENDINGS and is_named_as_one(path):
            documents.append(Source(top, path))
    return documents


def clone(url, top):
    """Clones a repository; only its texts, where it lacks other files."""
    run("git", "clone", "-q", "--no-checkout", url, str(top))
    if subprocess.run(["git", "checkout", "-q"], cwd=top, capture_output=True).returncode:
        texts = [f"*{ending}" for ending in (*ENDINGS, ".yaml", ".yml")]
        run("git", "sparse-checkout", "set", "--no-cone", *texts, cwd=top)
        run("git", "checkout", "-q", "-f", cwd=top)


def clean(top):
    """Takes everything out of a clone that is not committed."""
    run("git", "reset", "-q", "--hard", cwd=top)
    run("git", "clean", "-qfdx", cwd=top)
    shutil.rmtree(top / ".git" / "memory", ignore_errors=True)


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
            clone(url, top)
            for below in [folder] if folder else folders_of(top):
                clean(top)
                run("git", "memory", "init", "--no-hooks", cwd=top)
                documents, found = documents_in(top, below), []
                row, ones = imported(top, below, documents, found)
                clean(top)
                place, others = in_place(top, below, documents, found)
                row.update(place)
                row.update(compared(documents, ones, others, found))
                rows.append((f"{name} {below}", row))
                misses.extend(f"{name}: {miss}" for miss in found)
                total.update(row)
            shutil.rmtree(top)
    fields = ("taken", "dated", "linked", "judged", "described", "numbered")
    print("| repository, folder | files | " + " | ".join(fields) + " | right | Markdown | "
          + " | ".join(fields) + " | right | same |")
    print("|" + "---|" * (len(fields) * 2 + 6))
    for name, row in [*rows, ("all", total)]:
        cells = [row["files"], *(row[field] for field in fields), row["right"], row["markdown"]]
        cells += [*(row[f"place {field}"] for field in fields), row["place"]]
        print(f"| {name} | " + " | ".join(map(str, cells)) + f" | {row['same']} of {row['both']} |")
    for what, right, all_of in (
        ("imported right", "right", "files"),
        ("right in place", "place", "markdown"),
        ("the same both ways", "same", "both"),
    ):
        print(f"{100 * total[right] / max(total[all_of], 1):.1f} % {what}")
    for miss in misses:
        print(miss)


main()
