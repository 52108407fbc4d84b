"""Writes the pictures of this folder. Needs `pip install pillow==13.0.0`.

    python3 make.py FOLDER     FOLDER has clones of image-rs/image, ianare/exif-samples and saucecontrol/Compact-ICC-Profiles

`expected` is written by `cargo xtask dashboard-test --only pictures` with UPDATE_GOLDEN=1.
"""

import io
import shutil
import struct
import sys
import zlib
from pathlib import Path

from PIL import Image

HERE = Path(__file__).resolve().parent
PUBLIC = {
    "image": [
        "webp/extended_images/lossy_alpha.webp",
        "webp/lossy_images/simple-rgb.webp",
        "webp/lossy_images/simple-gray.webp",
        "png/transparency/tbrn2c08.png",
        "png/16bpc/basn6a16.png",
        "png/16bpc/basi0g16.png",
        "jpg/progressive/test.jpg",
        "jpg/portrait_2.jpg",
    ],
    "exif-samples": ["Fujifilm_FinePix_E500.jpg", "Sony_HDR-HC3.jpg"],
}


def grey_profile(gamma):
    """Returns the smallest profile for grey with this gamma."""
    white = struct.pack(">iii", 63190, 65536, 54061)
    tags = [
        (b"desc", b"desc\0\0\0\0" + struct.pack(">I", 5) + b"grey\0" + b"\0" * 78),
        (b"cprt", b"text\0\0\0\0CC0\0"),
        (b"wtpt", b"XYZ \0\0\0\0" + white),
        (b"kTRC", b"curv\0\0\0\0" + struct.pack(">IH", 1, round(gamma * 256))),
    ]
    body, table, start = b"", struct.pack(">I", len(tags)), 132 + 12 * len(tags)
    for name, data in tags:
        data += b"\0" * (-len(data) % 4)
        table += name + struct.pack(">II", start + len(body), len(data))
        body += data
    head = struct.pack(">I4sI4s4s4s", start + len(body), b"\0" * 4, 0x02400000, b"mntr", b"GRAY", b"XYZ ")
    head += struct.pack(">6H", 2026, 11, 28, 0, 0, 0) + b"acsp" + b"\0" * 28 + white
    return head.ljust(128, b"\0") + table + body


def saved(picture, form, **options):
    target = io.BytesIO()
    picture.save(target, form, **options)
    return target.getvalue()


def chunk(name, content):
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


def with_chunks(png, *chunks):
    return png[:33] + b"".join(chunks) + png[33:]


def exif(tag, value):
    """Returns EXIF data with one entry; tag 0x112 is the orientation."""
    return b"II*\0\x08\0\0\0\x01\0" + struct.pack("<HHIHHI", tag, 3, 1, value, 0, 0)


def with_segments(jpeg, *contents):
    segments = (b"\xff\xe1" + struct.pack(">H", len(content) + 2) + content for content in contents)
    return jpeg[:2] + b"".join(segments) + jpeg[2:]


