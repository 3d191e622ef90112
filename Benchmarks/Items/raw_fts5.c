/* The baseline of finding items: the same database, read by SQLite in C with one statement per query.

     raw_fts5 DATABASE       (opens the database read-only)

   Reads queries, one per line: "text" or "tag", a tab, and a full-text query of FTS5 or the key of a tag.
   Prints the number of rows and the time of each query in microseconds. Statements are prepared once. */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char *const kinds[][2] = {
    {"text", "SELECT rowid FROM item_text WHERE item_text MATCH ?1 ORDER BY rank LIMIT 20"},
    {"tag", "SELECT id FROM posting JOIN item ON id = item_id WHERE tag_id = (SELECT id FROM tag WHERE key = ?1) "
            "ORDER BY saved_at DESC, id DESC LIMIT 20"},
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

static int fail(sqlite3 *database, int status) {
    fprintf(stderr, "raw_fts5: %s\n", sqlite3_errmsg(database));
    return status;
}

int main(int count, char **arguments) {
    sqlite3 *database;
    sqlite3_stmt *statements[KINDS];
    char line[4096];
    if (count != 2) {
        fprintf(stderr, "usage: raw_fts5 DATABASE\n");
        return 64;
    }
    if (sqlite3_open_v2(arguments[1], &database, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK) return fail(database, 66);
    for (int kind = 0; kind < KINDS; kind++) {
        if (sqlite3_prepare_v2(database, kinds[kind][1], -1, &statements[kind], NULL) != SQLITE_OK) return fail(database, 70);
    }
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        char *value = strchr(line, '\t');
        if (value == NULL) return 65;
        *value++ = 0;
        int kind = 0;
        while (kind < KINDS && strcmp(kinds[kind][0], line) != 0) kind++;
        if (kind == KINDS) return 65;
        double start = now();
        sqlite3_bind_text(statements[kind], 1, value, -1, SQLITE_STATIC);
        int code, rows = 0;
        while ((code = sqlite3_step(statements[kind])) == SQLITE_ROW) rows++;
        if (code != SQLITE_DONE) return fail(database, 70);
        sqlite3_reset(statements[kind]);
        printf("%d %.3f\n", rows, now() - start);
        fflush(stdout);
    }
    for (int kind = 0; kind < KINDS; kind++) sqlite3_finalize(statements[kind]);
    sqlite3_close(database);
    return 0;
}
