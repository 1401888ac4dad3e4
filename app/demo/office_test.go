package demo_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/seal"
)

// Who has the key that seals a record, and none of its PINs, does not have it go by another house's people:
// that an office enters them from now on is signed by somebody who worked there and might.
func TestInventedOfficeIsNamed(t *testing.T) {
	f, other := recorded(t, "lugano"), recorded(t, "blackjack")
	ofHouse := f.streams[record.HouseStream]
	last := ofHouse[len(ofHouse)-1]
	var log seal.Tree
	var entries []string
	for _, e := range other.streams[record.HouseStream] {
		if _, later := e.Fact.(record.Checkpointed); later {
			break // its heads are those of the night as it was played
		}
		log.Add(record.Encode(e))
		entries = append(entries, string(record.Encode(e)))
	}
	head, err := seal.HeadOf(record.HouseStream, &log).Sign(other.earlier[0])
	must(t, err)
	for name, c := range map[string]struct {
		by     string
		signs  house.Badge
		splits bool
		names  string
	}{
		"nobody signs":             {"", house.Badge{}, false, "nobody who worked here signed"},
		"nobody signs, in pieces":  {"", house.Badge{}, true, "nobody who worked here signed"},
		"a croupier":               {"12", f.badges["12"], false, "does not work here or may not"},
		"who has left":             {leaver, f.badges[leaver], false, "does not work here or may not"},
		"a manager's number alone": {"31", house.Badge{}, false, "31 has not approved it"},
		"the invented manager":     {"31", other.badges["31"], false, "the signature is not that of 31"},
		"a manager":                {"31", f.badges["31"], false, ""},
		"a manager, in pieces":     {"31", f.badges["31"], true, ""},
	} {
		taken := record.HouseTaken{Machine: "ufficio", Entries: entries, Head: head, By: c.by}
		facts := []record.Fact{taken}
		if c.splits {
			first, rest := taken, taken
			first.Entries, first.Head = entries[:3], ""
			rest.From, rest.Entries, rest.By = 3, entries[3:], ""
			facts = []record.Fact{first, rest}
		}
		var forged []record.Entry
		for i, fact := range facts {
			e := record.Entry{Table: record.HouseStream, Seq: last.Seq + int64(len(forged)) + 1, At: last.At.Add(time.Minute), By: c.by, Fact: fact}
			forged = append(forged, e)
			if i == 0 && c.signs.Number != "" {
				approval, err := c.signs.Approve(f.stood(record.HouseStream, last.Seq), e)
				must(t, err)
				e.Seq, e.Fact = e.Seq+1, approval
				forged = append(forged, e)
			}
		}
		fault := f.verified(record.HouseStream, len(ofHouse), slices.Clone(forged)...)
		if (fault == nil) != (c.names == "") || fault != nil && !strings.Contains(fault.What, c.names) {
			t.Errorf("%s: %v", name, fault)
		}
	}
}
