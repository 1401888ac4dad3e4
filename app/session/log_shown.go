package session

import (
	"sabot/games"
	"sabot/games/handfile"
	"sabot/pit"
	"sabot/pit/record"
)

// LogShown is Log for a screen that stands beside the table: which cards a reader has read of a
// hand that is open is not in it where the game deals some face down. The entries are as they
// are in the record once the hand is closed.
func (h *House) LogShown(stream string, q pit.LogQuery) ([]record.Entry, error) {
	found, err := h.Log(stream, q)
	if err != nil {
		return nil, err
	}
	closed := map[string]int64{} // the last entry by which a hand closed, by table
	for i, e := range found {
		fact, read := withoutCard(e.Fact)
		if !read || !h.dealsFaceDown(e.Table) {
			continue
		}
		if _, known := closed[e.Table]; !known {
			last, err := h.Log(e.Table, pit.LogQuery{Kinds: []string{record.KindOf(record.HandClosed{})}, Most: 1})
			if err != nil {
				return nil, err
			}
			closed[e.Table] = 0
			if len(last) > 0 {
				closed[e.Table] = last[0].Seq
			}
		}
		if e.Seq > closed[e.Table] {
			found[i].Fact = fact
		}
	}
	return found, nil
}

// withoutCard is a fact without the card that it says a reader has read; false where it says none.
func withoutCard(f record.Fact) (record.Fact, bool) {
	by, _ := record.ReadingOf([]record.Fact{f})
	if by.Source != record.ByShoe && by.Source != record.ByWedge && by.Said == "" {
		return f, false
	}
	switch f := f.(type) {
	case record.CardLaid:
		f.Card, f.Said = record.FaceDownName, ""
		return f, true
	case record.SuitRead:
		f.Card, f.Said = record.FaceDownName, ""
		return f, true
	}
	return f, false
}

// dealsFaceDown says whether a table's game deals cards that nobody sees before they are turned.
func (h *House) dealsFaceDown(table string) bool {
	set, _ := h.State.TableNamed(table)
	g, err := handfile.ParseRules(set.Game, set.Rules)
	if err != nil {
		return true
	}
	_, hole := g.(games.HoleCard)
	return hole
}
