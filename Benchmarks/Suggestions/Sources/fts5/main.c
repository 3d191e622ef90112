// SQLite's FTS5 beside the completion index: prefix and trigram indexes whose rowids stand in order of use,
// one thread, warm, the first ten rowids and their names. Prints a line of JSON a kind.
//
//   fts5 VOCABULARY.tsv PREFIX.txt SUBSTRING.txt        (vocabulary in order of use; a query a line)

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void check(sqlite3 *db, int code) {
    if (code != SQLITE_OK && code != SQLITE_DONE && code != SQLITE_ROW) {
        fprintf(stderr, "fts5: %s\n", sqlite3_errmsg(db));
        exit(1);
    }
}

static void run(sqlite3 *db, const char *sql) { check(db, sqlite3_exec(db, sql, NULL, NULL, NULL)); }

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

static int compare(const void *left, const void *right) {
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

static FILE *open_file(const char *path) {
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        perror(path);
        exit(1);
    }
    return file;
}

static void load(sqlite3 *db, const char *path) {
    run(db, "CREATE TABLE tag (id INTEGER PRIMARY KEY, name TEXT NOT NULL)");
    run(db, "CREATE VIRTUAL TABLE words USING fts5(name, content='', detail=full, prefix='1 2 3 4')");
    run(db, "CREATE VIRTUAL TABLE parts USING fts5(name, content='', tokenize='trigram', detail=full)");
    run(db, "BEGIN");
    const char *inserts[] = {
        "INSERT INTO tag(id, name) VALUES (?1, ?2)",
        "INSERT INTO words(rowid, name) VALUES (?1, ?2)",
        "INSERT INTO parts(rowid, name) VALUES (?1, ?2)",
    };
    sqlite3_stmt *statements[3];
    for (int i = 0; i < 3; i++) check(db, sqlite3_prepare_v2(db, inserts[i], -1, &statements[i], NULL));
    FILE *file = open_file(path);
    char *line = NULL;
    size_t capacity = 0;
    for (sqlite3_int64 id = 1; getline(&line, &capacity, file) > 0; id++) {
        int length = (int)strcspn(line, "\t\n");
        for (int i = 0; i < 3; i++) {
            sqlite3_bind_int64(statements[i], 1, id);
            sqlite3_bind_text(statements[i], 2, line, length, SQLITE_TRANSIENT);
            check(db, sqlite3_step(statements[i]));
            sqlite3_reset(statements[i]);
        }
    }
    for (int i = 0; i < 3; i++) sqlite3_finalize(statements[i]);
    free(line);
    fclose(file);
    run(db, "COMMIT");
    run(db, "INSERT INTO words(words) VALUES ('optimize')");
    run(db, "INSERT INTO parts(parts) VALUES ('optimize')");
}

// The query as an FTS5 string: quotes doubled.
static void match_text(char *text, const char *query, const char *before, const char *after) {
    text += sprintf(text, "%s\"", before);
    for (; *query != 0 && *query != '\n'; query++) {
        if (*query == '"') *text++ = '"';
        *text++ = *query;
    }
    sprintf(text, "\"%s", after);
}

static double ask(sqlite3 *db, sqlite3_stmt *statement, const char *text) {
    double start = now();
    sqlite3_bind_text(statement, 1, text, -1, SQLITE_STATIC);
    volatile size_t bytes = 0;
    int code;
    while ((code = sqlite3_step(statement)) == SQLITE_ROW) bytes += strlen((const char *)sqlite3_column_text(statement, 0));
    check(db, code);
    sqlite3_reset(statement);
    return now() - start;
}

static void measure(sqlite3 *db, const char *kind, const char *table, const char *path, const char *before, const char *after) {
    char sql[256];
    sprintf(sql, "SELECT t.name FROM %s f JOIN tag t ON t.id = f.rowid WHERE %s MATCH ?1 ORDER BY f.rowid LIMIT 10", table, table);
    sqlite3_stmt *statement;
    check(db, sqlite3_prepare_v2(db, sql, -1, &statement, NULL));
    static double times[100000];
    static char text[1 << 16];
    size_t count = 0;
    // Twice: the first round warms the caches.
    for (int round = 0; round < 2; round++) {
        FILE *file = open_file(path);
        char *line = NULL;
        size_t capacity = 0;
        count = 0;
        while (count < 100000 && getline(&line, &capacity, file) > 0) {
            if (strlen(line) > 1000) continue;
            match_text(text, line, before, after);
            times[count++] = ask(db, statement, text);
        }
        free(line);
        fclose(file);
    }
    sqlite3_finalize(statement);
    qsort(times, count, sizeof(double), compare);
    printf("{\"kind\": \"%s\", \"n\": %zu, \"p50_us\": %.1f, \"p99_us\": %.1f}\n", kind, count, times[count / 2], times[count * 99 / 100]);
}

int main(int count, char **arguments) {
    if (count != 4) {
        fprintf(stderr, "usage: fts5 VOCABULARY.tsv PREFIX.txt SUBSTRING.txt\n");
        return 64;
    }
    sqlite3 *db;
    check(NULL, sqlite3_open(":memory:", &db));
    load(db, arguments[1]);
    measure(db, "prefix", "words", arguments[2], "^", "*");
    measure(db, "substring", "parts", arguments[3], "", "");
    sqlite3_close(db);
    return 0;
}
