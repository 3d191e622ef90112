"""A slow, obvious evaluator of the query language, and its check."""

import re
import unicodedata
import urllib.parse


def folded(text):
    """A text without case and accents."""
    letters = unicodedata.normalize("NFD", text.casefold())
    return unicodedata.normalize("NFC", "".join(one for one in letters if not unicodedata.combining(one)))


UNSPACED = r"\u3040-\u30ff\u3400-\u9fff\u0e00-\u0eff"


def words(text):
    """The indexed words of a text: runs of letters and digits, or character pairs in scripts without spaces."""
    found = []
    for run in re.findall(r"[^\W_]+", folded(text)):
        for part in re.findall(f"[{UNSPACED}]+|[^{UNSPACED}]+", run):
            is_paired = re.match(f"[{UNSPACED}]", part) and len(part) > 2
            found += [part[at:at + 2] for at in range(len(part) - 1)] if is_paired else [part]
    return found


def has_phrase(text, phrase):
    within, wanted = words(text), words(phrase)
    return any(within[at:at + len(wanted)] == wanted for at in range(len(within) - len(wanted) + 1))


def bare(location):
    """A location without its scheme and `www.`."""
    return re.sub(r"^www\.", "", re.sub(r"^[a-z][a-z0-9+.-]*://", "", location, flags=re.I), flags=re.I)


class Reference:
    """A slow, obvious evaluator of queries. Dates are days in UTC; `sort:` matches everything."""

    def __init__(self, implications=(), aliases=None):
        self.aliases = {folded(alias): folded(tag) for alias, tag in (aliases or {}).items()}
        self.parents = {}
        for tag, parent in implications:
            self.parents.setdefault(folded(tag), set()).add(folded(parent))

    def matches(self, query, item):
        self.tokens = re.findall(r'[()]|-?"[^"]*"|[^\s()"]+', query)
        self.item = item
        result = self.alternatives()
        if self.tokens:
            raise ValueError(f"{query!r} has the unexpected rest {self.tokens}")
        return result

    def peek(self):
        return self.tokens[0].lower() if self.tokens else None

    def alternatives(self):
        result = self.conjunction()
        while self.peek() == "or":
            self.tokens.pop(0)
            result = self.conjunction() or result
        return result

    def conjunction(self):
        result = self.negation()
        while self.peek() not in (None, ")", "or"):
            if self.peek() == "and":
                self.tokens.pop(0)
            result = self.negation() and result
        return result

    def negation(self):
        token = self.tokens.pop(0)
        if token.lower() == "not":
            return not self.negation()
        if token == "(":
            result = self.alternatives()
            if not self.tokens or self.tokens.pop(0) != ")":
                raise ValueError("a parenthesis isn't closed")
            return result
        return not self.term(token[1:]) if token.startswith("-") else self.term(token)

    def term(self, token):
        if token.startswith('"'):
            return self.has_text(token[1:-1])
        if token.startswith("#"):
            return any(self.has_tag(name.removeprefix("#")) for name in token.split("|"))
        if token == "untagged":
            return not self.item.get("tags")
        name, colon, value = token.partition(":")
        return getattr(self, "term_" + name)(value) if colon else self.has_text(token)

    def has_text(self, phrase):
        fields = [self.item.get("title", ""), self.item.get("note", ""), bare(self.item.get("location", "")),
                  *self.item.get("tags", [])]  # Names only: an item has no words of its implied tags and aliases.
        return any(has_phrase(field, phrase) for field in fields)

    def has_tag(self, name):
        wanted = self.aliases.get(folded(name), folded(name))
        open_tags, known = [self.aliases.get(folded(tag), folded(tag)) for tag in self.item.get("tags", [])], set()
        while open_tags:
            tag = open_tags.pop()
            if tag not in known:
                known.add(tag)
                open_tags += self.parents.get(tag, ())
        return wanted in known

    term_tag = has_tag

    def term_site(self, site):
        location = self.item.get("location", "")
        host = urllib.parse.urlsplit(location).hostname if "://" in location else None
        return host is not None and ("." + host).endswith("." + site.lower())

    def term_tags(self, number):
        count = len(self.item.get("tags", []))
        return count > int(number[1:]) if number.startswith(">") else count == int(number)

    def term_since(self, day):
        return self.item["at"][:10] >= day

    def term_before(self, day):
        return self.item["at"][:10] < day

    def term_on(self, day):
        return self.item["at"][:10] == day

    def term_set(self, name):
        return folded(self.item["set"]) == folded(name)

    def term_sort(self, _):
        return True
