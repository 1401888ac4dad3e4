package sums

import (
	"time"

	"sabot/games"
	"sabot/pit/flat"
	"sabot/pit/record"
	"sabot/pit/tray"
	"sabot/reports"
)

// writeSums encodes the sums of a table's shifts.
func writeSums(shifts []keptShift) []byte {
	b := flat.Count(nil, len(shifts))
	stakes, croupiers := 0, 0
	for i := range shifts {
		stakes += len(shifts[i].sum.Stakes)
		croupiers += len(shifts[i].sum.Croupiers)
	}
	b = flat.Count(flat.Count(b, stakes), croupiers)
	for i := range shifts {
		b = shifts[i].append(b)
	}
	return b
}

// readSums is the inverse of writeSums; nil for other bytes.
func readSums(b []byte) []keptShift {
	r := sums{Reader: flat.Read(b)}
	shifts := make([]keptShift, r.Count())
	n := r.Count()
	r.stakes, r.edges = make([]reports.Stake, 0, n), make([]int64, 0, n)
	r.croupiers = make([]reports.CroupierPart, 0, r.Count())
	for i := range shifts {
		r.shift(&shifts[i])
	}
	if !r.Done() {
		return nil
	}
	return shifts
}

func (k *keptShift) append(b []byte) []byte {
	for _, n := range [...]int64{k.end, int64(k.counts), int64(k.offices)} {
		b = flat.Int(b, n)
	}
	if k.end == 0 {
		return b
	}
	s := &k.sum
	for _, text := range [...]string{s.Table, s.Currency, s.Preset, s.Day} {
		b = flat.Text(b, text)
	}
	b = flat.Bits(b, s.DropIsOff, s.Guess, s.Result.Estimated, !s.Closed.IsZero(), s.PaidWrong, s.CorrectedOff)
	b = flat.Time(b, s.Opened)
	if !s.Closed.IsZero() {
		b = flat.Time(b, s.Closed)
	}
	for _, n := range [...]int{s.Number, s.Hands, s.Irregular, s.Incidents, s.Luck.Hands, s.Luck.Side, s.Luck.Decisions} {
		b = flat.Int(b, int64(n))
	}
	b = flat.Int(b, int64(s.Length))
	for _, a := range k.amounts() {
		b = flat.Int(b, int64(*a))
	}
	for _, sum := range k.sums() {
		b = flat.Int(flat.Bits(b, sum.Known), int64(sum.Amount))
	}
	b = flat.Count(b, len(s.Voided))
	for i := range s.Voided { // where it was played is the shift's
		b = appendSlip(b, &s.Voided[i].SlipLine)
	}
	b = flat.Count(b, len(s.Stakes))
	for _, stake := range s.Stakes {
		b = flat.Int(flat.Text(b, stake.Spot), int64(stake.Amount))
		b = flat.Bits(b, stake.Edge != nil)
		if stake.Edge != nil {
			b = flat.Int(b, *stake.Edge)
		}
	}
	b = flat.Count(b, len(s.Croupiers))
	for i := range s.Croupiers {
		b = appendPart(b, &s.Croupiers[i])
	}
	return b
}

// appendSlip writes a slip without the names of people, who may get others.
func appendSlip(b []byte, s *reports.SlipLine) []byte {
	b = flat.Time(flat.Time(flat.Int(b, int64(s.Amount)), s.Asked), s.Done)
	for _, text := range [...]string{s.Name, string(s.Kind), string(s.State), s.By[0], s.By[1], s.Reason, s.Cashier, s.Runner} {
		b = flat.Text(b, text)
	}
	return b
}

func readSlip(r *flat.Reader) reports.SlipLine {
	return reports.SlipLine{Amount: games.Amount(r.Int()), Asked: r.Time(), Done: r.Time(), Name: r.Text(), Kind: record.SlipKind(r.Text()), State: tray.SlipState(r.Text()), By: [2]string{r.Text(), r.Text()}, Reason: r.Text(), Cashier: r.Text(), Runner: r.Text()}
}

func appendPart(b []byte, p *reports.CroupierPart) []byte {
	b = flat.Int(flat.Text(b, p.Number), int64(p.Hands))
	return flat.Int(flat.Int(b, int64(p.Turnover)), int64(p.Won))
}

func readPart(r *flat.Reader) reports.CroupierPart {
	return reports.CroupierPart{Number: r.Text(), Hands: int(r.Int()), Turnover: games.Amount(r.Int()), Won: games.Amount(r.Int())}
}

// amounts returns the amounts of a shift's sum, in the order in which they are written.
func (k *keptShift) amounts() []*games.Amount {
	s, r := &k.sum, &k.sum.Result
	return []*games.Amount{&s.Turnover, &s.Commission, &s.Cash, &r.Fills, &r.Credits, &r.BoughtIn, &r.Tips, &r.ByHands, &r.Waived, &r.Wrong, &r.Unmoved, &r.Rounded, &r.Coins, &s.Luck.Result, &s.Luck.Expected, &s.Luck.Deviation, &s.Luck.Skill}
}

// sums returns those of its amounts that may be unknown.
func (k *keptShift) sums() []*tray.Sum {
	r := &k.sum.Result
	return []*tray.Sum{&r.Opening, &r.Closing, &r.Drop, &r.ByCount, &r.Difference}
}

// sums reads what writeSums wrote; the stakes, edges and croupiers of all shifts are of one list each.
type sums struct {
	*flat.Reader
	stakes    []reports.Stake
	edges     []int64
	croupiers []reports.CroupierPart
}

func (r *sums) shift(k *keptShift) {
	k.end, k.counts, k.offices = r.Int(), int(r.Int()), int(r.Int())
	if k.end == 0 {
		return
	}
	s := &k.sum
	s.Table, s.Currency, s.Preset, s.Day = r.Text(), r.Text(), r.Text(), r.Text()
	var closed bool
	r.Bits(&s.DropIsOff, &s.Guess, &s.Result.Estimated, &closed, &s.PaidWrong, &s.CorrectedOff)
	if s.Opened = r.Time(); closed {
		s.Closed = r.Time()
	}
	s.Number, s.Hands, s.Irregular, s.Incidents = int(r.Int()), int(r.Int()), int(r.Int()), int(r.Int())
	s.Luck.Hands, s.Luck.Side, s.Luck.Decisions = int(r.Int()), int(r.Int()), int(r.Int())
	s.Length = time.Duration(r.Int())
	for _, a := range k.amounts() {
		*a = games.Amount(r.Int())
	}
	for _, sum := range k.sums() {
		r.Bits(&sum.Known)
		sum.Amount = games.Amount(r.Int())
	}
	for range r.Count() {
		s.Voided = append(s.Voided, reports.VoidedSlip{Table: s.Table, Currency: s.Currency, Day: s.Day, Number: s.Number, SlipLine: readSlip(r.Reader)})
	}
	n, from := r.Count(), len(r.stakes)
	for range n {
		stake := reports.Stake{Spot: r.Text(), Amount: games.Amount(r.Int())}
		var known bool
		if r.Bits(&known); known {
			r.edges = append(r.edges, r.Int())
			stake.Edge = &r.edges[len(r.edges)-1]
		}
		r.stakes = append(r.stakes, stake)
	}
	if n > 0 {
		s.Stakes = r.stakes[from:len(r.stakes):len(r.stakes)]
	}
	n, from = r.Count(), len(r.croupiers)
	for range n {
		r.croupiers = append(r.croupiers, readPart(r.Reader))
	}
	if n > 0 {
		s.Croupiers = r.croupiers[from:len(r.croupiers):len(r.croupiers)]
	}
}
