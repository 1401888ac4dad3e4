package reports_test

import (
	"crypto/sha256"
	"fmt"
	"testing"

	"sabot/reports"
)

// What earlier forms drew is drawn again to the byte: a report that was signed then is held
// against it. These sums were taken of the Sabots that drew them.
func TestEarlierFormsAreDrawnAsTheyWere(t *testing.T) {
	for form, want := range map[int]string{
		1: "26da98e0ad037cde18395de8970081e5fa301b371ce03032f4c1527312dd3b31",
		2: "140646e89aef075656412f3235b6c9b037ecb9ed9cc080ecfe90ac66913be74e",
		4: "eda631a7155abcfe2c29332ed8f67a23f43545d310bba75f43d7b71fe4a66b41",
		5: "9fbc1b28334f30edd1504c2b8494b98541c17dcdf0c1547c35289da347e70893",
		3: "ec220d096dab2a89df2a9d250bb66eb85828c57a9c3b664c1aca60f9887ac0a0",
	} {
		e := reports.Evidence{
			Sabot: "0.8.0", Form: form, Kind: reports.ShiftReport, Table: "LB1", Language: "en", Currency: "CHF", Zone: "Europe/Zurich", Printed: opened.UnixMilli(), Copy: 2,
			Figures: []byte(`{"House":"Casinò","Opened":"2026-11-21T19:00:00Z","Closed":"2026-11-22T03:00:00Z"}`),
		}
		if form > 4 { // what is said of luck
			e.Figures = []byte(`{"House":"Casinò","Opened":"2026-11-21T19:00:00Z","Closed":"2026-11-22T03:00:00Z","Luck":{"Hands":600,"Result":41200,"Expected":9300,"Deviation":23700,"Side":100}}`)
		}
		doc, err := e.Draw(words{})
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprintf("%x", sha256.Sum256(doc.PDF)); got != want {
			t.Errorf("form %d: %s", form, got)
		}
	}
}
