"""Answers misspelled queries with tantivy: distance 1 first, then 2, each by use. Prints recall and latency as JSON.

  tantivy_typos.py VOCABULARY.tsv QUERIES.ndjson [LIMIT]
"""
import json
import sys
import time

import tantivy


def build(path):
    schema = tantivy.SchemaBuilder()
    schema.add_text_field("name", stored=True, tokenizer_name="raw")
    schema.add_integer_field("uses", stored=True, fast=True)
    index = tantivy.Index(schema.build())
    writer = index.writer(heap_size=256_000_000, num_threads=1)
    with open(path, encoding="utf8") as lines:
        for line in lines:
            name, uses = line.rstrip("\n").split("\t")
            writer.add_document(tantivy.Document(name=name, uses=int(uses)))
    writer.commit()
    writer.wait_merging_threads()
    index.reload()
    return index


def search(index, searcher, text):
    found = []
    for distance in (1, 2):
        query = tantivy.Query.fuzzy_term_query(index.schema, "name", text, distance=distance, transposition_cost_one=True)
        hits = searcher.search(query, 10, count=False, order_by_field="uses").hits
        for _, address in hits:
            name = searcher.doc(address)["name"][0]
            if name not in found:
                found.append(name)
        if len(found) >= 10:
            break
    return found[:10]


def main():
    start = time.perf_counter()
    index = build(sys.argv[1])
    built = time.perf_counter() - start
    with open(sys.argv[2], encoding="utf8") as lines:
        queries = [json.loads(line) for line in lines]
    limit = int(sys.argv[3]) if len(sys.argv) > 3 else 300
    queries = queries[:: max(1, len(queries) // limit)]
    searcher = index.searcher()
    times, first, ten = [], 0, 0
    for query in queries:
        start = time.perf_counter()
        found = search(index, searcher, query["query"])
        times.append((time.perf_counter() - start) * 1e6)
        first += found[:1] == [query["intended"]]
        ten += query["intended"] in found
    times.sort()
    count = len(queries)
    print(json.dumps({
        "n": count, "build_s": round(built, 1), "r1": round(first / count, 4), "r10": round(ten / count, 4),
        "p50_us": round(times[count // 2], 1), "p99_us": round(times[count * 99 // 100], 1),
    }))


main()
