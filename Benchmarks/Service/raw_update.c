/* The baseline of a toggle: one row of a SQLite table changed and committed, with the pragmas of tagflow.
   Reads a line, updates, answers a line, as the REPL does, so that both sides pay for the pipes. */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>

int main(int count, char **arguments) {
    sqlite3 *database;
    sqlite3_stmt *update;
    char line[256];
    if (count != 2 || sqlite3_open(arguments[1], &database) != SQLITE_OK) return 66;
    if (sqlite3_exec(database,
                     "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
                     "CREATE TABLE IF NOT EXISTS member (id INTEGER PRIMARY KEY, selected INTEGER NOT NULL);"
                     "INSERT OR IGNORE INTO member VALUES (1, 0);",
                     NULL, NULL, NULL) != SQLITE_OK) return 70;
    if (sqlite3_prepare_v2(database, "UPDATE member SET selected = 1 - selected WHERE id = 1", -1, &update, NULL)
        != SQLITE_OK) return 70;
    while (fgets(line, sizeof line, stdin)) {
        if (sqlite3_step(update) != SQLITE_DONE) return 74;
        sqlite3_reset(update);
        puts("done");
        fflush(stdout);
    }
    return 0;
}
