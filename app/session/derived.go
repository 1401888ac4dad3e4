package session

import (
	"bytes"
	"path"
	"slices"

	"sabot/assets"
	"sabot/pit/record"
	"sabot/pit/seal"
)

// derivedFolder is where among the house's files those are that can be made anew from the
// record at any time: who throws them away loses nothing but time.
const derivedFolder = "derived"

// noteLines are those of a signed head.
const noteLines = 5

func derivedFile(name, table string) string { return path.Join(derivedFolder, name+"-"+table) }

// maker is the line before what was derived: which Sabot did. Another one may reckon
// otherwise, and derives it anew.
const maker = "Sabot " + assets.Version + "\n"

// keepDerived keeps what was derived from a table's entries up to one of them, signed as the
// record itself is. What cannot be kept is made anew the next time.
func (h *House) keepDerived(name, table string, seq int64, body []byte) {
	body = slices.Concat([]byte(maker), body)
	bound, ok := h.boundTo(table, seq, body)
	if !ok {
		return
	}
	file := derivedFile(name, table)
	if note, err := h.store.Vouch(file, seq, bound); err == nil {
		_, _ = h.store.Keep(file, append([]byte(note), body...)) // a full disk stops no reading
	}
}

// derived is what was kept so; false where nothing is, or not of this record, or nobody who
// could have sealed the record vouched for it, or another Sabot derived it.
func (h *House) derived(name, table string) (body []byte, ok bool) {
	file := derivedFile(name, table)
	content, err := h.store.Kept(file)
	if err != nil {
		return nil, false
	}
	lines := bytes.SplitAfterN(content, []byte("\n"), noteLines+1)
	if len(lines) <= noteLines {
		return nil, false
	}
	body = lines[noteLines]
	head, _, err := seal.Open(string(content[:len(content)-len(body)]), h.store.Verifier())
	if err != nil || head.Stream != file {
		return nil, false
	}
	bound, ok := h.boundTo(table, head.Size, body)
	if !ok || seal.Leaf(bound) != head.Root {
		return nil, false
	}
	return bytes.CutPrefix(body, []byte(maker))
}

// boundTo is what was derived behind the entry up to which it was: another record has
// another one there. False where there is no such entry.
func (h *House) boundTo(table string, seq int64, body []byte) ([]byte, bool) {
	for e, err := range h.store.Entries(table, seq) {
		if err != nil || e.Seq != seq {
			break
		}
		return slices.Concat(record.Encode(e), []byte("\n"), body), true
	}
	return nil, false
}
