package worlds

import (
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"

	_ "modernc.org/sqlite"
)

// forge changes one thing of a record's file that was entered there, as somebody does who may write to the disk and has no key.
// What is "" where there was nothing to change.
func forge(file string, rng *rand.Rand) (what string, err error) {
	db, err := sql.Open("sqlite", "file:"+file)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	db.SetMaxOpenConns(1)
	var keys []int64
	rows, err := db.Query(`SELECT key FROM entries ORDER BY key`)
	if err != nil {
		return "", err
	}
	for rows.Next() {
		var key int64
		if err := rows.Scan(&key); err != nil {
			return "", err
		}
		keys = append(keys, key)
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil || len(keys) == 0 {
		return "", err
	}
	for _, trigger := range []string{"entries_are_facts_update", "entries_are_facts_delete"} {
		if _, err := db.Exec(`DROP TRIGGER IF EXISTS ` + trigger); err != nil {
			return "", err
		}
	}
	key := keys[rng.IntN(len(keys))]
	what = fmt.Sprintf("entry %d of stream %d", key&(1<<40-1), key>>40)
	if rng.IntN(3) == 0 {
		_, err = db.Exec(`DELETE FROM entries WHERE key = ?`, key)
		return what + " taken out", err
	}
	var text string
	if err := db.QueryRow(`SELECT entry FROM entries WHERE key = ?`, key).Scan(&text); err != nil {
		return "", err
	}
	at := strings.LastIndexAny(text, "123456789")
	if at < 0 {
		return "", nil
	}
	digit := "123456789"[(text[at]-'0')%9]
	_, err = db.Exec(`UPDATE entries SET entry = ? WHERE key = ?`, text[:at]+string(digit)+text[at+1:], key)
	return what + " changed", err
}
