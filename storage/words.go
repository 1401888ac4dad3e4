package storage

import (
	"errors"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// sqliteWords are explanations of SQLite's errors for people, by primary code.
var sqliteWords = map[int]string{
	sqlite3.SQLITE_READONLY:  "the folder, the file or the disk is closed to this account for writing",
	sqlite3.SQLITE_PERM:      "the folder, the file or the disk is closed to this account",
	sqlite3.SQLITE_CANTOPEN:  "the file cannot be opened: is its folder there, and open to this account?",
	sqlite3.SQLITE_IOERR:     "the disk does not do what it is asked: it is full, gone or broken",
	sqlite3.SQLITE_FULL:      "the disk is full",
	sqlite3.SQLITE_CORRUPT:   "the file is damaged",
	sqlite3.SQLITE_NOTADB:    "the file is no record of Sabot, or is damaged",
	sqlite3.SQLITE_BUSY:      "another program keeps the file: try again",
	sqlite3.SQLITE_LOCKED:    "another program keeps the file: try again",
	sqlite3.SQLITE_INTERRUPT: "broken off",
}

// Words returns what SQLite's own words in an error mean; raw is "" where there are none.
func Words(err error) (raw, said string) {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return "", ""
	}
	said, known := sqliteWords[e.Code()&0xff]
	if !known {
		return "", ""
	}
	return e.Error(), said
}
