package session

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path"

	"sabot/pit/record"
)

// derivedFolder is where among the house's files those are that can be made anew from the
// record at any time: who throws them away loses nothing but time.
const derivedFolder = "derived"

// keepDerived keeps what was derived from a table's entries up to one of them. What cannot
// be kept is made anew the next time.
func (h *House) keepDerived(name, table string, seq int64, body []byte) {
	mark, ok := h.markOf(table, seq)
	if !ok {
		return
	}
	sum := sha256.Sum256(body)
	head := fmt.Sprintf("%d %s %s\n", seq, mark, hex.EncodeToString(sum[:]))
	_, _ = h.store.Keep(path.Join(derivedFolder, name+"-"+table), append([]byte(head), body...)) // a full disk stops no reading
}

// derived is what was kept so, and up to which entry; false where nothing is, or not of this
// record.
func (h *House) derived(name, table string) (seq int64, body []byte, ok bool) {
	content, err := h.store.Kept(path.Join(derivedFolder, name+"-"+table))
	if err != nil {
		return 0, nil, false
	}
	head, body, found := bytes.Cut(content, []byte("\n"))
	var mark, is string
	if _, err := fmt.Sscanf(string(head), "%d %s %s", &seq, &mark, &is); err != nil || !found {
		return 0, nil, false
	}
	sum := sha256.Sum256(body)
	if now, there := h.markOf(table, seq); !there || now != mark || is != hex.EncodeToString(sum[:]) {
		return 0, nil, false
	}
	return seq, body, true
}

// markOf stands for an entry of a table: another record has another one there.
func (h *House) markOf(table string, seq int64) (string, bool) {
	for e, err := range h.store.Entries(table, seq) {
		if err != nil || e.Seq != seq {
			break
		}
		sum := sha256.Sum256(record.Encode(e))
		return hex.EncodeToString(sum[:]), true
	}
	return "", false
}
