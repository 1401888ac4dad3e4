package view_test

import (
	"reflect"
	"testing"

	"sabot/app/text"
	"sabot/app/view"
	"sabot/app/view/scorecard"
	"sabot/pit/house"
	"sabot/pit/recordtest"
)

// Whatever a screen says of a closed hand is said by the rules under which that hand was played: limits,
// rules and rounding that change during a shift change nothing of what lies before.
func TestHandsAreShownByTheirOwnRules(t *testing.T) {
	for _, c := range recordtest.RulesAndHands {
		t.Run(c.Game, func(t *testing.T) {
			v := view.Viewer{Text: text.Open("en", "CHF"), House: &house.House{}}
			mixed := c.Play(t, 0, len(c.Rules))
			all := v.Log().History(mixed)
			for i := range c.Rules {
				alone := c.Play(t, i, i+1)
				was, is := &alone.History[0], &mixed.History[i]
				page, _ := v.Log().HandShown(alone, 1, 0)
				shown, ok := v.Log().HandShown(mixed, i+1, 0)
				if page.Call == "" && len(page.Bets) == 0 || !ok {
					t.Fatalf("the hand alone has no page: %+v", page)
				}
				shown.Number, shown.Title, shown.ID, shown.Time = page.Number, page.Title, page.ID, page.Time
				if !reflect.DeepEqual(shown, page) {
					t.Errorf("the page of hand %d is\n %+v, of the hand alone\n %+v", i+1, shown, page)
				}
				listed := v.Log().History(alone)[0]
				line := all[len(all)-1-i]
				line.Number, line.Title, line.Time = listed.Number, listed.Title, listed.Time
				if !reflect.DeepEqual(line, listed) {
					t.Errorf("the list has of hand %d\n %+v, of the hand alone\n %+v", i+1, line, listed)
				}
				if got, want := v.Laid(is.GameOr(mixed.Game), is), v.Laid(alone.Game, was); got != want || got == "" {
					t.Errorf("hand %d lay %q, alone %q", i+1, got, want)
				}
				if got, want := is.Export(mixed.Game), was.Export(alone.Game); !reflect.DeepEqual(got.Game.Options(), want.Game.Options()) {
					t.Errorf("hand %d is written out by other rules", i+1)
				}
			}
			shoe, roads := v.RoadsOf(mixed, scorecard.Probe{})
			if roads && len(shoe.Bead) != len(c.Rules) || roads != (c.Game == "puntobanco") {
				t.Errorf("the roads have %d hands of %d", len(shoe.Bead), len(c.Rules))
			}
			tile := v.Floor().Tile(mixed, &view.Figures{Whole: true})
			if tile.Road && len(tile.Big) != len(c.Rules) || !tile.Road && len(tile.Last) != len(c.Rules) {
				t.Errorf("the tile shows %+v %+v", tile.Big, tile.Last)
			}
			for i := range c.Rules {
				alone := v.Floor().Tile(c.Play(t, i, i+1), &view.Figures{Whole: true})
				if !tile.Road && !reflect.DeepEqual(tile.Last[i], alone.Last[0]) {
					t.Errorf("the tile has of hand %d %+v, of the hand alone %+v", i+1, tile.Last[i], alone.Last[0])
				}
			}
			if players := v.PlayersOf(mixed, true); !roads && len(players.Last) != len(c.Rules) {
				t.Errorf("the players' window has the last %d hands of %d", len(players.Last), len(c.Rules))
			}
		})
	}
}
