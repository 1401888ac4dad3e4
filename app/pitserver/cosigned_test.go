package pitserver_test

import (
	"encoding/base64"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/mod/sumdb/note"

	"sabot/app/pitclient"
	"sabot/pit/seal"
)

// A pit countersigns with its time, as C2SP's tlog-cosignature has it, and without beside it: a machine of Sabot 0.9 reads that one alone.
// What was countersigned before stays as it is, when it is sent once more.
func TestPitCosigns(t *testing.T) {
	t.Parallel()
	p := newPit(t)
	at := then().Add(3 * time.Hour)
	p.now = func() time.Time { return at }
	p.up(t)
	m := p.newMachine(t, 1)
	m.night(t, 2, 1)
	_, err := m.ship()
	must(t, err)
	receipts, err := pitclient.Receipts(m.house.Store())
	must(t, err)
	witness := p.folder.Verifier()
	timed, err := seal.CosignatureVerifier(witness)
	must(t, err)
	plain, err := note.NewVerifier(witness)
	must(t, err)
	for _, stream := range []string{"house", m.table} {
		receipt := receipts[stream]
		times, err := seal.Cosigned(receipt, witness)
		if err != nil || len(times) != 1 || !times[0].Equal(at.Truncate(time.Second)) {
			t.Errorf("%s was cosigned at %v, not at %s: %v", stream, times, at, err)
		}
		opened, err := note.Open([]byte(receipt), note.VerifierList(timed, plain))
		if err != nil || len(opened.Sigs) != 2 || len(opened.UnverifiedSigs) != 1 {
			t.Errorf("%q: %+v, %v", receipt, opened, err)
		}
		if !asBefore(receipt, plain) {
			t.Errorf("a machine of Sabot 0.9 refuses %q", receipt)
		}
	}
}

// asBefore reports whether a head is countersigned as Sabot 0.9 looked for it: by the name and the signature, whatever the key's id.
func asBefore(text string, v note.Verifier) bool {
	body, under, _ := strings.Cut(text, "\n\n")
	for line := range strings.Lines(under) {
		name, sig, _ := strings.Cut(strings.TrimPrefix(strings.TrimSuffix(line, "\n"), "— "), " ")
		raw, err := base64.StdEncoding.DecodeString(sig)
		if err == nil && name == v.Name() && len(raw) > 4 && v.Verify([]byte(body+"\n"), raw[4:]) {
			return true
		}
	}
	return false
}

// A head that a pit has countersigned is not countersigned at another time when it is sent once more, with no entry.
func TestPitCosignsOnce(t *testing.T) {
	t.Parallel()
	p := newPit(t)
	var later atomic.Int64
	p.now = func() time.Time { return then().Add(time.Duration(later.Load())) }
	p.up(t)
	m := p.newMachine(t, 1)
	m.night(t, 1, 1)
	_, err := m.ship()
	must(t, err)
	before, err := pitclient.Receipts(m.house.Store())
	must(t, err)
	s := p.by(t, m.enrolment, then)
	w, err := s.hello("again", m.house.Store().Verifier())
	must(t, err)
	later.Store(int64(time.Hour))
	a := firstOf(t, m, m.table)
	a.From, a.Texts, a.Session, a.Number = a.Own, nil, w.Session, 1
	answer, err := s.append(a)
	if err != nil || answer.Note != before[m.table] {
		t.Errorf("it answers %q, not %q: %v", answer.Note, before[m.table], err)
	}
}
