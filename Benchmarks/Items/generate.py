#!/usr/bin/env python3
"""Makes up the items of the benchmark: the same items for the same count.

  generate.py COUNT [--plain]      NDJSON; with --plain, only tagged items, with title, tags and time

The items resemble a person's bookmarks. Words, tags and hosts follow a Zipf-Mandelbrot distribution. An item has three tags on
average, and half of its tags occur as words of its title. One item in 20 has no tags, and one in ten has no location."""
import datetime, itertools, json, random, sys

TAGS, WORDS, HOSTS = 3_000, 20_000, 2_000
START, YEARS = datetime.datetime(2016, 1, 1), 10

# The most frequent words of titles and notes.
FUNCTION_WORDS = 'the a to of and in for how with on is your from an why by you not what it'.split()

# Subjects, the most frequent first. They are the most frequent tags, and the most frequent words after the function words.
SUBJECTS = '''
    swift programming linux design music recipes python photography travel history science database typography climate health
    security javascript books film economics sqlite gardening cycling maps architecture philosophy politics algorithms testing
    hardware education coffee writing statistics astronomy biology bread running kubernetes rust compilers networking privacy art
    cities psychology games birds chemistry knitting sailing woodworking finance languages radio robotics unicode accessibility
    fonts git postgres docker terraform ceramics hiking jazz opera theater poetry journalism energy batteries solar bicycles trains
    aviation oceans forests volcanoes glaciers insects mushrooms fermentation cheese wine tea noodles pasta soup salad dessert
    chocolate spices barbecue vegetarian nutrition sleep meditation yoga swimming climbing skiing football tennis chess puzzles
    origami calligraphy painting sculpture museums folklore mythology archaeology linguistics grammar etymology translation
    dictionaries libraries archives genealogy cartography geology meteorology physics quantum relativity geometry topology algebra
    calculus probability optimization scheduling caching concurrency parsing regex latex markdown html css svg webgl graphics
    animation audio synthesizers midi acoustics guitars pianos vinyl podcasts interviews lectures conferences startups management
    hiring remote productivity notes calendars email spreadsheets invoices taxes pensions insurance housing furniture kitchens
    plumbing electricity insulation tools welding soldering arduino sensors drones satellites rockets'''.split()

# Pairs of adjacent words in titles.
PHRASES = '''
    open source|machine learning|sourdough bread|type inference|long read|user interface|public transport|urban planning
    query planner|full text search|garbage collection|night sky|cast iron|best practices|release notes|style guide|field guide
    error handling|hash tables|color theory|film noir|deep sea|time zones|text editor|home automation|climate change|trail map
    knife sharpening|sleep hygiene|bird song'''.replace('\n', '|').split('|')

HOSTS_BY_USE = '''
    github.com en.wikipedia.org www.youtube.com news.ycombinator.com swift.org stackoverflow.com medium.com forums.swift.org
    docs.python.org www.nytimes.com arxiv.org www.sqlite.org developer.apple.com blog.rust-lang.org'''.split()


def zipf(count):
    """Cumulative weights of the ranks from 1 to `count`."""
    return list(itertools.accumulate(1 / (rank + 2.7) for rank in range(1, count + 1)))


def completed(names, count, chance, name):
    """`names`, followed by made-up names to a total of `count`."""
    found = dict.fromkeys(names)
    while len(found) < count: found.setdefault(name(chance))
    return list(found)


def made_up_word(chance):
    return ''.join(chance.choice('bcdfghjklmnprstvw') + chance.choice('aeiou') + chance.choice(('', '', 'l', 'n', 'r', 's', 't'))
                   for _ in range(chance.randint(2, 3)))


def made_up_tag(chance):
    """A pair of subjects, such as `climate-maps`, or a word."""
    return '-'.join(chance.sample(SUBJECTS, 2)) if chance.random() < .5 else made_up_word(chance)


def made_up_host(chance):
    labels = [chance.choice(('www', 'blog', 'docs', '', '', '')), made_up_word(chance),
              chance.choice(('com', 'org', 'net', 'io', 'de'))]
    return '.'.join(filter(None, labels))


def items(count, seed=20):
    """Yields items in the order of their times."""
    chance = random.Random(seed)
    phrases = [phrase.strip() for phrase in PHRASES]
    tags = completed(SUBJECTS, TAGS, chance, made_up_tag)
    words = completed(FUNCTION_WORDS + SUBJECTS, WORDS, chance, made_up_word)
    hosts = completed(HOSTS_BY_USE, HOSTS, chance, made_up_host)
    tag_weights, word_weights, host_weights = zipf(TAGS), zipf(WORDS), zipf(HOSTS)

    def text(length): return chance.choices(words, cum_weights=word_weights, k=length)

    times = sorted(chance.randrange(YEARS * 365 * 86_400) for _ in range(count))
    for number, time in enumerate(times):
        size = chance.choices(range(9), weights=(5, 14, 22, 24, 17, 9, 5, 3, 1))[0]
        item_tags = list(dict.fromkeys(chance.choices(tags, cum_weights=tag_weights, k=size)))
        title = text(chance.randint(2, 7)) + [tag.replace('-', ' ') for tag in item_tags if chance.random() < .5]
        if chance.random() < .2: title.append(chance.choice(phrases))
        chance.shuffle(title)
        item = {'title': ' '.join(title).capitalize(), 'tags': item_tags,
                'at': (START + datetime.timedelta(seconds=time)).isoformat() + 'Z'}
        if chance.random() < .9:
            host = chance.choices(hosts, cum_weights=host_weights)[0]
            item['location'] = f'https://{host}/{"-".join(text(chance.randint(1, 3)))}/{number}'
        if chance.random() < 1 / 3: item['note'] = ' '.join(text(chance.randint(6, 40))).capitalize() + '.'
        yield item


def write(path, count, is_plain=False):
    """Writes items as NDJSON, and returns the number of items and the number of tagged items."""
    written = tagged = 0
    with open(path, 'w', encoding='utf8') as out:
        for item in items(count):
            if is_plain:
                if not item['tags']: continue
                item = {field: item[field] for field in ('title', 'tags', 'at')}
            out.write(json.dumps(item, ensure_ascii=False) + '\n')
            written += 1
            tagged += bool(item['tags'])
    return written, tagged


if __name__ == '__main__': write('/dev/stdout', int(sys.argv[1]), '--plain' in sys.argv[2:])
