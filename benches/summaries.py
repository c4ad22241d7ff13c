#!/usr/bin/env python3
"""Makes questions of proposals whose authors summed them up, for `cargo bench --bench retrieval`.

Usage: benches/summaries.py FOLDER OUT [--words N]

Reads the Markdown and reStructuredText files below FOLDER that have a section 'Summary' or 'Abstract'
and another one. Writes OUT/docs.jsonl, the texts without that section, and OUT/queries.jsonl: the first
N words of the section (all of it unless told), whose answer is the text that it was taken from.
"""

import argparse
import json
import pathlib
import re

HEADING = re.compile(r"^#{1,3} +(.+?) *#*$|^([^\s#].*)\n[=\-~^]{3,}$", re.MULTILINE)
SUMMARY = re.compile(r"(?:simple )?(?:summary|abstract)", re.IGNORECASE)
TITLE = re.compile(r"^title: *(.+)$", re.IGNORECASE | re.MULTILINE)
FENCED = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)


def parts(text):
    """The title, the summary and all the rest of a proposal; `None` where one is missing."""
    said = TITLE.search(text[:2000])
    text = FENCED.sub("", text)
    headings = list(HEADING.finditer(text))
    for nth, heading in enumerate(headings):
        if not SUMMARY.fullmatch((heading[1] or heading[2]).strip()):
            continue
        end = headings[nth + 1].start() if nth + 1 < len(headings) else len(text)
        summary, rest = text[heading.end():end], text[:heading.start()] + text[end:]
        first = headings[0][1] or headings[0][2]
        title = said[1].strip("\"' ") if said else first if nth else ""
        return (title, summary, rest) if summary.split() and rest.split() else None
    return None


def main():
    asked = argparse.ArgumentParser(usage=__doc__)
    asked.add_argument("folder", type=pathlib.Path)
    asked.add_argument("out", type=pathlib.Path)
    asked.add_argument("--words", type=int)
    given = asked.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    with (given.out / "docs.jsonl").open("w") as docs, (given.out / "queries.jsonl").open("w") as queries:
        for path in sorted(path for end in ("md", "rst") for path in given.folder.rglob(f"*.{end}")):
            name = str(path.relative_to(given.folder))
            if found := parts(path.read_text(errors="replace")):
                title, summary, rest = found
                docs.write(json.dumps({"doc_id": name, "title": title or path.stem, "text": rest}) + "\n")
                queries.write(json.dumps({"query": " ".join(summary.split()[:given.words]), "relevant": [name]}) + "\n")


if __name__ == "__main__":
    main()
