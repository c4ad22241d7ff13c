#!/usr/bin/env python3
"""Packages of git-memory itself: archives, wheels, npm packages, debs and rpms, and what Homebrew, Scoop and Nix read.

Usage: packaging/program.py FOLDER [--out FOLDER] [--some]
       packaging/program.py --targets | --version

FOLDER holds the built programs as TRIPLE/git-memory (git-memory.exe for Windows), one for each row of
targets.toml; --some leaves the rows out that have none. One of the programs runs here and gives the
manual pages and completions for all. Every package has the same bytes of a program, and no package
runs anything when it is installed. --targets prints the rows as JSON and --version the version, for a workflow.

README.md beside this file says how a release is cut. Needs Python 3.11, readelf for programs of Linux,
rpmbuild for rpms, and cargo for the licences of libraries.
"""

import argparse
import gzip
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import textwrap
import tomllib

import formats
import licences

HERE = pathlib.Path(__file__).resolve().parent
TOP = HERE.parent
PACKAGE = tomllib.loads((TOP / "Cargo.toml").read_text())
VERSION = PACKAGE["workspace"]["package"]["version"]
LICENCE = PACKAGE["workspace"]["package"]["license"]
HOME = PACKAGE["package"]["repository"]
ABOUT = PACKAGE["package"]["description"]
SUMMARY = ABOUT.split(":")[0]
TABLE = tomllib.loads((HERE / "targets.toml").read_text())
LICENCES = {path: (TOP / path).read_bytes() for path in ("LICENSE-APACHE", "LICENSE-MIT")}
# The packages of Debian with the libraries that a program may need; others are part of the program.
LIBRARIES = {
    "libc.so.6": "libc6 (>= {GLIBC})",
    "libgcc_s.so.1": "libgcc-s1 (>= {GCC})",
    "libm.so.6": None,
    "libz.so.1": "zlib1g",
}


class Target:
    """One row of the table with its program."""

    def __init__(self, row, folder):
        self.row, self.triple = row, row["triple"]
        self.program = "git-memory.exe" if "windows" in self.triple else "git-memory"
        self.file = folder / self.triple / self.program
        self.archive = f"git-memory-{VERSION}-{self.triple}.{'zip' if 'windows' in self.triple else 'tar.gz'}"
        node = row["npm"]
        self.npm = f"{TABLE['names']['npm']}-{node['os']}-{node['cpu']}{'-musl' if node.get('libc') == 'musl' else ''}"

    def read(self):
        """Reads the program, and what it needs of the system's libraries."""
        self.bytes, self.needs, self.glibc = self.file.read_bytes(), [], ""
        if "linux" not in self.triple:
            return
        command = ["readelf", "--wide", "--dynamic", "--version-info", self.file]
        shown = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        # A library that belongs to the C library on every Linux is not named by packages.
        needed = {name for name in re.findall(r"\(NEEDED\).*\[(.*)\]", shown) if not name.startswith("ld-linux")}
        if strange := needed - (LIBRARIES.keys() if self.row["npm"]["libc"] == "glibc" else set()):
            raise SystemExit(f"fatal: '{self.file}' needs {', '.join(sorted(strange))}")
        if not needed and "gnu" in self.triple:
            raise SystemExit(f"fatal: '{self.file}' needs no C library, which a program for {self.triple} does")
        newest = {of: newest_version(shown, of) for of in ("GLIBC", "GCC")}
        self.glibc = ".".join(newest["GLIBC"].split(".")[:2])
        self.needs = [LIBRARIES[name].format(**newest) for name in sorted(needed) if LIBRARIES[name]]

    def writes_pages(self, folder):
        """True if the program runs here, and has written manual pages and completions into a folder."""
        command = [self.file, "install-man", "--into", folder]
        try:
            return subprocess.run(command, check=False, stdout=subprocess.DEVNULL).returncode == 0
        except OSError:
            return False


def newest_version(shown, of):
    """The newest version of a library's symbols that readelf shows; nothing where it shows none."""
    versions = re.findall(rf"Name: {of}_([0-9.]+)", shown)
    return max(versions, key=lambda version: [int(part) for part in version.split(".")], default="")


