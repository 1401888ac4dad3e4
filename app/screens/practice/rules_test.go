package practice

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/app/view/drills"
	"sabot/app/view/rules"
	"sabot/games"
	"sabot/games/drill"
	"sabot/games/handfile"
	"sabot/pit/house"
)

// ofItsOwn is a house whose tables play otherwise than the presets: the dealer draws on a soft 17,
// other odds, other rounding, side bets that are not offered.
func ofItsOwn() house.Plan {
	plan := house.DemoPlan("it", "", 1)
	for i, own := range map[string]string{
		`{"preset":"bj-us",`:  `{"preset":"bj-us","boxes":5,"blackjack":"6:5","dealer_hits_soft_17":true,"rounding":{"unit":500,"mode":"up"},"off":["21+3","player_pair"],`,
		`{"preset":"lugano",`: `{"preset":"lugano","off":["plus8"],`,
	} {
		for n := range plan.Tables {
			plan.Tables[n].Rules = json.RawMessage(strings.Replace(string(plan.Tables[n].Rules), i, own, 1))
		}
	}
	return plan
}

// gamesOf are the games of a house's tables, by preset.
func gamesOf(t *testing.T, plan house.Plan) map[string]games.Game {
	t.Helper()
	all := map[string]games.Game{}
	for _, set := range plan.Tables {
		g, err := handfile.ParseRules(set.Game, set.Rules)
		if err != nil {
			t.Fatal(err)
		}
		all[g.Options().Preset] = g
	}
	return all
}

// The house's tables are drilled, by all of their rules: what is judged, what is asked and what F2
// shows is theirs, and nothing is asked of a spot that they do not offer.
func TestTheHousesRulesAreDrilled(t *testing.T) {
	plan := ofItsOwn()
	tables := gamesOf(t, plan)
	l := sitIn(t, plan)
	seen := map[string]int{}
	tasks := 10
	if testing.Short() {
		tasks = 5
	}
	for _, kind := range []drill.Kind{drill.Pays, drill.Draws, drill.Commission, drill.Limits, drill.Misdeals, drill.Hands} {
		l.drill(kind)
		for len(l.p.session.Done) < tasks && !l.p.run.left {
			g := gameOf(l)
			preset := g.Options().Preset
			is, of := string(handfile.EncodeRules(bare(g))), string(handfile.EncodeRules(bare(tables[preset])))
			if is != of {
				t.Fatalf("%s is judged by %s, the table has %s", kind, is, of)
			}
			q, right := l.asked()
			for _, b := range q.Round.Bets {
				if slices.Contains(g.Options().Off, b.Spot) {
					t.Errorf("%s: a bet lies on %s, which is off", kind, b.Spot)
				}
			}
			l.types(right)
			if seen[preset]++; seen[preset] == 1 {
				l.Press(fyne.KeyF2)
				l.Shows("(" + drill.RulesOf(tables[preset]).Mark() + ")")
				l.Press(fyne.KeyReturn)
				var over string // page by page
				for range 3 {
					over += strings.ReplaceAll(l.Over(), "\n", " ")
					l.Press(fyne.KeyPageDown)
				}
				for _, line := range rules.Of(l.Shell.Viewer().Text, tables[preset]) {
					if begins, _, _ := strings.Cut(line, ", "); !strings.Contains(over, begins[:min(len(begins), 24)]) {
						t.Errorf("the rules of %s lack %q:\n%s", preset, line, over)
					}
				}
				l.Escape()
				l.Escape()
			}
			l.Press(fyne.KeyReturn)
		}
		l.Press(fyne.KeyEscape)
		if !l.p.run.left {
			t.Fatal("the session goes on")
		}
		l.Press(fyne.KeyEscape)
	}
	for preset := range tables {
		if seen[preset] == 0 {
			t.Errorf("nothing was asked of %s", preset)
		}
	}
	files, err := os.ReadDir(filepath.Join(l.Dir, "practice"))
	if err != nil || len(files) == 0 {
		t.Fatalf("the folder has %v: %v", files, err)
	}
	text, err := os.ReadFile(filepath.Join(l.Dir, "practice", files[0].Name()))
	if err != nil || !strings.Contains(string(text), `"dealer_hits_soft_17": true`) || !strings.Contains(string(text), `"mark": "`) {
		t.Errorf("the file says not by what was judged: %v\n%s", err, text)
	}
	for preset, want := range map[string]drill.Rules{"bj-us": drill.RulesOf(tables["bj-us"]), "bj-eu": "bj-eu"} { // one that the house plays, one that it does not
		if l.p.preset = preset; !slices.Equal(l.p.rules(), []drill.Rules{want}) {
			t.Errorf("of %s is drilled %s, want %s", preset, l.p.rules(), want)
		}
	}
}

