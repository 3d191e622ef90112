-- Makes a model of a log of items. DuckDB and Spark SQL both run this text as it stands.
--
-- What it needs from outside, which learn.py defines for each engine:
--   log (title, tags)        a row for each item: a text, never null, and a list of names
--   tag_key(name)            the key of a name; '' for what is no name
--   title_words(title)       the list of the words of a title
--   ${pairs}, ${items}, ${seed}
--                            how many pairs of each feature are kept, how many items, and what their draw follows from
-- and of functions, by their names in Spark: explode, size, sequence, monotonically_increasing_id, which duckdb.sql defines.
--
-- A feature is a tag by its number, or a word by its number and 1000000000, so that in a list the tags come first. Numbers follow
-- from how often something is in the log, then from its text: the same log has the same numbers, however it is divided into files.

-- The items with the words of their titles. Most titles are short and plain; a title of 48 characters has at most 24 words,
-- which is how many are read of one.
CREATE TABLE entry AS
SELECT monotonically_increasing_id() AS id, tags, words
FROM (
    SELECT tags, array_distinct(regexp_extract_all(lower(title), '([a-z0-9]+)', 1)) AS words FROM log
    WHERE length(title) <= 48 AND regexp_replace(title, '[^ -~]', '') = title
    UNION ALL
    SELECT tags, title_words(title) AS words FROM log
    WHERE NOT (length(title) <= 48 AND regexp_replace(title, '[^ -~]', '') = title)
) AS part;

-- Every spelling of a name, with its key.
CREATE TABLE spelling AS
SELECT name, tag_key(name) AS key, mentions
FROM (
    SELECT name, count(*) AS mentions FROM (SELECT explode(tags) AS name FROM entry) AS mention
    WHERE name IS NOT NULL GROUP BY name
) AS distinct_name;

-- Every tag, by its most frequent spelling.
CREATE TABLE tag AS
SELECT CAST(row_number() OVER (ORDER BY mentions DESC, key) AS INT) AS number, key, name
FROM (
    SELECT key, sum(mentions) AS mentions, max(CASE WHEN place = 1 THEN name END) AS name
    FROM (
        SELECT key, name, mentions, row_number() OVER (PARTITION BY key ORDER BY mentions DESC, name) AS place
        FROM spelling WHERE key <> ''
    ) AS placed GROUP BY key
) AS counted;

CREATE TABLE word AS
SELECT CAST(1000000000 + row_number() OVER (ORDER BY mentions DESC, text) AS INT) AS number, text
FROM (
    SELECT text, count(*) AS mentions FROM (SELECT explode(words) AS text FROM entry) AS mention GROUP BY text
) AS counted;

-- What was saved, in numbers: each distinct list of features once, with how many items have it.
CREATE TABLE selection AS
SELECT features, count(*) AS copies
FROM (
    SELECT id, array_sort(array_distinct(array_agg(feature))) AS features
    FROM (
        SELECT id, number AS feature
        FROM (SELECT id, explode(tags) AS name FROM entry) AS named
        JOIN (SELECT spelling.name, number FROM spelling JOIN tag ON tag.key = spelling.key) AS spelled
        ON spelled.name = named.name
        UNION ALL
        SELECT id, number AS feature
        FROM (SELECT id, explode(words) AS text FROM entry) AS titled JOIN word ON word.text = titled.text
    ) AS occurrence GROUP BY id
    HAVING min(feature) < 1000000000
) AS numbered GROUP BY features;

CREATE TABLE feature_use AS
SELECT feature, CAST(sum(copies) AS BIGINT) AS uses
FROM (SELECT explode(features) AS feature, copies FROM selection) AS held GROUP BY feature;

-- The features whose pairs are counted: all, and of more than 256 tags the 256 rarest.
CREATE TEMPORARY VIEW paired AS
SELECT features, copies FROM selection WHERE size(features) <= 256
UNION ALL
SELECT array_sort(array_agg(feature)) AS features, max(copies) AS copies
FROM (
    SELECT features AS whole, feature, copies,
        row_number() OVER (PARTITION BY features, feature > 1000000000 ORDER BY feature DESC) AS place
    FROM (
        SELECT features, explode(features) AS feature, copies FROM selection WHERE size(features) > 256
    ) AS large
) AS placed WHERE place <= 256 GROUP BY whole;

-- How many items have both features; each pair once, the lower feature first.
CREATE TABLE pair AS
SELECT feature, other, CAST(sum(copies) AS BIGINT) AS uses
FROM (
    SELECT feature, explode(features) AS other, copies
    FROM (SELECT features, explode(features) AS feature, copies FROM paired) AS held
) AS held_twice WHERE feature < other GROUP BY feature, other;

-- The largest pairs of each feature and the one behind them; words are not in the rows of tags.
CREATE TABLE largest AS
SELECT feature, other, uses, place
FROM (
    SELECT feature, other, uses, row_number() OVER (PARTITION BY feature ORDER BY uses DESC, other) AS place
    FROM (
        SELECT feature, other, uses FROM pair WHERE feature > 1000000000 OR other < 1000000000
        UNION ALL
        SELECT other AS feature, feature AS other, uses FROM pair
    ) AS directed
) AS placed WHERE place <= ${pairs} + 1;

-- A pair is kept where it is among the largest of either side; that of a word and a tag also where it would be among the tag's.
CREATE TABLE model_pairs AS
SELECT least(feature, other) AS feature, greatest(feature, other) AS other, uses FROM largest WHERE place <= ${pairs}
UNION
SELECT pair.feature, pair.other, pair.uses
FROM pair LEFT JOIN (
    SELECT feature, max(CASE WHEN place = ${pairs} THEN uses END) AS uses
    FROM largest GROUP BY feature HAVING max(place) > ${pairs}
) AS full_row ON full_row.feature = pair.feature
WHERE pair.feature < 1000000000 AND pair.other > 1000000000
    AND (full_row.uses IS NULL OR pair.uses > full_row.uses);

CREATE TABLE model_tags AS
SELECT number, name, uses FROM tag JOIN feature_use ON feature = number;

CREATE TABLE model_words AS
SELECT number, text, uses FROM word JOIN feature_use ON feature = number;

-- The items with the smallest hashes. One that was saved many times has a hash each time; equal hashes are equal rows.
CREATE TABLE model_items AS
SELECT number, explode(features) AS feature
FROM (
    SELECT row_number() OVER (ORDER BY draw) AS number, features
    FROM (
        SELECT md5(concat('${seed} ', CAST(copy AS STRING), ' ', CAST(features AS STRING))) AS draw, features
        FROM (SELECT features, explode(sequence(1, copies)) AS copy FROM selection) AS each_one
        ORDER BY draw LIMIT ${items}
    ) AS drawn
) AS numbered;

CREATE TABLE model_about AS
SELECT 1 AS version, CAST(coalesce(sum(copies), 0) AS BIGINT) AS items, ${pairs} AS pairs FROM selection;
