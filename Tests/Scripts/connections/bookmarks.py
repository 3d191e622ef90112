"""Makes bookmarks with messy tags, as a language model or several people would give them."""

import html
import random

TOPICS = {
    "swift": "swift compiler language package", "python": "python interpreter module script",
    "cooking": "recipe oven kitchen flour", "travel": "train hotel island ticket", "music": "album guitar concert song",
    "photography": "camera lens portrait light", "database": "sqlite index query table",
    "security": "password certificate attack key", "gardening": "seed soil tomato compost",
    "history": "empire archive museum war", "finance": "tax pension budget fund", "health": "doctor sleep vitamin diet",
    "cycling": "bike wheel saddle route", "astronomy": "planet telescope orbit star",
    "typography": "font letter serif glyph", "economics": "market inflation trade wage",
    "machine learning": "model training gradient network", "operating systems": "kernel process scheduler memory",
    "web design": "page style layout browser", "open source": "license repository maintainer patch",
}
FORMS = [
    lambda name: name, lambda name: name, lambda name: name, lambda name: name.title(),
    lambda name: name.replace(" ", "-"), lambda name: name + "s", lambda name: name.upper(),
    lambda name: name[:2] + name[3:], lambda name: name.replace(" ", "_"), lambda name: name + "-stuff",
]


def messy_names(count, seed=1):
    """Returns names of tags by topic, `count` in all, with several spellings of each."""
    choose = random.Random(seed)
    names = {topic: [] for topic in TOPICS}
    known = set()
    words = [(topic, word) for topic, text in TOPICS.items() for word in [topic, *text.split()]]
    pairs = [(topic, form(word)) for form in dict.fromkeys(FORMS) for topic, word in words]
    pairs += [(topic, f"{word}-{suffix}") for suffix in ("tips", "2024", "article", "guide") for topic, word in words]
    for topic, name in pairs:
        name = name.replace(" ", "-")
        if len(known) < count and name.lower() not in known:
            known.add(name.lower())
            names[topic].append(name)
    for topic in names:
        choose.shuffle(names[topic])
    return names


def make(count, tags=400, seed=1, untagged=0.2):
    """Returns bookmarks as dictionaries."""
    choose = random.Random(seed)
    names = messy_names(tags, seed)
    topics = list(TOPICS)
    made = []
    for number in range(count):
        topic = choose.choice(topics)
        words = choose.sample(TOPICS[topic].split(), 3)
        main = topic.replace(" ", "-") if choose.random() < 0.7 else None
        given = choose.sample(names[topic], min(len(names[topic]), choose.randint(1, 5))) + [main] * bool(main)
        if choose.random() < 0.1:
            given.append(choose.choice(names[choose.choice([topic for topic in topics if names[topic]])]))
        made.append({
            "url": f"https://{words[0]}.example/{number}/{words[1]}",
            "title": f"{words[0].title()} and {words[1]} {number}: <{words[2]}> & \"more\"",
            "description": f"About {words[2]} and {topic}" if number % 3 else "",
            "notes": "Line 1\nLine 2" if number % 50 == 0 else "",
            "tags": [] if choose.random() < untagged else sorted(set(given)),
            "added": 1_600_000_000 + number * 977, "archived": number % 40 == 0, "unread": number % 7 == 0,
        })
    return made


def netscape(bookmarks):
    """Returns the bookmarks in the format that linkding imports."""
    lines = ["<!DOCTYPE NETSCAPE-Bookmark-file-1>", "<TITLE>Bookmarks</TITLE>", "<DL><p>"]
    for item in bookmarks:
        tags = item["tags"] + (["linkding:bookmarks.archived"] if item["archived"] else [])
        lines.append(
            f'<DT><A HREF="{html.escape(item["url"])}" ADD_DATE="{item["added"]}" PRIVATE="1" '
            f'TOREAD="{int(item["unread"])}" TAGS="{html.escape(",".join(tags))}">{html.escape(item["title"])}</A>')
        notes = f'[linkding-notes]{item["notes"]}[/linkding-notes]' if item["notes"] else ""
        if item["description"] or notes:
            lines.append(f'<DD>{html.escape(item["description"] + notes)}')
    return "\n".join(lines + ["</DL><p>"])
