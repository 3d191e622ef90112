#!/usr/bin/env python3
"""Sessions of tagflow on a real pseudo-terminal, looked at through pyte.

    terminal_cases.py TAGFLOW [CASE…]

Runs the named cases, or all of them, and says of each whether it holds. After each case that ends by itself the
terminal's settings must be as they were before.
"""

import atexit
import fcntl
import functools
import json
import os
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import termios
import time
import traceback
import unicodedata

from terminal_session import TerminalSession

TAGFLOW = ""
UP, DOWN, RIGHT, LEFT = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D"
PAGE_DOWN = "\x1b[6~"
TAGS = ["sea", "map", "new york", "newton", "早间例行", "锻炼", "swift", "family", "running", "reading"]


def items_of(database):
    return json.loads(database.run("items", "--format", "json").stdout)["items"]


class Database:
    """A database of its own with one set, and the environment that leads to it."""

    def __init__(self, tags=TAGS):
        self.folder = tempfile.TemporaryDirectory()
        self.environment = {
            "HOME": self.folder.name,
            "XDG_STATE_HOME": self.folder.name + "/state",
            "TAGFLOW_DATABASE": self.folder.name + "/tags.sqlite",
        }
        self.run("new", "habits", *tags)

    def run(self, *arguments, **options):
        environment = {"PATH": os.environ["PATH"], **self.environment}
        return subprocess.run([TAGFLOW, *arguments], env=environment, stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, **options)

    def selected(self):
        chips = json.loads(self.run("show", "--format", "json").stdout)["chips"]
        return [chip["tag"] for chip in chips if chip["selected"]]

    def session(self, *arguments, rows=16, columns=60, environment=None, **options):
        variables = {**self.environment, **(environment or {})}
        session = TerminalSession([TAGFLOW, *arguments], rows, columns, variables, **options)
        # The folder lives as long as its database is in use.
        session.database = self
        return session

    def pick(self, *arguments, wait=">", **options):
        """A picker with its standard output in a file, ready for keys."""
        output = tempfile.TemporaryFile()
        session = self.session("pick", *arguments, stdout=output, **options)
        session.output = output
        return session.wait_for(wait) if wait else session


def picked(session):
    """What a picker that ended has printed, its code, and that the terminal is as it was."""
    code = session.end()
    assert session.settings() == session.initial_settings, "the terminal's settings differ"
    session.output.seek(0)
    text = session.output.read().decode()
    session.close()
    return code, text


def same(got, wanted):
    assert got == wanted, f"got {got!r}, not {wanted!r}"


def lose_terminal(session):
    """Closes the terminal of a program, which then has to end by itself."""
    os.close(session.slave)
    os.close(session.master)
    end = time.monotonic() + 10
    while session.process.poll() is None:
        assert time.monotonic() < end, "still running"
        time.sleep(0.02)


def type_keys(session, *keys):
    for key in keys:
        session.send(key)
        session.settle(0.08)


# The picker

def pick_keys():
    session = Database().pick()
    type_keys(session, "new", "\t", "\x15", RIGHT, " ", DOWN, "\t", "\r")
    code, text = picked(session)
    same(code, 0)
    lines = text.splitlines()
    same(lines[:2], ["newton" if lines[0] == "newton" else "new york", "map"])
    same(len(lines), 3)


def pick_multi_goes_on_after_tab():
    session = Database().pick("-m")
    type_keys(session, "\t", "\t", "\r")
    same(picked(session), (0, "sea\nmap\n"))


def repl_names_tags_that_a_set_already_has():
    session = Database().session().wait_for("habits>")
    type_keys(session, "add Sea map\r")
    session.wait_for("already in 'habits': sea, map")
    type_keys(session, "find zzz\r")
    session.wait_for("no tag found; 'items zzz' finds items")
    type_keys(session, "\x15", "\x04")
    same(session.end(), 0)
    session.close()


def pick_highlighted_where_nothing_is_chosen():
    session = Database().pick()
    type_keys(session, "swi", "\r")
    same(picked(session), (0, "swift\n"))


def pick_space_is_typed_until_an_arrow_has_moved():
    session = Database().pick()
    type_keys(session, "new", " ", "york")
    assert "1/10" in session.text(), session.text()
    type_keys(session, "\x15", "swi", " ")
    assert "1 chosen" not in session.text(), session.text()
    type_keys(session, RIGHT, " ")
    assert "1 chosen" in session.text(), session.text()
    type_keys(session, "\r")
    same(picked(session), (0, "swift\n"))


def pick_all_and_none():
    session = Database().pick()
    type_keys(session, "\x01")
    assert "10 chosen" in session.text(), session.text()
    type_keys(session, "new", "\x04")
    assert "8 chosen" in session.text(), session.text()
    type_keys(session, "\r")
    code, text = picked(session)
    same((code, len(text.splitlines())), (0, 8))


def pick_left_and_interrupted():
    session = Database().pick()
    session.send("\x1b")
    same(picked(session), (1, ""))
    session = Database().pick()
    session.send("\x03")
    same(picked(session), (130, ""))


def pick_limit_required_and_print0():
    session = Database().pick("--limit", "2", "--required", "2", "--print0")
    type_keys(session, "\t", "\r")
    assert "choose at least 2" in session.text(), session.text()
    type_keys(session, RIGHT, "\t", RIGHT, "\t")
    assert "choose at most 2" in session.text(), session.text()
    type_keys(session, "\r")
    same(picked(session), (0, "sea\0map\0"))


def pick_environment():
    """A variable has default options, and options on the command line win."""
    def variable(options):
        return {"TAGFLOW_PICK_OPTIONS": options}

    session = Database().pick(environment=variable("--limit 1 --given sea --given map --prompt 'my tags: '"), wait="my tags")
    assert "my tags: " in session.text(), session.text()
    assert "sea" not in session.text() and "map" not in session.text(), session.text()
    type_keys(session, "\t", RIGHT, "\t", "\r")
    same(picked(session), (0, "newton\n"))
    database = Database()
    session = database.pick("tea", "--limit", "3", environment=variable(
        "--no-strict --required 2 --print0 --save tide --no-multi --bind ctrl-o:abort"))
    type_keys(session, "\t", "\r")
    assert "choose at least 2" in session.text(), session.text()
    type_keys(session, "sea", "\t", "\r")
    same(picked(session), (0, "tea\0sea\0"))
    assert "tide" in database.run("items").stdout
    # Earlier versions had a variable for each option.
    session = Database().pick(environment={"TAGFLOW_PICK_LIMIT": "many", "TAGFLOW_PICK_GIVEN": "sea"})
    assert "sea" in session.text(), session.text()
    session.send("\x1b")
    same(picked(session), (1, ""))


def pick_height_and_full_screen():
    tags = [f"tag {number}" for number in range(400)]
    for arguments, variables, rows in (
            (("--height", "40%"), {}, 8), ((), {"TAGFLOW_PICK_OPTIONS": "--height 5"}, 5),
            (("--full-screen",), {}, 20), ((), {"TAGFLOW_PICK_OPTIONS": "--full-screen"}, 20),
            (("--height", "5"), {"TAGFLOW_PICK_OPTIONS": "--full-screen"}, 5)):
        session = Database(tags).pick(*arguments, environment=variables, rows=20)
        session.settle()
        same(sum(1 for line in session.screen.display if line.strip()), rows)
        session.send("\x1b")
        same(picked(session), (1, ""))


def pick_new_tag_and_save():
    database = Database()
    session = database.pick("--no-strict", "--save", "evening")
    type_keys(session, "tea time", "\t", "sea", "\t", "\r")
    same(picked(session), (0, "tea time\nsea\n"))
    assert "evening" in database.run("items").stdout
    assert "tea time" in database.run("tags").stdout


def pick_from_a_pipe():
    read, write = os.pipe()
    session = Database().pick("--no-strict", stdin=read)
    os.close(read)
    os.write(write, "main\n  dev\n早间".encode())
    session.wait_for("dev")
    os.write(write, "例行\n".encode())
    os.close(write)
    session.wait_for("早间例行")
    type_keys(session, "de", "\r")
    same(picked(session), (0, "  dev\n"))


def pick_gives_lines_that_are_no_text_back_byte_for_byte():
    lines = [b"caf\xe9", b"caf\xe8", b"\xffx\xc3", "早 间".encode(), b"a\x1b[31mb", b"\xed\xa0\x80"]
    read, write = os.pipe()
    session = Database().pick(stdin=read)
    os.close(read)
    os.write(write, b"\n".join(lines) + b"\n")
    os.close(write)
    session.wait_for("6")
    type_keys(session, "\x01", "\r")
    same(session.end(), 0)
    session.output.seek(0)
    same(session.output.read(), b"\n".join(lines) + b"\n")
    session.close()


def from_lines(text, *arguments, **options):
    """A picker of the lines of a text."""
    read, write = os.pipe()
    session = Database().pick(*arguments, stdin=read, wait=None, **options)
    os.close(read)
    os.write(write, text.encode())
    os.close(write)
    return session


def colors(session, row):
    """The color of each character of a row that is no space."""
    cells = session.screen.buffer[row]
    return {cells[column].data: cells[column].fg for column in range(60) if cells[column].data != " "}


