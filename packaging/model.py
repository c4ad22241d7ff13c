#!/usr/bin/env python3
"""Packages of one sentence model: a wheel, an npm package and a deb, with weights, tokenizer and licence.

Usage: packaging/model.py NAME VERSION FOLDER --licence SPDX [--out FOLDER]

FOLDER has what `git memory model add` takes (model.onnx, or another name of it; tokenizer.json or
vocab.txt; config.json and 1_Pooling/config.json where the model is not a known one), and the
licence's text as LICENSE. Nothing else goes into a package, and no package runs anything: whoever
installs one adds the folder that it brought, which is printed. The same files make the same bytes.
"""

import argparse
import base64
import gzip
import hashlib
import io
import json
import pathlib
import re
import tarfile
import zipfile

FILES = [
    "model_int8.onnx", "model_quantized.onnx", "model.onnx", "tokenizer.json", "vocab.txt", "config.json",
    "1_Pooling/config.json", "LICENSE",
]  # fmt: skip
WEIGHTS = FILES[:3]
# 1980-01-01, the first day that a zip archive can name.
MADE = 315532800


def content(folder):
    """The files of a model, by their names in a package: one with weights."""
    found = {}
    for name in FILES:
        if name in WEIGHTS and any(other in found for other in WEIGHTS):
            continue
        if (file := folder / name).is_file():
            found[name] = file.read_bytes()
    if not any(name in found for name in WEIGHTS):
        raise SystemExit(f"fatal: '{folder}' has no weights: {', '.join(WEIGHTS)}")
    if "tokenizer.json" not in found and "vocab.txt" not in found:
        raise SystemExit(f"fatal: '{folder}' has no tokenizer.json or vocab.txt")
    if "LICENSE" not in found:
        raise SystemExit(f"fatal: '{folder}' has no LICENSE: weights are passed on with their licence")
    return found


def tarball(files):
    """A compressed archive of files, by their paths in it."""
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, text in files.items():
            entry = tarfile.TarInfo(name)
            entry.size, entry.mtime, entry.mode = len(text), MADE, 0o644
            archive.addfile(entry, io.BytesIO(text))
    return gzip.compress(plain.getvalue(), mtime=0)


def wheel(out, name, version, licence, files):
    module = f"git_memory_model_{re.sub('[^a-z0-9]+', '_', name.lower())}"
    about = f"{module}-{version}.dist-info"
    inside = {f"{module}/{path}": text for path, text in files.items()}
    inside[f"{about}/METADATA"] = (
        f"Metadata-Version: 2.4\nName: {module.replace('_', '-')}\nVersion: {version}\n"
        f"Summary: The sentence model {name} for git-memory\nLicense-Expression: {licence}\n"
    ).encode()
    inside[f"{about}/WHEEL"] = b"Wheel-Version: 1.0\nGenerator: git-memory\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    record = ""
    for path, text in inside.items():
        sum = base64.urlsafe_b64encode(hashlib.sha256(text).digest()).rstrip(b"=").decode()
        record += f"{path},sha256={sum},{len(text)}\n"
    inside[f"{about}/RECORD"] = f"{record}{about}/RECORD,,\n".encode()
    file = out / f"{module}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, text in inside.items():
            entry = zipfile.ZipInfo(path)
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            archive.writestr(entry, text)
    return file, f"{module} in Python's site-packages"


def npm(out, name, version, licence, files):
    package = f"git-memory-model-{name.lower()}"
    about = {"name": package, "version": version, "description": f"The sentence model {name} for git-memory", "license": licence}
    inside = {"package/package.json": json.dumps(about, indent=2).encode() + b"\n"}
    inside |= {f"package/{path}": text for path, text in files.items()}
    file = out / f"{package}-{version}.tgz"
    file.write_bytes(tarball(inside))
    return file, f"node_modules/{package}"


def deb(out, name, version, licence, files):
    package = f"git-memory-model-{re.sub('[^a-z0-9.+-]+', '-', name.lower())}"
    place = f"usr/share/git-memory/models/{name}"
    inside = {f"./{place}/{path}": text for path, text in files.items() if path != "LICENSE"}
    inside[f"./usr/share/doc/{package}/copyright"] = files["LICENSE"]
    size = sum(map(len, inside.values())) // 1024 + 1
    control = (
        f"Package: {package}\nVersion: {version}\nArchitecture: all\nInstalled-Size: {size}\n"
        f"Maintainer: git-memory\nDescription: The sentence model {name} for git-memory\n Licence: {licence}.\n"
    )
    sums = "".join(f"{hashlib.md5(text).hexdigest()}  {path[2:]}\n" for path, text in inside.items())
    parts = {
        "debian-binary": b"2.0\n",
        "control.tar.gz": tarball({"./control": control.encode(), "./md5sums": sums.encode()}),
        "data.tar.gz": tarball(inside),
    }
    archive = b"!<arch>\n"
    for part, text in parts.items():
        archive += f"{part:<16}{MADE:<12}{0:<6}{0:<6}{100644:<8}{len(text):<10}`\n".encode()
        archive += text + b"\n" * (len(text) % 2)
    file = out / f"{package}_{version}_all.deb"
    file.write_bytes(archive)
    return file, f"/{place}"


def main():
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("name")
    asked.add_argument("version")
    asked.add_argument("folder", type=pathlib.Path)
    asked.add_argument("--licence", required=True, help="of the weights, as SPDX writes it")
    asked.add_argument("--out", type=pathlib.Path, default=pathlib.Path("dist"))
    given = asked.parse_args()
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9.-]*", given.name):
        raise SystemExit(f"fatal: '{given.name}' is no name of a model: letters, digits, points and hyphens")
    if not re.fullmatch(r"\d+\.\d+\.\d+", given.version):
        raise SystemExit(f"fatal: '{given.version}' is no version: three numbers, as in 1.0.0")
    files = content(given.folder)
    given.out.mkdir(parents=True, exist_ok=True)
    for make in (wheel, npm, deb):
        file, place = make(given.out, given.name, given.version, given.licence, files)
        print(f"{file}: git memory model add {place}")


main()
