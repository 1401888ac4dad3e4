package pitserver

import (
	"context"
	"errors"
	"strings"
	"time"

	"sabot/app/pitclient"
	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/storage"
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

// countersignsLeft countersigns what machines had of tables when these left them, where this pit's own signature is missing, as after witness.key was
// made anew: those machines ship nothing of it any more. It does so for no head but the one with which a manager had the table go from there last, as the
// office has shipped that to this pit, and only where the entries come to it. Error: of a database that does not answer.
func (l *leader) countersignsLeft(ctx context.Context) error {
	const most = 3 * time.Second // the machines wait meanwhile; what is not read by then is gone on with
	var bare []*stream
	if office := l.machines[l.officeName()]; office == nil || !l.shipsHere(office) {
		return nil
	}
	for _, m := range l.machines {
		for _, s := range m.streams {
			if l.leftBare(m, s) && l.unborne[s.ID] != s.Note {
				bare = append(bare, s)
			}
		}
	}
	if len(bare) == 0 {
		return nil
	}
	within, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	shipped, err := l.movesShipped(within)
	var list []pending
	for _, s := range bare {
		if err != nil {
			break
		}
		var is bool
		last, _ := l.course.moves.lastFrom(s.Name, s.Machine)
		if again, _ := shipped.lastFrom(s.Name, s.Machine); again == last {
			is, err = l.bearsOut(within, s)
		}
		if is {
			var p *pending
			if p, is = l.countersignedLeft(s); is {
				list = append(list, *p)
			}
		}
		if err == nil && !is {
			l.unborne[s.ID] = s.Note
			l.server.rare.printf("left"+s.Machine+s.Name, "%s of %s, which left it, is not countersigned: what the database has of it, or of the office, does not bear it out: see pit verify", s.Name, s.Machine)
		}
	}
	if err != nil && (ctx.Err() != nil || within.Err() == nil) {
		return err
	}
	if err := l.write(ctx, list); central.IsData(err) {
		l.server.rare.printf("left", "what machines had of tables that left them is not countersigned: %v", err)
		return nil
	} else if err != nil {
		return err
	}
	for _, p := range list {
		l.server.Log.Printf("%s of %s, which left it with %d entries, is countersigned: a manager signed for its head", p.stream.Name, p.stream.Machine, p.stream.Signed)
	}
	return l.keepSigned(ctx, list)
}

// leftBare reports whether a stream is that of a table which left its machine, with the head that the pit has of it, and this pit's own signature does not
// stand there. The machine has shipped to this pit what it has of its own.
func (l *leader) leftBare(m *machine, s *stream) bool {
	last, left := l.course.moves.lastFrom(s.Name, m.Name)
	if !left || last.From != m.Name || l.places[s.Name] == m.Name || s.wrong != nil || s.Note == "" || s.Signed != s.Size || m.Verifier == "" || !l.shipsHere(m) {
		return false
	}
	at, err := seal.ReadHead(s.Note)
	went, wrong := seal.ReadHead(last.Head)
	return err == nil && wrong == nil && at == went && at == seal.HeadOf(s.Name, &s.tree) && headHolds(s.Stream, nil, l.server.verifier) != nil && headHolds(s.Stream, strings.Fields(m.Verifier), "") == nil
}

// shipsHere reports whether this pit has countersigned what it has of a machine's own stream.
func (l *leader) shipsHere(m *machine) bool {
	own := m.streams[record.HouseStream]
	return own != nil && own.wrong == nil && own.Note != "" && headHolds(own.Stream, nil, l.server.verifier) == nil
}

// movesShipped returns the moves in what the office has shipped to this pit; none where its entries are not those of the head that stands under them, or
// this pit remembers more of it. Error: of a database that does not answer.
func (l *leader) movesShipped(ctx context.Context) (list moves, err error) {
	s := l.machines[l.officeName()].streams[record.HouseStream]
	head, err := seal.ReadHead(s.Note)
	if err != nil || head.Size != s.Signed || !l.hasSigned(s) || l.apart[place{s.Machine, s.Name}] != nil {
		return nil, nil
	}
	var tree seal.Tree
	for tree.Size() < s.Signed {
		texts, err := l.writer.Entries(ctx, s.ID, tree.Size()+1, int(min(pitclient.MostEntries, s.Signed-tree.Size())))
		if errors.Is(err, central.ErrMissing) || err == nil && len(texts) == 0 {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		for _, text := range texts {
			if m, moved := moveIn(text); moved {
				list = append(list, m)
			}
			tree.Add(text)
		}
	}
	if tree.Root() != head.Root {
		return nil, nil
	}
	return list, nil
}

// bearsOut reports whether the entries of a stream come to its head, and go on from what this pit remembers of it. Error: of a database that does not
// answer.
func (l *leader) bearsOut(ctx context.Context, s *stream) (bool, error) {
	at := place{s.Machine, s.Name}
	r := l.signed[at]
	if l.apart[at] != nil || r.Size > s.Signed {
		return false, nil
	}
	root := s.tree.Root()
	_, wrong, err := l.server.follow(ctx, storage.SignedHead{Machine: s.Machine, Stream: s.Name}, s.ID, s.Signed, root)
	if err == nil && wrong == nil && r.Size > 0 {
		_, wrong, err = onward(ctx, l.writer, r, seal.Tree{}, s.ID, s.Signed, root)
	}
	return err == nil && wrong == nil, err
}

// countersignedLeft returns a stream with this pit's signature under its head; false where none can be put there.
func (l *leader) countersignedLeft(s *stream) (*pending, bool) {
	m := l.machines[s.Machine]
	own := ownNote(s.Note)
	_, by, err := seal.Open(own, strings.Fields(m.Verifier)...)
	if err != nil {
		return nil, false
	}
	note, refused := l.cosign(m, &pitclient.Append{Stream: s.Name, Note: own})
	if refused != nil {
		return nil, false
	}
	j := &job{client: client{serial: m.Serial, issued: time.UnixMilli(0)}, by: by}
	piece := central.Piece{Stream: s.ID, From: s.Size, Edge: s.tree.Edge(), Note: note}
	return &pending{job: j, stream: s, tree: s.tree.Clone(), piece: piece, note: note, place: s.place}, true
}
