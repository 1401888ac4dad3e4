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
	return h.keepBound(name, table, since, seq, body, func(*seal.Tree) ([]byte, bool) { return h.boundTo(table, seq) })
}

// keepAt keeps what is of a table's entries at a head of it and is worth nothing at any other.
func (h *House) keepAt(name string, head seal.Head, since int64, body []byte) error {
	return h.keepBound(name, head.Stream, since, head.Size, body, func(tree *seal.Tree) ([]byte, bool) {
		return head.Root[:], seal.HeadOf(head.Stream, tree) == head
	})
}

// keepBound keeps it so that it is known by what it is bound to; not where that is not so.
func (h *House) keepBound(name, table string, since, seq int64, body []byte, to func(*seal.Tree) ([]byte, bool)) error {
	file := derivedFile(name, table)
	if h.memory == nil {
		if _, err := h.store.Vouch(file, seq, nil); err != nil {
			return nil // the record is open for reading alone
		}
	}
	tree, err := h.proven(table, since, seq)
	if err != nil {
		return err
	}
	h.proofs.put(name, table, tree)
	bound, ok := to(&tree)
	if !ok {
		return nil
	}
	if h.memory != nil {
		h.memory.put(file, derived{seq, bound, tree, body})
		return nil
	}
	edge := edgeSign + base64.StdEncoding.EncodeToString(tree.Edge()) + "\n"
	body = slices.Concat([]byte(maker), []byte(edge), body)
	if note, err := h.store.Vouch(file, seq, bind(bound, body)); err == nil {
		_, _ = h.store.Keep(file, append([]byte(note), body...)) // a full disk stops no reading
	}
	return nil
}

// A derived is what was derived from the entries of a table up to one of them, what it is bound to, and the table's log up to there.
type derived struct {
	seq   int64
	bound []byte
	tree  seal.Tree
	body  []byte
}

func bind(to, body []byte) []byte { return slices.Concat(to, []byte("\n"), body) }

// derived is what was kept by keepDerived; false where nothing is, or not of this record, or nobody who
// could have sealed the record vouched for it, or another Sabot derived it.
func (h *House) derived(name, table string) (body []byte, ok bool) {
	return h.keptBound(name, table, func(seq int64) ([]byte, bool) { return h.boundTo(table, seq) })
}

// derivedAt is what was kept by keepAt; false as there, and where the head was another one.
func (h *House) derivedAt(name string, head seal.Head) (body []byte, ok bool) {
	return h.keptBound(name, head.Stream, func(seq int64) ([]byte, bool) { return head.Root[:], seq == head.Size })
}

func (h *House) keptBound(name, table string, to func(seq int64) ([]byte, bool)) (body []byte, ok bool) {
	d, ok := h.readBound(name, table, to)
	if ok {
		h.proofs.put(name, table, d.tree)
	}
	return d.body, ok
}

// readBound reads what was kept, and takes nothing of it as proven.
func (h *House) readBound(name, table string, to func(seq int64) ([]byte, bool)) (d derived, ok bool) {
	file := derivedFile(name, table)
	if h.memory != nil {
		return h.memory.get(file, to)
	}
	content, err := h.store.Kept(file)
	if err != nil {
		return d, false
	}
	lines := bytes.SplitAfterN(content, []byte("\n"), noteLines+1)
	if len(lines) <= noteLines {
		return d, false
	}
	body := lines[noteLines]
	head, _, err := seal.Open(string(content[:len(content)-len(body)]), h.store.Verifier())
	if err != nil || head.Stream != file {
		return d, false
	}
	bound, ok := to(head.Size)
	if !ok || seal.Leaf(bind(bound, body)) != head.Root {
		return d, false
	}
	body, ok = bytes.CutPrefix(body, []byte(maker))
	edge, body, _ := bytes.Cut(body, []byte("\n"))
	tree, read := readEdge(head.Size, edge)
	return derived{head.Size, bound, tree, body}, ok && read
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

// boundTo is the entry of a table up to which something was derived: another record has
// another one there. False where there is no such entry.
func (h *House) boundTo(table string, seq int64) ([]byte, bool) {
	for e, err := range h.store.Entries(table, seq) {
		if err != nil || e.Seq != seq {
			break
		}
		return record.Encode(e), true
	}
	return nil, false
}
