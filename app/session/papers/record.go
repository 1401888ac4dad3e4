package papers

import (
	"context"
	"errors"
	"fmt"
	"path"
	"time"

	"sabot/app/session"
	"sabot/pit/audit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/reports"
)

// pinsSince is the form of evidence since which whoever signs a report gives their PIN for its digest too.
const pinsSince = 7

// meanwhile is how long before a signed report was entered its figures may have been taken: others enter something, too.
const meanwhile = time.Minute

// HoldPapers adds to what the audit of a record came to, where that holds, each entry of a signed report of a shift whose digest is
// not that of the figures that the record gives. Errors: of reading; ctx's.
func (h Papers) HoldPapers(ctx context.Context, all []audit.Checked) ([]audit.Checked, error) {
	if audit.StandingOf(all) == audit.Broken {
		return all, nil
	}
	by, err := h.ByRecord(session.Work{Context: ctx})
	if err != nil {
		return nil, err
	}
	house, sizes := &house.House{}, map[string]int64{}
	for e, err := range h.Store().Entries(record.HouseStream, 1) {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return nil, err
		}
		switch f := e.Fact.(type) {
		case record.Checkpointed: // of its table right before a report is entered
			if head, err := seal.ReadHead(f.Note); err == nil {
				sizes[head.Stream] = head.Size
			}
		case record.ReportPrinted:
			if !f.PINs || f.Shift == 0 || f.Digest == "" {
				break
			}
			same, err := Of(by).draws(paperNoted{e, f, house, sizes[f.Table]})
			if err != nil {
				return nil, err
			}
			if !same {
				all = append(all, audit.Checked{Name: record.HouseStream, Fault: &record.Fault{
					Table: record.HouseStream, Seq: e.Seq, Code: record.WrongFigures, Kind: record.KindOf(f),
					What: fmt.Sprintf("the figures of the %s report of shift %d of %s are not those that were signed", f.Kind(), f.Shift, f.Table),
				}})
			}
		}
		house.Apply(e)
	}
	return all, nil
}

// A paperNoted is a signed report of a shift by its entry, with the house and how many entries its table had before that.
type paperNoted struct {
	entry record.Entry
	fact  record.ReportPrinted
	house *house.House
	size  int64
}

// draws reports whether the record gives the figures of a report as it stood then, or a moment before: its table, or the house.
func (h Papers) draws(p paperNoted) (bool, error) {
	for size := p.size; size > 0; size-- {
		if size < p.size && p.entry.At.Sub(h.enteredAt(p.fact.Table, size)) > meanwhile {
			break
		}
		if h.drawn(p, p.house, size) {
			return true, nil
		}
	}
	for seq := p.entry.Seq - 1; seq > 0 && p.entry.At.Sub(h.enteredAt(record.HouseStream, seq)) <= meanwhile; seq-- {
		before, err := h.houseAt(seq - 1)
		if err != nil {
			return false, err
		}
		if h.drawn(p, before, p.size) {
			return true, nil
		}
	}
	return false, nil
}

// drawn reports whether a report has the digest that was signed, of a state of the house and of so many entries of its table, in one
// of the forms of evidence that people gave their PINs for.
func (h Papers) drawn(p paperNoted, house *house.House, size int64) bool {
	e := h.Headed(Wanted{Kind: reports.Kind(p.fact.Kind()), Table: p.fact.Table, Shift: p.fact.Shift, Item: p.fact.Item, Lang: house.Language}, house)
	e.TableSeq, e.Printed = size, p.entry.At.UnixMilli()
	for e.Form = reports.Form; e.Form >= pinsSince; e.Form-- {
		if drawn, err := h.figures(e, house); err == nil && drawn.Digest() == p.fact.Digest {
			return true
		}
	}
	return false
}

// VerifyRecord reads the whole record and answers for each table what does not hold. It trusts the key with which
// the house seals it, and holds the record against what its pit has countersigned. Progress is told how many
// entries were read. Errors: of a record that cannot be read, and ctx's.
func (h Papers) VerifyRecord(ctx context.Context, progress func(entries int64)) (all []audit.Checked, err error) {
	kept, err := h.countersigned() // before the record is: no head in it is younger then
	if err != nil {
		return nil, err
	}
	r, err := h.Store().Snapshot(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	all, err = audit.Verify(ctx, r, audit.Check{Trusted: h.Store().Verifier(), Kept: kept, Progress: progress})
	if err != nil {
		return nil, err
	}
	if all, err = h.HoldPapers(ctx, all); err != nil {
		return nil, err
	}
	return h.Sums().HoldKept(session.Work{Context: ctx}, all, h.Store().Forget)
}

// countersigned returns the heads that the house's pit has countersigned and this machine keeps.
func (h Papers) countersigned() (kept []audit.Kept, err error) {
	files, err := h.Store().KeptIn(session.PitFolder)
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		if path.Ext(f.Name) != session.CheckpointEnding {
			continue
		}
		note, err := h.Store().Kept(path.Join(session.PitFolder, f.Name))
		if err != nil {
			return nil, err
		}
		kept = append(kept, audit.Kept{Note: string(note), Source: "the checkpoint " + f.Name, Pit: true})
	}
	return kept, nil
}
