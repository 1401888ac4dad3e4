package pitserver

import (
	"context"
	"time"

	"sabot/app/pitclient"
	"sabot/pit/audit"
	"sabot/pit/record"
)

// All machines follow the stream of the house's office, and the pit moves tables by it. So the pit countersigns no
// entry of it that lacks a signature: the office's record can come back then from the pit's copy.

// An officeJudge holds what the house's office ships against its signatures.
type officeJudge struct {
	audit   *audit.Office // of what the pit has; nil before anything was shipped
	machine string
	known   bool   // what the pit had countersigned before was added, and is judged no more
	ahead   bool   // what was judged last was not in the pit then
	root    string // of what was refused last
	refused *pitclient.Refusal
}

// Reading what the pit has of the office.
const (
	judgePage  = 100                     // entries at once
	judgeFor   = 1200 * time.Millisecond // longest time in one job: other machines wait
	judgeAhead = 100 * time.Millisecond  // and in each second before the office ships: there may be much to read
)

// judgesOffice refuses what the office ships of its house, up to a head, where it does not hold. What the pit had countersigned before is not judged:
// Verify names it.
func (l *leader) judgesOffice(ctx context.Context, m *machine, j *job, s *stream) *pitclient.Refusal {
	a, o := j.append, &l.judged
	if !l.isOffice(m) || a.Stream != record.HouseStream || a.Note == "" || s.Signed == a.From+int64(len(a.Texts)) {
		return nil
	}
	if o.refused != nil && o.root == a.Root {
		refused := *o.refused
		return &refused
	}
	if refused := l.readsOffice(ctx, m, s, judgeFor); refused != nil {
		return refused
	}
	o.ahead = true
	for _, text := range a.Texts {
		o.audit.Add(text)
	}
	if err := o.audit.Judge(); err != nil {
		*o = officeJudge{root: a.Root, refused: pitclient.Refuse(pitclient.NotSigned, "%v", err)}
		refused := *o.refused // who is told adds sizes
		return &refused
	}
	return nil
}

// readsOfficeAhead reads on in what the pit has of the office, so that it need not once the office ships.
func (l *leader) readsOfficeAhead(ctx context.Context) {
	m := l.machines[l.officeName()]
	if m == nil || !l.isOffice(m) {
		return
	}
	if s := m.streams[record.HouseStream]; s != nil && s.wrong == nil {
		_ = l.readsOffice(ctx, m, s, judgeAhead) // who ships is told
	}
}

// readsOffice reads on in what the pit has of the office, for some time at most: then the office is to ask again.
func (l *leader) readsOffice(ctx context.Context, m *machine, s *stream, most time.Duration) *pitclient.Refusal {
	o, began := &l.judged, time.Now()
	if o.audit == nil || o.machine != m.Name || !o.goesOn(s) {
		*o = officeJudge{audit: audit.NewOffice(m.Name), machine: m.Name, root: o.root, refused: o.refused}
	}
	for {
		at := o.audit.Log().Size()
		if at == s.Signed && !o.known {
			o.audit.Taken()
			o.known = true
		}
		if at == s.Size {
			o.ahead = false
			return nil
		}
		if time.Since(began) > most {
			return pitclient.Refuse(pitclient.NotWriting, "the pit reads what it has of %s, %d of %d entries so far: ask again", m.Name, at, s.Size)
		}
		upTo := s.Size
		if at < s.Signed {
			upTo = s.Signed
		}
		texts, err := l.writer.Entries(ctx, s.ID, at+1, int(min(judgePage, upTo-at)))
		if err == nil && len(texts) == 0 {
			return pitclient.Refuse(pitclient.NotWriting, "the pit lacks entry %d of %s, of which it has more", at+1, m.Name)
		}
		if err != nil {
			return l.failed(m, err)
		}
		for _, text := range texts {
			o.audit.Add(text)
		}
	}
}

// goesOn reports whether the judged entries are those of the pit, or their beginning: judged entries that were not
// added are no part of them.
func (o *officeJudge) goesOn(s *stream) bool {
	log := o.audit.Log()
	return log.Size() < s.tree.Size() && !o.ahead || log.Size() == s.tree.Size() && log.Root() == s.tree.Root()
}
