package pitclient

import (
	"context"
	"fmt"
	"iter"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"sabot/pit/record"
	"sabot/pit/seal"
)

// pulled are the streams of a machine as the pit sends them.
type pulled struct {
	reader  *Reader
	ctx     context.Context // of who reads: what they ask ends with that
	machine string
}

// Journal implements record.Elsewhere.
func (r *Reader) Journal(ctx context.Context, machine string) record.Journal {
	return pulled{r, ctx, machine}
}

// page asks for a piece of a stream.
func (p pulled) page(stream string, from int64, headlines bool) (page Pulled, err error) {
	q := url.Values{"from": {strconv.FormatInt(from, 10)}}
	if headlines {
		q.Set("headlines", "")
	}
	return p.ask(stream, q)
}

// ask asks for the part of a stream that q names, at each address of the pit in turn.
func (p pulled) ask(stream string, q url.Values) (page Pulled, err error) {
	q.Set("machine", p.machine)
	q.Set("stream", stream)
	r := p.reader
	r.asking.Lock()
	defer r.asking.Unlock()
	for range r.client.addresses {
		page = Pulled{}
		if err = r.client.send(p.ctx, http.MethodGet, PulledPath+"?"+q.Encode(), nil, &page); err == nil || p.ctx.Err() != nil {
			return page, err
		}
		r.client.turn()
	}
	return page, err
}

// entries returns the entries of a page. They must be of that stream and follow from one on; with headlines,
// others may be left out.
func (p pulled) entries(page *Pulled, stream string, from int64, headlines bool) ([]record.Entry, error) {
	list := make([]record.Entry, 0, len(page.Texts))
	for _, text := range page.Texts {
		e, err := record.Decode(text)
		switch {
		case err != nil:
			return nil, err
		case e.Table != stream || e.Seq < from || e.Seq > from && !headlines || e.Seq > page.Size:
			return nil, notHeld(place{p.machine, stream}, fmt.Errorf("in the place of entry %d there is entry %d of %s", from, e.Seq, e.Table))
		}
		list, from = append(list, e), e.Seq+1
	}
	return list, nil
}

// Entries implements record.Journal. What comes behind what was read before is held against the head that
// its machine has signed and the pit countersigned.
func (p pulled) Entries(stream string, from int64) iter.Seq2[record.Entry, error] {
	return func(yield func(record.Entry, error) bool) {
		log := p.reader.log(place{p.machine, stream})
		p.pages(stream, from, false, func(next int64, page *Pulled) error {
			return p.reader.holds(place{p.machine, stream}, &log, next, page)
		})(yield)
	}
}

// Headlines implements record.Journal.
func (p pulled) Headlines(stream string, from int64) iter.Seq2[record.Entry, error] {
	return p.pages(stream, from, true, func(int64, *Pulled) error { return nil })
}

// pages returns the entries of one page after the other, as far as holds accepts them.
func (p pulled) pages(stream string, from int64, headlines bool, holds func(next int64, page *Pulled) error) iter.Seq2[record.Entry, error] {
	return func(yield func(record.Entry, error) bool) {
		for next := max(1, from); next > 0; {
			page, err := p.page(stream, next, headlines)
			var list []record.Entry
			if err == nil {
				list, err = p.entries(&page, stream, next, headlines)
			}
			if err == nil {
				err = holds(next, &page)
			}
			if err != nil {
				yield(record.Entry{}, err)
				return
			}
			for _, e := range list {
				if !yield(e, nil) {
					return
				}
			}
			next = page.Next
		}
	}
}

// Openings implements record.Journal: the last is known.
func (p pulled) Openings(table string) ([]int64, error) {
	page, err := p.page(table, 0, false)
	if err != nil || page.Opening == 0 {
		return nil, err
	}
	return []int64{page.Opening}, nil
}

// LastShifts implements record.Shifts.
func (p pulled) LastShifts(table string, most int) ([]record.Entry, error) {
	page, err := p.ask(table, url.Values{"from": {"0"}, "shifts": {strconv.Itoa(most)}})
	if err != nil {
		return nil, err
	}
	return p.entries(&page, table, 1, true)
}

// Append implements record.Journal.
func (p pulled) Append(...record.Entry) error { return record.ErrReadOnly }

// log returns the log of a stream as far as it was checked.
func (r *Reader) log(p place) seal.Tree {
	r.mu.Lock()
	defer r.mu.Unlock()
	log := r.logs[p]
	return log.Clone()
}

// holds demands that a page from an entry on comes to the head that stands for it. Of a stream that is read for the
// first time, from its middle on, what the pit says of its log is held against that head, and what follows later
// against what follows from it.
func (r *Reader) holds(p place, log *seal.Tree, from int64, page *Pulled) error {
	head, err := page.head(p.stream, r.enrolment.Witness)
	if err != nil {
		return notHeld(p, err)
	}
	if log.Size() == 0 && from > 1 {
		if page.Edge == nil {
			return fmt.Errorf("%s of %s: %w", p.stream, p.machine, record.ErrUnsealed)
		}
		if *log, err = seal.ReadTree(page.Size, page.Edge); err != nil {
			return notHeld(p, err)
		}
	}
	whole, err := page.comesTo(head, log, from)
	if err != nil {
		return notHeld(p, err)
	}
	if !whole { // there is more to come; or the pit was restored and has less than before
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.logs[p] = log.Clone()
	return nil
}

// head returns the head of a page, which the pit has to have countersigned for that stream.
func (p *Pulled) head(stream, witness string) (seal.Head, error) {
	note, by, err := seal.Split(p.Note, witness)
	if err == nil && !slices.Contains(by, witness) {
		err = fmt.Errorf("the head is not countersigned by this house's pit")
	}
	if err != nil {
		return seal.Head{}, err
	}
	head, err := seal.ReadHead(note)
	if err == nil && (head.Stream != stream || head.Size != p.Size) {
		err = fmt.Errorf("it is the head of %d entries of %s", head.Size, head.Stream)
	}
	return head, err
}

// comesTo adds the entries of a page, from one on, to a log. It reports whether that has come to the head; error where it has and is another one.
func (p *Pulled) comesTo(head seal.Head, log *seal.Tree, from int64) (whole bool, err error) {
	for i, text := range p.Texts {
		if from+int64(i) == log.Size()+1 {
			log.Add(text)
		}
	}
	switch {
	case log.Size() < p.Size && p.Next == 0:
		return false, fmt.Errorf("entry %d is missing", log.Size()+1)
	case log.Size() != p.Size:
		return false, nil
	case seal.HeadOf(head.Stream, log) != head:
		return false, fmt.Errorf("the entries are not those that were signed")
	}
	return true, nil
}

func notHeld(p place, err error) error {
	return &record.NotHeldError{Machine: p.machine, Stream: p.stream, Why: err}
}
