package demo_test

import (
	"slices"
	"testing"
	"time"

	"sabot/app/demo/demotest"
	"sabot/pit/house"
	"sabot/pit/record"
)

// stood is a stream as it truly stood.
func (f *forger) stood(name string, size int64) record.Stood {
	if f.logs == nil {
		f.logs = map[string]*demotest.Log{}
	}
	if f.logs[name] == nil {
		f.logs[name] = &demotest.Log{}
		for _, e := range f.streams[name] {
			f.logs[name].Add(e)
		}
	}
	return f.logs[name].Stood(size)
}

// signAnew has the approvals behind a forgery be of the stream as it is now: whoever forges may have people sign what comes later,
// and a forgery is to be named for what it is.
func (f *forger) signAnew(lines []record.Line, i int, log *demotest.Log) {
	e := lines[i].Entry
	given, is := e.Fact.(record.Approved)
	was := f.lines[e.Table]
	if !is || i >= len(was) || was[i].Leaf != lines[i].Leaf || given.Before == (record.Stood{}) || log.Stood(given.Before.Size) == given.Before {
		return
	}
	at := slices.IndexFunc(f.former, func(b house.Badge) bool {
		return b.Number == given.By && given.Holds(was[given.Seq-1].Bytes, publicOf(f.t, b))
	})
	by, helps := f.badges[given.By]
	if at >= 0 {
		by = f.former[at]
	} else if !helps {
		return
	}
	approval, err := by.Approve(log.Stood(given.Before.Size), lines[given.Seq-1].Entry)
	must(f.t, err)
	e.Fact = approval
	lines[i] = lineOf(e)
}

// publicOf is the key of a badge as the record has it.
func publicOf(t *testing.T, b house.Badge) string {
	t.Helper()
	key, err := house.PublicKey(b.Key())
	must(t, err)
	return key
}

// Who has the key that seals, and nobody's PIN, takes out what people signed, and has as many entries that nobody signs in its place.
// What people sign behind it is for the stream with it.
func TestSignedActIsLeftOut(t *testing.T) {
	for n, game := range house.DemoGames() {
		if testing.Short() && n > 0 {
			break
		}
		f := recorded(t, game)
		f.alone = true
		for _, stream := range f.names {
			list := f.streams[stream]
			last := 0
			for at, e := range list {
				if _, signed := e.Fact.(record.Approved); signed {
					last = at
				}
			}
			tried, past, missed := 0, 0, 0
			for at, e := range list {
				slots := approvals(list, at)
				if _, approval := e.Fact.(record.Approved); approval || slots == 0 || at+slots >= last {
					continue
				}
				none := f.signed(e, slots, nil, nil)
				none[0].Fact = none[1].Fact
				none[0].By = none[1].By
				tried++
				switch fault := f.verified(stream, at, none...); {
				case fault == nil:
					missed++
					t.Errorf("%s, %s: without %s of entry %d it holds", game, stream, record.KindOf(e.Fact), e.Seq)
				case fault.Code == record.WrongPast:
					past++
				}
			}
			t.Logf("%s, %s: %d acts left out, %d of them named by what was signed behind", game, stream, tried, past)
			if past == 0 {
				t.Errorf("%s, %s: no signature names what lies before it", game, stream)
			}
		}
	}
}

// What nobody signs is signed for by whoever approves something behind it: here a time that could be another one.
func TestUnsignedEntriesAreSignedFor(t *testing.T) {
	f := recorded(t, house.DemoGames()[0])
	name := f.names[1]
	list, first, last, tried := f.streams[name], 0, 0, 0
	for at, e := range list {
		switch e.Fact.(type) {
		case record.Approved:
			last = at
		case record.Opened: // it stands for the checkpoints of the shift before
			first = at
		}
	}
	for at := first + 1; at < last && tried < 20; at++ {
		e := list[at]
		later := e.At.Add(time.Millisecond)
		alone := !list[at-1].At.Equal(e.At) && later.Before(list[at+1].At)
		switch e.Fact.(type) {
		case record.BetsPlaced, record.CardLaid, record.PaidOut, record.Decided:
		default:
			alone = false
		}
		if len(record.Signers(e.Fact)) > 0 || !alone {
			continue
		}
		tried++
		e.At = later
		f.alone = false
		if fault := f.verified(name, at, e); fault != nil {
			t.Fatalf("entry %d could not be of a millisecond later: %v", e.Seq, fault)
		}
		f.alone = true
		if fault := f.verified(name, at, e); fault == nil || fault.Code != record.WrongPast {
			t.Errorf("entry %d is of a millisecond later: %v", e.Seq, fault)
		}
	}
	if tried < 5 {
		t.Errorf("%d entries were tried", tried)
	}
}
