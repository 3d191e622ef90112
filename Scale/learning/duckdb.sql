-- The functions of model.sql that DuckDB has under other names.
CREATE MACRO explode(list) AS unnest(list);
CREATE MACRO size(list) AS len(list);
CREATE MACRO sequence(first, last) AS generate_series(first, last);
CREATE MACRO monotonically_increasing_id() AS row_number() OVER ();
