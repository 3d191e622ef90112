#!/usr/bin/env python3
"""Draws random flex containers in headless Chromium and records the frames of their items.

    ./make_flex_fixtures.py [--seed N] [--cases N] [--chromium PATH] [growth] [stretch] [balance]

Writes a file for each of three features to ../Fixtures/FlowEngine:

    chromium-growth.ndjson     flex-grow, with maximum lengths
    chromium-stretch.ndjson    align-items: stretch, with items that have another align-self
    chromium-balance.ndjson    flex-wrap: balance with flex-line-count

Each line is a JSON object; the first one names the browser. The others have these fields:

    axis, alignment, lineAlignment, contentAlignment, spacing, lineSpacing, lineBreaking, minLines,
    layoutDirection    the parameters of FlowLayout
    length, depth      the size of the container along and across its lines; null hugs the lines
    items              an object for each item: size [width, height], weight, maximum, lineAlignment
    frames             [x, y, width, height] of each item, from the container's upper left corner

Alignments have CSS's `safe` keyword, because overfull lines start at the leading edge in FlowLayout. The browser rounds
lengths to 1/64 of a pixel, so containers are laid out up to 256 times as large, and their frames are divided by as much.

Chromium makes more lines than necessary for items without a length if no other items share a line, because its cost of
such a line is 0. These cases are left out; the first line of the file has their number.
"""

import argparse
import json
import math
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

FIXTURES = Path(__file__).resolve().parent.parent / "Fixtures" / "FlowEngine"
sys.path.insert(0, str(FIXTURES))
from chromium import ALIGN, JUSTIFY, SAFE, items_of, length, number  # noqa: E402

LARGEST = 12_000_000  # The browser's lengths end at 2^25 pixels.

PAGE = """<!doctype html><meta charset="utf-8">
<style>
* { margin: 0; padding: 0; border: 0; font-size: 0; line-height: 0 }
.c { position: absolute; top: 0; left: 0; display: flex }
.c > div { box-sizing: border-box; flex: 0 0 auto; min-width: 0; min-height: 0 }
</style><body><script>
const cases = %s;
function layOut(c) {
  const box = document.createElement('div');
  box.className = 'c';
  box.style.cssText = c.css;
  for (const [css, inner] of c.items) {
    const item = document.createElement('div');
    item.style.cssText = css;
    const content = document.createElement('p');
    content.style.cssText = inner;
    item.append(content);
    box.append(item);
  }
  document.body.append(box);
  const o = box.getBoundingClientRect();
  const frames = [...box.children].map(e => {
    const r = e.getBoundingClientRect();
    return [r.left - o.left, r.top - o.top, r.width, r.height];
  });
  box.remove();
  return frames;
}
const answers = cases.map(layOut);
document.body.innerHTML = '<pre></pre>';
document.querySelector('pre').textContent = 'BEGIN' + JSON.stringify(answers) + 'END';
</script>
"""


def draw(rng, feature):
    """A container whose items use a feature."""
    axis = "vertical" if rng.random() < 0.3 else "horizontal"
    space, line_space = (rng.choice([0, 0, 8, 4, 2.5, rng.randint(0, 80) / 4]) for _ in range(2))
    along = rng.choice([1, rng.randint(4, 2000) / 4] + 4 * [rng.randint(200, 2400) / 4])
    count = rng.choice([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 30, 40])
    if rng.random() < 0.02:
        count = rng.randint(100, 400)
    # The depth of an item of a balanced flow isn't 0, so that lines can be counted.
    items = [{"size": pair(axis, one, rng.randint(1, 200) / 4 if feature == "balance" else length(rng, 50))}
             for one in items_of(rng, count, along, space)]
    case = {
        "axis": axis,
        "alignment": rng.choice(list(JUSTIFY)),
        "lineAlignment": "top" if axis == "horizontal" else "leading",
        "contentAlignment": rng.choice(list(JUSTIFY)),
        "spacing": space,
        "lineSpacing": line_space,
        "lineBreaking": "balanced" if rng.random() < 0.2 else "greedy",
        "minLines": 1,
        "layoutDirection": rng.choice(["leftToRight", "leftToRight", "rightToLeft"]),
        "length": along,
        "depth": rng.choice([None, None, rng.randint(0, 3200) / 4]),
        "items": items,
    }
    FEATURES[feature](rng, case)
    return case


def pair(axis, along, across):
    """Width and height."""
    return [along, across] if axis == "horizontal" else [across, along]


def grow(rng, case):
    """Gives items weights, which add up to less than 1 in some containers, and maximum lengths."""
    weights = rng.choice([[0, 1], [0, 1, 2, 3.5], [0.25, 0, 0.1], [1], [0, 0.5, 100], [0.05]])
    for item in case["items"]:
        item["weight"] = rng.choice(weights)
        if rng.random() < 0.4:
            along = item["size"][0 if case["axis"] == "horizontal" else 1]
            item["maximum"] = along + rng.choice([0, rng.randint(0, 40) / 4, rng.randint(0, 400) / 4])


def stretch(rng, case):
    """Stretches most items, in a container that stretches or by themselves."""
    names = ["top", "center", "bottom"] if case["axis"] == "horizontal" else ["leading", "center", "trailing"]
    case["lineAlignment"] = rng.choice(["stretch", "stretch", "stretch", rng.choice(names)])
    for item in case["items"]:
        if rng.random() < 0.3:
            item["lineAlignment"] = rng.choice(names + ["stretch", "stretch"])


def balance(rng, case):
    """Balances the items, on a minimum number of lines."""
    case["lineBreaking"] = "balanced"
    case["contentAlignment"] = "leading"
    case["minLines"] = rng.choice([1, 2, 2, 3, 3, 4, 5, 6, 8, 12, len(case["items"]) + 1])
    if case["axis"] == "vertical" and rng.random() < 0.3:
        case["length"] = None


