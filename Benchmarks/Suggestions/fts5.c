// SQLite's FTS5 as a program that answers a question a line: the best prefix or part of a name that it can do, with
// rowids in order of use, all in memory, one thread.
//
//   fts5 VOCABULARY.tsv prefix|substring        (a name and its uses a line, the most used first)
//
// Reads {"query": "…"} a line and prints {"suggestions": [{"tag": "…"}, …]}, flushed per line. With FTS5_TIMES in the
// environment, it prints to standard error how many microseconds SQLite took, a line a question.

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

static void load(sqlite3 *db, const char *path, const char *index) {
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        perror(path);
        exit(1);
    }
    run(db, "CREATE TABLE tag (id INTEGER PRIMARY KEY, name TEXT NOT NULL)");
    run(db, index);
    run(db, "BEGIN");
    sqlite3_stmt *statements[2];
    check(db, sqlite3_prepare_v2(db, "INSERT INTO tag (id, name) VALUES (?1, ?2)", -1, &statements[0], NULL));
    check(db, sqlite3_prepare_v2(db, "INSERT INTO names (rowid, name) VALUES (?1, ?2)", -1, &statements[1], NULL));
    char *line = NULL;
    size_t capacity = 0;
    for (sqlite3_int64 id = 1; getline(&line, &capacity, file) > 0; id++) {
        for (int i = 0; i < 2; i++) {
            sqlite3_bind_int64(statements[i], 1, id);
            sqlite3_bind_text(statements[i], 2, line, (int)strcspn(line, "\t\n"), SQLITE_TRANSIENT);
            check(db, sqlite3_step(statements[i]));
            sqlite3_reset(statements[i]);
        }
    }
    for (int i = 0; i < 2; i++) sqlite3_finalize(statements[i]);
    free(line);
    fclose(file);
    run(db, "COMMIT");
    run(db, "INSERT INTO names (names) VALUES ('optimize')");
}

// The question's text as a string of FTS5's query language; the questions hold no escapes but \" and \\.
static void match_text(char *text, const char *line, const char *before, const char *after) {
    text += sprintf(text, "%s\"", before);
    const char *query = strstr(line, "\"query\"");
    query = query == NULL ? "" : strchr(query + 7, '"');
    for (query += *query != 0; *query != 0 && *query != '"'; query++) {
        if (*query == '\\') query++;
        if (*query == '"') *text++ = '"';
        *text++ = *query;
    }
    sprintf(text, "\"%s", after);
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

static void print_text(const unsigned char *text) {
    putchar('"');
    for (; *text != 0; text++) {
        if (*text == '"' || *text == '\\') putchar('\\');
        putchar(*text);
    }
    putchar('"');
}

int main(int count, char **arguments) {
    if (count != 3) {
        fprintf(stderr, "usage: fts5 VOCABULARY.tsv prefix|substring\n");
        return 64;
    }
    int is_prefix = strcmp(arguments[2], "prefix") == 0;
    sqlite3 *db;
    check(NULL, sqlite3_open(":memory:", &db));
    load(db, arguments[1],
         is_prefix ? "CREATE VIRTUAL TABLE names USING fts5 (name, content = '', prefix = '1 2 3 4')"
                   : "CREATE VIRTUAL TABLE names USING fts5 (name, content = '', tokenize = 'trigram')");
    sqlite3_stmt *statement;
    check(db, sqlite3_prepare_v2(
                  db,
                  "SELECT tag.name FROM names JOIN tag ON tag.id = names.rowid WHERE names MATCH ?1 "
                  "ORDER BY names.rowid LIMIT 10",
                  -1, &statement, NULL));
    char *line = NULL;
    size_t capacity = 0;
    static char text[1 << 16];
    while (getline(&line, &capacity, stdin) > 0) {
        if (strlen(line) > sizeof text / 4) continue;
        match_text(text, line, is_prefix ? "^" : "", is_prefix ? "*" : "");
        double start = now();
        check(db, sqlite3_bind_text(statement, 1, text, -1, SQLITE_STATIC));
        fputs("{\"suggestions\":[", stdout);
        int code, found = 0;
        while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
            fputs(found++ == 0 ? "{\"tag\":" : ",{\"tag\":", stdout);
            print_text(sqlite3_column_text(statement, 0));
            putchar('}');
        }
        // A query that FTS5 has no words for finds nothing.
        if (code != SQLITE_DONE && code != SQLITE_ERROR) check(db, code);
        sqlite3_reset(statement);
        if (getenv("FTS5_TIMES") != NULL) fprintf(stderr, "%.3f\n", now() - start);
        fputs("]}\n", stdout);
        fflush(stdout);
    }
    sqlite3_finalize(statement);
    sqlite3_close(db);
    free(line);
    return 0;
}