def pick_strips_colors_and_shows_them_with_ansi():
    line = "\x1b[38;2;255;0;0mred\x1b[0m\x1b[4m Q\x1b[m"
    for options, wanted in (([], line), (["--ansi"], "red Q")):
        session = from_lines(line + "\nplain\n", *options).wait_for("plain")
        assert "red Q" in session.text() and "[" not in session.text(), session.text()
        shown = colors(session, 1)
        same(shown["r"] == "ff0000", bool(options))
        assert shown["Q"] != "ff0000", shown
        type_keys(session, "red", "\r")
        same(picked(session), (0, wanted + "\n"))


def pick_header_and_prompt():
    session = from_lines("one\ntwo\n", "--header", "first\nsecond \x1b[31mrow\x1b[0m", "--prompt", "which? ")
    session.wait_for("two")
    lines = session.text().splitlines()
    assert lines[0].startswith("which? ") and lines[1:3] == ["first", "second row"], lines
    same(colors(session, 2)["w"], "red")
    session.send("\x1b[<0;9;4M")
    session.wait_for("1 chosen")
    type_keys(session, "\r")
    same(picked(session), (0, "two\n"))


def pick_header_leaves_room_for_the_board():
    session = from_lines("one\ntwo\n", "--header", "h\n" * 40, rows=12).wait_for("one")
    type_keys(session, "tw", "\r")
    same(picked(session), (0, "two\n"))


def pick_expects_keys():
    for key, name in (("\x16", "ctrl-v"), ("\x1bs", "alt-s"), ("\x1bOP", "f1"), ("~", "~"), ("\r", "")):
        session = from_lines("one\ntwo\n", "--expect=ctrl-v,alt-s", "--expect", "f1,~").wait_for("two")
        type_keys(session, "tw", key)
        same(picked(session), (0, name + "\ntwo\n"))
    session = from_lines("one\n", "--expect=ctrl-v", "--print0").wait_for("one")
    type_keys(session, "zzz", "\x16")
    same(picked(session), (1, "ctrl-v\0"))


def pick_preselects():
    session = from_lines("one\ntwo\nthree\n", "--preselect", "three", "--preselect", "four").wait_for("1 chosen")
    session.wait_for("not in the list: four")
    type_keys(session, "\t", "\r")
    same(picked(session), (0, "three\none\n"))
    session = Database().pick("--preselect", "Newton").wait_for("1 chosen")
    type_keys(session, "\r")
    same(picked(session), (0, "newton\n"))


def pick_opens_where_more_than_one_matches():
    session = from_lines("one\ntwo\nthree\n", "--select-1", "--exit-0", "t").wait_for("2/3")
    type_keys(session, "w", "\r")
    same(picked(session), (0, "two\n"))


def pick_moves_with_ctrl_j_and_k():
    names = "".join("tag-number-%02d\n" % number for number in range(20))
    for keys, wanted in (("\n\n\x0b", 3), ("\x0e\x0e\x10", 3), ("\n\x0b", 0)):
        session = from_lines(names).wait_for("tag-number-04")
        session.settle()
        type_keys(session, *keys, "\r")
        same(picked(session), (0, "tag-number-%02d\n" % wanted))


def pick_ignores_ctrl_r_without_history():
    session = Database().pick()
    type_keys(session, "\x12", "swi")
    assert "search" not in session.text() and session.text().startswith("> swi"), session.text()
    type_keys(session, "\r")
    same(picked(session), (0, "swift\n"))


def pick_ranks_lines_as_fzf():
    paths = [f"src/annotate/stage{number}.md" for number in range(500)] + ["notes/tagging.rs", "note/tag56.rs"]
    session = from_lines("\n".join(paths) + "\n").wait_for("502")
    type_keys(session, "notetag", "\r")
    same(picked(session), (0, "note/tag56.rs\n"))


def pick_previews_the_highlighted_line():
    session = from_lines("one\nit's $(echo x)\n", "--preview", "echo \"<$COLUMNS>\"; echo line {n}: {} {q}", rows=20)
    session.wait_for("line 0: one")
    session.wait_for("<28>")
    session.send(RIGHT)
    session.wait_for("line 1: it's $(echo x)")
    type_keys(session, "it", "\r")
    same(picked(session), (0, "it's $(echo x)\n"))


def pick_shows_and_scrolls_the_preview():
    session = from_lines("one\n", "--preview", "seq 100", "--preview-window", "down:50%:hidden", "--full-screen",
                         "--bind", "f1:toggle-preview,alt-n:preview-down,alt-p:preview-up").wait_for("one")
    assert "17" not in session.text(), session.text()
    session.send("\x1bOP")
    session.wait_for("\n7")
    type_keys(session, "\x1bn", "\x1bn")
    session.wait_for("\n9")
    type_keys(session, "\x1bp", "\x1bOP")
    assert "8" not in session.text().splitlines(), session.text()
    type_keys(session, "\x1b")
    same(picked(session), (1, ""))


def pick_ends_the_preview_with_itself():
    with tempfile.TemporaryDirectory() as folder:
        session = from_lines("one\n", "--preview", f"echo $$ > {folder}/pid; echo ready; sleep 1000").wait_for("ready")
        with open(folder + "/pid") as file:
            number = int(file.read())
        type_keys(session, "\r")
        same(picked(session), (0, "one\n"))
        end = time.monotonic() + 10
        while os.path.exists(f"/proc/{number}") and not zombie(number):
            assert time.monotonic() < end, "the command still runs"
            time.sleep(0.02)