def shared(targets):
    """Manual pages and completions, by their paths below a folder `share`."""
    with tempfile.TemporaryDirectory() as folder:
        if not any(target.writes_pages(folder) for target in targets):
            raise SystemExit("fatal: none of the programs runs here to write its manual pages")
        files = sorted(path for path in pathlib.Path(folder).rglob("*") if path.is_file())
        return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def system(share, zsh):
    """Files of a package of the system but for the program, by their paths from the root."""
    files = {}
    for path, text in share.items():
        if path.startswith("man/"):
            files[f"usr/share/{path}.gz"] = gzip.compress(text, mtime=0)
        elif not path.startswith("powershell/"):
            files[f"usr/share/{path.replace('zsh/site-functions', zsh)}"] = text
    return files


def archive(target, share, texts):
    top = target.archive.removesuffix(".zip").removesuffix(".tar.gz")
    inside = {f"{top}/{target.program}": target.bytes, f"{top}/README.md": (TOP / "README.md").read_bytes()}
    inside |= {f"{top}/{path}": text for path, text in texts.items()}
    inside |= {f"{top}/share/{path}": text for path, text in share.items()}
    pack = formats.zipped if target.archive.endswith(".zip") else formats.tarball
    yield target.archive, pack(inside, f"{top}/{target.program}")


def wheel(target, share, texts):
    name = TABLE["names"]["pypi"]
    data = f"{name.replace('-', '_')}-{VERSION}.data"
    program = f"{data}/scripts/{target.program}"
    inside = {program: target.bytes} | {f"{data}/data/share/{path}": text for path, text in share.items()}
    needs = {"glibc": target.glibc.replace(".", "_"), "macos": target.row.get("macos", "").replace(".", "_")}
    about = (
        f"Summary: {ABOUT}\nLicense-Expression: {LICENCE}\nProject-URL: Source, {HOME}\nRequires-Python: >=3.8\n"
        f"Keywords: {','.join(PACKAGE['package']['keywords'])}\n"
    )
    yield formats.wheel(name, VERSION, about, texts, f"py3-none-{target.row['wheel'].format(**needs)}", inside, program)


def node(target, share, texts):
    about = {
        "name": target.npm,
        "version": VERSION,
        "description": f"git-memory for {target.triple}; install the package {TABLE['names']['npm']}",
        "license": LICENCE,
        "repository": {"type": "git", "url": f"git+{HOME}.git"},
    }
    about |= {key: [value] for key, value in target.row["npm"].items()}
    # Where a package manager keeps packages in archives, a program needs to be a file.
    about["preferUnplugged"] = True
    yield formats.npm(about, {target.program: target.bytes} | texts, target.program)


def deb(target, share, texts):
    if "deb" not in target.row:
        return
    inside = {"usr/bin/git-memory": target.bytes} | system(share, "zsh/vendor-completions")
    inside["usr/share/doc/git-memory/copyright"] = b"\n".join(texts.values())
    control = {
        "Package": "git-memory",
        "Version": VERSION,
        "Architecture": target.row["deb"],
        "Depends": ", ".join(["git (>= 1:2.39)", *target.needs]),
        "Section": "vcs",
        "Priority": "optional",
        "Homepage": HOME,
        "Maintainer": "git-memory",
        "Description": "\n ".join([SUMMARY, *textwrap.wrap(f"{ABOUT}.", 78)]),
    }
    yield formats.deb(control, inside, "usr/bin/git-memory")


def rpm(target, share, texts):
    if "rpm" not in target.row:
        return
    inside = {"usr/bin/git-memory": target.bytes} | system(share, "zsh/site-functions")
    inside |= {f"usr/share/licenses/git-memory/{path}": text for path, text in texts.items()}
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for path, text in inside.items():
            file = root / "made" / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(text)
            file.chmod(formats.mode(path, "usr/bin/git-memory"))
        # Folders of others' are not ours: only files are named.
        listed = "\n".join(f"/{path}" for path in inside)
        spec = fill("git-memory.spec", {"about": ABOUT, "licence": LICENCE, "files": listed})
        (root / "git-memory.spec").write_text(spec)
        command = [
            "rpmbuild", "--quiet", "-bb", "--target", f"{target.row['rpm']}-linux", "--define", f"_topdir {root}",
            "--define", f"made {root}/made", root / "git-memory.spec",
        ]  # fmt: skip
        try:
            made = os.environ | {"SOURCE_DATE_EPOCH": str(formats.MADE)}
            subprocess.run(command, check=True, env=made, stdout=subprocess.DEVNULL)
        except FileNotFoundError:
            print("warning: no rpm is made: rpmbuild is not installed", file=sys.stderr)
            return
        for file in root.glob("RPMS/*/*.rpm"):
            yield file.name, file.read_bytes()