FEATURES = {"growth": grow, "stretch": stretch, "balance": balance}


def scale_of(case):
    """How much larger the browser lays the container out."""
    total = (case["length"] or 0) + (case["depth"] or 0) + sum(
        max(item["size"]) + min(item.get("maximum", 0), 1000) + case["spacing"] + case["lineSpacing"]
        for item in case["items"])
    scale = 256
    while scale > 1 and total * scale > LARGEST:
        scale //= 2
    return scale


def container_style(case, scale):
    """The container in CSS."""
    horizontal = case["axis"] == "horizontal"
    justify, content = JUSTIFY[case["alignment"]], JUSTIFY[case["contentAlignment"]]
    along, across = ("width", "height") if horizontal else ("height", "width")
    depth = "auto" if horizontal else "max-content"
    if case["depth"] is not None:
        depth = f"{case['depth'] * scale}px"
    extent = "auto" if case["length"] is None else f"{case['length'] * scale}px"
    gaps = (case["lineSpacing"], case["spacing"])
    row, column = gaps if horizontal else gaps[::-1]
    return ";".join([
        f"flex-flow:{'row' if horizontal else 'column'} wrap"
        + (" balance" if case["lineBreaking"] == "balanced" else ""),
        f"flex-line-count:{case['minLines']}",
        f"direction:{'rtl' if case['layoutDirection'] == 'rightToLeft' else 'ltr'}",
        f"{along}:{extent}", f"{across}:{depth}",
        f"row-gap:{row * scale}px", f"column-gap:{column * scale}px",
        f"justify-content:{SAFE.get(justify, justify)}", f"align-content:{SAFE.get(content, content)}",
        f"align-items:{align(case['lineAlignment'])}",
    ])


def align(name):
    """An alignment across the line in CSS."""
    return "stretch" if name == "stretch" else ALIGN[name]


def item_style(case, item, scale):
    """An item and its content in CSS: only the content has the depth, so that the item can be stretched."""
    along, across = ("width", "height") if case["axis"] == "horizontal" else ("height", "width")
    size = dict(zip(("width", "height"), item["size"]))
    css = [f"{along}:{size[along] * scale}px", f"flex-grow:{item.get('weight', 0)}"]
    if "maximum" in item:
        css.append(f"max-{along}:{item['maximum'] * scale}px")
    if "lineAlignment" in item:
        css.append(f"align-self:{align(item['lineAlignment'])}")
    return [";".join(css), f"{across}:{size[across] * scale}px"]


def ask(chromium, cases):
    """The frames that the browser gives to the items of some containers."""
    page = [{"css": container_style(case, case["scale"]),
             "items": [item_style(case, item, case["scale"]) for item in case["items"]]} for case in cases]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "page.html"
        path.write_text(PAGE % json.dumps(page))
        out = subprocess.run(
            [chromium, "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom",
             f"--user-data-dir={folder}/profile", path.as_uri()],
            capture_output=True, text=True, timeout=600, check=True).stdout
    return json.loads(re.search(r"BEGIN(.*)END", out, re.S).group(1))


def has_other_lines(case, frames):
    """Whether the browser made more or fewer balanced lines than are necessary."""
    across = 1 if case["axis"] == "horizontal" else 0
    # From right to left, lines have a common right edge.
    far = case["axis"] == "vertical" and case["layoutDirection"] == "rightToLeft"
    lines = {round(frame[across] + (frame[across + 2] if far else 0)) for frame in frames}
    return len(lines) != max(greedy_count(case), min(case["minLines"], len(case["items"])))


def greedy_count(case):
    """The number of lines if each takes as many items as fit."""
    most = math.inf if case["length"] is None else case["length"] + 1e-6
    lines, used = 0, math.inf
    for item in case["items"]:
        along = item["size"][0 if case["axis"] == "horizontal" else 1]
        if lines and used + case["spacing"] + along <= most:
            used += case["spacing"] + along
        else:
            lines, used = lines + 1, along
    return lines


def record(options, feature, version):
    """Writes the file of a feature."""
    rng = random.Random(f"{options.seed} {feature}")
    lines, skipped = [], 0
    while len(lines) < options.cases:
        cases = [draw(rng, feature) for _ in range(100)]
        for case in cases:
            case["scale"] = scale_of(case)
        for case, frames in zip(cases, ask(options.chromium, cases)):
            scale = case.pop("scale")
            if feature == "balance" and has_other_lines(case, frames):
                skipped += 1
                continue
            case["frames"] = [[number(value / scale) for value in frame] for frame in frames]
            for item in case["items"]:
                item["size"] = [round(value, 9) for value in item["size"]]
            lines.append(json.dumps(case, separators=(",", ":")))
    lines = lines[:options.cases]
    head = {"browser": version, "feature": feature, "seed": options.seed, "cases": len(lines), "skipped": skipped}
    path = FIXTURES / f"chromium-{feature}.ndjson"
    path.write_text("\n".join([json.dumps(head)] + lines) + "\n")
    print(f"{path.name}: {len(lines)} cases from {version}, seed {options.seed}, {skipped} skipped")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=20_262)
    parser.add_argument("--cases", type=int, default=700)
    parser.add_argument("--chromium", default="chromium")
    parser.add_argument("features", nargs="*", default=list(FEATURES))
    options = parser.parse_args()
    version = subprocess.run([options.chromium, "--version"], capture_output=True, text=True,
                             check=True).stdout.strip()
    for feature in options.features:
        record(options, feature, version)


if __name__ == "__main__":
    main()