// bare is a game without its limits.
func bare(g games.Game) games.Game {
	without, _ := handfile.WithLimits(g, nil)
	return without
}

// A number is of one test with its mark: over the question, under the results and on the sheet stands
// the same, at a house with the same rules and chips too, and at another it is another. Who types one
// with a mark that is not that of the test here is told.
func TestANumberWithItsMarkIsOfOneTest(t *testing.T) {
	begin := func(plan house.Plan) (*learner, string) {
		t.Helper()
		l := sitIn(t, plan)
		l.Keys("t4711\n\n")
		number := l.p.session.Number()
		if mark, ok := strings.CutPrefix(number, "4711-"); !ok || len(mark) != 4 {
			t.Fatalf("the number is %q", number)
		}
		l.Says(number)
		return l, number
	}
	l, number := begin(house.DemoPlan("it", "", 1))
	asks, _ := drills.Asks(l.Shell.Viewer(), l.p.run.task, l.p.run.task.Questions[0])
	_, right := l.asked()
	l.types(right)
	l.Press(fyne.KeyEscape)
	l.Says(number)
	l.Press(fyne.KeyEscape)
	if one := l.p.person(""); len(one.Sessions) != 1 || one.Sessions[0].Number != number {
		t.Errorf("the sheet has %+v, want %s", one.Sessions, number)
	}

	same := house.DemoPlan("it", "", 2) // as many tables again, in another order
	slices.Reverse(same.Tables)
	l = sitIn(t, same)
	l.Keys("t" + strings.ToLower(number) + "\n\n")
	if l.p.run == nil || l.p.session.Number() != number {
		t.Fatalf("the same test is %s, want %s:\n%s", l.p.session.Number(), number, l.Words())
	}
	if again, _ := drills.Asks(l.Shell.Viewer(), l.p.run.task, l.p.run.task.Questions[0]); again != asks {
		t.Errorf("it asks %q, and asked %q", again, asks)
	}

	lower := house.DemoPlan("it", "", 1) // other stakes are laid there
	for i := range lower.Tables {
		lower.Tables[i].Rules = json.RawMessage(strings.Replace(string(lower.Tables[i].Rules), `"max":10000}`, `"max":9000}`, 1))
	}
	if _, is := begin(lower); is == number {
		t.Errorf("of other limits the test is %s too", is)
	}

	_, others := begin(ofItsOwn())
	if others == number {
		t.Errorf("of other rules the test is %s too", others)
	}
	l = sitIn(t, ofItsOwn())
	l.Keys("t" + number + "\n")
	l.Shows("Qui è " + others)
	if l.p.run != nil {
		t.Error("a test of other rules has begun")
	}
	l.Escape()
	l.Keys("l")
	l.Keys("t4711\n\n")
	if l.p.session.Number() == others {
		t.Errorf("at another level the test is %s too", others)
	}
}