def launcher(targets, share):
    """The npm package that people install: a few kilobytes, and a package with a program for each platform."""
    name = TABLE["names"]["npm"]
    pages = {path: text for path, text in share.items() if path.startswith("man/")}
    about = {
        "name": name,
        "version": VERSION,
        "description": ABOUT,
        "keywords": PACKAGE["package"]["keywords"],
        "license": LICENCE,
        "homepage": HOME,
        "repository": {"type": "git", "url": f"git+{HOME}.git"},
        "bin": {"git-memory": "git-memory.js"},
        "man": list(pages),
        "optionalDependencies": {target.npm: VERSION for target in targets},
        "engines": {"node": ">=18"},
    }
    files = {"git-memory.js": (HERE / "git-memory.js").read_bytes()} | pages
    return formats.npm(about, files | LICENCES, "git-memory.js")


def fill(template, values):
    """A template with its words between at signs replaced; one without a value is an error."""
    known = {"version": VERSION, "home": HOME, "summary": SUMMARY} | values
    return re.sub(r"@([a-z_0-9:-]+)@", lambda word: known[word[1]], (HERE / "templates" / template).read_text())


def written_for_others(targets, sums):
    """Files that Homebrew, Scoop and Nix read; each names archives with their checksums."""
    known = {"licence": LICENCE}
    for target in targets:
        for kind in ("brew", "nix", "scoop"):
            if called := target.row.get(kind):
                known[f"{kind}:{called}"] = f"{HOME}/releases/download/v{VERSION}/{target.archive}"
                known[f"{kind}:{called}:sum"] = sums[target.archive]
    yield "git-memory.rb", fill("git-memory.rb", known).encode()
    yield "git-memory.json", fill("git-memory.json", known).encode()
    flake = {f"git-memory-{VERSION}/flake.nix": fill("flake.nix", known).encode()}
    yield f"git-memory-{VERSION}-nix.tar.gz", formats.tarball(flake)


def main():
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("folder", type=pathlib.Path, nargs="?")
    asked.add_argument("--targets", action="store_true", help="print the rows as JSON")
    asked.add_argument("--version", action="version", version=VERSION)
    asked.add_argument("--out", type=pathlib.Path, default=pathlib.Path("dist"))
    asked.add_argument("--some", action="store_true", help="leave rows without a program out")
    given = asked.parse_args()
    if given.targets:
        print(json.dumps(TABLE["target"]))
        return
    if given.folder is None:
        asked.error("a folder with the programs is needed")
    if not re.fullmatch(r"\d+\.\d+\.\d+", VERSION):
        raise SystemExit(f"fatal: '{VERSION}' is not three numbers, the only version that means the same in every format")
    targets = [Target(row, given.folder) for row in TABLE["target"]]
    built = [target for target in targets if target.file.is_file()]
    if missing := [target.file for target in targets if target not in built and not given.some]:
        raise SystemExit(f"fatal: there is no '{missing[0]}'\nhint: --some makes packages of the programs that are there")
    share, sums = shared(built), {}
    given.out.mkdir(parents=True, exist_ok=True)

    def write(file, text):
        (given.out / file).write_bytes(text)
        sums[file] = hashlib.sha256(text).hexdigest()
        print(given.out / file)

    for target in built:
        target.read()
        texts = LICENCES | {"LICENSES-OF-LIBRARIES": licences.of_libraries(TOP, target.triple)}
        for make in (archive, wheel, node, deb, rpm):
            for file, text in make(target, share, texts):
                write(file, text)
    write(*launcher(targets, share))
    if not given.some:
        for file, text in written_for_others(targets, sums):
            write(file, text)
    listed = "".join(f"{sum}  {file}\n" for file, sum in sorted(sums.items()))
    (given.out / "SHA256SUMS").write_text(listed)


main()
