#!/usr/bin/env python3
"""Makes the twelve faces of the labels. Needs npm, a Debian with apt-get, and `pip install "fonttools[woff]==4.68.0"`.

    python3 fonts/make.py            writes fonts/*.ttf, fonts/web/*.woff2, fonts/LICENSES/*.txt and the table for README.md

The packages carry the whole fonts as their designers publish them, one file a weight, so a subset keeps the kerning,
ligatures and marks between all its characters; the files for web pages, cut by script, would have to be merged again.
Lato alone comes from Debian: the package of npm carries version 1, which lacks Czech, Turkish and Cyrillic.
"""

import io
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

HERE = Path(__file__).resolve().parent

# slug: name, version of @expo-google-fonts/<slug> (of Lato: for the licence), file in the package without `.ttf`
FACES = {
    "inter": ("Inter", "0.4.2", "600SemiBold/Inter_600SemiBold"),
    "roboto": ("Roboto", "0.4.3", "600SemiBold/Roboto_600SemiBold"),
    "open-sans": ("Open Sans", "0.4.2", "600SemiBold/OpenSans_600SemiBold"),
    "lato": ("Lato", "0.4.1", "Lato-Semibold"),
    "montserrat": ("Montserrat", "0.4.2", "600SemiBold/Montserrat_600SemiBold"),
    "poppins": ("Poppins", "0.4.1", "600SemiBold/Poppins_600SemiBold"),
    "raleway": ("Raleway", "0.4.2", "600SemiBold/Raleway_600SemiBold"),
    "nunito": ("Nunito", "0.4.2", "600SemiBold/Nunito_600SemiBold"),
    "oswald": ("Oswald", "0.4.2", "600SemiBold/Oswald_600SemiBold"),
    "playfair-display": ("Playfair Display", "0.4.2", "600SemiBold/PlayfairDisplay_600SemiBold"),
    "bebas-neue": ("Bebas Neue", "0.4.1", "400Regular/BebasNeue_400Regular"),
    "pacifico": ("Pacifico", "0.4.1", "400Regular/Pacifico_400Regular"),
}

WEB = (
    "0020-007E 00A0-00FF 0131 0152-0153 02C6 02DA 02DC 2010-2027 202F-203A 20AC 2122 2190-2193 2212"
    " 0100-017F 0401 0404 0406-0407 0410-044F 0451 0454 0456-0457 0490-0491"
)
ALL = WEB + (
    " 0100-024F 0259 02B9-02DD 0300-036F 0370-03FF 0400-052F 0590-05FF 1E00-1EFF 2000-206F 20A0-20C0 2070-209C"
    " 2100-218F 2190-21FF 2200-22FF 25A0-25FF 2600-27BF FB00-FB06 FB1D-FB4F"
)

# What a label is shaped with. The alternates that a user would have to ask for stay out.
FEATURES = ["ccmp", "locl", "rlig", "liga", "clig", "calt", "kern", "mark", "mkmk"]


def code_points(ranges):
    found = set()
    for part in ranges.split():
        first, _, last = part.partition("-")
        found.update(range(int(first, 16), int(last or first, 16) + 1))
    return found


def unpack(slug, version, folder):
    spec = f"@expo-google-fonts/{slug}@{version}"
    out = subprocess.run(
        ["npm", "pack", "--silent", spec], cwd=folder, check=True, capture_output=True, text=True
    )
    return tarfile.open(Path(folder) / out.stdout.split()[-1])


def lato(folder):
    subprocess.run(["apt-get", "download", "fonts-lato=2.0-2.1"], cwd=folder, check=True, capture_output=True)
    (archive,) = Path(folder).glob("fonts-lato_*.deb")
    subprocess.run(["dpkg-deb", "-x", archive, folder], check=True)
    return (Path(folder) / "usr/share/fonts/truetype/lato/Lato-Semibold.ttf").read_bytes()


def cut(data, ranges, flavor, number):
    options = subset.Options()
    options.layout_features = FEATURES
    options.hinting = False
    options.glyph_names = False
    options.notdef_outline = True
    options.name_IDs = [0, 1, 2, 13, 14]
    options.drop_tables += ["STAT", "meta", "gasp", "DSIG", "MATH"]
    options.flavor = flavor
    font = subset.load_font(io.BytesIO(data), options)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=code_points(ranges))
    subsetter.subset(font)
    # Some of the names are reserved: a changed font must not carry them.
    for record in font["name"].names:
        if record.nameID == 1:
            record.string = f"Label Face {number}"
    font["head"].modified = font["head"].created
    target = io.BytesIO()
    subset.save_font(font, target, options)
    return target.getvalue()


def main():
    rows, total = [], 0
    for folder in ("LICENSES", "web"):
        (HERE / folder).mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        for number, (slug, (name, version, file)) in enumerate(FACES.items(), 1):
            package = unpack(slug, version, folder)
            from_debian = slug == "lato"
            data = lato(folder) if from_debian else package.extractfile(f"package/{file}.ttf").read()
            licence = package.extractfile("package/LICENSE_FONT").read()
            ttf, web = cut(data, ALL, None, number), cut(data, WEB, "woff2", number)
            (HERE / f"{slug}.ttf").write_bytes(ttf)
            (HERE / "web" / f"{slug}.woff2").write_bytes(web)
            (HERE / "LICENSES" / f"{slug}.txt").write_bytes(licence)
            font = TTFont(io.BytesIO(ttf))
            revision = f"{font['head'].fontRevision:.3f}"
            total += len(ttf)
            weight = font["OS/2"].usWeightClass
            source = "`fonts-lato` 2.0-2.1" if from_debian else f"`@expo-google-fonts/{slug}` {version}"
            rows.append(
                f"| {name} | {revision} | {weight} | {source} | OFL-1.1 |"
                f" {scripts(font)} | {len(ttf) / 1024:.0f} | {len(web) / 1024:.0f} |"
            )
    print("\n".join(rows))
    print(f"total {total / 1024:.0f} KiB", file=sys.stderr)


def scripts(font):
    cmap = font.getBestCmap()
    marks = {"cyrillic": 0x0416, "greek": 0x03B1, "hebrew": 0x05D0, "vietnamese": 0x1EBF}
    return ", ".join(["latin", *(name for name, code in marks.items() if code in cmap)])


if __name__ == "__main__":
    main()
