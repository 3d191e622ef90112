#!/usr/bin/env python3
"""Draws random flex containers in headless Chromium and writes the frames it gives them.

    ./chromium.py [--seed N] [--cases N] [--chromium PATH] [--out chromium.ndjson]

One JSON object a line; the first one says which browser answered. In each other line:

    axis, alignment, lineAlignment, contentAlignment, spacing, lineSpacing, lineBreaking,
    layoutDirection, verticalDirection    as FlowLayout names them
    length, depth    the size of the container along and across its lines; depth null hugs
    items            [width, height] or [width, height, first baseline], per item
    frames           [x, y] of each item, from the container's upper left corner
    size             the depth that the container came to have
    differs          "overfull" where the browser, left to itself, lets a line or lines that are
                     too long stick out where they start. In FlowLayout they start where others
                     do, so there the frames are those under CSS's `safe` keyword; and since
                     `safe` knows up from down but not forwards from backwards, a container that
                     runs up is laid out downwards and its frames are turned.
                     "lines" where the browser balances onto more lines than it needs, which it
                     does in a container of length 0; there the frames are those of `wrap`.

The browser rounds lengths to 1/64 of a pixel, for each gap that it shares out again. So each
container is laid out up to 256 times as large, and its frames are divided by as much.
"""

import argparse
import json
import random
import re
import subprocess
import tempfile
from pathlib import Path

JUSTIFY = {
    "leading": "flex-start", "center": "center", "trailing": "flex-end",
    "spaceBetween": "space-between", "spaceAround": "space-around",
    "spaceEvenly": "space-evenly",
}
ALIGN = {
    "top": "start", "leading": "start", "center": "center", "bottom": "end", "trailing": "end",
    "firstTextBaseline": "first baseline",
}
SAFE = {"center": "safe center", "flex-end": "safe flex-end"}
LARGEST = 12_000_000  # The browser's lengths end at 2^25 pixels.

PAGE = """<!doctype html><meta charset="utf-8">
<style>
* { margin: 0; padding: 0; border: 0; font-size: 0; line-height: 0 }
.c { position: absolute; top: 0; left: 0; display: flex }
.c > div { flex: none; box-sizing: border-box }
i { display: inline-block; overflow: hidden; width: 0 }
</style><body><script>
const cases = %s;
function layOut(c, css) {
  const box = document.createElement('div');
  box.className = 'c';
  box.style.cssText = css;
  for (const [w, h, b] of c.items) {
    const item = document.createElement('div');
    item.style.width = w + 'px';
    item.style.height = h + 'px';
    if (b !== undefined) {
      const text = document.createElement('i');
      text.style.height = b + 'px';
      item.append(text);
    }
    box.append(item);
  }
  document.body.append(box);
  const o = box.getBoundingClientRect();
  const frames = [...box.children].map(e => {
    const r = e.getBoundingClientRect();
    return [r.left - o.left, r.top - o.top];
  });
  const answer = { frames, width: o.width, height: o.height,
                   wrap: getComputedStyle(box).flexWrap };
  box.remove();
  return answer;
}
const answers = cases.map(c => [layOut(c, c.css), layOut(c, c.expected)]);
document.body.innerHTML = '<pre></pre>';
document.querySelector('pre').textContent = 'BEGIN' + JSON.stringify(answers) + 'END';
</script>
"""


def length(rng, most):
    """A length in quarters, zero one time in twelve."""
    if rng.random() < 1 / 12:
        return 0
    return rng.randint(1, most * 4) / 4


def count(rng, number):
    """A number of items: mostly few, now and then none or very many."""
    if number % 400 == 7:
        return rng.randint(1000, 2000)
    if number % 50 == 3:
        return rng.randint(100, 300)
    return rng.choice([0, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 30, 40])


