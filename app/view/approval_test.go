package view_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
)

// Whoever gives a PIN at a table for what somebody else does sees what it is: every fact
// that names who approved it has words.
func TestEveryApprovedFactHasWords(t *testing.T) {
	own := []string{ // who gives the PIN is who acts, or it is done in the office
		"Relieved", "InspectorChanged", "PINCleared", "PINRules", "StaffChanged", "StaffLeft", "HouseSet", "HouseTaken", "ChipsSet", "TableSet", "TableRetired", "TableMoved", "TakenTwice", "SignedOn", "AccessReviewed", "BackupPlanned", "ProofPlanned", "KitMade", "AuthorityClosed", "RestoredFrom", "LossSigned", "ProgramsApproved", "Serviced", "AlertSeen",
	}
	read := func(glob, pattern string) []string {
		var found []string
		files, err := filepath.Glob(glob)
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %v", glob, err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(string(text), -1) {
				found = append(found, m[1])
			}
		}
		return found
	}
	said := read("approva*[a-su-z].go", `record\.(\w+)`)
	signed := read("../../pit/record/kinds.go", `line\((\w+)\{\}.*\[\]string \{ return only`)
	if len(signed) < 20 {
		t.Fatalf("only %v are signed", signed)
	}
	for _, name := range signed {
		if !slices.Contains(own, name) && !slices.Contains(said, name) {
			t.Errorf("somebody signs %s and is not told what it is", name)
		}
	}
}
