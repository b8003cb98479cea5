#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the bill of materials of the source package: tali-VERSION.spdx.json, SPDX 2.3.

    scripts/make-sbom.py --source build/dist/tali-0.1.0.tar.gz

Every file with its digests and what its first line says of its licence (scripts/check-spdx.sh asks for that line); what
others made with the licence that THIRD_PARTY.md has; and the libraries that tali can be built with.
"""

from __future__ import annotations

import argparse
import datetime
import hashlib
import json
import pathlib
import re
import sys
import tarfile

# Works of others in the tree: heading in THIRD_PARTY.md, licence, its files, a name, and where it is from.
OTHERS = [
    ("Joe and Kuo's direction numbers", "BSD-3-Clause", "data/new-joe-kuo-6", "new-joe-kuo-6",
     "https://web.maths.unsw.edu.au/~fkuo/sobol/", "Copyright (c) 2008, Frances Y. Kuo and Stephen Joe", "CONTAINS"),
    ("Random123's known answers", "BSD-3-Clause", "tests/data/known_answers.txt", "random123-known-answers",
     "https://github.com/DEShawResearch/random123", "Copyright 2010-2011, D. E. Shaw Research.", "CONTAINS"),
]


def identifier(text: str) -> str:
    return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", text)


def package(name: str, version: str | None, licence: str, place: str, rights: str) -> dict:
    made = {"name": name, "SPDXID": identifier(f"Package-{name}"), "downloadLocation": place, "filesAnalyzed": False,
            "licenseConcluded": licence, "licenseDeclared": licence, "copyrightText": rights}
    return made | ({"versionInfo": version} if version else {})


def not_shipped(third_party: str) -> list[str]:
    """The libraries of THIRD_PARTY.md's last section."""
    section = third_party.split("## Not shipped", 1)[1]
    listed = re.search(r"does not carry: (.*?)\.(?:\s|$)", section.replace("\n", " ")).group(1)
    return [name.strip() for name in re.sub(r",? and (NVIDIA's )?", ", ", listed).split(",") if name.strip()]


def file_entry(name: str, content: bytes) -> dict:
    first = b"\n".join(content.split(b"\n", 2)[:2]).decode(errors="replace")
    said = re.search(r"SPDX-License-Identifier: ([\w.-]+)", first)
    others = next((o for o in OTHERS if name.startswith(o[2])), None)
    licence = others[1] if others else "Apache-2.0"
    if others and name.endswith("known_answers.txt"):
        licence = "Apache-2.0 AND BSD-3-Clause"
    return {"fileName": f"./{name}", "SPDXID": identifier(f"File-{hashlib.sha1(name.encode()).hexdigest()[:16]}"),
            "checksums": [{"algorithm": "SHA1", "checksumValue": hashlib.sha1(content).hexdigest()},
                          {"algorithm": "SHA256", "checksumValue": hashlib.sha256(content).hexdigest()}],
            "licenseConcluded": licence, "licenseInfoInFiles": [said.group(1) if said else "NOASSERTION"],
            "copyrightText": others[5] if others else "NOASSERTION"}


def bill(source: pathlib.Path) -> dict:
    with tarfile.open(source) as tar:
        contents = {m.name.split("/", 1)[1]: tar.extractfile(m).read() for m in tar.getmembers() if m.isfile()}
        seconds = max(m.mtime for m in tar.getmembers())
    third_party = contents["THIRD_PARTY.md"].decode()
    for heading, _, start, *_ in OTHERS:
        if f"## {heading}" not in third_party:
            sys.exit(f"make-sbom.py: THIRD_PARTY.md has no section '{heading}'")
        if not any(name.startswith(start) for name in contents):
            sys.exit(f"make-sbom.py: the source package has no file {start}...")
    version = re.search(r"project\(tali VERSION ([0-9.]+)", contents["CMakeLists.txt"].decode()).group(1)
    files = [file_entry(name, content) for name, content in sorted(contents.items())]
    digests = sorted(f["checksums"][0]["checksumValue"] for f in files)
    tali = package("tali", version, "Apache-2.0 AND BSD-3-Clause", "NOASSERTION", "Copyright the authors of tali")
    tali |= {"supplier": "Organization: The tali developers", "filesAnalyzed": True, "licenseDeclared": "Apache-2.0",
             "licenseInfoFromFiles": sorted({i for f in files for i in f["licenseInfoInFiles"]}),
             "packageFileName": source.name,
             "packageVerificationCode": {"packageVerificationCodeValue": hashlib.sha1("".join(digests).encode()).hexdigest()},
             "checksums": [{"algorithm": "SHA256", "checksumValue": hashlib.sha256(source.read_bytes()).hexdigest()}]}
    packages = [tali]
    relationships = [("SPDXRef-DOCUMENT", "DESCRIBES", tali["SPDXID"])]
    for _, licence, start, name, place, rights, relation in OTHERS:
        packages.append(package(name, None, licence, place, rights))
        relationships.append((tali["SPDXID"], relation, packages[-1]["SPDXID"]))
    for name in not_shipped(third_party):
        packages.append(package(name, None, "NOASSERTION", "NOASSERTION", "NOASSERTION"))
        relationships.append((packages[-1]["SPDXID"], "OPTIONAL_DEPENDENCY_OF", tali["SPDXID"]))
    relationships += [(tali["SPDXID"], "CONTAINS", f["SPDXID"]) for f in files]
    created = datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    name = f"tali-{version}"
    unique = hashlib.sha256(source.read_bytes()).hexdigest()[:32]
    return {"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": name,
            "documentNamespace": f"https://spdx.org/spdxdocs/{name}-{unique}",
            "creationInfo": {"created": created, "creators": ["Tool: make-sbom.py"]},
            "packages": packages, "files": files,
            "relationships": [{"spdxElementId": a, "relationshipType": r, "relatedSpdxElement": b} for a, r, b in relationships]}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--source", type=pathlib.Path, required=True, help="tali-VERSION.tar.gz")
    options = parser.parse_args()
    made = bill(options.source)
    to = options.source.parent / f"{made['name']}.spdx.json"
    to.write_text(json.dumps(made, indent=1, ensure_ascii=False) + "\n")
    print(f"{to}: {len(made['files'])} files, {len(made['packages'])} packages")


if __name__ == "__main__":
    main()
