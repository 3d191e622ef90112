"""A real terminal program on a pseudo-terminal, and what its screen shows over time."""

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import termios
import time

import pyte

# The answers of a terminal to the questions that programs ask.
BACKGROUND = {"light": "ffff/ffff/ffff", "dark": "0d0d/1111/1717"}
# Modes of the keyboard that pyte doesn't know.
UNKNOWN = re.compile(rb"\x1b\[[<>=][0-9;]*[a-zA-Z]|\x1b\[\?u")
# How long a program may stay silent before its output counts as complete, and how long it may take at most, in seconds.
SILENCE, PATIENCE = 0.25, 20


class Recording:
    """Frames, each a tuple of the rows of the screen, the place of the cursor and the seconds for which it is shown."""

    def __init__(self, command, theme, columns, rows, environment):
        self.theme, self.frames = theme, []
        self.screen = pyte.Screen(columns, rows)
        self.stream = pyte.ByteStream(self.screen)
        self.descriptor, terminal = pty.openpty()
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.process = subprocess.Popen(
            command, stdin=terminal, stdout=terminal, stderr=terminal, env=environment | {"TERM": "xterm-256color", "COLORTERM": "truecolor"},
            start_new_session=True, preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))
        os.close(terminal)

    def read(self):
        """Reads until the program is silent."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and select.select([self.descriptor], [], [], SILENCE)[0]:
            try:
                data = os.read(self.descriptor, 65536)
            except OSError:
                return
            if not data:
                return
            self.answer(data)
            self.stream.feed(UNKNOWN.sub(b"", data))

    def answer(self, data):
        if b"\x1b]11;?" in data:
            os.write(self.descriptor, f"\x1b]11;rgb:{BACKGROUND[self.theme]}\x1b\\".encode())
        if b"\x1b[6n" in data:
            os.write(self.descriptor, f"\x1b[{self.screen.cursor.y + 1};{self.screen.cursor.x + 1}R".encode())
        if b"\x1b[c" in data or b"\x1b[0c" in data:
            os.write(self.descriptor, b"\x1b[?62;22c")

    def wait_for(self, text):
        """Reads until a text is on the screen."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            self.read()
            if any(text in line for line in self.screen.display):
                return
        raise SystemExit(f"'{text}' didn't appear:\n" + "\n".join(self.screen.display))

    def show(self, seconds):
        """Adds a frame, or shows the last one for longer if it's the same."""
        cursor = self.screen.cursor
        rows = tuple(runs(self.screen.buffer[row], self.screen.columns) for row in range(self.screen.lines))
        place = None if cursor.hidden else (cursor.x, cursor.y)
        if self.frames and self.frames[-1][:2] == (rows, place):
            self.frames[-1] = (rows, place, self.frames[-1][2] + seconds)
        else:
            self.frames.append((rows, place, seconds))

    def send(self, text):
        os.write(self.descriptor, text.encode())
        self.read()

    def type(self, text, seconds=0.07, then=0.4):
        """Types a text letter by letter."""
        for letter in text:
            self.send(letter)
            self.show(seconds)
        self.show(then)

    def press(self, key, seconds):
        self.send(key)
        self.show(seconds)

    def close(self):
        self.process.kill()
        self.process.wait()
        os.close(self.descriptor)


def style(character):
    front, back = character.fg, character.bg
    if character.reverse:
        front, back = back if back != "default" else "background", front if front != "default" else "foreground"
    return front, back, character.bold, character.italics, character.underscore


def runs(line, columns):
    """A row as texts of one style: column, cells, text, style. Blank ends are left out."""
    found, column = [], 0
    while column < columns:
        character = line[column]
        width = 2 if column + 1 < columns and line[column + 1].data == "" else 1
        if found and found[-1][3] == style(character) and found[-1][0] + found[-1][1] == column:
            start, cells, text, kind = found[-1]
            found[-1] = (start, cells + width, text + character.data, kind)
        else:
            found.append((column, width, character.data, style(character)))
        column += width
    return tuple(run for run in found if run[2].strip() or run[3][1] != "default" or run[3][4])
