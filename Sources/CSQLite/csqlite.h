// What Swift cannot call of SQLite: functions with a variable number of arguments.
#ifndef CSQLITE_H
#define CSQLITE_H

#include <sqlite3.h>
#include <stddef.h>

/// Lets the closing of a connection leave the write-ahead log as it is; returns SQLite's code.
static inline int csqlite_keep_log(void *connection) {
    return sqlite3_db_config((sqlite3 *)connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
}

#endif
