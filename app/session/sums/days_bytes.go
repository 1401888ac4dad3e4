package sums

import (
	"sabot/games"
	"sabot/pit/flat"
	"sabot/reports"
)

// writeDays encodes the sums of a table's days.
func writeDays(days []keptDay) []byte {
	b := flat.Count(nil, len(days))
	for i := range days {
		b = days[i].append(b)
	}
	return b
}

// readDays is the inverse of writeDays; nil for other bytes.
func readDays(b []byte) []keptDay {
	r := flat.Read(b)
	days := make([]keptDay, r.Count())
	for i := range days {
		if !days[i].read(r) {
			return nil
		}
	}
	if !r.Done() {
		return nil
	}
	return days
}

func (k *keptDay) append(b []byte) []byte {
	b = flat.Int(flat.Int(flat.Text(b, k.day), int64(k.offices)), int64(k.sum.Open))
	for i := range k.sum.Periods {
		p := &k.sum.Periods[i]
		b = flat.Count(b, len(p.Lines))
		for j := range p.Lines {
			b = appendLine(b, &p.Lines[j])
		}
		b = flat.Count(b, len(p.Croupiers))
		for j := range p.Croupiers {
			c := &p.Croupiers[j]
			b = appendPart(flat.Text(flat.Text(b, c.Currency), c.Preset), &c.CroupierPart)
		}
	}
	b = flat.Count(b, len(k.sum.Voided))
	for i := range k.sum.Voided {
		v := &k.sum.Voided[i]
		b = flat.Int(flat.Text(flat.Text(flat.Text(b, v.Table), v.Currency), v.Day), int64(v.Number))
		b = appendSlip(b, &v.SlipLine)
	}
	return b
}

// read decodes k, and reports whether it has a valid gaming day.
func (k *keptDay) read(r *flat.Reader) bool {
	k.day, k.offices = r.Text(), int(r.Int())
	sum, err := reports.HouseSumOf("", k.day, nil)
	if err != nil {
		return false
	}
	k.sum, k.sum.Open = sum, int(r.Int())
	for i := range k.sum.Periods {
		p := &k.sum.Periods[i]
		for range r.Count() {
			p.Lines = append(p.Lines, readLine(r))
		}
		for range r.Count() {
			p.Croupiers = append(p.Croupiers, reports.CroupierLine{Currency: r.Text(), Preset: r.Text(), CroupierPart: readPart(r)})
		}
	}
	for range r.Count() {
		k.sum.Voided = append(k.sum.Voided, reports.VoidedSlip{Table: r.Text(), Currency: r.Text(), Day: r.Text(), Number: int(r.Int()), SlipLine: readSlip(r)})
	}
	return true
}

func appendLine(b []byte, l *reports.HouseLine) []byte {
	for _, text := range [...]string{l.Currency, l.Preset, l.Table} {
		b = flat.Text(b, text)
	}
	for _, n := range [...]int{l.Shifts, l.Hands, l.Guesses, l.Luck.Hands, l.Luck.Side, l.Luck.Decisions} {
		b = flat.Int(b, int64(n))
	}
	for _, a := range lineAmounts(l) {
		b = flat.Int(b, int64(*a))
	}
	return flat.Bits(b, l.Win.Known)
}

func readLine(r *flat.Reader) (l reports.HouseLine) {
	l.Currency, l.Preset, l.Table = r.Text(), r.Text(), r.Text()
	for _, n := range [...]*int{&l.Shifts, &l.Hands, &l.Guesses, &l.Luck.Hands, &l.Luck.Side, &l.Luck.Decisions} {
		*n = int(r.Int())
	}
	for _, a := range lineAmounts(&l) {
		*a = games.Amount(r.Int())
	}
	r.Bits(&l.Win.Known)
	return l
}

// lineAmounts returns the amounts of a line, in the order in which they are written.
func lineAmounts(l *reports.HouseLine) [9]*games.Amount {
	return [...]*games.Amount{&l.Turnover, &l.Drop, &l.Win.Amount, &l.Theo, &l.Unknown, &l.Luck.Result, &l.Luck.Expected, &l.Luck.Deviation, &l.Luck.Skill}
}
