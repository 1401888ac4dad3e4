package office

import (
	"os"
	"path/filepath"
	"testing"

	"sabot/pit/house"
	"sabot/pit/record"
)

// A manager puts the authority under a passphrase in the office and gives there, with it, the certificates of keys that were
// made since; the page says how it stands, and of each mistake what is wrong.
func TestOfficeClosesTheAuthority(t *testing.T) {
	s := officeSeat(t, "en")
	o := s.enter(record.Manager)
	const phrase = "four aces up the sleeve"
	o.upkeep().openBackup()
	s.Says("Open: anybody with this account can certify keys in any name")
	s.Slowly("a")
	s.Picture("authority-close")
	s.typeInto("short", "short")
	s.Says("A passphrase has 15 to 200 characters")
	s.typeInto(phrase, "four aces up the slave")
	s.Says("The two passphrases are not the same")
	if _, err := os.Stat(filepath.Join(s.Dir, "authority.pem")); err != nil {
		t.Fatal(err)
	}
	s.typeInto(phrase, phrase)
	s.Says("The authority is now under its passphrase.")
	if _, err := os.Stat(filepath.Join(s.Dir, "authority.pem")); !os.IsNotExist(err) || !s.Shell.House.State.AuthorityClosed() {
		t.Errorf("the open file: %v", err)
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(s.Shell.House.Staff().EnterStaff(house.NewStaff{Staff: house.Staff{Number: "51", Name: "Gina Sala", Role: record.Inspector}, PIN: "825046"}, o.who))
	must(s.Shell.House.Staff().ChangePIN("51825046", "934617"))
	if got := o.verifies().proofNotice(); got.Text != "Certificates still to come: Gina Sala" {
		t.Errorf("the desk says %q", got.Text)
	}
	o.update()
	s.Picture("authority-desk")
	o.upkeep().openBackup()
	s.Says("Under its passphrase · Certificates still to come: Gina Sala")
	s.Picture("authority-menu")
	s.Slowly("a")
	s.Picture("authority-give")
	s.typeInto("four kings up the sleeve")
	s.Says("That is not the passphrase.")
	s.typeInto(phrase)
	s.Says("Certificates given: 1.")
	if coming := s.Shell.House.Coming(); len(coming) > 0 {
		t.Errorf("still to come: %v", coming)
	}
	for _, lang := range []string{"it", "de", "fr", "en"} {
		s.Shell.Speak(lang)
		o.upkeep().openBackup()
		s.Picture("authority-menu-" + lang)
		o.upkeep().askClosing()
		s.Picture("authority-close-" + lang)
		o.upkeep().askCertificates()
		s.Picture("authority-give-" + lang)
	}
}
