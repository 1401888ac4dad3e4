package pit_test

import (
	"fmt"
	"strings"
	"testing"

	"sabot/pit/house"
	"sabot/pit/record"
)

// badge is somebody with a new key, and its public half.
func badge(t *testing.T, who house.Staff) (house.Badge, string) {
	t.Helper()
	key, err := house.NewKey()
	if err != nil {
		t.Fatal(err)
	}
	public, err := house.PublicKey(key)
	if err != nil {
		t.Fatal(err)
	}
	return house.NewBadge(who, key), public
}

// Only the PIN opens the key that was sealed under it, and the key is the same.
func TestSealedKey(t *testing.T) {
	for _, cost := range []house.Cost{{Memory: 64 * 1024, Passes: 2}, house.KeyCost} {
		t.Run(fmt.Sprint(cost), func(t *testing.T) { sealedKey(t, cost) })
	}
}

// A secret says what opening it costs; one that asks for more than a machine has is none.
func TestSecretsSayTheirCost(t *testing.T) {
	for _, secret := range []string{"$argon2id$v=19$m=99999999,t=2,p=1$chacha20poly1305$AAAA$AAAA", "$argon2id$v=19$m=64,t=0,p=1$chacha20poly1305$AAAA$AAAA"} {
		if house.OpenKey(secret, "4711", pepper) != nil {
			t.Errorf("%q opens", secret)
		}
	}
}

func sealedKey(t *testing.T, cost house.Cost) {
	was := house.KeyCost
	house.KeyCost = cost
	defer func() { house.KeyCost = was }()
	key, err := house.NewKey()
	if err != nil {
		t.Fatal(err)
	}
	secret, err := house.SealKey("4711", pepper, key)
	if err != nil {
		t.Fatal(err)
	}
	if opened := house.OpenKey(secret, "4711", pepper); opened == nil || !opened.Equal(key) {
		t.Error("the right PIN opens not the key that was sealed")
	}
	other, err := record.NewPepper()
	if err != nil {
		t.Fatal(err)
	}
	unnamed := strings.Replace(secret, "pepper="+pepper.ID()+"$", "", 1)
	renamed := strings.Replace(secret, pepper.ID(), other.ID(), 1)
	if house.PepperOf(secret) != pepper.ID() || house.OpenKey(secret, "4711", nil) != nil || house.OpenKey(secret, "4711", other) != nil ||
		house.OpenKey(unnamed, "4711", nil) != nil || house.OpenKey(renamed, "4711", other) != nil {
		t.Error("the right PIN opens the key without its pepper")
	}
	bent := secret[:len(secret)-1] + string(secret[len(secret)-1]^1)
	for _, c := range []struct{ secret, pin string }{{secret, "4712"}, {secret, ""}, {bent, "4711"}, {"", "4711"}, {"$argon2id$", "4711"}} {
		if house.OpenKey(c.secret, c.pin, pepper) != nil {
			t.Errorf("PIN %q opens %q", c.pin, c.secret)
		}
	}
	for _, pin := range []string{"", "123", "123456789", "12a4"} {
		if _, err := house.SealKey(pin, pepper, key); err == nil {
			t.Errorf("the PIN %q is taken", pin)
		}
	}
}

// An approval stands right behind the entry that it is for, and holds for that entry
// and that person alone.
func TestApprovals(t *testing.T) {
	f := newFloor(t)
	facts, err := opening(f.table)
	if err != nil {
		t.Fatal(err)
	}
	a, annaKey := badge(t, anna)
	d, darioKey := badge(t, dario)
	stood := record.Stood{Size: 7, Root: "r"}
	entries := f.table.Stamp(moment, append(facts, record.ShoeStarted{Decks: 6})...)
	if _, err := house.Sign(stood, entries, a); err == nil || !strings.Contains(err.Error(), "21") {
		t.Errorf("the inspector gave no PIN, and: %v", err)
	}
	if _, err := house.Sign(stood, entries[1:], a); err == nil || !strings.Contains(err.Error(), "11 gave a PIN") {
		t.Errorf("the croupier's PIN signs nothing, and: %v", err)
	}
	signed, err := house.Sign(stood, entries, a, d)
	if err != nil {
		t.Fatal(err)
	}
	for i, e := range signed {
		if e.Seq != int64(i+1) || e.Shift != 1 {
			t.Errorf("entry %d is %d of shift %d", i+1, e.Seq, e.Shift)
		}
	}
	first, second := signed[1].Fact.(record.Approved), signed[2].Fact.(record.Approved)
	if _, last := signed[3].Fact.(record.ShoeStarted); first.Seq != 1 || second.Seq != 1 || first.By != "11" || second.By != "21" || !last {
		t.Fatalf("%+v", signed)
	}
	opened := record.Encode(signed[0])
	elsewhere, alone := first, first
	elsewhere.Before.Root, alone.Before = "s", record.Stood{}
	bent := []byte(strings.Replace(string(opened), "lugano", "Lugano", 1))
	for _, c := range []struct {
		name  string
		holds bool
	}{
		{"hers", first.Holds(opened, annaKey)},
		{"his", second.Holds(opened, darioKey)},
		{"not another's", !first.Holds(opened, darioKey)},
		{"not another entry's", !first.Holds(record.Encode(signed[3]), annaKey)},
		{"not a changed one's", !first.Holds(bent, annaKey)},
		{"not behind other entries", !elsewhere.Holds(opened, annaKey)},
		{"not without what lies before it", !alone.Holds(opened, annaKey)},
		{"not without a key", !first.Holds(opened, "")},
	} {
		if !c.holds {
			t.Errorf("%s: no", c.name)
		}
	}
}