// A number that is half typed is not that of another test, and one of another drill, level or game
// says of which.
func TestANumberSaysWhatIsWrongWithIt(t *testing.T) {
	l := sit(t)
	number := l.p.plan(drill.Pays, 4711, true).Number()
	for _, half := range []string{"4711-sze", "4711sze"} {
		l.Keys("t" + half + "\n")
		l.Shows("«SZE» non sono le lettere di una prova")
		l.Escape()
	}
	l.Keys("t" + strings.ToLower(strings.Replace(number, "-", "", 1)) + "\n\n")
	if l.p.run == nil || l.p.session.Number() != number {
		t.Fatalf("the test is %s, want %s:\n%s", l.p.session.Number(), number, l.Words())
	}
	l.Press(fyne.KeyEscape, fyne.KeyEscape)
	l.Keys("l")
	l.Keys("t" + number + "\n")
	l.Shows(number + " è di: Pagamenti, livello 1")
	l.Escape()
	l.Keys("lll")
	l.Press(fyne.KeyDown)
	l.Keys("t" + number + "\n")
	l.Shows(number + " è di: Pagamenti, livello 1")
}

// Where tables play the same game by other rules each question says of which it is.
func TestAQuestionSaysOfWhichTableItIs(t *testing.T) {
	plan := house.DemoPlan("it", "blackjack", 2)
	plan.Tables[1].Rules = json.RawMessage(strings.Replace(string(plan.Tables[1].Rules), `{"preset":"bj-us",`, `{"preset":"bj-us","dealer_hits_soft_17":true,`, 1))
	l := sitIn(t, plan)
	l.drill(drill.Draws)
	seen := map[string]bool{}
	for len(l.p.session.Done) < 15 {
		is := plan.Tables[0].Name
		if gameOf(l).(games.Ruled).Rules()["dealer_hits_soft_17"].(bool) {
			is = plan.Tables[1].Name
		}
		seen[is] = true
		l.Says("Blackjack")
		l.Says(" · " + is)
		_, right := l.asked()
		l.types(right)
		l.Press(fyne.KeyReturn)
	}
	if len(seen) != 2 {
		t.Errorf("asked was of %v", seen)
	}
}

// Once a question was answered F2 has what each spot pays, its limits where the table has some, and
// then the rules in words, as at a table.
func TestOddsAndRulesBehindF2(t *testing.T) {
	l := sit(t)
	for _, kind := range []drill.Kind{drill.Draws, drill.Limits} {
		l.drill(kind)
		_, right := l.asked()
		l.types(right)
		l.Press(fyne.KeyF2)
		g := gameOf(l)
		for _, s := range games.PresetSpots(g) {
			row := drills.Limits(l.Shell.Viewer(), l.p.run.task)
			l.Shows(l.Shell.Text.T("spot_" + s.Name))
			for _, r := range row {
				if r.Pays == "" || strings.HasPrefix(r.Pays, "pays_") {
					t.Errorf("%s pays %q", r.Spot, r.Pays)
				}
			}
		}
		if !strings.Contains(l.Over(), "Massimo") { // the table has limits, and stakes are laid by them
			t.Errorf("%s: no limits are shown:\n%s", kind, l.Over())
		}
		l.Press(fyne.KeyReturn)
		l.Shows("Regole del tavolo")
		l.Press(fyne.KeyEscape)
		l.Shows(l.Shell.Text.T("limits_pays"))
		l.Press(fyne.KeyEscape, fyne.KeyEscape, fyne.KeyEscape)
	}
}

// The rules behind F2 are of what was asked: of a wrong deal they begin with how one is put right, for the
// first deal where boxes decide, for the whole hand where nobody does.
func TestRulesOfAMisdealSayHowItIsPutRight(t *testing.T) {
	for preset, says := range map[string]string{"lugano": "la distribuzione iniziale", "pb-speed": "fino a 2 aprono la mano seguente", "bj-us": "la distribuzione iniziale"} {
		l := sit(t)
		l.p.preset = preset
		l.drill(drill.Misdeals)
		l.types(wrong(l))
		l.Says("Sbagliato (")
		l.Press(fyne.KeyF2)
		over := strings.ReplaceAll(l.Over(), "\n", " ")
		for _, want := range []string{"Ricostruzione, con l’ispettore", "Solo se nessuna è da bruciare", says} {
			if !strings.Contains(over, want) {
				t.Errorf("%s: %q is not in\n%s", preset, want, over)
			}
		}
	}
}
