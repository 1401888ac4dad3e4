package demo_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/base64"
	"strings"
	"testing"

	"sabot/pit/record"
)

// Who opens a table signs how the house began. Somebody with the key that seals the record, and none of its
// PINs, can put a manager of their own in the place of what the first one signed, as a Sabot of before 0.8 left it
// out: such a house is read no more.
func TestHouseBegunOtherwise(t *testing.T) {
	f := recorded(t, "lugano")
	house := f.streams[record.HouseStream]
	at := 0
	for _, is := house[at].Fact.(record.StaffChanged); !is; _, is = house[at].Fact.(record.StaffChanged) {
		at++
	}
	own, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	must(t, err)
	public, err := x509.MarshalPKIXPublicKey(own.Public())
	must(t, err)
	invented, key := house[at], house[at+1]
	invented.Fact = record.StaffSet{Number: "99", Name: "Nessuno", Role: record.Manager}
	key.Fact = record.PINSet{Number: "99", Key: base64.StdEncoding.EncodeToString(public)}
	x := f.record()
	x.put(record.HouseStream, at, invented, key)
	for i, e := range house { // a review of rights would say so too
		if _, is := e.Fact.(record.AccessReviewed); is {
			for n, e := range house[i : i+2] {
				e.By, e.Fact = "", record.BackupFailed{File: "elsewhere.db", Why: "no room"}
				x.put(record.HouseStream, i+n, e)
			}
		}
	}
	fault := f.judged(x)
	if fault == nil || fault.Table != record.HouseStream || fault.Code != record.NotApproved || !strings.Contains(fault.What, "nobody signed how the house was set up") {
		t.Errorf("a manager put among the first entries: %v", fault)
	}
	if fault := f.judged(f.record()); fault != nil {
		t.Errorf("the record as it is: %v", fault)
	}
}