def zombie(number):
    try:
        with open(f"/proc/{number}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


def pick_runs_a_command_on_the_terminal():
    session = from_lines("one\ntwo\n", "--bind", "ctrl-o:execute(echo {} asks; read line; echo got $line; read line)")
    session.wait_for("two")
    session.send("\x0f")
    session.wait_for("one asks")
    type_keys(session, "word\n")
    session.wait_for("got word")
    type_keys(session, "\n")
    session.wait_for("type to filter")
    type_keys(session, "two", "\r")
    same(picked(session), (0, "two\n"))


def pick_reloads():
    session = from_lines("one\ntwo\n", "--bind", "ctrl-r:reload(printf 'three %s\\nfour\\n' {q})").wait_for("two")
    type_keys(session, "o", "\x12")
    session.wait_for("three o")
    type_keys(session, "\r")
    same(picked(session), (0, "three o\n"))


def pick_binds_keys():
    session = from_lines("one\ntwo\nthree\n", "--bind", "ctrl-a:last,f1:toggle+up", "--bind", "x:accept").wait_for("three")
    type_keys(session, "\x01", "\x1bOP")
    session.wait_for("1 chosen")
    type_keys(session, "x")
    same(picked(session), (0, "three\n"))


def pick_keeps_a_history():
    with tempfile.TemporaryDirectory() as folder:
        path = folder + "/history"
        for query in ("tw", "th", "th"):
            session = from_lines("one\ntwo\nthree\n", "--history", path).wait_for("three")
            type_keys(session, query, "\r")
            same(picked(session)[0], 0)
        with open(path) as file:
            same(file.read(), "tw\nth\n")
        session = from_lines("one\ntwo\nthree\n", "--history", path).wait_for("three")
        type_keys(session, "\x10", "\x10", "\r")
        same(picked(session), (0, "two\n"))
        session = Database().pick("--history", folder, wait=None)
        session.wait_for("--history: can't write")
        assert "use a file in a folder that exists" in " ".join(session.text().split()), session.text()
        same(picked(session)[0], 64)


def pick_cycles():
    for options, wanted in (([], "one"), (["--cycle"], "three")):
        session = from_lines("one\ntwo\nthree\n", *options).wait_for("three")
        type_keys(session, LEFT, "\r")
        same(picked(session), (0, wanted + "\n"))


def pick_prints_the_query():
    session = from_lines("one\ntwo\n", "--print-query").wait_for("two")
    type_keys(session, "zzz", "\r")
    same(picked(session), (1, "zzz\n"))
    session = from_lines("one\ntwo\n", "--print-query", "--tac").wait_for("one")
    type_keys(session, "o", "\x15", "\r")
    same(picked(session), (0, "\ntwo\n"))


def pick_shows_fields_and_prints_lines():
    session = from_lines("1\tone\tx\n2\ttwo\ty\n", "-d", "\\t", "--with-nth", "2,3").wait_for("two")
    assert "two     y" in session.text() and "2" not in session.text().splitlines()[1], session.text()
    type_keys(session, "two", "\r")
    same(picked(session), (0, "2\ttwo\ty\n"))


def pick_puts_the_likely_tags_of_an_item_first():
    database = Database()
    for number in range(12):
        database.run("add-item", f"https://example.org/{number}", "--title", f"gravity of apples {number}", "--tag", "newton",
                     "--tag", "reading")
    for number in range(12):
        database.run("add-item", f"https://example.com/{number}", "--title", f"waves {number}", "--tag", "sea")
    session = database.pick("--title", "gravity and apples", "--location", "https://example.org/apple")
    board = session.text().splitlines()[1]
    assert max(board.index("newton"), board.index("reading")) < board.index("sea"), board
    assert "•newton" in board and "•sea" not in board, board
    type_keys(session, "\r")
    assert picked(session) in ((0, "newton\n"), (0, "reading\n"))


def pick_leaves_the_mouse_alone():
    for options, wanted in ((["--no-mouse"], 0), ([], 1)):
        session = from_lines("one\n", *options).wait_for("one")
        # pyte keeps private modes shifted by five bits.
        same(len({1000 << 5} & session.screen.mode), wanted)
        type_keys(session, "\x1b")
        same(picked(session), (1, ""))


def pick_shows_the_end_of_a_cut_chip():
    name = "begin-" + "middle-" * 9 + "the-end"
    session = from_lines("short\n" + name + "\n").wait_for("short")
    assert "the-end" not in session.text(), session.text()
    type_keys(session, RIGHT)
    rows = session.text().splitlines()
    same("".join(rows[-2:]), name)
    assert "(begin" in rows[-3] or "begin" in rows[-3], rows
    type_keys(session, LEFT)
    assert "the-end" not in session.text(), session.text()
    type_keys(session, RIGHT, "\r")
    same(picked(session), (0, name + "\n"))


def pick_takes_late_answers_with_it():
    for delay in (0.3, 1.0):
        session = Database().pick(delay=delay)
        session.send("swi\r")
        code = session.end()
        same(code, 0)
        end = time.monotonic() + delay + 0.4
        while time.monotonic() < end:
            session.pump(0.1)
        # What the shell would have for input is echoed.
        same(session.text(), "")
        same(fcntl.ioctl(session.slave, termios.FIONREAD, b"\0\0\0\0"), b"\0\0\0\0")
        session.close()


def pick_ends_on_a_silent_terminal():
    session = Database().pick(answers=False)
    begin = time.monotonic()
    type_keys(session, "swi", "\r")
    same(picked(session), (0, "swift\n"))
    assert time.monotonic() - begin < 4


def pick_leaves_a_paste_without_an_end_by_ctrl_c():
    for key in ("\x03", "\x1b[99;5u"):
        session = Database().pick()
        type_keys(session, "\x1b[200~swi", "more of it\x03and more\x03")
        same(session.process.poll(), None)
        time.sleep(0.4)
        session.send(key)
        same(picked(session), (130, ""))


def pick_mouse():
    session = Database().pick()
    board = session.screen.display[1]
    column = board.index("new york") + 1
    session.send(f"\x1b[<0;{column + 1};2M\x1b[<0;{column + 1};2m")
    session.wait_for("✓new york")
    session.send(f"\x1b[<0;{column + 1};2M")
    session.settle()
    assert "✓new york" not in session.text(), session.text()
    type_keys(session, f"\x1b[<0;{column + 1};2M", "\r")
    same(picked(session), (0, "new york\n"))


def pick_wheel():
    session = Database([f"tag {number}" for number in range(400)]).pick("--height", "6")
    for _ in range(4):
        session.send("\x1b[<65;3;3M")
    session.settle()
    assert "tag 1 " not in session.text(), session.text()
    for _ in range(4):
        session.send("\x1b[<64;3;3M")
    session.settle()
    assert "tag 1 " in session.text(), session.text()
    session.send("\x1b[F")
    session.wait_for("tag 399")
    session.send("\r")
    same(picked(session), (0, "tag 399\n"))


def pick_split_input():
    """Every split of a character and of a sequence over two reads gives the same as when they come whole."""
    for whole, wanted in (("早间".encode(), "早间例行\n"), (b"\x1b[C\x1b[1;2B\x1b[B", None)):
        results = set()
        for place in range(1, len(whole)):
            session = Database().pick()
            session.send(whole[:place])
            time.sleep(0.01)
            session.send(whole[place:])
            session.settle(0.15)
            session.send("\r")
            results.add(picked(session))
        same(len(results), 1)
        if wanted:
            same(results.pop(), (0, wanted))


def pick_resizes():
    session = Database([f"名前 {number}" for number in range(60)]).pick(columns=200)
    type_keys(session, "\t")
    for columns in list(range(200, 9, -19)) + [10] + list(range(10, 201, 19)) + [200]:
        session.resize(columns, 16)
        session.settle(0.05)
    session.settle(0.3)
    lines = [line.rstrip() for line in session.screen.display]
    same(sum(line.startswith("> ") for line in lines), 1)
    assert "✓名 前  0" in session.text() or "✓名前 0" in session.text().replace("名 前 ", "名前"), session.text()
    session.send("\r")
    same(picked(session), (0, "名前 0\n"))


def pick_takes_a_large_paste():
    session = Database().pick()
    session.send("\x1b[200~" + "x" * 100_000 + "\x1b[201~")
    session.wait_for("0/10", limit=30)
    type_keys(session, "\x15", "swi", "\r")
    same(picked(session), (0, "swift\n"))


def pick_stops_and_goes_on():
    database = Database()
    script = f"set -m; '{TAGFLOW}' pick; echo STATUS $?; sleep 0.2; fg; echo STATUS $?"
    session = TerminalSession(["sh", "-c", script], 16, 60, database.environment).wait_for("sea")
    before = session.initial_settings
    type_keys(session, "\t", "\x1a")
    session.wait_for("STATUS 148")
    same(session.settings(), before)
    session.wait_for("chosen")
    session.send("\r")
    session.wait_for("STATUS 0")
    session.end()
    same(session.settings(), before)
    assert "sea" in session.text()
    session.close()


def pick_is_terminated():
    session = Database().pick()
    os.kill(session.process.pid, signal.SIGTERM)
    code, text = picked(session)
    same((code, text), (-signal.SIGTERM, ""))
    assert "sea" not in session.text(), session.text()


def pick_ends_with_its_terminal():
    session = Database().pick()
    lose_terminal(session)


def pick_in_pipelines():
    database = Database()
    for script in (f"'{TAGFLOW}' pick | cat", f"x=$('{TAGFLOW}' pick); echo \"$x\"", f"echo \"$('{TAGFLOW}' pick)\""):
        session = TerminalSession(["sh", "-c", script], 16, 60, database.environment).wait_for("swift")
        type_keys(session, "swi", "\r")
        same(session.end(), 0)
        same(session.text(), "swift")
        session.close()
    script = f"""cd "$HOME" && git init -q . && git -c user.name=n -c user.email=e commit -q --allow-empty \\
        -m "$('{TAGFLOW}' pick)" && git log --format=%s"""
    session = TerminalSession(["sh", "-c", script], 16, 60, database.environment).wait_for("swift")
    type_keys(session, "swi", "\t", "\x15", "sea", "\t", "\r")
    same(session.end(), 0)
    same(session.text(), "swift sea")
    session.close()


def pick_without_a_terminal():
    database = Database()
    outcome = database.run("pick", start_new_session=True)
    same((outcome.returncode, outcome.stdout, outcome.stderr.count("\n")), (69, "", 1))
    assert "no terminal" in outcome.stderr, outcome.stderr
    session = database.session("pick", environment={"TERM": "dumb"})
    same(session.end(), 69)
    session.close()


BOARD_TAGS = ["sea", "早间例行", "锻炼 💪", "读书 📚", "café", "new york", "ｗｉｄｅ", "한국어"]
BOARD_TAGS += [f"tag {number}" for number in range(30)]


def board_chips(database, columns):
    """The row, the first column and the text of each chip, as the board's frames have it."""
    board = json.loads(database.run("show", "--format", "json", "--width", str(columns)).stdout)
    for chip in board["chips"]:
        frame = chip["frame"]
        yield int(frame["y"]), int(frame["x"]), int(frame["width"]), f"  {chip['tag']}  "


def pick_shows_the_boards_frames():
    """What pyte shows in the picker is what the board's frames say, cell by cell."""
    for columns in (37, 60, 120):
        database = Database(BOARD_TAGS)
        session = database.pick("--full-screen", columns=columns, rows=30)
        session.settle()
        for top, start, width, text in board_chips(database, columns):
            row = session.screen.buffer[1 + top]
            same("".join(row[start + offset].data for offset in range(width)), text)
            styles = {row[start + offset].bg for offset in range(width)}
            same(len(styles), 1)
            assert "default" not in styles
        session.send("\x1b")
        same(picked(session)[0], 1)


def pick_in_tmux_shows_the_boards_frames():
    """So does tmux, with widths of its own; also when the window has become narrower."""
    database = Database(BOARD_TAGS)
    socket = database.folder.name + "/tmux"

    def tmux(*arguments):
        environment = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", **database.environment}
        return subprocess.run(["tmux", "-u", "-S", socket, "-f", "/dev/null", *arguments], env=environment,
                              check=True, capture_output=True, text=True).stdout

    tmux("new-session", "-d", "-x", "100", "-y", "30", f"'{TAGFLOW}' pick --full-screen; sleep 60")
    try:
        for columns in (100, 37):
            tmux("resize-window", "-x", str(columns), "-y", "30")
            chips = list(board_chips(database, columns))
            end = time.monotonic() + 10
            while not all(tmux_shows(tmux("capture-pane", "-p"), chip) for chip in chips):
                assert time.monotonic() < end, tmux("capture-pane", "-p")
                time.sleep(0.1)
        # The alternate screen gives back what stood there before.
        tmux("send-keys", "Escape")
        while tmux("capture-pane", "-p").strip():
            assert time.monotonic() < end + 10, tmux("capture-pane", "-p")
            time.sleep(0.1)
    finally:
        tmux("kill-server")


def tmux_shows(screen, chip):
    """Whether a chip stands in its cells; a wide character has its second cell after it."""
    top, start, width, text = chip
    lines = screen.split("\n")
    line = lines[1 + top] if 1 + top < len(lines) else ""
    cells = []
    for character in line:
        is_mark = unicodedata.combining(character) or character == "\ufe0f"
        if is_mark and cells:
            cells[-1] += character
        else:
            cells += [character, ""] if unicodedata.east_asian_width(character) in "WF" else [character]
    return "".join(cells[start:start + width]).rstrip() == text.rstrip()


@functools.cache
def one_processor():
    """Variables that let a program believe that there is one processor; none where no C compiler is installed."""
    compiler = shutil.which("cc") or shutil.which("clang")
    library = tempfile.gettempdir() + f"/tagflow-one-processor-{os.getpid()}.so"
    source = os.path.dirname(os.path.abspath(__file__)) + "/one_processor.c"
    if not compiler or sys.platform != "linux":
        return {}
    subprocess.run([compiler, "-shared", "-fPIC", "-o", library, source], check=True)
    atexit.register(os.remove, library)
    return {"LD_PRELOAD": library}


def pick_on_one_processor():
    """Pages of a set, lines of a pipe that stays open, and answers of the service come beside the picker."""
    variables = one_processor()
    session = Database([f"tag {number}" for number in range(2_500)]).pick(environment=variables)
    session.wait_for("2500")
    type_keys(session, "\t", "tag 2499", "\t", "\r")
    same(picked(session), (0, "tag 0\ntag 2499\n"))
    read, write = os.pipe()
    os.write(write, b"main\n")
    session = Database().pick("--given", "sea", stdin=read, environment=variables)
    os.close(read)
    type_keys(session.wait_for("main"), "\t")
    os.write(write, b"dev\n")
    type_keys(session.wait_for("dev"), "\r")
    same(picked(session), (0, "main\n"))
    os.close(write)


# Tagging files

def tagging(text, name="a.md", database=None, **options):
    """A picker for the tags of a file with a text, ready for keys."""
    database = database or Database()
    path = database.folder.name + "/" + name
    with open(path, "wb") as file:
        file.write(text.encode())
    session = database.session("tag", path, **options)
    session.path = path
    return session.wait_for(name)


def file_text(session):
    with open(session.path, "rb") as file:
        return file.read().decode()


def tag_writes_front_matter_and_saves():
    session = tagging("# By the sea\n")
    type_keys(session, "map", "\t", "\x15", "swift", "\t", "\r")
    same(session.end(), 0)
    same(session.settings(), session.initial_settings)
    same(file_text(session), "---\ntags:\n  - map\n  - swift\n---\n# By the sea\n")
    same([(one["title"], one["tags"], one["location"]) for one in items_of(session.database)],
         [("By the sea", ["map", "swift"], os.path.realpath(session.path))])
    session.close()


def tag_begins_with_the_tags_of_the_file():
    session = tagging("---\ntags: [ sea, 'own' ] # c\n---\ntext #map\n")
    assert "3 chosen" in session.text(), session.text()
    type_keys(session, "own", "\t", "\x15", "family", "\t", "\r")
    same(session.end(), 0)
    same(file_text(session), "---\ntags: [ sea, family ] # c\n---\ntext #map\n")
    session.close()


def tag_empties_a_list():
    session = tagging("---\ntags:\n- sea\n- map\n---\n")
    type_keys(session, "\x04", "\r")
    same(session.end(), 0)
    same(file_text(session), "---\ntags:\n---\n")
    same([item["tags"] for item in items_of(session.database)], [[]])
    session.close()


def tag_makes_new_tags():
    session = tagging("text")
    type_keys(session, "brand new", "\t", "\r")
    same(session.end(), 0)
    same(file_text(session), "---\ntags:\n  - brand new\n---\ntext")
    session.close()


def tag_leaves_the_file_with_escape():
    session = tagging("---\ntags: [sea]\n---\n")
    before = os.stat(session.path)
    type_keys(session, "map", "\t", "\x1b")
    same(session.end(), 1)
    after = os.stat(session.path)
    same((after.st_ino, after.st_mtime_ns), (before.st_ino, before.st_mtime_ns))
    same(session.settings(), session.initial_settings)
    session.close()


def tag_enter_without_a_choice_changes_nothing():
    session = tagging("text")
    type_keys(session, "\r")
    same(session.end(), 0)
    same(file_text(session), "text")
    session.close()


def tag_goes_from_file_to_file():
    database = Database()
    paths = [database.folder.name + "/" + name for name in ("a.md", "b\x1b[31m\n.md", "c.md")]
    for path in paths:
        with open(path, "w") as file:
            file.write("text")
    session = database.session("tag", *paths).wait_for("a.md")
    type_keys(session, "sea", "\t", "\r")
    session.wait_for("\\n.md")
    type_keys(session, "map", "\t", "\x1b")
    session.wait_for("c.md")
    type_keys(session, "map", "\r", "\r")
    same(session.end(), 0)
    same([open(path).read() for path in paths],
         ["---\ntags:\n  - sea\n---\ntext", "text", "---\ntags:\n  - map\n---\ntext"])
    session.close()
    session = database.session("tag", *paths).wait_for("a.md")
    type_keys(session, "\x03")
    same(session.end(), 130)
    session.close()


def tag_leaves_a_file_that_was_changed_meanwhile():
    session = tagging("text")
    with open(session.path, "w") as file:
        file.write("other")
    type_keys(session, "map", "\t", "\r")
    same(session.end(), 75)
    assert "changed by another program" in session.text().replace("\n", " "), session.text()
    same(file_text(session), "other")
    session.close()


def tag_opens_the_picker_in_the_repl():
    database = Database()
    path = database.folder.name + "/a.md"
    with open(path, "w") as file:
        file.write("text")
    session = database.session(rows=24).wait_for("habits>")
    type_keys(session, "tag " + path, "\r")
    session.wait_for("a.md")
    session.wait_for("type to filter")
    type_keys(session, "map", "\t", "\r")
    session.wait_for("a.md: map")
    session.wait_for("habits>")
    type_keys(session, "tag " + path, "\r")
    session.wait_for("1 chosen")
    type_keys(session, "\x1b")
    session.wait_for("habits>")
    type_keys(session, "tag --remove map " + path, "\r")
    session.wait_for("a.md: no tags")
    type_keys(session, "quit", "\r")
    same(session.end(), 0)
    session.close()
    with open(path) as file:
        same(file.read(), "---\ntags:\n---\ntext")


def tag_writes_the_attribute_of_a_picture():
    session = tagging("\0picture", "a.jpg")
    try:
        os.setxattr(session.path, "user.xdg.tags", b"sea")
    except OSError:
        return session.close()  # A file system without attributes.
    type_keys(session, "map", "\t", "\r")
    same(session.end(), 75)
    same(os.getxattr(session.path, "user.xdg.tags"), b"sea")
    session.close()
    again = session.database.session("tag", session.path).wait_for("1 chosen")
    type_keys(again, "map", "\t", "\r")
    same(again.end(), 0)
    same(os.getxattr(session.path, "user.xdg.tags"), b"sea,map")
    same(file_text(session), "\0picture")
    again.close()


def tag_puts_what_fits_the_text_first():
    database = Database()
    for name in ("one", "two", "three", "four"):
        database.run("select", "newton", "reading")
        database.run("save", "gravity of apples " + name)
        database.run("clear")
    session = tagging("# Apples\n\nand gravity\n", database=database)
    board = session.text()
    assert max(board.index("newton"), board.index("reading")) < board.index("sea"), board
    type_keys(session, "\x1b")
    same(session.end(), 1)
    session.close()


# The REPL

def repl_on_one_processor():
    database = Database()
    session = database.session(environment=one_processor()).wait_for("habits>")
    type_keys(session, "1\r", "swi", RIGHT, "\r", "tags\r")
    session.wait_for("✓swift").send("\x04")
    same(session.end(), 0)
    same(database.selected(), ["sea", "swift"])
    session.close()


def repl_toggles_in_place():
    database = Database()
    session = database.session().wait_for("habits>")
    type_keys(session, "1 3\r", "swi", RIGHT, "\r")
    session.wait_for("✓swift")
    same(database.selected(), ["sea", "new york", "swift"])
    same(session.text().count("habits>"), 1)
    type_keys(session, "rea", DOWN, "\r")
    session.wait_for("✓reading")
    same(session.received < 20_000, True)
    session.send("\x04")
    same(session.end(), 0)
    same(session.settings(), session.initial_settings)
    same(database.selected(), ["sea", "new york", "swift", "reading"])
    session.close()


def repl_numbers_name_chips():
    database = Database(["sea", "map", "3", "tea"])
    session = database.session().wait_for("habits>")
    type_keys(session, "toggle 3\r", "select 1 4\r")
    session.wait_for("4✓tea").settle()
    same(database.selected(), ["sea", "3", "tea"])
    type_keys(session, "remove 2\r")
    session.wait_for("2✓3").settle()
    type_keys(session, "deselect #3\r", "rename 3 coffee\r")
    session.wait_for("tea is now coffee").wait_for("3✓coffee").settle()
    same(database.selected(), ["sea", "coffee"])
    type_keys(session, "move 3 --before 1\r")
    session.wait_for("1✓coffee").settle()
    session.send("\x04")
    same(session.end(), 0)
    same(session.settings(), session.initial_settings)
    session.close()


def repl_draws_below_what_commands_print():
    """The program stays while commands print: what is typed meanwhile, a new size and the line's state are kept."""
    database = Database()
    session = database.session(rows=24).wait_for("habits>")
    session.send("sets\rtags\rrea")
    session.wait_for("habits> rea").settle()
    text = session.text()
    assert text.index("habits> sets") < text.index("habits> tags") < text.index("1 sea"), text
    same(text.count("1 sea"), 1)
    type_keys(session, "\x15", "pick\r")
    session.wait_for("type to filter")
    session.resize(40, 24)
    type_keys(session, "\x1b")
    session.wait_for("habits>").settle()
    same(session.text().count("1 sea"), 1)
    same(max(len(line.rstrip()) for line in session.text().split("\n")[-14:]) <= 40, True)
    type_keys(session, UP)
    session.wait_for("habits> pick")
    session.send("\x03\x04")
    same(session.end(), 0)
    same(session.settings(), session.initial_settings)
    session.close()


def repl_asks_before_it_prunes():
    database = Database()
    path = database.folder.name + "/things.ndjson"
    with open(path, "w") as file:
        file.write('{"location": "a", "tags": ["sea"]}\n{"location": "b", "tags": ["map"]}\n')
    database.run("import", path, check=True)
    with open(path, "w") as file:
        file.write('{"location": "a", "tags": ["sea"]}\n')
    session = database.session(columns=120).wait_for("habits>")
    type_keys(session, f"import --prune {path}\r")
    session.wait_for("Delete these items? [y/N]").send("y\r")
    session.wait_for("1 deleted").wait_for("habits>").send("\x04")
    same(session.end(), 0)
    same(session.settings(), session.initial_settings)
    session.close()


def repl_runs_commands():
    database = Database()
    session = database.session().wait_for("habits>")
    for line in ("1", "save morning", "add tea", "tea", "nonsense", "items"):
        session.send(line + "\r")
    session.wait_for("saved 1 in habits: morning: sea").wait_for("unknown tag 'nonsense'").settle()
    same(database.selected(), ["sea", "tea"])
    session.send("pick\r")
    session.wait_for("✓ sea, tea")
    type_keys(session, "map", "\t", "\r")
    session.wait_for("habits>").settle()
    same(database.selected(), ["sea", "map", "tea"])
    type_keys(session, "quit\r")
    same(session.end(), 0)
    same(session.settings(), session.initial_settings)
    session.close()


def repl_reports_a_missing_model():
    database = Database()
    folder = database.folder.name
    with open(f"{folder}/crowd.ndjson", "w", encoding="utf8") as crowd:
        crowd.write('{"title": "x", "tags": ["sea", "harbour"]}\n')
    database.run("model", "build", f"{folder}/crowd.ndjson", "-o", f"{folder}/crowd.model", check=True)
    database.run("model", "use", f"{folder}/crowd.model", check=True)
    session = database.session(columns=120)
    session.wait_for("habits>")
    assert "no base" not in session.text(), session.text()
    session.send("\x04")
    same(session.end(), 0)
    session.close()
    os.remove(f"{folder}/crowd.model")
    session = database.session(columns=120)
    session.wait_for("habits>")
    assert f"no model '{folder}/crowd.model'" in session.text().replace("\n", " "), session.text()
    session.send("\x04")
    same(session.end(), 0)
    session.close()


def repl_offers_the_known_tag_for_a_near_duplicate():
    database = Database()
    session = database.session().wait_for("habits>")
    type_keys(session, "add maps garden newtons\r")
    session.wait_for('"maps" is new; use "map" (0 uses)? Tab swaps (1 more)').settle()
    same(names_of(database), TAGS + ["maps", "garden", "newtons"])
    type_keys(session, "\t")
    session.wait_for('"newtons" is new; use "newton"').settle()
    same(names_of(database), TAGS + ["garden", "newtons"])
    # Another key leaves the new tag.
    type_keys(session, "x", "\x15", "\t")
    session.settle()
    same(names_of(database), TAGS + ["garden", "newtons"])
    type_keys(session, "\x15", "\x04")
    same(session.end(), 0)
    same(session.settings(), session.initial_settings)
    session.close()


def repl_completes_tags_in_queries():
    database = Database()
    database.run("add-item", "https://a.example/", "--title", "A", "--tag", "gardens at night", "-y")
    session = database.session().wait_for("habits>")
    type_keys(session, "items -#gardens\t")
    session.wait_for("items -#'gardens at night'")
    type_keys(session, "\x15", "items #gardens\t")
    session.wait_for("items #'gardens at night'")
    type_keys(session, "\r")
    session.wait_for("#gardens at night")
    type_keys(session, "\x15", "\x04")
    same(session.end(), 0)
    session.close()


def repl_clears_the_screen():
    session = Database().session(rows=20).wait_for("habits>")
    type_keys(session, "sets\r")
    session.wait_for("* habits")
    type_keys(session, "typed", "\x0c")
    session.wait_for("habits> typed").settle()
    rows = session.screen.display
    assert rows[0].startswith(" 1 sea") and not any("* habits" in row for row in rows), rows
    type_keys(session, "\x15", "\x04")
    same(session.end(), 0)
    session.close()


def names_of(database):
    return [line.split("\t")[0] for line in database.run("tags", "--set", "habits").stdout.splitlines()]


def tag_offers_the_known_tag():
    session = tagging("text")
    type_keys(session, "maps", "\r")
    session.wait_for('"maps" is new; use "map" (0 uses)? Tab swaps')
    type_keys(session, "\t", "seas", "\r")
    session.wait_for('"seas" is new')
    type_keys(session, "draw", ",", "\r")
    same(session.end(), 0)
    same(file_text(session), "---\ntags:\n  - map\n  - seas\n  - draw\n---\ntext")
    session.close()


def repl_keeps_history():
    database = Database()
    session = database.session().wait_for("habits>")
    type_keys(session, "tags\r", " sets\r", "items\r", "\x04")
    session.end()
    session.close()
    path = database.folder.name + "/state/tagflow/history"
    same(open(path).read(), "tags\nitems\n")
    same(stat.S_IMODE(os.stat(path).st_mode), 0o600)
    session = database.session().wait_for("habits>")
    type_keys(session, UP)
    session.wait_for("habits> items")
    type_keys(session, UP)
    session.wait_for("habits> tags")
    type_keys(session, "\x03", "\x12", "tem")
    session.wait_for("items")
    type_keys(session, "\r", "\x04")
    same(session.end(), 0)
    session.close()


def repl_completes():
    database = Database()
    database.run("select", "sea")
    database.run("save", "by the sea")
    session = database.session().wait_for("habits>")
    type_keys(session, "tog\t")
    session.wait_for("habits> toggle")
    type_keys(session, "new y\t")
    session.settle()
    type_keys(session, "\x15", "show --num\t")
    session.wait_for("show --numbers")
    type_keys(session, "\x15", "use ha\t")
    session.wait_for("use habits")
    type_keys(session, "\x15", "export --format ma\t")
    session.wait_for("export --format markdown")
    type_keys(session, "--align=tr\t")
    session.wait_for("--align=trailing")
    folder = session.database.folder.name
    os.mkdir(folder + "/my notes")
    open(folder + "/my notes/tags.txt", "w").close()
    type_keys(session, "\x15", "import " + folder + "/my\t")
    session.wait_for("my notes/")
    type_keys(session, "\x15", "restore-item \t")
    session.wait_for("restore-item 1")
    type_keys(session, "\x15", "new set\t")
    session.wait_for("new set")
    type_keys(session, "\x15", "\x04")
    same(session.end(), 0)
    same(session.settings(), session.initial_settings)
    session.close()


def repl_resizes():
    database = Database([f"名前 {number}" for number in range(60)])
    session = database.session(columns=200, rows=24).wait_for("habits>")
    for columns in list(range(200, 9, -19)) + [10] + list(range(10, 201, 19)) + [200]:
        session.resize(columns, 24)
        session.settle(0.05)
    session.settle(0.4)
    same(session.text().count("habits>"), 1)
    type_keys(session, "1\r")
    session.wait_for("✓")
    same(database.selected(), ["名前 0"])
    session.send("\x04")
    same(session.end(), 0)
    same(session.settings(), session.initial_settings)
    session.close()


def repl_takes_a_large_paste():
    session = Database().session().wait_for("habits>")
    session.send("\x1b[200~" + "日本 " * 14_000 + "\x1b[201~")
    session.settle(0.5, limit=60)
    type_keys(session, "\x03")
    session.settle(0.5, limit=60)
    type_keys(session, "1\r")
    session.wait_for("✓sea", limit=30)
    session.send("\x04")
    same(session.end(), 0)
    same(session.settings(), session.initial_settings)
    session.close()


def repl_leaves_a_paste_without_an_end_by_ctrl_c():
    database = Database()
    session = database.session().wait_for("habits>")
    type_keys(session, "\x1b[200~1\r2\r")
    # Ctrl-C is a key if it's read apart from the paste, also by a program that waits for its turn.
    time.sleep(2)
    type_keys(session, "\x03", "3\r")
    session.wait_for("✓new york")
    same(database.selected(), ["new york"])
    session.send("\x04")
    same(session.end(), 0)
    same(session.settings(), session.initial_settings)
    session.close()


def repl_stops_and_goes_on():
    database = Database()
    script = f"set -m; '{TAGFLOW}'; echo STATUS $?; sleep 0.2; fg; echo STATUS $?"
    session = TerminalSession(["sh", "-c", script], 20, 60, database.environment).wait_for("habits>")
    before = session.initial_settings
    type_keys(session, "\x1a")
    session.wait_for("STATUS 148")
    same(session.settings(), before)
    session.wait_for("habits>").settle()
    type_keys(session, "1\r")
    session.wait_for("✓sea")
    session.send("\x04")
    session.wait_for("STATUS 0")
    session.end()
    same(session.settings(), before)
    session.close()


def repl_is_terminated():
    session = Database().session().wait_for("habits>")
    os.kill(session.process.pid, signal.SIGTERM)
    same(session.end(), -signal.SIGTERM)
    same(session.settings(), session.initial_settings)
    session.close()


def repl_ends_with_its_terminal():
    session = Database().session().wait_for("habits>")
    lose_terminal(session)


def repl_is_plain_on_a_dumb_terminal():
    session = Database().session(environment={"TERM": "dumb"}).wait_for("(1 sea )")
    session.send("1\n")
    session.wait_for("(1✓sea )")
    session.send("\x04")
    same(session.end(), 0)
    assert "\x1b" not in session.text()
    session.close()


def repl_leaves_answers_on_the_screen():
    """A board that is higher than the terminal is summarized below an answer, and says how many tags it has."""
    database = Database([f"tag {number}" for number in range(300)])
    session = database.session(rows=24, columns=80).wait_for("habits>").wait_for("300 tags: type to filter")
    type_keys(session, "find tag 29\r")
    session.wait_for("1 tag 29").settle()
    lines = session.text().split("\n")
    start = lines.index("habits> find tag 29")
    for number, line in enumerate(lines[start + 1:start + 11], 1):
        assert line.startswith(f"{number} tag "), session.text()
    assert "11 tag" not in session.text() and " 1 tag 0 " not in session.text(), session.text()
    assert "a number toggles a result" in session.text(), session.text()
    type_keys(session, "2\r")
    session.wait_for("✓tag 290").wait_for("300 tags: type to filter").settle()
    type_keys(session, "help\r")
    session.wait_for("toggle chips by number").settle()
    assert "habits>" not in session.text() and "arrows scroll" in session.text(), session.text()
    type_keys(session, PAGE_DOWN)
    session.wait_for("completions").settle()
    type_keys(session, "q")
    session.wait_for("type to filter").settle()
    same(session.text().count("habits>"), 1)
    type_keys(session, PAGE_DOWN)
    session.wait_for(" 1 tag 0 ").wait_for("hidden").settle()
    type_keys(session, "zzz\r")
    session.wait_for("unknown tag 'zzz'").settle()
    session.send("\x04")
    same(session.end(), 0)
    session.close()


def repl_goes_on_from_help():
    """The key that closes the help begins the next line, and `tagflow` in front of a command, as in examples, is left out."""
    database = Database(["sea", "map"])
    session = database.session().wait_for("2 map")
    for line in ("sets", "help sets", "tagflow sets"):
        type_keys(session, "help\r")
        session.wait_for("q goes back")
        type_keys(session, line + "\r")
        session.wait_for("q goes back" if "help" in line else "habits").settle()
        assert "unknown" not in session.text(), session.text()
        type_keys(session, "q" if "help" in line else "")
    type_keys(session, "quit\r")
    session.end()
    session.close()


def repl_follows_changes_elsewhere():
    """A number is the chip that was drawn with it; after that the board shows what another process has made of it."""
    database = Database(["sea", "map", "tea"])
    session = database.session().wait_for("3 tea")
    database.run("remove", "sea")
    type_keys(session, "2\r")
    session.wait_for("1✓map").wait_for("2 tea")
    same(database.selected(), ["map"])
    database.run("remove", "tea")
    type_keys(session, "2\r")
    session.wait_for("chip 2 was 'tea'").settle()
    assert "2 tea" not in session.text().split("habits>")[0], session.text()
    database.run("toggle", "map")
    type_keys(session, "undo\r")
    session.wait_for("undone: toggle map (made elsewhere, ")
    session.send("\x04")
    same(session.end(), 0)
    session.close()


# The rest

def shell_prints_what_a_toggle_changed():
    """Past the terminal's height the lines that changed stand for the board; with --color never without a color."""
    database = Database([f"tag {number}" for number in range(300)])
    session = database.session("toggle", "tag 5", "tag 205", "--color", "never", rows=10, columns=40)
    same(session.end(), 0)
    lines = session.text().split("\n")
    assert len(lines) == 3 and "(✓tag 5 )" in lines[0] and "(✓tag 205 )" in lines[1], lines
    shown = lines[0].count("tag") + lines[1].count("tag")
    same(lines[2], f"… and {300 - shown} more")
    session.close()
    session = database.session("select", *[f"tag {number}" for number in range(300)], rows=10, columns=40)
    same(session.end(), 0)
    same(len(session.text().split("\n")), 9)
    session.close()
    session = database.session("show", rows=10, columns=40)
    same(session.end(), 0)
    assert "tag 299" in session.text(), session.text()
    session.close()


def shell_asks_before_it_prunes():
    """Things that are gone from a file are forgotten where the answer is yes, and nothing is imported where it is not."""
    database = Database(["sea"])
    path = os.path.join(database.folder.name, "things.ndjson")

    def write(*sources):
        with open(path, "w") as file:
            file.writelines(json.dumps({"location": source, "tags": ["sea"]}) + "\n" for source in sources)

    def sources():
        return sorted(item["location"] for item in items_of(database))

    write("u://1", "u://2", "u://3")
    same(database.run("import", path).returncode, 0)
    write("u://3", "u://4")
    refused = database.run("import", "--prune", path)
    same((refused.returncode, refused.stdout), (64, ""))
    assert "2 items are no longer in" in refused.stderr and "--yes" in refused.stderr, refused.stderr
    for answer, code, wanted in (("n", 1, ["u://1", "u://2", "u://3"]), ("y", 0, ["u://3", "u://4"])):
        session = database.session("import", "--prune", path)
        session.wait_for("2 items are no longer in").wait_for("[y/N]").send(answer + "\r")
        same((session.end(), sources()), (code, wanted))
        session.close()
    same(database.run("undo").returncode, 0)
    same(sources(), ["u://1", "u://2", "u://3"])


def shell_draws_in_the_terminals_colors():
    database = Database(["sea"])
    for term, color in (("xterm-256color", "444444"), ("linux", "white"), ("vt100", "default"), ("dumb", "default"), ("", "default")):
        session = database.session("show", environment={"TERM": term})
        same(session.end(), 0)
        same((term, session.screen.buffer[0][1].bg), (term, color))
        session.close()


def waiting_input(session):
    """The number of bytes that a shell would read after the program."""
    return int.from_bytes(fcntl.ioctl(session.slave, termios.FIONREAD, b"\0" * 4), sys.byteorder)


def shell_draws_on_a_light_background():
    """Chips suit the background that the terminal reports, or that COLORFGBG has; no answer is left in the input."""
    database = Database(["sea", "map"])
    database.run("select", "map")
    light, dark = "rgb:ffff/ffff/ffff", "rgb:1414/1717/1c1c"
    for background, variables, wanted in (
            (light, {}, "e4e4e4"), (dark, {}, "444444"), (None, {}, "444444"), (None, {"COLORFGBG": "0;15"}, "e4e4e4"),
            (dark, {"COLORFGBG": "0;15"}, "444444"), ("nonsense", {}, "444444")):
        for delay in (0, 0.1):
            session = database.session("show", environment=variables, background=background, delay=delay)
            same(session.end(), 0)
            same((background, variables, session.screen.buffer[0][1].bg), (background, variables, wanted))
            same(waiting_input(session), 0)
            same(session.settings(), session.initial_settings)
            session.close()
    for arguments, text in (([], "habits>"), (["pick"], ">")):
        session = database.session(*arguments, background=light).wait_for(text).settle()
        # The first chip of the picker is highlighted.
        row, column = (1, 9) if arguments else (0, 1)
        same((arguments, session.screen.buffer[row][column].bg), (arguments, "e4e4e4"))
        session.send("\x03" if arguments else "\x04")
        session.end()
        session.close()


def shell_asks_no_silent_terminal_for_long():
    """A terminal that never answers delays a board by less than a second; keys typed before are left to the shell."""
    database = Database(["sea"])
    session = database.session("show", answers=False)
    same(session.end(), 0)
    assert time.monotonic() - session.started < 3, "too slow"
    same(session.screen.buffer[0][1].bg, "444444")
    session.close()
    script = f"sleep 0.5; '{TAGFLOW}' show"
    session = TerminalSession(["sh", "-c", script], 16, 60, database.environment, background="rgb:ffff/ffff/ffff")
    session.send("ls\r")
    same(session.end(), 0)
    same(waiting_input(session), 3)
    session.close()


def shell_breaks_no_words():
    """Lines that are wider than the terminal are broken between words."""
    for arguments in (["nonsense"], ["items", "zzz"], ["toggle", "seaweed"], ["add-item", "swift.org/install", "--tag", "sea"]):
        wide, narrow = (Database(["sea"]).session(*arguments, columns=columns) for columns in (200, 31))
        wide.end()
        narrow.end()
        same(narrow.text().split(), wide.text().split())
        wide.close()
        narrow.close()


def repl_enter_takes_the_best_tag():
    """Enter completes the beginning of a tag, Backspace brings it back, Alt+Enter and comma take it as typed."""
    database = Database()
    session = database.session().wait_for("habits>")
    type_keys(session, "swi\r")
    session.wait_for("✓swift").wait_for("took swift for 'swi'; Backspace brings it back")
    type_keys(session, "\x7f")
    session.wait_for("habits> swi").settle()
    same(database.selected(), [])
    type_keys(session, "\x15", "yor\r")
    session.wait_for("✓new york")
    type_keys(session, "select runn\r")
    session.wait_for("✓running").settle()
    # A substring is no beginning, and commands that delete or rename never guess.
    type_keys(session, "wto\r")
    session.wait_for("unknown tag 'wto'")
    type_keys(session, "remove swi\r")
    session.wait_for("'swi'").settle()
    same(names_of(database), TAGS)
    type_keys(session, "add swi")
    session.wait_for('Create "swi"')
    type_keys(session, "\x1b\r")
    session.wait_for("11 swi").settle()
    same(names_of(database), TAGS + ["swi"])
    type_keys(session, "add fam, rea\r")
    session.wait_for("fam").settle()
    same(names_of(database), TAGS + ["swi", "fam"])
    session.send("\x04")
    same(session.end(), 0)
    session.close()


def repl_summarizes_a_tall_board():
    """A board that is taller than half the screen shows the selected chips, two rows of likely ones and how to filter."""
    database = Database([f"name {number:02}" for number in range(83)])
    database.run("select", "name 50")
    session = database.session(rows=24, columns=80).wait_for("83 tags: type to filter").settle()
    lines = session.text().split("\n")
    same(lines[0], "selected")
    assert "51✓name 50" in lines[1] and lines[2] == "likely" and lines[5].startswith("habits>"), lines
    type_keys(session, "7")
    session.settle()
    type_keys(session, "\r")
    session.wait_for("7✓name 06").settle()
    type_keys(session, "name 8")
    session.wait_for("82 name 81").settle()
    assert "name 06" not in session.text(), session.text()
    type_keys(session, "\x15", PAGE_DOWN)
    session.wait_for("83 name 82").settle()
    session.send("\x04")
    same(session.end(), 0)
    session.close()


def tag_takes_the_best_tag():
    """In a field for tags, Enter takes the best beginning, comma the text, and Backspace brings the text back."""
    session = tagging("text")
    type_keys(session, "swi")
    session.wait_for('Create "swi"').wait_for("Enter adds swift")
    type_keys(session, "\r")
    session.wait_for("✓ #swift · Backspace brings")
    type_keys(session, "\x7f")
    session.wait_for("> swi").settle()
    type_keys(session, ",")
    session.wait_for("✓ #swi ·").settle()
    type_keys(session, "york", "\x1b\r", "amil", "\r", "\r")
    same(session.end(), 0)
    same(file_text(session), "---\ntags:\n  - swi\n  - york\n  - amil\n---\ntext")
    session.close()


def shell_names_the_fields_of_a_query():
    """A word before a colon is only text, so a query that finds nothing names the fields that there are."""
    database = Database(["sea"])
    same(database.run("add-item", "u://1", "--title", "a at 12:30", "--tag", "sea").returncode, 0)
    for query, advice in (("is:unread", "'is:' is searched as text, since the fields are site"), ("site:x.example", ""), ("at 12:31", "")):
        session = database.session("items", query, columns=200)
        same(session.end(), 1)
        text = session.text()
        assert "no item matches" in text and (advice in text if advice else "fields" not in text), text
        session.close()


def doctor_asks_the_terminal():
    database = Database(["sun ☀️", "sea"])
    session = database.session("doctor", "--terminal", rows=30)
    same(session.end(), 0)
    text = session.text()
    same(session.settings(), session.initial_settings)
    # pyte draws the sun in one cell; boards on this terminal then do so as well.
    assert "emojiVariation    1 cells, the tables have 2" in text, text
    session.close()
    board = json.loads(subprocess.run(
        [TAGFLOW, "show", "--format", "json"], capture_output=True, text=True,
        env={"TERM": "xterm-256color", **database.environment}).stdout)
    same(board["chips"][0]["frame"]["width"], 9.0)
    other = json.loads(subprocess.run(
        [TAGFLOW, "show", "--format", "json"], capture_output=True, text=True,
        env={"TERM": "xterm-kitty", **database.environment}).stdout)
    same(other["chips"][0]["frame"]["width"], 10.0)


def doctor_gives_up_on_a_silent_terminal():
    session = Database().session("doctor", "--terminal", answers=False)
    same(session.end(), 0)
    assert "using the built-in tables" in session.text().replace("\n", " "), session.text()
    session.close()


def shell_bash():
    shell_binding(["bash", "--norc", "--noprofile", "-i"], 'eval "$(tagflow shell-init bash)"')


def shell_zsh():
    shell_binding(["zsh", "-f", "-i"], 'eval "$(tagflow shell-init zsh)"')


def shell_fish():
    shell_binding(["fish", "--no-config", "-i"], "tagflow shell-init fish | source")


def shell_binding(shell, line):
    if not any(os.access(f"{folder}/{shell[0]}", os.X_OK) for folder in os.environ["PATH"].split(":")):
        print(f"skipped: {shell[0]} is not installed")
        return
    database = Database()
    environment = {**database.environment, "PATH": os.path.dirname(TAGFLOW) + ":" + os.environ["PATH"], "PS1": "$ "}
    session = TerminalSession(shell, 20, 70, environment)
    session.settle(0.8)
    session.send(line + "\r")
    session.settle(0.8)
    session.send("echo A  B")
    session.settle(0.3)
    session.send("\x02\x02")
    session.settle(0.3)
    session.send("\x1bt")
    session.wait_for("Enter accepts", limit=8)
    type_keys(session, "new y", "\t", "\x15", "swi", "\t", "\r")
    session.settle(0.8)
    session.send("\x05\r")
    session.settle(0.8)
    assert "A new york swift" in session.text().splitlines() or "A new york swift B" in session.text(), session.text()
    session.send("exit\r")
    session.end()
    session.close()


def shell_completes_in_bash():
    shell_completing(["bash", "--norc", "--noprofile", "-i"], 'eval "$(tagflow completions bash)"')


def shell_completes_in_zsh():
    shell_completing(["zsh", "-f", "-i"], 'autoload -U compinit; compinit -D -u; eval "$(tagflow completions zsh)"')


def shell_completes_in_fish():
    shell_completing(["fish", "--no-config", "-i"], "tagflow completions fish | source")


def shell_completing(shell, line):
    if not any(os.access(f"{folder}/{shell[0]}", os.X_OK) for folder in os.environ["PATH"].split(":")):
        print(f"skipped: {shell[0]} is not installed")
        return
    database = Database(["sea", "new york", "role::program"])
    database.run("add-item", "https://swift.org/", "--title", "The Swift Book", "--tag", "swift")
    environment = {**database.environment, "PATH": os.path.dirname(TAGFLOW) + ":" + os.environ["PATH"], "PS1": "$ "}
    session = TerminalSession(shell, 24, 90, environment)
    session.settle(0.8)
    session.send(line + "\r")
    session.settle(1.2)
    for typed, wanted in (("tagflow use ha", "use habits"), ("tagflow toggle role", "toggle role::program"),
                          ("tagflow toggle new", "toggle new\\ york"), ("tagflow export --format mark", "--format markdown"),
                          ("tagflow show-item swift", "show-item 1"), ("tagflow complet", "tagflow completions")):
        if shell[0] == "fish" and "show-item" in typed:
            continue  # fish offers only what contains the typed letters.
        session.send(typed)
        session.settle(0.3)
        session.send("\t")
        # A shell shows a completion some time after it has asked tagflow for it.
        for _ in range(30):
            session.settle(0.5)
            shown = session.text()
            if wanted in shown or wanted.replace("\\ ", " ") in shown.replace("'", ""):
                break
        else:
            raise AssertionError((typed, shown))
        session.send("\x15")
        session.settle(0.3)
    session.send("exit\r")
    session.end()
    session.close()


# Reviews

def reviewing(*arguments, titles=("compiler news", "harbor walk", "an evening"), **options):
    """A review of untagged items, the first title on top, in a database that knows what is about swift and the sea."""
    database = Database()
    for word, tag in (("compiler", "swift"), ("harbor", "sea")):
        for number in range(6):
            database.run("add-item", f"https://{tag}.org/{number}", "--title", f"{word} {number}", "--tag", tag)
    for number, title in enumerate(reversed(titles)):
        database.run("add-item", f"https://new.org/{number}", "--title", title)
    session = database.session("review", *arguments, **{"columns": 80, "rows": 24, **options})
    return session.wait_for("Enter saves")


def tags_of(database):
    """The tags of the items that a review showed, by title."""
    return {item["title"]: item["tags"] for item in items_of(database) if "new.org" in item["location"]}


def left(session, summary, code=0):
    """Checks the end of a review: its code, the summary and the terminal's settings."""
    same(session.end(), code)
    assert summary in session.text(), session.text()
    same(session.settings(), session.initial_settings)
    session.close()


def review_saves_skips_and_undoes():
    session = reviewing()
    assert session.screen.display[0].startswith("1 of 3") and "1✓swift" in session.text(), session.text()
    type_keys(session, "\r")
    session.wait_for("saved: swift · u undoes")
    type_keys(session, "s")
    session.wait_for("skipped harbor walk")
    type_keys(session, "u")
    session.wait_for("2 of 3")
    type_keys(session, "photo", "\r", "\r")
    session.wait_for("3 of 3")
    found = tags_of(session.database)
    same([found["compiler news"], "photo" in found["harbor walk"], found["an evening"]], [["swift"], True, []])
    type_keys(session, "\x1b")
    left(session, "saved 2 in habits; 1 left")


def review_takes_tags_as_every_field_does():
    session = reviewing(titles=["an evening"])
    type_keys(session, "#run")
    session.wait_for("Enter adds running")
    type_keys(session, "\r", "read", "\x1b\r", "fam", "\x1b1", "ne,", "\x7f")
    session.wait_for("Create \"ne\"")
    type_keys(session, "\x1b")
    type_keys(session, "\x1b[B", "\r")
    left(session, "saved 1")
    same(sorted(tags_of(session.database)["an evening"]), ["family", "read", "running"])


def review_dismisses_and_remembers():
    session = reviewing()
    type_keys(session, "x")
    session.wait_for("dismissed swift")
    type_keys(session, "\x03")
    left(session, "saved 0", code=130)
    session = session.database.session("review", columns=80, rows=24).wait_for("compiler news")
    assert "swift" not in session.text(), session.text()
    type_keys(session, "\x1b")
    session.end()
    session.close()


def review_offers_nothing_again():
    session = reviewing()
    type_keys(session, "\r", "s", "s")
    left(session, "saved 1, skipped 2")
    database = session.database
    session = database.session("review")
    same(session.end(), 1)
    assert "all 2 items that match were reviewed; use --again" in session.text(), session.text()
    session.close()
    session = database.session("review", "--again").wait_for("1 of 2")
    type_keys(session, "\x1b")
    same(session.end(), 0)
    session.close()


def review_asks_whether_a_tag_fits():
    session = reviewing(titles=["compiler news", "compiler again"])
    session.close()
    session = session.database.session("review", "--tag", "swift", columns=80, rows=24).wait_for("y yes · n no")
    assert "#swift" in session.screen.display[0] and "%" in session.text(), session.text()
    type_keys(session, "y", "n")
    session.wait_for("no: compiler")
    type_keys(session, "\x1b")
    left(session, "tagged 1, dismissed 1")
    same(sorted(map(len, tags_of(session.database).values())), [0, 1])


def review_reports_changes_of_other_programs():
    session = reviewing()
    number = next(item["id"] for item in items_of(session.database) if item["title"] == "compiler news")
    session.database.run("edit-item", str(number), "--add", "map")
    type_keys(session, "\r")
    session.wait_for("another program has changed this item")
    same(tags_of(session.database)["compiler news"], ["map"])
    type_keys(session, "\r")
    session.wait_for("2 of 3")
    same(sorted(tags_of(session.database)["compiler news"]), ["map", "swift"])
    number = next(item["id"] for item in items_of(session.database) if item["title"] == "harbor walk")
    session.database.run("delete-item", str(number))
    type_keys(session, "\r")
    session.wait_for("another program has deleted an item")
    type_keys(session, "\x1b")
    left(session, "saved 1 in habits; 1 left")


def review_fits_any_terminal():
    session = reviewing()
    for columns, rows in ((30, 8), (3, 2), (200, 60), (30, 8)):
        session.resize(columns, rows)
        session.settle(0.3)
    lines = [line.rstrip() for line in session.screen.display]
    assert lines[0] == "1 of 3" and lines[7].startswith("Enter saves") and "1✓swift" in session.text(), session.text()
    type_keys(session, "\x1b")
    same(session.end(), 0)
    session.close()


def review_stops_and_goes_on():
    session = reviewing()
    session.send("\x1b")
    session.end()
    session.close()
    database = session.database
    script = f"set -m; '{TAGFLOW}' review; echo STATUS $?; sleep 0.2; fg; echo STATUS $?"
    session = TerminalSession(["sh", "-c", script], 24, 80, database.environment).wait_for("Enter saves")
    type_keys(session, "s", "\x1a")
    session.wait_for("STATUS 148")
    session.wait_for("2 of 3")
    session.send("\x1b")
    session.wait_for("STATUS 0")
    session.end()
    session.close()


def review_ends_with_its_terminal():
    lose_terminal(reviewing())


def review_runs_in_the_repl():
    session = reviewing()
    session.send("\x1b")
    session.end()
    session.close()
    session = session.database.session(columns=80, rows=24).wait_for("habits>")
    type_keys(session, "review\r")
    session.wait_for("1 of 3")
    type_keys(session, "\r", "\x1b")
    session.wait_for("saved 1")
    session.wait_for("habits>")
    same(tags_of(session.database)["compiler news"], ["swift"])
    type_keys(session, "\x04")
    same(session.end(), 0)
    session.close()


# The list of items

def listing(*arguments, **options):
    """The list of three items, ready for keys."""
    database = Database()
    for title, tag in (("by the sea", "sea"), ("地图", "map"), ("The Swift Book", "swift")):
        database.run("add-item", f"https://{tag}.org/", "--title", title, "--tag", tag)
    return database.session("items", *arguments, columns=70, **options).wait_for("3 items")


def titles(database):
    return [item["title"] for item in items_of(database)]


def items_are_filtered_and_shown():
    session = listing()
    same(session.screen.display[2].rstrip(), "Today")
    assert session.screen.display[3].startswith("  The Swift Book  "), session.text()
    type_keys(session, "#se")
    assert "unknown tag 'se'" in session.screen.display[1], session.text()
    type_keys(session, "a")
    assert "1 item" in session.text() and "地" not in session.text(), session.text()
    type_keys(session, "\r")
    assert "Location: https://sea.org/" in session.text() and "any key goes back" in session.text(), session.text()
    type_keys(session, " ", "\x1b")
    same(session.end(), 0)
    same(session.settings(), session.initial_settings)
    session.close()


def items_are_deleted_and_brought_back():
    session = listing()
    type_keys(session, DOWN, "d")
    session.wait_for("u brings it back")
    same(titles(session.database), ["The Swift Book", "by the sea"])
    type_keys(session, "u")
    session.wait_for("undone")
    same(titles(session.database), ["The Swift Book", "地图", "by the sea"])
    type_keys(session, "\x03")
    same(session.end(), 130)
    same(session.settings(), session.initial_settings)
    session.close()


def items_are_tagged_in_the_picker():
    session = listing()
    type_keys(session, "\t", "e")
    session.wait_for("1 chosen")
    type_keys(session, "family", "\t", "\r")
    session.wait_for("changed The Swift Book: #swift #family")
    session.wait_for("3 items")
    type_keys(session, "e")
    session.wait_for("2 chosen")
    type_keys(session, "\x1b")
    session.wait_for("e tags")
    assert session.screen.cursor.hidden, "the cursor is in the query"
    type_keys(session, "q")
    same(session.end(), 0)
    session.close()


def items_fit_any_terminal():
    session = listing()
    for columns, rows in ((10, 8), (3, 2), (70, 12)):
        session.resize(columns, rows)
        session.settle(0.3)
        type_keys(session, DOWN, UP)
    assert "3 items" in session.text() and "https" not in session.text(), session.text()
    type_keys(session, "\x1b")
    same(session.end(), 0)
    session.close()


def items_end_with_their_terminal():
    lose_terminal(listing())


def items_are_printed_if_something_is_asked_for():
    database = Database()
    session = database.session("items")
    same(session.end(), 1)
    session.close()
    database.run("add-item", "https://sea.org/", "--tag", "sea")
    for arguments in (["sea"], ["--limit", "5"], ["--format", "text"], ["--tag", "sea"]):
        session = database.session("items", *arguments)
        same(session.end(), 0)
        assert "https://sea.org/" in session.screen.display[1], session.text()
        session.close()


def items_are_wide_and_by_day():
    """Titles get more than half of the width, also of a narrower COLUMNS; a pipe keeps its columns."""
    database = Database()
    title = "a title that is so long that it never fits " * 3
    database.run("add-item", "https://sea.org/", "--title", title, "--tag", "sea")
    for columns, variables in ((100, {}), (200, {"COLUMNS": "60"})):
        session = database.session("items", "--limit", "5", columns=columns, environment=variables)
        same(session.end(), 0)
        width = int(variables.get("COLUMNS", columns))
        lines = [line.rstrip() for line in session.screen.display]
        same(lines[0], "Today")
        assert lines[1].index("#sea") >= 0.55 * width and max(map(len, lines)) <= width, lines
        assert not lines[1].lstrip().startswith("1 "), lines
        assert lines[1][:lines[1].index("#sea")].rstrip().endswith("…"), lines
        session.close()
    same(database.run("items").stdout.split("\t")[0], "1")


def items_show_ids_by_i():
    session = listing()
    assert " 3  The Swift Book" not in session.text(), session.text()
    type_keys(session, "\t", "i")
    session.wait_for("  3  The Swift Book")
    type_keys(session, "q")
    same(session.end(), 0)
    session.close()


def items_are_shown_like_a_commit():
    database = Database()
    database.run("add-item", "https://sea.org/", "--title", "By the sea", "--note", "long waves " * 12, "--tag", "sea")
    session = database.session("show-item", "1", columns=50)
    same(session.end(), 0)
    lines = session.text().split("\n")
    same(lines[0], "item 1")
    assert "Tags:     #sea" in lines and "    By the sea" in lines, lines
    same(" ".join(line.strip() for line in lines if "waves" in line), ("long waves " * 12).strip())
    session.close()
    assert database.run("show-item", "1").stdout.startswith("id: 1\n")


CASES = {name: case for name, case in globals().items()
         if name.split("_")[0] in ("pick", "repl", "doctor", "shell", "tag", "items", "review") and callable(case) and name not in ("shell_binding", "shell_completing")}


def main():
    global TAGFLOW
    TAGFLOW = os.path.abspath(sys.argv[1])
    failed = []
    for name in sys.argv[2:] or CASES:
        try:
            CASES[name]()
            print(f"ok {name}", flush=True)
        except Exception:
            failed.append(name)
            print(f"FAILED {name}\n{traceback.format_exc()}", flush=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
