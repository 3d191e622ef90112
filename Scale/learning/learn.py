#!/usr/bin/env python3
"""Makes the data of a model from a log of items, with DuckDB on one machine or Apache Spark on many.

  learn.py LOG... -o FOLDER                                  one machine: pip install duckdb numpy
  learn.py LOG... -o FOLDER --engine spark [--master URL]    many: pip install pyspark, and Java 17
  tagflow model pack FOLDER -o team.model

LOG is a file or a pattern, of Parquet (.parquet, with the columns title and tags) or of lines of JSON (.ndjson, .json, .gz), such as
'tagflow export' writes. What is done is in model.sql, which both engines run unchanged; the files in FOLDER are the same from both.
"""

import argparse
import os
import shutil
import string
import sys
import tempfile

from spelling import title_words, tag_key

HERE = os.path.dirname(os.path.abspath(__file__))
# The tables of a model, their format, and the columns that order them.
TABLES = {"about": ("json", "version"), "tags": ("json", "number"), "words": ("json", "number"), "pairs": ("csv", "feature, other"),
          "items": ("csv", "number, feature")}
ENDINGS = {"json": "ndjson", "csv": "csv"}
# A line of an export of tagflow that is a set has neither title nor time nor location.
SAVED = "tags IS NOT NULL AND (`set` IS NULL OR title IS NOT NULL OR `at` IS NOT NULL OR location IS NOT NULL)"


def statements(name, options):
    """The statements of a file of SQL with the options put in."""
    with open(os.path.join(HERE, name), encoding="utf-8") as file:
        text = "".join(line for line in file if not line.startswith("--"))
    text = string.Template(text).substitute(pairs=options.pairs, items=options.items, seed=options.seed)
    return [statement.strip() for statement in text.split(";") if statement.strip()]


def with_duckdb(options, work):
    import duckdb
    database = duckdb.connect(os.path.join(work, "learning.duckdb"))
    for setting in (f"temp_directory = '{work}'", f"memory_limit = '{options.memory}'", "preserve_insertion_order = false"):
        database.execute(f"SET {setting}")
    if options.threads:
        database.execute(f"SET threads = {options.threads}")
    database.create_function("tag_key", tag_key, ["VARCHAR"], "VARCHAR")
    database.create_function("title_words", title_words, ["VARCHAR"], "VARCHAR[]")
    logs = "[" + ", ".join("'" + log.replace("'", "''") + "'" for log in options.log) + "]"
    if options.log[0].endswith(".parquet"):
        source, saved = f"read_parquet({logs})", "tags IS NOT NULL"
    else:
        columns = "{'title': 'VARCHAR', 'tags': 'VARCHAR[]', 'set': 'VARCHAR', 'at': 'VARCHAR', 'location': 'VARCHAR'}"
        source = f"read_json({logs}, format = 'newline_delimited', columns = {columns})"
        saved = SAVED.replace("`", '"')
    database.execute(f"CREATE VIEW log AS SELECT coalesce(title, '') AS title, tags FROM {source} WHERE {saved}")
    for statement in statements("duckdb.sql", options) + statements("model.sql", options):
        database.execute(statement)
    for table, (form, order) in TABLES.items():
        path = os.path.join(options.output, f"{table}.{ENDINGS[form]}").replace("'", "''")
        settings = "FORMAT csv, HEADER" if form == "csv" else "FORMAT json"
        database.execute(f"COPY (SELECT * FROM model_{table} ORDER BY {order}) TO '{path}' ({settings})")
    database.close()


def with_spark(options, work):
    from pyspark.sql import SparkSession
    builder = SparkSession.builder.appName("tagflow learning").config("spark.sql.warehouse.dir", os.path.join(options.tables or work, "tables"))
    builder = builder.config("spark.sql.session.timeZone", "UTC").config("spark.sql.catalogImplementation", "in-memory")
    if options.master:
        builder = builder.master(options.master)
        if options.master.startswith("local"):
            builder = builder.config("spark.driver.memory", options.memory.lower().removesuffix("b")).config("spark.local.dir", work)
            builder = builder.config("spark.ui.enabled", "false").config("spark.driver.host", "127.0.0.1")
    for setting in options.conf:
        builder = builder.config(*setting.split("=", 1))
    spark = builder.getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    spark.sparkContext.addPyFile(os.path.join(HERE, "spelling.py"))
    spark.udf.register("tag_key", tag_key, "string")
    spark.udf.register("title_words", title_words, "array<string>")
    if options.log[0].endswith(".parquet"):
        rows, saved = spark.read.parquet(*options.log), "tags IS NOT NULL"
    else:
        schema = "title STRING, tags ARRAY<STRING>, `set` STRING, `at` STRING, location STRING"
        rows, saved = spark.read.schema(schema).json(options.log, mode="FAILFAST"), SAVED
    rows.where(saved).selectExpr("coalesce(title, '') AS title", "tags").createOrReplaceTempView("log")
    for statement in statements("model.sql", options):
        spark.sql(statement)
    for table, (form, order) in TABLES.items():
        rows = spark.sql(f"SELECT * FROM model_{table} ORDER BY {order}").coalesce(1)
        path = os.path.join(options.output, f"{table}.{ENDINGS[form]}")
        writer = rows.write.mode("overwrite")
        writer.csv(path, header=True, lineSep="\n") if form == "csv" else writer.json(path, lineSep="\n")
    spark.stop()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("log", nargs="+", help="files or patterns, all Parquet or all lines of JSON")
    parser.add_argument("-o", "--output", required=True, metavar="FOLDER", help="where the files of the model go")
    parser.add_argument("--engine", choices=["duckdb", "spark"], default="duckdb")
    parser.add_argument("--pairs", type=int, default=50, help="how many pairs of each tag and word are kept (50)")
    parser.add_argument("--items", type=int, default=25_000, help="how many items are kept (25000)")
    parser.add_argument("--seed", type=int, default=1, help="what their draw follows from (1)")
    parser.add_argument("--memory", default="8GB", help="the most memory that DuckDB or a local Spark takes (8GB)")
    parser.add_argument("--threads", type=int, help="how many threads DuckDB uses (all processors)")
    parser.add_argument("--work", metavar="FOLDER", help="where intermediate data goes (a temporary folder)")
    parser.add_argument("--master", help="Spark's master, such as local[*]; without it, what spark-submit says")
    parser.add_argument("--tables", metavar="PATH", help="where Spark's intermediate tables go, a path that all of its machines see")
    parser.add_argument("--conf", action="append", default=[], metavar="NAME=VALUE", help="a setting of Spark")
    options = parser.parse_args()
    if min(options.pairs, options.items) < 1:
        sys.exit("learn.py: --pairs and --items are at least 1")
    if len({log.endswith(".parquet") for log in options.log}) > 1:
        sys.exit("learn.py: the logs are of two formats; give either Parquet or lines of JSON")
    if "://" not in options.output:
        os.makedirs(options.output, exist_ok=True)
    work = tempfile.mkdtemp(prefix="tagflow-learning-", dir=options.work)
    try:
        (with_duckdb if options.engine == "duckdb" else with_spark)(options, work)
    except ImportError as error:
        sys.exit(f"learn.py: {error}; pip install {'duckdb numpy' if options.engine == 'duckdb' else 'pyspark'}")
    except Exception as error:
        # The engines' own errors; their first line names the file and often the line.
        sys.exit(f"learn.py: {str(error).strip().splitlines()[0]}" if str(error).strip() else f"learn.py: {error!r}")
    finally:
        shutil.rmtree(work, ignore_errors=True)


main()
