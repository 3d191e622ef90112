"""Writes frames of a terminal as an animated SVG, without scripts, fonts or other files."""

import html

# The size of a cell, of the margin and of a text, in pixels.
CELL, LINE, MARGIN, SIZE = 8.4, 19, 14, 14
THEMES = {
    "light": {
        "background": "#ffffff", "foreground": "#1f2328", "frame": "#d1d9e0", "black": "#24292f", "red": "#cf222e", "green": "#116329", "brown": "#7d4e00",
        "blue": "#0969da", "magenta": "#8250df", "cyan": "#1b7c83", "white": "#6e7781", "brightblack": "#57606a", "brightred": "#a40e26",
        "brightgreen": "#1a7f37", "brightbrown": "#633c01", "brightblue": "#218bff", "brightmagenta": "#a475f9", "brightcyan": "#3192aa", "brightwhite": "#8c959f",
    },
    "dark": {
        "background": "#0d1117", "foreground": "#e6edf3", "frame": "#30363d", "black": "#484f58", "red": "#ff7b72", "green": "#3fb950", "brown": "#d29922",
        "blue": "#58a6ff", "magenta": "#bc8cff", "cyan": "#39c5cf", "white": "#b1bac4", "brightblack": "#8b949e", "brightred": "#ffa198",
        "brightgreen": "#56d364", "brightbrown": "#e3b341", "brightblue": "#79c0ff", "brightmagenta": "#d2a8ff", "brightcyan": "#56d4dd", "brightwhite": "#ffffff",
    },
}


def number(value):
    return f"{value:.2f}".rstrip("0").rstrip(".")


def color(name, theme, usual):
    if name == "default":
        return usual
    return THEMES[theme].get(name, f"#{name}")


def row_markup(row, theme):
    parts = []
    for column, cells, text, (front, back, bold, italic, underlined) in row:
        x, width = number(column * CELL), number(cells * CELL)
        if back != "default":
            parts.append(f'<rect x="{x}" y="0" width="{width}" height="{LINE}" fill="{color(back, theme, "")}"/>')
        if not text.strip():
            continue
        lead = len(text) - len(text.lstrip(" "))
        x = number((column + lead) * CELL)
        width = number((cells - lead - (len(text) - len(text.rstrip(" ")))) * CELL)
        kind = "".join(f' {name}="{value}"' for name, value, is_on in (
            ("font-weight", "bold", bold), ("font-style", "italic", italic), ("text-decoration", "underline", underlined)) if is_on)
        fill = "" if front == "default" else f' fill="{color(front, theme, "")}"'
        parts.append(f'<text x="{x}" y="14" textLength="{width}" lengthAdjust="spacingAndGlyphs"{fill}{kind}>{html.escape(text.strip(" "), quote=False)}</text>')
    return "".join(parts)


def svg(frames, columns, rows, theme, title):
    """The picture; it repeats after a pause, and stays on the last frame for people who prefer less motion."""
    colors = THEMES[theme]
    width, height = columns * CELL + 2 * MARGIN, rows * LINE + 2 * MARGIN
    total = sum(seconds for _, _, seconds in frames)
    names, symbols, film, keys, time = {}, [], [], [], 0.0
    for index, (lines, cursor, seconds) in enumerate(frames):
        top = index * height
        parts = []
        for row, line in enumerate(lines):
            if not line:
                continue
            if line not in names:
                names[line] = f"r{len(names)}"
                symbols.append(f'<g id="{names[line]}">{row_markup(line, theme)}</g>')
            parts.append(f'<use href="#{names[line]}" y="{number(top + row * LINE)}"/>')
        if cursor:
            parts.append(f'<rect class="c" x="{number(cursor[0] * CELL)}" y="{number(top + cursor[1] * LINE + 1)}" width="{CELL}" height="{LINE - 2}"/>')
        film.append("".join(parts))
        keys.append(f"{number(100 * time / total)}%{{transform:translateY({number(-top)}px)}}")
        time += seconds
    last = number(-(len(frames) - 1) * height)
    keys.append(f"100%{{transform:translateY({last}px)}}")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(width)} {number(height)}" width="{number(width)}" height="{number(height)}" role="img">'
        f"<title>{html.escape(title)}</title><style>text{{white-space:pre}}.f{{font:{SIZE}px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;"
        f"fill:{colors['foreground']};animation:f {number(total)}s step-end infinite}}.c{{opacity:.45}}@keyframes f{{{''.join(keys)}}}"
        f"@media(prefers-reduced-motion:reduce){{.f{{animation:none;transform:translateY({last}px)}}}}</style>"
        f'<rect x=".5" y=".5" width="{number(width - 1)}" height="{number(height - 1)}" rx="8" fill="{colors["background"]}" stroke="{colors["frame"]}"/>'
        f'<defs>{"".join(symbols)}</defs><svg x="{MARGIN}" y="{MARGIN}" width="{number(width - 2 * MARGIN)}" height="{number(height - 2 * MARGIN)}">'
        f'<g class="f">{"".join(film)}</g></svg></svg>\n')
