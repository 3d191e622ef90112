// What Swift cannot call of SQLite: functions with a variable number of arguments, and the methods of an open file.
#ifndef CSQLITE_H
#define CSQLITE_H

#include <sqlite3.h>
#include <stddef.h>

/// Turns an option of a connection, one of SQLITE_DBCONFIG_…, on or off; returns SQLite's code.
static inline int csqlite_configure(void *connection, int option, int is_on) {
    return sqlite3_db_config((sqlite3 *)connection, option, is_on, NULL);
}

/// Asks the file system how long the write-ahead log of a connection is, in bytes; returns SQLite's code.
///
/// The length is 0 if no log is open, as for a database in memory.
static inline int csqlite_log_size(void *connection, sqlite3_int64 *size) {
    sqlite3_file *log = NULL;
    *size = 0;
    int code = sqlite3_file_control((sqlite3 *)connection, NULL, SQLITE_FCNTL_JOURNAL_POINTER, &log);
    if (code != SQLITE_OK || log == NULL || log->pMethods == NULL) return code;
    return log->pMethods->xFileSize(log, size);
}

#endif
