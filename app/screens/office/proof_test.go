package office

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sabot/pit/house"
	"sabot/pit/record"
)

// A manager sets the off-site copy of the checkpoints and has the recovery kit made, by keys
// alone; the back office sees how it stands and makes no kit.
func TestOfficeProof(t *testing.T) {
	s := officeSeat(t, "en")
	o := s.enter(record.Manager)
	folder := t.TempDir()
	o.update()
	s.Says("no recovery kit yet")
	o.upkeep().openBackup()
	s.Says("None: they are in the record alone")
	s.Says("Not made yet")
	s.Picture("proof-menu")
	s.Slowly("c")
	s.typeInto("no/folder")
	s.Says("No such folder")
	s.Picture("proof-form")
	s.typeInto(s.Dir)
	s.Says("This folder is that of Sabot’s data")
	s.typeInto(folder)
	if plan, is := s.Shell.House.State.Backups().ProofPlan(); !is || plan != (record.ProofPlanned{Folder: folder, By: o.who.Number}) {
		t.Errorf("%+v", plan)
	}
	s.Says(folder + ", at each closing")
	s.Slowly("k")
	s.Picture("proof-kit")
	s.typeInto(s.Dir)
	s.Says("This folder is that of Sabot’s data")
	s.typeInto(folder)
	kits, err := filepath.Glob(filepath.Join(folder, "sabot-kit-*.pdf"))
	if err != nil || len(kits) != 1 || s.Shell.House.State.Backups().KitMade().IsZero() || !strings.Contains(o.notice.Text, kits[0]) {
		t.Fatalf("%v, %v; the desk says %q", kits, err, o.notice.Text)
	}
	if info, err := os.Stat(kits[0]); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	for _, lang := range []string{"it", "de", "fr", "en"} {
		s.Shell.Speak(lang)
		o.upkeep().openBackup()
		s.Picture("proof-menu-" + lang)
		o.verifies().askProofPlan()
		s.Picture("proof-form-" + lang)
	}
	said := map[string]bool{}
	for _, trouble := range []house.ProofTrouble{house.ProofAway, house.ProofOther} {
		s.Shell.House.State.Proof = trouble
		if got := o.verifies().proofNotice(); !got.Bad || got.Text == "" || said[got.Text] {
			t.Errorf("the desk says %q of a place that is %s", got.Text, trouble)
		} else {
			said[got.Text] = true
		}
	}
}

// The line of the office follows the state: a pit that is away is told there, over what was said before it, and no more once it
// is back, and nobody need touch anything for that.
func TestOfficeLineFollowsThePit(t *testing.T) {
	s := officeSeat(t, "en")
	o := s.enter(record.Manager)
	o.tell("A word on what was done.")
	s.Shell.House.State.Pit = house.PitTrouble{Why: house.PitAway, Since: s.Shell.House.Now()}
	away := s.Shell.Viewer().Pit()
	unsaid := func(sentence string) {
		t.Helper()
		if words := strings.ReplaceAll(s.Words(), "\n", " "); strings.Contains(words, sentence) {
			t.Errorf("it says %q:\n%s", sentence, words)
		}
	}
	s.Pass(5 * time.Second)
	s.Says("A word on what was done.")
	for range 5 {
		s.Pass(5 * time.Second)
	}
	s.Says(away)
	unsaid("A word on what was done.")
	s.Shell.House.State.Pit = house.PitTrouble{}
	s.Pass(5 * time.Second)
	unsaid(away)
}
