// Package keyscard makes the card of a game that has every key at its table on one page, in the words of F1.
package keyscard

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"time"

	"sabot/app/demo"
	"sabot/app/session"
	"sabot/app/session/papers"
	"sabot/app/text"
	"sabot/app/view"
	"sabot/assets"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/reports/paper"
	"sabot/storage/memory"
)

// parts are the parts of a hand, in the order in which they come, each with its heading.
var parts = []struct {
	heading string
	phases  []hand.Phase
}{
	{"announce_shoe", []hand.Phase{hand.Shoeless, hand.Burning}},
	{"announce_open", []hand.Phase{hand.Betting}},
	{"announce_dealing", []hand.Phase{hand.Dealing, hand.Looking, hand.Turning}},
	{"announce_deciding", []hand.Phase{hand.Deciding, hand.Insuring}},
	{"announce_paying", []hand.Phase{hand.Paying}},
}

// A Part is a list of keys for a part of a hand.
type Part struct {
	Heading string
	Rows    []view.HelpRow
}

// A Card is a list of the keys at a table of a game.
type Card struct {
	Game  string // as the house calls it
	Parts []Part
}

// Of returns what the card of a game (of house.DemoGames) says in a language: hands are played at a table
// that nobody sees, and whatever its help says there in some phase is on the card, once. The last
// part is what the keys do always.
func Of(ctx context.Context, game, lang string) (Card, error) {
	keeper, err := memory.New()
	if err != nil {
		return Card{}, err
	}
	clock := demo.NewClock(time.Date(2026, 1, 10, 19, 0, 0, 0, time.UTC))
	h, err := session.On(keeper, clock.Now)
	if err != nil {
		return Card{}, err
	}
	plan := house.DemoPlan(lang, game, 1)
	if err := h.SetUp(plan); err != nil {
		return Card{}, err
	}
	name := plan.Tables[0].Name
	const hands, seed = 40, 1
	if err := demo.Play(ctx, h, clock, name, hands, seed); err != nil {
		return Card{}, err
	}
	viewer := view.Viewer{Text: papers.Of(h).Words(lang), House: &h.State, Now: clock.Now}
	one := oneBox{
		named: regexp.MustCompile(strings.ReplaceAll(regexp.QuoteMeta(viewer.Text.T("box_n", text.Args{"Box": "#"})), "#", `\d`)),
		word:  viewer.Text.T("choice_insure"),
	}
	card := Card{Parts: make([]Part, len(parts))}
	for i, p := range parts {
		card.Parts[i].Heading = viewer.Text.T(p.heading)
	}
	always := Part{Heading: viewer.Text.T("help_always")}
	t := pit.NewTable(name)
	for e, err := range keeper.Entries(name, 1) {
		if err != nil {
			return Card{}, err
		}
		t.Apply(e)
		for i, p := range parts {
			if !slices.Contains(p.phases, t.Deal().Phase()) {
				continue
			}
			now, at := viewer.Help(t, view.Cursor{})
			always.add(at)
			card.Parts[i].add(one.general(now, always))
			card.Game = viewer.Text.T("preset_" + t.Game.Options().Preset)
		}
	}
	saidOnce(card.Parts, viewer.HelpPage("help_pays"))
	card.Parts = slices.DeleteFunc(append(card.Parts, always), func(p Part) bool { return len(p.Rows) == 0 })
	return card, nil
}

// saidOnce leaves the signs in which payments are written to the last part that has them: bets are paid while cards are dealt too, and a
// card is one page.
func saidOnce(parts []Part, signs []view.HelpRow) {
	for i := range parts {
		for _, later := range parts[i+1:] {
			parts[i].Rows = slices.DeleteFunc(parts[i].Rows, func(r view.HelpRow) bool { return slices.Contains(signs, r) && slices.Contains(later.Rows, r) })
		}
	}
}

// add adds what a part does not say; what one key does in several states stands on its one line.
func (p *Part) add(rows []view.HelpRow) {
	for _, r := range rows {
		i := slices.IndexFunc(p.Rows, func(had view.HelpRow) bool { return had.Key == r.Key })
		switch {
		case i < 0:
			p.Rows = append(p.Rows, r)
		case !slices.Contains(strings.Split(p.Rows[i].What, alsoDoes), r.What):
			p.Rows[i].What += alsoDoes + r.What
		}
	}
}

const alsoDoes = " · "

// A oneBox knows lines that speak of one box by its number, and of what it has there.
type oneBox struct {
	named *regexp.Regexp
	word  string // what a number does that stands for a box
}

// general returns the rows for every box that are not on the card as always valid.
func (o oneBox) general(rows []view.HelpRow, always Part) []view.HelpRow {
	var list []view.HelpRow
	for _, r := range rows {
		switch {
		case o.named.MatchString(r.What) && len(r.Key) == 1 && r.Key[0] <= '9':
			list = append(list, view.HelpRow{Key: "1–9", What: o.word})
		case o.named.MatchString(r.What), slices.ContainsFunc(always.Rows, func(a view.HelpRow) bool { return a.Key == r.Key && len(a.Key) > 1 && a.Key[0] == 'F' }):
		default:
			list = append(list, r)
		}
	}
	return list
}

// Draw returns the card as a PDF of one page.
func (c Card) Draw(lang string, at time.Time) ([]byte, error) {
	w := text.Open(lang, "")
	maker, title := "Sabot "+assets.Version, w.T("card_title", map[string]any{"Game": c.Game})
	keys := paper.Section{Columns: []paper.Column{paper.Left(w.T("card_when")), paper.Left(w.T("card_key")), paper.Left(w.T("card_does"))}}
	for _, p := range c.Parts {
		for i, row := range p.Rows {
			when := ""
			if i == 0 {
				when = p.Heading
			}
			keys.Rows = append(keys.Rows, []paper.Cell{paper.Text(when), paper.Text(strings.ReplaceAll(row.Key, " ", paper.Tight)), paper.Text(row.What)})
		}
	}
	switch rows := len(keys.Rows); { // so many are a page in letters of that size, in points
	case rows <= 36:
		keys.Size = 10
	case rows <= 48:
		keys.Size = 8.5
	default:
		keys.Size = 7.5
	}
	r := paper.Report{House: maker, Title: title, Printed: at, Language: lang, Sections: []paper.Section{keys}, Foot: maker + " · " + title}
	doc, err := paper.Draw(context.Background(), r, w, nil)
	return doc.PDF, err
}
