package pitserver

import (
	"context"

	"sabot/app/pitclient"
	"sabot/pit/seal"
	"sabot/storage/central"
)

// waits refuses a machine's entries of a table until the pit knows where tables are played, and notes their number: a
// machine may hand over more later than a restored pit has.
func (l *leader) waits(ctx context.Context, m *machine, j *job) *pitclient.Refusal {
	a, refuse := j.append, refuses(j.append)
	var pit pitclient.At
	s := m.streams[a.Stream]
	if s == nil && l.mayShip(m, j.client, a.Stream) {
		s, _ = l.stream(ctx, m, a.Stream)
	}
	if s != nil {
		pit, m.own[s.ID] = s.at(), a.Own
	}
	_, r := refuse(pitclient.NotNext, &pit, "%s", waitsFor(l.officeName()))
	return r
}

// handsOver judges what a machine sends of a table that was moved from it: what the next one goes on from is taken where the pit,
// restored from a backup, lacks some of it. What is behind that stays where it is.
func (l *leader) handsOver(ctx context.Context, m *machine, j *job, moved central.Moved, touched map[*stream]bool) (*pending, *pitclient.Refusal) {
	a, refuse := j.append, refuses(j.append)
	has := m.streams[a.Stream]
	var at pitclient.At
	if has != nil {
		at, m.own[has.ID] = has.at(), a.Own
	}
	short := at.Size+int64(len(a.Texts)) < moved.Size // what is no past of what the next one goes on from is never signed
	if at.Size < moved.Size && a.Own >= moved.Size && !(short && a.Note != "") {
		p, refused := l.adds(ctx, m, j, touched)
		if refused != nil || p.tree.Size() < moved.Size {
			return p, refused
		}
		return l.upTo(m, p, moved)
	}
	if a.Own < at.Size || a.Own < moved.Size && a.Own != at.Size {
		return refuse(pitclient.Behind, &at, "%s of %s has %d entries, and was moved from there to %s with %d: its record is an older one", a.Stream, m.Name, a.Own, moved.To, moved.Size)
	}
	if a.Own <= moved.Size && a.Own == at.Size { // it has not heard of it yet, and holds nothing else
		return refuse(pitclient.NotNext, &at, "%s was moved from %s to %s with all %d entries", a.Stream, m.Name, moved.To, moved.Size)
	}
	return nil, overtakes(m, a, moved)
}

// comesTo returns the log of a stream with what is added, and reports whether a manager signed for it when the table was moved.
func comesTo(s *stream, leaves []seal.Hash, moved central.Moved) (seal.Tree, bool) {
	tree := s.tree.Clone()
	for _, leaf := range leaves {
		tree.AddLeaf(leaf)
	}
	head, err := seal.ReadHead(moved.Note)
	return tree, err == nil && head == seal.HeadOf(moved.Table, &tree)
}

// overtakes returns the refusal of a machine's entries of a table that another machine took over.
func overtakes(m *machine, a *pitclient.Append, moved central.Moved) *pitclient.Refusal {
	_, r := refuses(a)(pitclient.Overtaken, &pitclient.At{Size: moved.Size}, "%s was moved from %s to %s with its first %d entries, and %s has %d: those behind are overtaken, keep its disk as evidence", a.Stream, m.Name, moved.To, moved.Size, m.Name, a.Own)
	return r
}

// upTo cuts the added entries of a table to those that the next machine goes on from, as a manager has signed.
func (l *leader) upTo(m *machine, p *pending, moved central.Moved) (*pending, *pitclient.Refusal) {
	a, n := p.job.append, moved.Size-p.piece.From
	tree, is := comesTo(p.stream, p.job.leaves[:n], moved)
	if !is {
		at := p.stream.at()
		return refuses(a)(pitclient.Forked, &at, "%s of %s is not the one that was moved to %s with %d entries: they have not the same past", a.Stream, m.Name, moved.To, moved.Size)
	}
	if a.Own == moved.Size {
		return p, nil
	}
	note := moved.Note
	if own, _, err := seal.Split(note); err != nil {
		note = ""
	} else if _, _, err := seal.Open(own, m.signers()...); err != nil { // it was moved on by a machine that had none of it
		note = ""
	}
	p.refused, p.tree, p.note, p.place = overtakes(m, a, moved), tree, note, nil
	p.piece.Times, p.piece.Texts, p.piece.Edge, p.piece.Note = p.piece.Times[:n], p.piece.Texts[:n], tree.Edge(), note
	return p, nil
}
