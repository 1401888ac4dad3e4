package main

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"time"

	"sabot/app/demo"
	"sabot/app/session"
	"sabot/app/text"
	"sabot/app/view"
	"sabot/assets"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/reports"
	"sabot/storage/memory"
)

// cardParts are the parts of a hand, in the order in which they come, each with its heading.
var cardParts = []struct {
	heading string
	phases  []hand.Phase
}{
	{"announce_shoe", []hand.Phase{hand.Shoeless, hand.Burning}},
	{"announce_open", []hand.Phase{hand.Betting}},
	{"announce_dealing", []hand.Phase{hand.Dealing, hand.Looking, hand.Turning}},
	{"announce_deciding", []hand.Phase{hand.Deciding, hand.Insuring}},
	{"announce_paying", []hand.Phase{hand.Paying}},
}

// A cardPart is a list of keys for a part of a hand.
type cardPart struct {
	Heading string
	Rows    []view.HelpRow
}

// A keysCard is a list of the keys at a table of a game.
type keysCard struct {
	Game  string // as the house calls it
	Parts []cardPart
}

// cardOf returns what the card of a game (of house.DemoGames) says in a language: hands are played at a table
// that nobody sees, and whatever its help says there in some phase is on the card, once. The last
// part is what the keys do always.
func cardOf(ctx context.Context, game, lang string) (keysCard, error) {
	keeper, err := memory.New()
	if err != nil {
		return keysCard{}, err
	}
	clock := demo.NewClock(time.Date(2026, 1, 10, 19, 0, 0, 0, time.UTC))
	h, err := session.On(keeper, clock.Now)
	if err != nil {
		return keysCard{}, err
	}
	plan := house.DemoPlan(lang, game, 1)
	if err := h.SetUp(plan); err != nil {
		return keysCard{}, err
	}
	name := plan.Tables[0].Name
	const hands, seed = 40, 1
	if err := demo.Play(ctx, h, clock, name, hands, seed); err != nil {
		return keysCard{}, err
	}
	viewer := view.Viewer{Text: h.Papers().Words(lang), House: &h.State, Now: clock.Now}
	one := oneBox{
		named: regexp.MustCompile(strings.ReplaceAll(regexp.QuoteMeta(viewer.Text.T("box_n", text.Args{"Box": "#"})), "#", `\d`)),
		word:  viewer.Text.T("choice_insure"),
	}
	card := keysCard{Parts: make([]cardPart, len(cardParts))}
	for i, p := range cardParts {
		card.Parts[i].Heading = viewer.Text.T(p.heading)
	}
	always := cardPart{Heading: viewer.Text.T("help_always")}
	t := pit.NewTable(name)
	for e, err := range keeper.Entries(name, 1) {
		if err != nil {
			return keysCard{}, err
		}
		t.Apply(e)
		for i, p := range cardParts {
			if !slices.Contains(p.phases, t.Deal().Phase()) {
				continue
			}
			now, at := viewer.Help(t, view.Cursor{})
			always.add(at)
			card.Parts[i].add(one.general(now, always))
			card.Game = viewer.Text.T("preset_" + t.Game.Options().Preset)
		}
	}
	card.Parts = slices.DeleteFunc(append(card.Parts, always), func(p cardPart) bool { return len(p.Rows) == 0 })
	return card, nil
}

// add adds what a part does not say; what one key does in several states stands on its one line.
func (p *cardPart) add(rows []view.HelpRow) {
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

// oneBox knows lines that speak of one box by its number, and of what it has there.
type oneBox struct {
	named *regexp.Regexp
	word  string // what a number does that stands for a box
}

// general returns the rows for every box that are not on the card as always valid.
func (o oneBox) general(rows []view.HelpRow, always cardPart) []view.HelpRow {
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

// draw returns the card as a PDF of one page.
func (c keysCard) draw(lang string, at time.Time) ([]byte, error) {
	page := reports.Card{Maker: "Sabot " + assets.Version, Game: c.Game, Language: lang, At: at}
	for _, p := range c.Parts {
		part := reports.CardPart{Heading: p.Heading}
		for _, r := range p.Rows {
			part.Rows = append(part.Rows, [2]string{r.Key, r.What})
		}
		page.Parts = append(page.Parts, part)
	}
	return page.Draw(text.Open(lang, ""))
}
