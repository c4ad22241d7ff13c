#!/usr/bin/env python3
"""Packages of one sentence model: a wheel, an npm package and a deb, with weights, tokenizer and licence.

Usage: packaging/model.py NAME VERSION FOLDER --licence SPDX [--out FOLDER]

FOLDER has what `git memory model add` takes (model.onnx, or another name of it; tokenizer.json or
vocab.txt; config.json and 1_Pooling/config.json where the model is not a known one), and the
licence's text as LICENSE. Nothing else goes into a package, and no package runs anything: whoever
installs one adds the folder that it brought, which is printed. The same files make the same bytes.
"""

import argparse
import pathlib
import re

import formats

FILES = [
    "model_int8.onnx", "model_quantized.onnx", "model.onnx", "tokenizer.json", "vocab.txt", "config.json",
    "1_Pooling/config.json", "LICENSE",
]  # fmt: skip
WEIGHTS = FILES[:3]


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


def wheel(name, version, licence, files):
    module = f"git_memory_model_{re.sub('[^a-z0-9]+', '_', name.lower())}"
    about = f"Summary: The sentence model {name} for git-memory\nLicense-Expression: {licence}\n"
    inside = {f"{module}/{path}": text for path, text in files.items()}
    made = formats.wheel(
        module.replace("_", "-"), version, about, {"LICENSE": files["LICENSE"]}, "py3-none-any", inside
    )
    return made, f"{module} in Python's site-packages"


def npm(name, version, licence, files):
    package = f"git-memory-model-{name.lower()}"
    about = {
        "name": package,
        "version": version,
        "description": f"The sentence model {name} for git-memory",
        "license": licence,
    }
    return formats.npm(about, files), f"node_modules/{package}"


def deb(name, version, licence, files):
    package = f"git-memory-model-{re.sub('[^a-z0-9.+-]+', '-', name.lower())}"
    place = f"usr/share/git-memory/models/{name}"
    inside = {f"{place}/{path}": text for path, text in files.items() if path != "LICENSE"}
    inside[f"usr/share/doc/{package}/copyright"] = files["LICENSE"]
    control = {
        "Package": package,
        "Version": version,
        "Architecture": "all",
        "Maintainer": "git-memory",
        "Enhances": "git-memory",
        "Description": f"The sentence model {name} for git-memory\n Licence: {licence}.",
    }
    return formats.deb(control, inside), f"/{place}"


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
        (file, text), place = make(given.name, given.version, given.licence, files)
        (given.out / file).write_bytes(text)
        print(f"{given.out / file}: git memory model add {place}")


main()