def items_of(rng, n, along, space):
    """Lengths along the line: random ones, equal ones, exact fits, or some that are too long."""
    kind = rng.choice(["random", "random", "random", "equal", "fit", "long", "small"])
    if kind == "equal":
        one = length(rng, 60)
        return [one] * n
    if kind == "fit":
        k = rng.randint(1, 9)
        return [max(along - (k - 1) * space, 0) / k] * n
    if kind == "long":
        return [along * rng.uniform(1.01, 2) if rng.random() < 0.2 else length(rng, 60)
                for _ in range(n)]
    most = 8 if kind == "small" else 80
    return [length(rng, most) for _ in range(n)]


def draw(rng, number):
    """One container."""
    axis = "vertical" if rng.random() < 0.25 else "horizontal"
    space, line_space = (rng.choice([0, 0, 8, 4, 2.5, rng.randint(0, 80) / 4]) for _ in range(2))
    along = rng.choice([0, 1, rng.randint(4, 2000) / 4, rng.randint(200, 2400) / 4,
                        rng.randint(200, 2400) / 4, rng.randint(200, 2400) / 4])
    n = count(rng, number)
    if n > 400:
        along = rng.randint(1200, 3200) / 4
    baseline = axis == "horizontal" and rng.random() < 0.12
    names = ["top", "center", "bottom"] if axis == "horizontal" else [
        "leading", "center", "trailing"]
    items = []
    for one in items_of(rng, n, along, space):
        across = length(rng, 50)
        size = [one, across] if axis == "horizontal" else [across, one]
        if baseline and rng.random() < 0.7:
            size.append(rng.randint(0, int(across * 4)) / 4)
        items.append(size)
    return {
        "axis": axis,
        "alignment": rng.choice(list(JUSTIFY)),
        "lineAlignment": "firstTextBaseline" if baseline else rng.choice(names),
        "contentAlignment": rng.choice(list(JUSTIFY)),
        "spacing": space,
        "lineSpacing": line_space,
        "lineBreaking": "balanced" if rng.random() < 0.35 else "greedy",
        "layoutDirection": rng.choice(["leftToRight", "leftToRight", "rightToLeft"]),
        # A common baseline cannot be turned.
        "verticalDirection": "down" if baseline else rng.choice(["down", "down", "down", "up"]),
        "length": along,
        "depth": rng.choice([None, None, rng.randint(0, 3200) / 4]),
        "items": items,
    }


def style(case, scale, expected):
    """The container in CSS: as it is written, or so that it does what FlowLayout says it does."""
    horizontal = case["axis"] == "horizontal"
    up = case["verticalDirection"] == "up" and not (expected and turns(case))
    justify, content = JUSTIFY[case["alignment"]], JUSTIFY[case["contentAlignment"]]
    align = ALIGN[case["lineAlignment"]]
    if expected:
        justify, content = SAFE.get(justify, justify), SAFE.get(content, content)
        if horizontal and turns(case):
            align = {"start": "end", "end": "start"}.get(align, align)
    wrap = "wrap-reverse" if horizontal and up else "wrap"
    if case["lineBreaking"] == "balanced" and not (expected and case["length"] == 0):
        wrap += " balance"
    along, across = ("width", "height") if horizontal else ("height", "width")
    depth = "auto" if horizontal else "max-content"
    if case["depth"] is not None:
        depth = f"{case['depth'] * scale}px"
    direction = "rtl" if case["layoutDirection"] == "rightToLeft" else "ltr"
    flow = "row" if horizontal else "column-reverse" if up else "column"
    gaps = (case["lineSpacing"], case["spacing"])
    row, column = gaps if horizontal else gaps[::-1]
    return ";".join([
        f"flex-flow:{flow} {wrap}", f"direction:{direction}",
        f"{along}:{case['length'] * scale}px", f"{across}:{depth}",
        f"row-gap:{row * scale}px", f"column-gap:{column * scale}px",
        f"justify-content:{justify}", f"align-content:{content}", f"align-items:{align}",
    ])


def turns(case):
    """Whether the expected frames are those of a container that runs down, turned."""
    return case["verticalDirection"] == "up"


