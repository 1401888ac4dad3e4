package demo

import (
	"math/rand"
	"slices"
	"time"

	"sabot/app/session"
	"sabot/app/session/papers"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/record"
	"sabot/reports"
)

// Close closes a table that Play left open: what is owed is taken, float and drop box are
// counted, croupier and inspector sign the report of the shift. The answer is its file.
// Errors: those of the session.
func Close(h *session.House, clock *Clock, name string) (report string, err error) {
	t, err := h.OpenTable(name)
	if err != nil {
		return "", err
	}
	defer func() { err = firstOf(err, t.Release()) }()
	p := &player{table: t, clock: clock, rng: rand.New(rand.NewSource(0)), trouble: none}
	if p.crew, err = signedOn(h); err != nil {
		return "", err
	}
	if err := t.Whole(); err != nil {
		return "", err
	}
	p.sees()
	p.may(func(t *pit.Table) ([]record.Fact, error) { return t.Desk().TakeCommission(0) })
	p.verifySlips()
	dealer := p.dealer(t)
	clock.Pass(5 * time.Minute)
	p.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.Closing(pit.End{Croupier: dealer.Staff, Inspector: p.inspector.Staff, Count: Counted(t, h.State.ChipsOf(name))})
	}, dealer, p.inspector)
	clock.Pass(20 * time.Minute)
	p.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.Desk().CountDrop(t.Result().BoughtIn, p.inspector.Staff, p.manager.Staff)
	}, p.inspector, p.manager)
	if p.err != nil {
		return "", p.err
	}
	report, _, err = papers.Of(h).Signed(papers.Wanted{Kind: reports.ShiftReport, Table: name, Shift: t.State.Shift}, dealer, p.inspector)
	return report, err
}

// Counted returns a count of the tray: its worth to the smallest chip, in the usual mixture.
func Counted(t *pit.Table, chips []games.Amount) *record.Float {
	stock, rest := t.Desk().Stock(), t.Desk().Worth().Amount
	for value, n := range stock {
		rest -= value * games.Amount(n)
	}
	level := func() {
		for _, value := range slices.Backward(chips) {
			n := max(int(rest/value), -stock[value])
			stock[value] += n
			rest -= value * games.Amount(n)
		}
	}
	level()
	for _, value := range chips {
		if rest < 0 && value > -rest && stock[value] > 0 { // a chip is changed for smaller ones
			stock[value]--
			rest += value
			level()
		}
	}
	count := record.Float{}
	for _, value := range chips {
		if stock[value] > 0 {
			count = append(count, record.Stack{Value: value, Pieces: int64(stock[value])})
		}
	}
	return &count
}
