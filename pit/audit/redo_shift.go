package audit

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"

	"sabot/games"
	"sabot/games/handfile"
	"sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/shifts"
)

// redoneShift are the commands about the shift, its shoes and its incidents.
var redoneShift = []redo{
	by(func(r *redoing, f record.Opened) ([]record.Fact, error) { return r.open(f) }),
	by(func(r *redoing, f record.Closed) ([]record.Fact, error) {
		return r.t.Closing(pit.End{Croupier: r.person(f.Croupier), Inspector: r.person(f.Inspector)})
	}),
	by(func(r *redoing, f record.Relieved) ([]record.Fact, error) {
		facts, err := r.t.Relieve(r.person(f.To))
		return r.dealingToo(facts, f.To), err
	}),
	by(func(r *redoing, f record.InspectorChanged) ([]record.Fact, error) {
		return r.t.ChangeInspector(r.person(f.To))
	}),
	by(func(r *redoing, f record.LimitsAnnounced) ([]record.Fact, error) { return r.announce(f) }),
	by(func(r *redoing, _ record.LimitsBegan) ([]record.Fact, error) { return r.t.ByItself(r.then.At), nil }),
	by(func(r *redoing, f record.LimitsWithdrawn) ([]record.Fact, error) {
		return r.t.WithdrawLimits(r.who(f.By))
	}),
	by(func(r *redoing, f record.PatternsSet) ([]record.Fact, error) { return r.t.SetPatterns(f.Off) }),
	by(func(r *redoing, f record.SeatHeld) ([]record.Fact, error) { return r.hold(f) }),
	by(func(r *redoing, f record.Alarmed) ([]record.Fact, error) { return r.alarm(f) }),
	by(func(r *redoing, f record.Acknowledged) ([]record.Fact, error) { return r.t.Acknowledge(r.who(f.By)) }),
	by(func(r *redoing, f record.ShoeStarted) ([]record.Fact, error) { return r.shoe(f) }),
	by(func(r *redoing, f record.CardsDue) ([]record.Fact, error) { return r.t.ReportCards(f.Why) }),
	by(func(r *redoing, f record.CardsKept) ([]record.Fact, error) { return r.t.KeepCards(r.who(f.By)) }),
	by(func(r *redoing, f record.IncidentOpened) ([]record.Fact, error) {
		if f.By != "" {
			return r.t.IncidentBook().IncidentBy(f, r.who(f.By))
		}
		return r.t.IncidentBook().OpenIncident(f)
	}),
	by(func(r *redoing, f record.VideoAsked) ([]record.Fact, error) {
		return r.t.IncidentBook().AskVideo(f.Incident, f.Text, r.who(f.By))
	}),
	by(func(r *redoing, f record.VideoAnswered) ([]record.Fact, error) {
		return r.t.IncidentBook().AnswerVideo(f.Incident, f.Ref, f.Text, r.who(f.By))
	}),
	by(func(r *redoing, f record.IncidentClosed) ([]record.Fact, error) {
		if f.Unanswered != "" {
			return r.t.IncidentBook().CloseUnanswered(f.Incident, f.Text, f.Unanswered, r.who(f.By))
		}
		return r.t.IncidentBook().CloseIncident(f.Incident, f.Text, r.who(f.By))
	}),
}

// open repeats the opening by the settings that the house had for the table then.
func (r *redoing) open(f record.Opened) ([]record.Fact, error) {
	h, name := r.then.House, r.t.Name
	set, there := h.TableNamed(name)
	if !there && !h.Retired(name) {
		return nil, fmt.Errorf("the house has no table %s", name)
	}
	if h.Retired(name) {
		return nil, &house.Refusal{Why: house.TableRetired, What: name}
	}
	start := pit.Start{Set: set, Chips: h.ChipsOf(name), Croupier: r.person(f.Croupier), Inspector: r.person(f.Inspector), House: f.House, Cash: h.Boxes().CashLimitAt(name), Collect: h.CollectAt(name)}
	start.LateAlone = f.Checks > 0 && h.Boxes().LateAlone()
	if count, counted := r.second().(record.Counted); counted && count.When == record.AtOpening {
		start.Count, start.First = &count.Float, count.First
	}
	if start.Day = h.GamingDay(r.then.At); h.Particulars().Zone == "" && nearDay(f.Day, r.then.At) {
		start.Day = f.Day // by the clock of a machine that nobody knows
	}
	facts, err := r.t.Opening(start, r.then.At)
	return r.dealingToo(facts, f.Croupier), err
}

