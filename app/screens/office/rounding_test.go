package office

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2/widget"

	"sabot/app/controls"
	"sabot/app/screens/shell"
	"sabot/games"
	"sabot/games/handfile"
	"sabot/pit/record"
)

// means is what the form says that the rounding means.
func (f *TableFields) meansSaid() string {
	var lines []string
	for _, o := range f.means.Objects {
		lines = append(lines, o.(*widget.Label).Text)
	}
	return strings.Join(lines, "\n")
}

// A banker's 19:20 of 10 is 9.50, which no chip of 5 makes: the form says what is paid in its place
// and what that is to the house, and has it confirmed.
func TestTheFormSaysWhatRoundingMeans(t *testing.T) {
	s := officeSeat(t, "en")
	o := s.enter(record.Manager)
	g, _ := handfile.Preset("pb-speed")
	handfile.Odds(g)
	f := formFor(t, o, record.TableSet{Game: g.Name(), Rules: []byte(`"pb-speed"`)})
	f.name.SetText("PB9")
	said := f.meansSaid()
	for _, want := range []string{"BANKER 10 pays 5 instead of 9.50: house edge 21.69\u00a0%.", "Exact for stakes in steps of 100."} {
		if !strings.Contains(said, want) {
			t.Errorf("the form says %q, want %q", said, want)
		}
	}
	if strings.Contains(said, "PLAYER") {
		t.Errorf("of what is paid exactly it says %q", said)
	}
	if err := f.enter(); err == nil || !strings.Contains(s.Shell.Wording(err), "Save again") {
		t.Fatalf("it is entered unasked: %v", err)
	}
	if err := f.enter(); err != nil {
		t.Fatal(err)
	}
	f = formFor(t, o, record.TableSet{Game: g.Name(), Rules: []byte(`"pb-speed"`)})
	f.name.SetText("PB8")
	for _, row := range f.spots {
		if row.Name == "banker" {
			row.least.SetText("100")
		}
	}
	if said := f.meansSaid(); !strings.HasPrefix(said, "BANKER 105 pays 95 instead of 99.75: ") { // its minimum is paid exactly, the next stake is not
		t.Errorf("of the stake beside a minimum that pays exactly it says %q", said)
	}
	fieldOf(t, f, "commission").one.SetSelectedIndex(1)
	if said := f.meansSaid(); said != "" {
		t.Errorf("where every stake is paid exactly it says %q", said)
	}
	if err := f.enter(); err != nil {
		t.Errorf("nothing is to be confirmed: %v", err)
	}
}

// The edge of rules whose odds are worked out beside the window is said once they have come.
func TestTheFormSaysTheEdgeOnceItIsKnown(t *testing.T) {
	s := officeSeat(t, "en")
	o := s.enter(record.Manager)
	f := formFor(t, o, record.TableSet{Game: "blackjack", Rules: []byte(`{"preset":"bj-us","decks":3,"rounding":{"unit":500,"mode":"down"}}`)})
	g, err := f.rules()
	if err != nil {
		t.Fatal(err)
	}
	handfile.Odds(g)
	deadline := time.Now().Add(time.Minute)
	for !strings.Contains(f.meansSaid(), "22.50: house edge ") && time.Now().Before(deadline) {
		time.Sleep(time.Millisecond)
		s.Rest()
	}
	if said := f.meansSaid(); !strings.Contains(said, "22.50: house edge ") {
		t.Errorf("it says %q", said)
	}
}

// A banker that wins with 6 pays half: at 10 exactly, at 15 not where no chip is below 5. The form says so
// though the minimum shows nothing of it.
func TestTheFormSaysWhatRoundingMeansBesideTheMinimum(t *testing.T) {
	s := officeSeat(t, "en")
	o := s.enter(record.Manager)
	g, _ := handfile.Preset("pb-speed-nc")
	handfile.Odds(g)
	f := formFor(t, o, record.TableSet{Game: g.Name(), Rules: []byte(`{"preset":"pb-speed-nc","rounding":{"unit":500,"mode":"down"}}`)})
	f.name.SetText("PB9")
	for _, row := range f.spots {
		if row.Name == "banker" {
			row.least.SetText("10")
		}
	}
	if said, want := f.meansSaid(), "BANKER 15 pays 5 instead of 7.50: house edge 2.36\u00a0%. Exact for stakes in steps of 10."; !strings.Contains(said, want) {
		t.Errorf("the form says %q, want %q", said, want)
	}
	if err := f.enter(); err == nil || !strings.Contains(s.Shell.Wording(err), "Save again") {
		t.Fatalf("it is entered unasked: %v", err)
	}
	if err := f.enter(); err != nil {
		t.Fatal(err)
	}
}

