package office

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sabot/pit/people"
	"sabot/pit/record"
)

// A manager sets the second place of the checkpoints and has the recovery kit made, by keys
// alone; the back office sees how it stands and makes no kit.
func TestOfficeProof(t *testing.T) {
	s := officeSeat(t, "en")
	o := s.enter(record.Manager)
	folder := t.TempDir()
	o.update()
	s.Says("no recovery kit yet")
	o.openBackup()
	s.Says("None: they lie in the record alone")
	s.Says("Not made yet")
	s.Picture("proof-menu")
	s.Slowly("c")
	s.typeInto("no/folder")
	s.Says("There is no such folder")
	s.Picture("proof-form")
	s.typeInto(s.Dir)
	s.Says("This folder is that of Sabot’s data")
	s.typeInto(folder)
	if plan, is := s.Shell.House.State.ProofPlan(); !is || plan != (record.ProofPlanned{Folder: folder, By: o.who.Number}) {
		t.Errorf("%+v", plan)
	}
	s.Says(folder + ", at each closing")
	s.Slowly("k")
	s.Picture("proof-kit")
	s.typeInto(s.Dir)
	s.Says("This folder is that of Sabot’s data")
	s.typeInto(folder)
	kits, err := filepath.Glob(filepath.Join(folder, "sabot-kit-*.pdf"))
	if err != nil || len(kits) != 1 || s.Shell.House.State.KitMade().IsZero() || !strings.Contains(o.notice.Text, kits[0]) {
		t.Fatalf("%v, %v; the desk says %q", kits, err, o.notice.Text)
	}
	if info, err := os.Stat(kits[0]); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	for _, lang := range []string{"it", "de", "fr", "en"} {
		s.Shell.Speak(lang)
		o.openBackup()
		s.Picture("proof-menu-" + lang)
		o.askProofPlan()
		s.Picture("proof-form-" + lang)
	}
	said := map[string]bool{}
	for _, trouble := range []people.ProofTrouble{people.ProofAway, people.ProofOther} {
		s.Shell.House.State.Proof = trouble
		if got := o.proofNotice(); !got.Bad || got.Text == "" || said[got.Text] {
			t.Errorf("the desk says %q of a place that is %s", got.Text, trouble)
		} else {
			said[got.Text] = true
		}
	}
}