// nearDay reports whether a gaming day can be that of a moment in some zone.
func nearDay(day string, at time.Time) bool {
	d, err := time.Parse(time.DateOnly, day)
	return err == nil && d.After(at.AddDate(0, 0, -3)) && d.Before(at.AddDate(0, 0, 2))
}

// dealingToo adds to facts the incidents that were entered behind them, of other tables at which the croupier who comes deals.
// Whether they are true the records of those tables tell.
func (r *redoing) dealingToo(facts []record.Fact, croupier string) []record.Fact {
	if len(facts) == 0 || len(facts) >= len(r.facts) {
		return facts
	}
	var names []string
	for _, f := range run(r.facts[len(facts):], func(f record.IncidentOpened) bool { return f.Class == record.TwoTablesIncident }) {
		if f.Text == r.t.Name || slices.Contains(names, f.Text) {
			break
		}
		names = append(names, f.Text)
	}
	for _, name := range names {
		facts = append(facts, shifts.DealingToo(house.Staff{Number: croupier}, []shifts.Duty{{Table: name, Croupier: croupier}})...)
	}
	return facts
}

func (r *redoing) announce(f record.LimitsAnnounced) ([]record.Fact, error) {
	if !r.t.Open || r.t.Game == nil {
		return nil, house.Refuse(house.TableClosed)
	}
	g, err := handfile.ParseRules(r.t.Game.Name(), f.Rules)
	if err != nil {
		return nil, err
	}
	return r.t.AnnounceLimits(g.Options().Limits, time.UnixMilli(f.From), r.who(f.By), r.then.At)
}

func (r *redoing) hold(f record.SeatHeld) ([]record.Fact, error) {
	var boxes []int
	for _, seat := range run(r.facts, func(s record.SeatHeld) bool { return s.Player == f.Player }) {
		boxes = append(boxes, seat.Box)
	}
	return r.t.HoldSeats(f.Player, boxes...)
}

// shoe repeats the start of a shoe. A person who shuffled in the croupier's place has signed. In a shift in which the table did
// not demand that yet, they work here.
func (r *redoing) shoe(f record.ShoeStarted) ([]record.Fact, error) {
	shoe := pit.NewShoe{Fresh: f.Fresh != "", Approver: r.who(cmp.Or(f.Kept, f.Early))}
	unasked := r.t.Checks() == 0 && f.Signed == ""
	switch {
	case f.Shuffler == r.t.Croupier:
	case unasked && f.Shuffler != r.t.Inspector && r.who(f.Shuffler) == nil:
		return nil, &house.Refusal{Why: house.WrongRole, What: f.Shuffler, Right: house.ShuffleShoe}
	case !unasked:
		shuffler := r.person(f.Shuffler)
		shoe.Shuffler = &shuffler
	}
	facts, err := r.t.StartShoe(shoe, r.then.At)
	if err == nil && unasked {
		started := facts[0].(record.ShoeStarted)
		started.Shuffler = f.Shuffler
		facts[0] = started
	}
	return facts, err
}

func (r *redoing) alarm(f record.Alarmed) ([]record.Fact, error) {
	t := r.t
	switch f.Kind {
	case record.LowRiskBets:
		return r.answering().Bets().Close()
	case record.LateBet:
		return t.Bets().Place(games.Bet{Box: f.Box, Spot: f.What, Bettor: f.Bettor, Amount: f.Amount})
	case record.SecondSeen:
		return t.Felt().SecondExposed()
	case record.ExposedCard:
		return t.Felt().OfferCard(f.What)
	case record.HoleDenied:
		return t.Deal().NoteDenied(f.What)
	case record.ShoeElsewhere:
		return t.Deal().NoteElsewhere(f.What, f.At)
	case record.ShoeLeftOut:
		return t.Deal().NoteLeftOut(f.What)
	case record.ShoeGap, record.ShoeSilent, record.ShoeLost, record.ShoeFault:
		return t.Deal().NoteShoe(f.Kind, f.What)
	case record.ImpossibleCard:
		card, ok := games.ReadCard(f.What)
		if err := t.Deal().Playing(); err != nil || !ok || !t.Deal().Impossible(card) {
			return nil, &house.Refusal{Why: house.NoSuchCard, What: f.What}
		}
		return []record.Fact{record.Alarmed{Kind: record.ImpossibleCard, What: card.String()}}, nil
	}
	return nil, errors.New("nobody raises such an alarm")
}
