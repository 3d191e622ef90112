"""The registry of checks, and expectations. A check continues after an expectation that failed."""

import datetime
import json
import urllib.parse

CHECKS = {}
SLOW_CHECKS = set()  # Run only by name.
problems = []  # The failures of the check that runs.
UTC = datetime.timezone.utc


def check(function):
    """Registers a check under its function's name."""
    if function.__name__ in CHECKS:
        raise ValueError(f"two checks have the name {function.__name__}")
    CHECKS[function.__name__] = function
    return function


def slow_check(function):
    """Registers a check that takes minutes or needs a release build, and is run only by its name."""
    SLOW_CHECKS.add(function.__name__)
    return check(function)


class Stop(Exception):
    """Ends a check whose remaining steps can't be verified."""


def shown(value):
    """A value on one line of at most 240 characters."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    text = " ".join(text.split())
    return text if len(text) <= 240 else text[:240] + "…"


def expect(expected, got, what=""):
    """Records a failure unless both values are equal."""
    if expected != got:
        problems.append(f"expected {shown(expected)} got {shown(got)}" + (f" ({what})" if what else ""))


def holds(condition, expected, got):
    """Records a failure, with the expectation in words, unless the condition holds."""
    if not condition:
        problems.append(f"expected {expected} got {shown(got)}")


def moment(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))


def is_now(text):
    return abs((moment(text) - datetime.datetime.now(UTC)).total_seconds()) < 120


def titles_of(items):
    return sorted(item.get("title", "") for item in items)


def url(path, **query):
    """A path with a query; an underscore in a name is a hyphen."""
    return path + "?" + urllib.parse.urlencode({name.replace("_", "-"): value for name, value in query.items()})
