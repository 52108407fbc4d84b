#!/usr/bin/env python3
"""Makes the faces of preview cards. Needs npm, a Debian with apt-get, and `pip install "fonttools==4.68.0"`.

    python3 fonts/make_cards.py      writes fonts/cards/*.z and fonts/LICENSES/noto*.txt, and prints the table for README.md

Each file is a font without hints, compressed with zlib. The program unpacks a face when a card first needs it.
"""

import io
import subprocess
import tarfile
import tempfile
import zlib
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTCollection, TTFont

HERE = Path(__file__).resolve().parent
CORE = ("fonts-noto-core", "20201225-1")
CJK = ("fonts-noto-cjk", "1:20220127+repack1-1")
EMOJI = "@expo-google-fonts/noto-emoji@0.4.7"

# Files of fonts-noto-core by face. The bold ones look best beside the faces of the labels.
FACES = {
    "sans": "NotoSans-Bold",
    **{
        name.lower(): f"NotoSans{name}-Bold"
        for name in (
            "Arabic Armenian Bengali CanadianAboriginal Cherokee Devanagari Ethiopic Georgian Gujarati Gurmukhi Hebrew"
            " Kannada Khmer Lao Malayalam Myanmar Oriya Sinhala Symbols Tamil Telugu Thaana Thai"
        ).split()
    },
    "tibetan": "NotoSerifTibetan-Bold",
    **{name.lower(): f"NotoSans{name}-Regular" for name in "Math Mongolian NKo Symbols2 Syriac Tifinagh".split()},
}
# Faces of which only a part is needed.
PARTS = {
    "sans": "0020-058F 1C80-1C8F 1D00-1DBF 1E00-218F 2C60-2C7F A640-A69F A720-A7FF AB30-AB6F FB00-FB06",
    "math": "1D400-1D7FF",
    "symbols2": "2190-2BFF 1F100-1F1FF 1F800-1F8FF",
}


def code_points(ranges):
    found = set()
    for part in ranges.split():
        first, _, last = part.partition("-")
        found.update(range(int(first, 16), int(last or first, 16) + 1))
    return found


def legacy(encoding, rows):
    """Returns the characters of a national standard."""
    found = set()
    for first in rows:
        for second in range(0x40, 0xFF):
            text = bytes([first, second]).decode(encoding, "ignore")
            if len(text) == 1:
                found.add(ord(text))
    return found


def han():
    """Returns kana, marks, and the ideographs of GB 2312, level 1 of Big5, and JIS X 0208."""
    standards = (
        legacy("gb2312", range(0xA1, 0xF8)) | legacy("big5", range(0xA1, 0xC7)) | legacy("euc_jp", range(0xA1, 0xF5))
    )
    ideographs = {point for point in standards if 0x4E00 <= point <= 0x9FFF}
    return ideographs | code_points("2E80-2FDF 3000-312F 31A0-31FF 3200-33FF FE10-FE4F FF00-FFEF")


def hangul():
    return code_points("1100-11FF 3130-318F A960-A97F AC00-D7FF")


def cut(font, points, **options):
    settings = subset.Options()
    settings.hinting = False
    settings.notdef_outline = True
    settings.name_IDs = [0, 13, 14]
    settings.drop_tables += ["BASE", "DSIG", "MATH", "STAT", "VORG", "gasp", "meta", "vhea", "vmtx"]
    for option, value in options.items():
        setattr(settings, option, value)
    subsetter = subset.Subsetter(settings)
    subsetter.populate(unicodes=points)
    subsetter.subset(font)
    font["head"].modified = font["head"].created
    target = io.BytesIO()
    font.save(target)
    return target.getvalue()


def debian(package, folder):
    name, version = package
    subprocess.run(["apt-get", "download", f"{name}={version}"], cwd=folder, check=True, capture_output=True)
    (archive,) = Path(folder).glob(f"{name}_*.deb")
    subprocess.run(["dpkg-deb", "-x", archive, folder], check=True)


def main():
    rows, total = [], 0
    (HERE / "cards").mkdir(exist_ok=True)

    def write(face, source, data):
        nonlocal total
        packed = zlib.compress(data, 9)
        (HERE / "cards" / f"{face}.z").write_bytes(packed)
        total += len(packed)
        rows.append(f"| {face} | {source} | {len(data) / 1024:.0f} | {len(packed) / 1024:.0f} |")

    with tempfile.TemporaryDirectory() as folder:
        debian(CORE, folder)
        debian(CJK, folder)
        fonts = Path(folder) / "usr/share/fonts"
        for face, file in FACES.items():
            font = TTFont(fonts / "truetype/noto" / f"{file}.ttf")
            points = set(font.getBestCmap())
            if face in PARTS:
                points &= code_points(PARTS[face])
            write(face, f"`{file}`", cut(font, points))
        for face, name, points, options in (
            # Japanese forms of the ideographs that differ; other forms would double the size.
            ("han", "SC", han(), {"layout_scripts": ["DFLT.dflt", "hani.dflt", "hani.JAN ", "kana.dflt", "kana.JAN "],
                                  "layout_features": ["ccmp", "locl", "mark", "mkmk"]}),
            ("hangul", "KR", hangul(), {"layout_features": ["ccmp", "ljmo", "vjmo", "tjmo"]}),
        ):
            fonts_of = TTCollection(fonts / "opentype/noto/NotoSansCJK-Bold.ttc").fonts
            (font,) = [f for f in fonts_of if f["name"].getDebugName(4) == f"Noto Sans CJK {name} Bold"]
            write(face, f"`NotoSansCJK-Bold`, {name}", cut(font, points, **options))
        out = subprocess.run(["npm", "pack", "--silent", EMOJI], cwd=folder, check=True, capture_output=True, text=True)
        package = tarfile.open(Path(folder) / out.stdout.split()[-1])
        font = TTFont(package.extractfile("package/600SemiBold/NotoEmoji_600SemiBold.ttf"))
        write("emoji", f"`{EMOJI}`", cut(font, set(font.getBestCmap())))
        licence = package.extractfile("package/LICENSE_FONT").read()
        (HERE / "LICENSES" / "noto-emoji.txt").write_bytes(licence)
        for package, name in ((CORE, "noto"), (CJK, "noto-cjk")):
            copyright = Path(folder) / "usr/share/doc" / package[0] / "copyright"
            (HERE / "LICENSES" / f"{name}.txt").write_bytes(copyright.read_bytes())
    print("\n".join(rows))
    print(f"total {total / 1024:.0f} KiB")


if __name__ == "__main__":
    main()
