#!/usr/bin/env python3
"""What a person waits for in front of the pages, in Chromium.

Usage: benches/browser.py [--program PROGRAM] [--keep FOLDER]

Makes the repository of benches/delivered.py with a few commits: 10,000 generated records, and the site
of it. Prints, in milliseconds: from the start of the server to its first page's first contentful paint,
in a browser that runs already; until a page is there, for each page; from a key to the hits, for a
search on the server's pages and in the site, whose index the browser searches. `--keep` makes the
repository in a folder and finds it there again. Needs Chromium, Node, and npm's registry for the
driver, which is kept below `target/`.
"""

import argparse
import os
import pathlib
import shutil
import subprocess
import tempfile

from delivered import TOP, Place, built

DRIVER = "playwright-core@1.64.1"
BROWSERS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]


def driver():
    """The folder of the driver's modules."""
    folder = TOP / "target/packages" / DRIVER
    modules = folder / "node_modules"
    if not (modules / "playwright-core").exists():
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run(["npm", "install", "--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund", "--silent", DRIVER], cwd=folder, check=True)
    return modules


def main():
    asked = argparse.ArgumentParser(usage=__doc__)
    asked.add_argument("--program")
    asked.add_argument("--keep", type=pathlib.Path)
    given = asked.parse_args()
    browser = next((path for path in BROWSERS if os.path.exists(path)), None)
    if not browser:
        raise SystemExit("there is no Chromium here")
    program, modules = given.program or built(), driver()
    folder = given.keep or pathlib.Path(tempfile.mkdtemp())
    try:
        place = Place(folder.resolve())
        at = place.repository("few-commits", 100, program)
        site = folder.resolve() / "site"
        shutil.rmtree(site, ignore_errors=True)
        place.run(program, "site", str(site), cwd=at)
        more = {"MODULES": str(modules), "BROWSER": browser, "PROGRAM": str(program), "SITE": str(site)}
        subprocess.run(["node", TOP / "benches/browser.mjs"], cwd=at, env=place.environment | more, check=True)
    finally:
        if not given.keep:
            shutil.rmtree(folder)


if __name__ == "__main__":
    main()
