package session

import (
	"bytes"
	"encoding/base64"
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

// edgeSign begins the line behind that: the edge of the table's log up to the entry up to which
// something was derived, when that log was the one that the table's head stands for.
const edgeSign = "edge "

// keepDerived keeps what was derived from a table's entries up to one of them, signed as the
// record itself is; since is the first of those that were read for it since it was kept last. Before
// that the entries are held against the table's signed head: who changes them in the file, and has
// them as they were by the time somebody verifies, has nothing false signed. Errors: those of
// proven; then what was derived is to be forgotten. What cannot be kept is made anew the next time.
func (h *House) keepDerived(name, table string, since, seq int64, body []byte) error {
	file := derivedFile(name, table)
	if _, err := h.store.Vouch(file, seq, nil); err != nil {
		return nil // the record is open for reading alone
	}
	tree, err := h.proven(file, table, since, seq)
	if err != nil {
		return err
	}
	edge := edgeSign + base64.StdEncoding.EncodeToString(tree.Edge()) + "\n"
	body = slices.Concat([]byte(maker), []byte(edge), body)
	bound, ok := h.boundTo(table, seq, body)
	if !ok {
		return nil
	}
	if note, err := h.store.Vouch(file, seq, bound); err == nil {
		if _, err := h.store.Keep(file, append([]byte(note), body...)); err == nil { // a full disk stops no reading
			h.proofs.put(file, tree)
		}
	}
	return nil
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
	body, ok = bytes.CutPrefix(body, []byte(maker))
	edge, body, _ := bytes.Cut(body, []byte("\n"))
	tree, read := readEdge(head.Size, edge)
	if !ok || !read {
		return nil, false
	}
	h.proofs.put(file, tree)
	return body, true
}

// readEdge is the log whose edge stands in a line.
func readEdge(size int64, line []byte) (seal.Tree, bool) {
	text, is := bytes.CutPrefix(line, []byte(edgeSign))
	edge, err := base64.StdEncoding.DecodeString(string(text))
	if !is || err != nil {
		return seal.Tree{}, false
	}
	tree, err := seal.ReadTree(size, edge)
	return tree, err == nil
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
