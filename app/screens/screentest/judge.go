package screentest

import (
	"bytes"
	"encoding/json"

	"sabot/games"
	"sabot/games/handfile"
	"sabot/reports"
	"sabot/reports/corrections"
)

// A Verdict is the output of `check` on the cards of a hand.
type Verdict struct {
	OK              bool     `json:"ok"`
	Reconstructable bool     `json:"reconstructable"`
	Surplus         []string `json:"surplus"`
	Moved           []struct{ Card, From, To string }
}

// Checked compares what the reconstruction report has of the last hand that was put right
// with what `check` says of the same cards.
func (s *Seat) Checked() corrections.Reconstruction {
	s.T.Helper()
	state := s.Table()
	list := reports.ReconstructionsOf(state, &s.Shell.House.State).List
	if len(list) == 0 {
		s.T.Fatal("the report has no reconstruction")
	}
	got := list[len(list)-1]
	hand := &state.Current
	if h, closed := state.ClosedHand(got.Hand); closed {
		hand = h
	}
	r := hand.Relays[len(hand.Relays)-1]
	type laid struct {
		To   string `json:"to"`
		Card string `json:"card"`
	}
	line := struct {
		Game  string           `json:"game"`
		Rules json.RawMessage  `json:"rules"`
		Bets  []map[string]any `json:"bets"`
		Dealt []laid           `json:"dealt"`
	}{Game: state.Game.Name(), Rules: handfile.EncodeRules(state.Game)}
	for _, b := range r.Round.Bets {
		line.Bets = append(line.Bets, map[string]any{"box": b.Box, "spot": b.Spot, "amount": b.Amount})
	}
	round, _ := games.Canonical(state.Game, games.Round{Laid: r.Before})
	for _, l := range round.Laid {
		card := l.Card.String()
		if l.Burned {
			card = "!" + card
		}
		line.Dealt = append(line.Dealt, laid{l.At.String(), card})
	}
	text, err := json.Marshal(line)
	if err != nil {
		s.T.Fatal(err)
	}
	var out bytes.Buffer
	if _, err := handfile.Check(bytes.NewReader(text), &out); err != nil {
		s.T.Fatal(err)
	}
	var want Verdict
	if err := json.Unmarshal(out.Bytes(), &want); err != nil || !want.OK {
		s.T.Fatalf("check says %s: %v", out.String(), err)
	}
	moved := 0
	for _, c := range got.Cards {
		if c.Moved() {
			moved++
		}
	}
	if got.Possible != want.Reconstructable || len(got.Surplus) != len(want.Surplus) || !got.Refused() && want.Reconstructable && moved != len(want.Moved) {
		s.T.Errorf("the report has possible %v, surplus %v, %d moved; check says %s", got.Possible, got.Surplus, moved, out.String())
	}
	return got
}

// Settled compares what every closed hand came to with `settle`.
func (s *Seat) Settled() {
	s.T.Helper()
	for i := range s.Table().History {
		h := &s.Table().History[i]
		if h.Cancelled != nil {
			continue
		}
		var out bytes.Buffer
		if _, err := handfile.Settle(bytes.NewReader(handfile.Encode(h.Export(s.Table().Game))), &out); err != nil {
			s.T.Fatal(err)
		}
		if recorded := string(handfile.EncodeSettlement(h.Settlement(s.Table().Game))) + "\n"; recorded != out.String() {
			s.T.Errorf("hand %d\nrecorded %s\nsettle   %s", h.Number, recorded, out.String())
		}
	}
}
