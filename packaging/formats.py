"""Formats of packages: a wheel, an npm package, a deb, and archives.

Files are given as bytes by their paths. The same files make the same bytes: nothing of the machine,
the day or the order of a folder goes into a package.
"""

import base64
import gzip
import hashlib
import io
import json
import pathlib
import tarfile
import zipfile

# 1980-01-01, the first day that a zip archive can name.
MADE = 315532800


def mode(path, program):
    """Permissions of a file; `program` is the path of the only one that runs."""
    return 0o755 if path == program else 0o644


def tarball(files, program=None, folders=False):
    """A compressed archive; with `folders`, each folder has an entry of its own before its files."""
    plain, known = io.BytesIO(), set()
    with tarfile.open(fileobj=plain, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for path, text in files.items():
            parents = [str(parent) for parent in reversed(pathlib.PurePosixPath(path).parents)]
            for parent in parents if folders else []:
                if parent not in known:
                    entry = tarfile.TarInfo("./" if parent == "." else f"./{parent}/")
                    entry.type, entry.mtime, entry.mode = tarfile.DIRTYPE, MADE, 0o755
                    archive.addfile(entry)
                    known.add(parent)
            entry = tarfile.TarInfo(f"./{path}" if folders else path)
            entry.size, entry.mtime, entry.mode = len(text), MADE, mode(path, program)
            archive.addfile(entry, io.BytesIO(text))
    return gzip.compress(plain.getvalue(), compresslevel=6, mtime=0)


def zipped(files, program=None):
    """A zip archive."""
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, text in files.items():
            entry = zipfile.ZipInfo(path)
            # A system of 3 is Unix, whatever this one is: else nothing is taken for a program.
            entry.create_system, entry.external_attr = 3, (0o100000 | mode(path, program)) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, text)
    return whole.getvalue()


def wheel(name, version, about, licences, tag, files, program=None):
    """The name of a wheel's file, and its bytes: what PyPA's "Binary distribution format" asks for.

    `about` holds lines of the metadata, `licences` the texts that are its licence, by their names."""
    module = name.replace("-", "_")
    info = f"{module}-{version}.dist-info"
    named = "".join(f"License-File: {path}\n" for path in licences)
    inside = dict(files)
    inside |= {f"{info}/licenses/{path}": text for path, text in licences.items()}
    inside[f"{info}/METADATA"] = f"Metadata-Version: 2.4\nName: {name}\nVersion: {version}\n{about}{named}".encode()
    pure = "true" if tag.endswith("-any") else "false"
    inside[f"{info}/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: git-memory\nRoot-Is-Purelib: {pure}\nTag: {tag}\n".encode()
    record = ""
    for path, text in inside.items():
        sum = base64.urlsafe_b64encode(hashlib.sha256(text).digest()).rstrip(b"=").decode()
        record += f"{path},sha256={sum},{len(text)}\n"
    inside[f"{info}/RECORD"] = f"{record}{info}/RECORD,,\n".encode()
    return f"{module}-{version}-{tag}.whl", zipped(inside, program)


def npm(about, files, program=None):
    """The name of an npm package's file, and its bytes; `about` is its package.json."""
    inside = {"package/package.json": json.dumps(about, indent=2).encode() + b"\n"}
    inside |= {f"package/{path}": text for path, text in files.items()}
    return f"{about['name']}-{about['version']}.tgz", tarball(inside, program and f"package/{program}")


def deb(control, files, program=None):
    """The name of a deb's file, and its bytes; `control` has its fields, `files` begin at the root."""
    control = dict(control)
    control["Installed-Size"] = sum(map(len, files.values())) // 1024 + 1
    # The description has lines of its own, and comes last.
    control["Description"] = control.pop("Description")
    fields = "".join(f"{field}: {value}\n" for field, value in control.items())
    sums = "".join(f"{hashlib.md5(text).hexdigest()}  {path}\n" for path, text in files.items())
    parts = {
        "debian-binary": b"2.0\n",
        "control.tar.gz": tarball({"control": fields.encode(), "md5sums": sums.encode()}, folders=True),
        "data.tar.gz": tarball(files, program, folders=True),
    }
    archive = b"!<arch>\n"
    for part, text in parts.items():
        archive += f"{part:<16}{MADE:<12}{0:<6}{0:<6}{100644:<8}{len(text):<10}`\n".encode()
        archive += text + b"\n" * (len(text) % 2)
    return "{Package}_{Version}_{Architecture}.deb".format(**control), archive