def turned(case, answer, scale):
    """The frames of a container that runs down, turned so that it runs up."""
    return [[x, answer["height"] - y - item[1] * scale]
            for (x, y), item in zip(answer["frames"], case["items"])]


def is_overfull(case, answer):
    """Whether a line, or the lines together, are longer than the container."""
    along, across = (0, 1) if case["axis"] == "horizontal" else (1, 0)
    far = max((frame[across] / case["scale"] + item[across]
               for frame, item in zip(answer["frames"], case["items"])), default=0)
    near = min((frame[across] for frame in answer["frames"]), default=0)
    return near < 0 or any(item[along] > case["length"] for item in case["items"]) or (
        case["depth"] is not None and far > case["depth"])


def scale_of(case):
    """How much larger the browser lays the container out."""
    total = case["length"] + (case["depth"] or 0) + sum(
        max(w[:2]) + case["spacing"] + case["lineSpacing"] for w in case["items"])
    scale = 256
    while scale > 1 and total * scale > LARGEST:
        scale //= 2
    return scale


def ask(chromium, cases):
    """The browser's answers to some containers."""
    page = []
    for case in cases:
        scale = case["scale"]
        page.append({
            "items": [[value * scale for value in item] for item in case["items"]],
            "css": style(case, scale, False),
            "expected": style(case, scale, True),
        })
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "page.html"
        path.write_text(PAGE % json.dumps(page))
        out = subprocess.run(
            [chromium, "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom",
             f"--user-data-dir={folder}/profile", path.as_uri()],
            capture_output=True, text=True, timeout=600, check=True).stdout
    return json.loads(re.search(r"BEGIN(.*)END", out, re.S).group(1))


def number(value):
    """A number as short as is exact to 1/1000."""
    value = round(value, 3)
    return int(value) if value == int(value) else value


def finished(case, plain, expected):
    """A case with the frames that are expected, and in what the browser differs if it does."""
    scale = case["scale"]
    frames = turned(case, expected, scale) if turns(case) else expected["frames"]
    distance = max((abs(a - b) for p, f in zip(plain["frames"], frames) for a, b in zip(p, f)),
                   default=0)
    if distance / scale > 0.01:
        if is_overfull(case, expected):
            case["differs"] = "overfull"
        elif case["lineBreaking"] == "balanced" and case["length"] == 0:
            case["differs"] = "lines"
        else:
            raise SystemExit(f"the browser differs without a reason: {case}")
    case["frames"] = [[number(v / scale) for v in f] for f in frames]
    across = "height" if case["axis"] == "horizontal" else "width"
    case["size"] = number(expected[across] / scale)
    case["items"] = [[round(v, 9) for v in item] for item in case["items"]]
    del case["scale"]
    return case


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=20_261)
    parser.add_argument("--cases", type=int, default=1_800)
    parser.add_argument("--chromium", default="chromium")
    parser.add_argument("--out", default=str(Path(__file__).with_name("chromium.ndjson")))
    options = parser.parse_args()
    rng = random.Random(options.seed)
    version = subprocess.run([options.chromium, "--version"], capture_output=True, text=True,
                             check=True).stdout.strip()
    cases = [draw(rng, n) for n in range(options.cases)]
    for case in cases:
        case["scale"] = scale_of(case)
    lines = [json.dumps({"browser": version, "seed": options.seed, "cases": len(cases)})]
    for start in range(0, len(cases), 100):
        batch = cases[start:start + 100]
        for case, (plain, expected) in zip(batch, ask(options.chromium, batch)):
            if case["lineBreaking"] == "balanced" and "balance" not in plain["wrap"]:
                raise SystemExit(f"{version} does not know flex-wrap: balance")
            lines.append(json.dumps(finished(case, plain, expected), separators=(",", ":")))
    Path(options.out).write_text("\n".join(lines) + "\n")
    print(f"{len(cases)} cases from {version}, seed {options.seed}")


if __name__ == "__main__":
    main()
