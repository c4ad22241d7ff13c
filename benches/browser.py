#!/usr/bin/env python3
"""What a person waits for in front of the pages, in Chromium.

Usage: benches/browser.py [--program PROGRAM] [--keep FOLDER]
       benches/browser.py [--program PROGRAM] --pictures FOLDER REPOSITORY#FOLDER…

Makes the repository of perf/made.py with a few commits: 10,000 generated records, and the site
of it. Prints, in milliseconds: from the start of the server to its first page's first contentful paint,
in a browser that runs already; until a page is there, for each page; from a key to the hits, for a
search on the server's pages and in the site, whose index the browser searches. `--keep` makes the
repository in a folder and finds it there again.

`--pictures` keeps pictures of eight pages of each repository, whose decision records are in its folder, at
four widths, light and dark, and fails where axe-core finds something in them. Needs Chromium, Node, and npm's registry for the
driver, which is kept below `target/`.
"""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "perf"))
from made import TOP, Place, built

DRIVER = ["playwright-core@1.64.1", "axe-core@4.11.0"]
BROWSERS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]


def driver():
    """The folder of the driver's modules."""
    folder = TOP / "target/packages" / "+".join(DRIVER)
    modules = folder / "node_modules"
    if not (modules / "playwright-core").exists():
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run(["npm", "install", "--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund", "--silent", *DRIVER], cwd=folder, check=True)
    return modules


def pictures(place, program, repositories, environment):
    """Pictures of the pages of each repository, from a clone of it that reads its records in place."""
    good = True
    for given in repositories:
        repository, _, records = given.partition("#")
        name = repository.rstrip("/").removesuffix("/.git").removesuffix("/repo").split("/")[-1].split("+")[-1]
        at = place.folder / name
        place.run("git", "clone", "-q", repository, str(at), cwd=place.folder)
        place.run(program, "init", "--no-hooks", "--root", records, cwd=at)
        place.run("git", "commit", "-q", "-m", "Set up a memory", cwd=at)
        good &= subprocess.run(["node", TOP / "benches/pictures.mjs"], cwd=at, env=environment | {"NAME": name}).returncode == 0
    raise SystemExit(not good)


def main():
    asked = argparse.ArgumentParser(usage=__doc__)
    asked.add_argument("--program")
    asked.add_argument("--keep", type=pathlib.Path)
    asked.add_argument("--pictures", type=pathlib.Path)
    asked.add_argument("repositories", nargs="*")
    given = asked.parse_args()
    browser = next((path for path in BROWSERS if os.path.exists(path)), None)
    if not browser:
        raise SystemExit("there is no Chromium here")
    program, modules = given.program or built(), driver()
    folder = given.keep or pathlib.Path(tempfile.mkdtemp())
    try:
        place = Place(folder.resolve())
        more = place.environment | {"MODULES": str(modules), "BROWSER": browser, "PROGRAM": str(program)}
        if given.pictures:
            given.pictures.mkdir(parents=True, exist_ok=True)
            pictures(place, program, given.repositories, more | {"FOLDER": str(given.pictures.resolve())})
        at = place.repository("few-commits", 100, program)
        site = folder.resolve() / "site"
        shutil.rmtree(site, ignore_errors=True)
        place.run(program, "site", str(site), cwd=at)
        subprocess.run(["node", TOP / "benches/browser.mjs"], cwd=at, env=more | {"SITE": str(site)}, check=True)
    finally:
        if not given.keep:
            shutil.rmtree(folder)


if __name__ == "__main__":
    main()