def made(icc):
    grey = Image.frombytes("L", (16, 16), bytes(range(256)))
    alpha = Image.frombytes("L", (16, 16), bytes(level * 7 % 256 for level in range(256)))
    colours = Image.new("RGB", (32, 32))
    inks = Image.new("CMYK", (48, 48))
    for x in range(48):
        for y in range(48):
            inks.putpixel((x, y), (x // 8 * 50, y // 8 * 50, (x // 8 + y // 8) * 25, x // 24 * 60))
            if max(x, y) < 32:
                colours.putpixel((x, y), (x * 8, y * 8, 255 - (x + y) * 4))
    wide, large, gamma = colours.resize((96, 96), Image.BICUBIC), grey.resize((64, 64)), grey_profile(1.8)

    yield "grey-gamma-1.8.png", saved(grey, "PNG", icc_profile=gamma)
    yield "grey-gamma-1.8.jpg", saved(large, "JPEG", quality=95, icc_profile=gamma)
    yield "grey-alpha-gamma-1.8.png", saved(Image.merge("LA", (grey, alpha)), "PNG", icc_profile=gamma)
    yield "grey-adobe-rgb.jpg", saved(large, "JPEG", quality=95, icc_profile=icc("AdobeCompat-v2"))
    yield "grey-adobe-rgb.png", saved(grey, "PNG", icc_profile=icc("AdobeCompat-v2"))
    yield "rgb-grey-profile.png", saved(colours, "PNG", icc_profile=gamma)
    yield "display-p3.png", saved(colours, "PNG", icc_profile=icc("DisplayP3-v2-micro"))
    yield "prophoto.png", saved(colours, "PNG", icc_profile=icc("ProPhoto-v2-micro"))
    yield "rec2020.jpg", saved(wide, "JPEG", quality=95, subsampling=0, icc_profile=icc("Rec2020-v2-micro"))
    yield "adobe-rgb.jpg", saved(wide, "JPEG", quality=90, icc_profile=icc("AdobeCompat-v2"))

    press = icc("CGATS001Compat-v2-micro")
    profiled, bare = (saved(inks, "JPEG", quality=95, **more) for more in ({"icc_profile": press}, {}))
    for name, jpeg in (("-profile", profiled), ("", bare)):
        yield f"cmyk{name}.jpg", jpeg
        marker = jpeg.find(b"Adobe")
        # The last byte of the marker says that the inks are stored as luma and chroma.
        yield f"ycck{name}.jpg", jpeg[: marker + 11] + b"\x02" + jpeg[marker + 12 :]
    marker = profiled.find(b"Adobe")
    yield "cmyk-no-adobe.jpg", profiled[: marker - 4] + profiled[marker + 12 :]

    plain, plain_grey = saved(colours, "PNG"), saved(grey, "PNG")
    code_points, srgb = chunk(b"cICP", bytes([12, 13, 0, 1])), chunk(b"sRGB", b"\0")
    primaries = [31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000]
    wider = [31270, 32900, 68000, 32000, 26500, 69000, 15000, 6000]
    gamma_1_8, gamma_1, gamma_2_2 = (chunk(b"gAMA", struct.pack(">I", round(1e5 / g))) for g in (1.8, 1, 2.2))
    primaries, wider = (chunk(b"cHRM", struct.pack(">8I", *points)) for points in (primaries, wider))
    yield "png-gama18.png", with_chunks(plain, gamma_1_8)
    yield "png-gama10.png", with_chunks(plain, gamma_1)
    yield "png-gama18-chrm.png", with_chunks(plain, gamma_1_8, primaries)
    yield "png-gama22-p3.png", with_chunks(plain, gamma_2_2, wider)
    yield "png-p3chrm.png", with_chunks(plain, wider)
    yield "png-srgb-gama18.png", with_chunks(plain, srgb, gamma_1_8, primaries)
    yield "png-cicp-p3.png", with_chunks(plain, code_points)
    yield "png-cicp-icc.png", with_chunks(saved(colours, "PNG", icc_profile=icc("ProPhoto-v2-micro")), code_points)
    yield "png-grey-gama18.png", with_chunks(plain_grey, gamma_1_8)
    yield "png-grey-gama18-chrm.png", with_chunks(plain_grey, gamma_1_8, primaries)

    half = colours.crop((0, 0, 32, 16))
    jpeg, name = saved(half.resize((64, 32)), "JPEG", quality=95), b"Exif\0\0"
    turned, upright, other = (name + exif(tag, value) for tag, value in ((0x112, 6), (0x112, 1), (0x10F, 6)))
    yield "exif-6-then-1.jpg", with_segments(jpeg, turned, upright)
    yield "exif-1-then-6.jpg", with_segments(jpeg, upright, turned)
    yield "exif-none-then-6.jpg", with_segments(jpeg, other, turned)
    yield "exif-xmp-then-6.jpg", with_segments(jpeg, b"http://ns.adobe.com/xap/1.0/\0<x/>", turned)
    yield "png-exif-6.png", with_chunks(saved(half, "PNG"), chunk(b"eXIf", exif(0x112, 6)))


def main(folder):
    for name, content in made(lambda name: (folder / f"Compact-ICC-Profiles/profiles/{name}.icc").read_bytes()):
        (HERE / name).write_bytes(content)
    for repository, files in PUBLIC.items():
        inner = {"image": "tests/images", "exif-samples": "jpg"}[repository]
        for file in files:
            name = f"{repository}-{file.rsplit('/', 1)[-1].replace('_', '-')}"
            shutil.copy(folder / repository / inner / file, HERE / name)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