// A new table that notes commission notes it to the centime, without anybody choosing so; how it is
// rounded when it is collected is the house's.
func TestNotedCommissionIsProposedExact(t *testing.T) {
	s := officeSeat(t, "en")
	o := s.enter(record.Manager)
	f := formFor(t, o, record.TableSet{Game: "puntobanco", Rules: []byte(`"pb-speed"`)})
	f.name.SetText("PB9")
	fieldOf(t, f, "commission").one.SetSelectedIndex(1)
	if said := f.meansSaid(); said != "" {
		t.Errorf("the form says %q", said)
	}
	if err := f.enter(); err != nil {
		t.Fatal(err)
	}
	set, _ := s.Shell.House.State.TableNamed("PB9")
	if rules := string(set.Rules); !strings.Contains(rules, `"commission_rounding":{"unit":1`) || set.Settings.Collect != "" || s.Shell.House.State.CollectAt("PB9") != games.RoundNearest {
		t.Errorf("%s, %+v", rules, set.Settings)
	}
}

// twice saves a form, and once more where what is paid is to be confirmed.
func twice(f *tableForm) error {
	err := f.enter()
	var mistake *controls.Mistake
	if errors.As(err, &mistake) && slices.Contains([]string{"edge", "coin"}, shell.PartOf(err)) {
		return f.enter()
	}
	return err
}

// A copy of a table that rounds to the centime, with commission at once: a banker's 25 pays 23.75, which no chip of 5 makes.
// The form says so, with the stakes that chips pay, and has it confirmed. Rounded to the smallest chip there is no such payment.
func TestWinsThatNoChipsMakeAreConfirmed(t *testing.T) {
	s := officeSeat(t, "it")
	o := s.enter(record.Manager)
	set, _ := s.Shell.House.State.TableNamed("PB1")
	copied := func() *tableForm {
		f, err := o.tables().copyForm(set)
		if err != nil {
			t.Fatal(err)
		}
		fieldOf(t, f, "commission").one.SetSelectedIndex(0)
		return f
	}
	f := copied()
	f.rounding.SetText("0.01")
	for _, row := range f.spots {
		if row.Name == "banker" {
			row.least.SetText("25")
		}
	}
	if said, want := f.meansSaid(), "BANCO 25 paga 23.75, che nessuna fiche fa. Esatto con puntate multiple di 100."; !strings.Contains(said, want) {
		t.Errorf("the form says %q, want %q", said, want)
	}
	err := f.enter()
	if err == nil || shell.PartOf(err) != "coin" || !strings.Contains(s.Shell.Wording(err), "Arrotonda a 5, la fiche più piccola, o registra ancora") {
		t.Fatalf("it is entered unasked: %v", err)
	}
	if err := f.enter(); err != nil {
		t.Fatal(err)
	}
	kept, _ := s.Shell.House.State.TableNamed(f.name.Text)
	if again, err := o.tables().copyForm(kept); err != nil {
		t.Fatal(err)
	} else if err := again.enter(); shell.PartOf(err) != "coin" {
		t.Errorf("a copy as it is: %v", err)
	}
	if again := formFor(t, o, kept); again.enter() != nil {
		t.Error("a table that pays so already is asked about again")
	}
	f = copied()
	f.rounding.SetText("5")
	if said := f.meansSaid(); strings.Contains(said, "nessuna fiche") {
		t.Errorf("rounded to the smallest chip the form says %q", said)
	}
}

// What is noted is paid without its commission: 25 of a banker is 25 in chips, and nothing is asked.
func TestNotedCommissionIsPaidInChips(t *testing.T) {
	s := officeSeat(t, "it")
	o := s.enter(record.Manager)
	f := formFor(t, o, record.TableSet{Game: "puntobanco", Rules: []byte(`{"preset":"pb-speed","commission":"tracked","rounding":{"unit":500,"mode":"down"},"commission_rounding":{"unit":1,"mode":"nearest"}}`)})
	f.name.SetText("PB9")
	if said := f.meansSaid(); said != "" {
		t.Errorf("the form says %q", said)
	}
	if err := f.enter(); err != nil {
		t.Error(err)
	}
}

// Where no chips make a win and rounding moves the edge too, either is said before it is saved.
func TestCoinAndEdgeAreBothConfirmed(t *testing.T) {
	s := officeSeat(t, "it")
	o := s.enter(record.Manager)
	set, _ := s.Shell.House.State.TableNamed("PB1")
	f, err := o.tables().copyForm(set)
	if err != nil {
		t.Fatal(err)
	}
	fieldOf(t, f, "commission").one.SetSelectedIndex(0)
	f.chips = []games.Amount{25, 500}
	f.rounding.SetText("0.01")
	for _, row := range f.spots {
		if row.Name == "banker" {
			row.least.SetText("0.25") // pays 0.2375
		}
	}
	var said []string
	for range 3 {
		if err = f.Confirm(); err == nil {
			break
		}
		said = append(said, shell.PartOf(err))
	}
	if err != nil || !slices.Equal(said, []string{"coin", "edge"}) {
		t.Errorf("it says %q, then %v", said, err)
	}
}
