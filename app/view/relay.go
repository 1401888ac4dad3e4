package view

import (
	"slices"

	"sabot/app/text"
	"sabot/games"
	"sabot/pit"
)

// Relay is a hand before and after it is put right.
type Relay struct {
	Title    string
	Verdict  string // whether the cards can be laid again, and why
	Possible bool
	Rows     []RelayRow // by place, the house's last
	Money    []string   // what is to be paid, or taken back
	Ways     []Way      // what can be done
}

// RelayRow is one place.
type RelayRow struct {
	Place         string
	Before, After []RelayCard
}

// RelayCard is a card there.
type RelayCard struct {
	Card
	Burned bool
	Moved  bool
	Word   string // where it goes, or came from
}

// WayID is a way out of a hand that went wrong.
type WayID string

// The ways out.
const (
	WayRelay  WayID = "relay"
	WayRefuse WayID = "refuse"
	WayPlayOn WayID = "play_on"
	WayCancel WayID = "cancel_hand"
	WayResume WayID = "resume"
)

// Way is a way out, whether it can be gone, and its key.
type Way struct {
	ID    WayID
	Label string
	Key   string
	On    bool
}

// RelayOf is how the open hand could be put right.
func (v Viewer) RelayOf(t *pit.Table) Relay {
	r, possible := t.RelayPreview()
	out := Relay{Title: v.PausedBy(t), Possible: possible, Rows: v.relayRows(t.Game, r), Money: v.relayMoney(t, r)}
	wrong := t.LiesWrong()
	relaid, err := t.Relaying()
	switch {
	case !wrong:
		out.Verdict = v.Text.T("relay_not_needed")
	case possible:
		out.Verdict = v.Text.T("relay_possible", text.Args{"N": len(relaid.Moved)})
	case err == nil:
		out.Verdict = v.Text.T("relay_impossible", text.Args{"N": len(relaid.Surplus)})
	default:
		out.Verdict = v.Text.T("relay_no_way")
	}
	way := func(id WayID, key string, on bool) Way { return Way{id, v.Text.T("way_" + string(id)), key, on} }
	out.Ways = []Way{
		way(WayRelay, "Enter", possible), way(WayRefuse, "R", wrong), way(WayPlayOn, "P", t.MayPlayOn()),
		way(WayResume, "S", t.Current.Paused != nil && !wrong), way(WayCancel, "C", true),
	}
	if !wrong {
		out.Ways[0].Key, out.Ways[3].Key = "", "Enter"
	}
	return out
}

// PausedBy is what went wrong, in a word.
func (v Viewer) PausedBy(t *pit.Table) string {
	kind, box := pit.WrongPlace, 0
	if p := t.Current.Paused; p != nil {
		kind, box = p.Kind, p.Box
	}
	title := v.Text.T("irregularity_" + string(kind))
	if box > 0 {
		title = v.Text.T("box_n", boxArgs(box)) + ": " + title
	}
	return title
}

// relayRows puts the cards of both lays at their places.
func (v Viewer) relayRows(g games.Game, r pit.Reconstruction) []RelayRow {
	var rows []RelayRow
	row := func(at games.Place) *RelayRow {
		name := v.Place(at)
		i := slices.IndexFunc(rows, func(r RelayRow) bool { return r.Place == name })
		if i < 0 {
			rows = append(rows, RelayRow{Place: name})
			i = len(rows) - 1
		}
		return &rows[i]
	}
	for _, at := range g.Places() {
		if slices.ContainsFunc(slices.Concat(r.Before, r.After), func(l games.Laid) bool { return l.At == at }) {
			row(at)
		}
	}
	for i, l := range r.Before {
		to := r.After[min(i, len(r.After)-1)]
		before, after := v.relayCard(g, l), v.relayCard(g, to)
		if l.At != to.At {
			before.Moved, after.Moved = true, true
			before.Word = "» " + v.shortPlace(to.At)
		}
		here, there := row(l.At), row(to.At)
		here.Before = append(here.Before, before)
		there.After = append(there.After, after)
	}
	return rows
}

func (v Viewer) shortPlace(at games.Place) string {
	if at.Box > 0 {
		return Digit(at.Box)
	}
	return v.Place(at)
}

func (v Viewer) relayCard(g games.Game, l games.Laid) RelayCard {
	if l.Hidden {
		return RelayCard{Card: Card{Back: true}}
	}
	c := RelayCard{Card: Card{Rank: rankLabel(l.Card.Rank().String())}, Burned: l.Burned}
	if g.ReadsSuits() && l.Card.Suited() {
		c.Suit = l.Card.Suit().String()
	}
	return c
}

// relayMoney is what bets that were paid already would have to be put right by.
func (v Viewer) relayMoney(t *pit.Table, r pit.Reconstruction) []string {
	was := pit.Hand{Round: r.Round, Rows: r.Was}
	is := pit.Hand{Round: r.Round, Rows: r.Is}
	var lines []string
	for i, p := range was.Payments() {
		if i >= r.PaidThen {
			break
		}
		after := games.Amount(0)
		for _, q := range is.Payments() {
			if q.Box == p.Box && q.Spot == p.Spot && q.Bettor == p.Bettor {
				after = q.Net()
			}
		}
		if due := after - p.Net(); due != 0 {
			lines = append(lines, v.duePayment(t, p, due))
		}
	}
	return lines
}

func (v Viewer) duePayment(t *pit.Table, p games.Payment, due games.Amount) string {
	key := "relay_pay"
	if due < 0 {
		key, due = "relay_take", -due
	}
	return v.Text.T(key, text.Args{"Box": p.Box, "Spot": v.spotLabel(t.Game, p.Spot), "Amount": v.Text.Amount(due)})
}

// Refunds are what goes back of a hand that was cancelled: box, spot, the stake, and what
// had been paid or collected of it and is put right.
func (v Viewer) Refunds(t *pit.Table, h *pit.Hand) [][]string {
	var rows [][]string
	for _, p := range h.Payments() {
		due := ""
		if before := h.Before(p); before != 0 {
			due = v.Text.Signed(-before)
		}
		rows = append(rows, []string{Digit(p.Box), v.Text.T("spot_" + p.Spot), p.Bettor, v.Text.Amount(p.Returned), due})
	}
	return rows
}

// CardName is a card in a sentence.
func (v Viewer) CardName(g games.Game, c games.Card) string { return v.cardName(g, c) }
