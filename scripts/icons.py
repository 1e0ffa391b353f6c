"""Draw the app's icons, as phones want them, from our own drawing (static/icons/startfelt.svg).

Run it after the drawing has changed; a test compares. Pillow comes with WeasyPrint.
"""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

from PIL import Image, ImageDraw

ROOT = Path(__file__).resolve().parent.parent
DRAWING = ROOT / "static/icons/startfelt.svg"
FOLDER = ROOT / "static/icons/app"
#: File name -> edge in pixels, and whether the system cuts its own shape out of it: such an icon
#: fills the square, and what matters lies within the circle that every shape leaves.
ICONS = {
    "icon-192.png": (192, False),
    "icon-512.png": (512, False),
    "maskable-192.png": (192, True),
    "maskable-512.png": (512, True),
    "apple-touch-icon.png": (180, True),
}
#: Drawn so many times as large and made smaller, so that edges are smooth.
FINER = 4
SAFE = 0.74
COLOURS = 32


def draw(size: int, *, whole: bool) -> Image.Image:
    """The drawing with an edge of `size` pixels; `whole` fills the square."""
    root = ElementTree.parse(DRAWING).getroot()  # noqa: S314  (our own file)  # nosec B314
    edge = float(root.attrib["viewBox"].split()[2])
    big = size * FINER
    image = Image.new("RGBA", (big, big), (0, 0, 0, 0))
    pen = ImageDraw.Draw(image)
    scale = big / edge * (SAFE if whole else 1)
    shift = big * (1 - SAFE) / 2 if whole else 0
    for shape in root:
        part = shape.attrib
        if shape.tag.endswith("rect"):
            radius = 0 if whole else float(part["rx"]) * scale
            pen.rounded_rectangle((0, 0, big - 1, big - 1), radius, fill=part["fill"])
        elif shape.tag.endswith("circle"):
            x, y = (float(part[name]) * scale + shift for name in ("cx", "cy"))
            line = float(part.get("stroke-width", 0)) * scale
            radius = float(part["r"]) * scale + line / 2
            fill = None if part["fill"] == "none" else part["fill"]
            pen.ellipse(
                (x - radius, y - radius, x + radius, y + radius),
                fill=fill,
                outline=part.get("stroke"),
                width=round(line),
            )
    return image.resize((size, size), Image.Resampling.LANCZOS).quantize(
        COLOURS, method=Image.Quantize.FASTOCTREE
    )


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, (size, whole) in ICONS.items():
        draw(size, whole=whole).save(FOLDER / name, optimize=True)
        print(f"{name}: {(FOLDER / name).stat().st_size} bytes")


if __name__ == "__main__":
    main()
