package session_test

import (
	"strings"
	"testing"
	"time"

	"sabot/app/session/papers"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/reports"
)

// elsewhere is a house whose table went to a machine that played it, with the report of that shift.
func elsewhere(t *testing.T) (n *night, t1 *member, dealt papers.Wanted) {
	t.Helper()
	n = short(t)
	n.must(n.house.Takeover().HoldTables("ufficio", []string{"LB1"}))
	n.must(n.house.Staff().EnterStaff(house.NewStaff{Staff: house.Staff{Number: "22", Name: "Ada Neri", Role: record.Inspector}, PIN: "582193"}, n.elena)) // somebody has to inspect
	t1 = n.joins("tavolo-1")
	t1.gets("LB1", n.house, "ufficio", n.house, n.elena)
	t1.plays(n)
	n.clock.Pass(time.Minute)
	return n, t1, papers.Wanted{Kind: reports.ShiftReport, Table: "LB1", Shift: 2, Lang: "en"}
}

// atOffice returns the answer of the office on a paper of a machine, with all that it says of it.
func (n *night) atOffice(pdf []byte) (papers.Verdict, string) {
	n.Helper()
	v, err := papers.Of(n.house).VerifyReport(pdf)
	n.must(err)
	said := failings(v)
	for _, l := range v.Lacking {
		said += "; " + l.String()
	}
	return v, said
}

// Whoever lost a right at the office, or left, signs at a machine that has not heard of it. The office cannot tell what the machine knew
// then: it says neither that the paper holds nor that it does not, and since when that person might not. Who never might is named.
func TestPaperOfAMachineThatHadNotHeard(t *testing.T) {
	for what, change := range map[string]func(*night){
		"another role": func(n *night) { n.became("21", record.BackOffice) },
		"left":         func(n *night) { n.must(n.house.Staff().RemoveStaff("21", n.elena)) },
	} {
		n, t1, dealt := elsewhere(t)
		before := signs(n, t1.house, dealt, "114711", "215821")
		if v, said := n.atOffice(before); v.Answer() != papers.Unknown || strings.Contains(said, "Dario") {
			t.Errorf("%s, signed before: %v, %s", what, v.Answer(), said)
		}
		n.clock.Pass(time.Minute)
		change(n)
		n.clock.Pass(time.Minute)
		after := signs(n, t1.house, dealt, "114711", "215821")
		if v, err := papers.Of(t1.house).VerifyReport(after); err != nil || v.Answer() != papers.Holds {
			t.Errorf("%s, at the machine: %v, %s, %v", what, v.Answer(), failings(v), err)
		}
		if v, said := n.atOffice(after); v.Answer() != papers.Unknown || !strings.Contains(said, "Dario Bianchi might not sign there any more") {
			t.Errorf("%s, signed since: %v, %s", what, v.Answer(), said)
		}
		e, err := papers.Of(t1.house).Evidence(dealt)
		n.must(err)
		pdf := n.forged(e, papers.Of(n.house).Words("en"), n.clock.Now(), n.identity(n.dealers[0]), n.identity(n.dealers[1]))
		if v, said := n.atOffice(pdf); v.Answer() != papers.Fails || !strings.Contains(said, n.dealers[1].Name+" signed but may not sign there") {
			t.Errorf("%s, by who never might: %v, %s", what, v.Answer(), said)
		}
	}
}

// A machine that has not heard who got a right cannot tell whether they might sign another machine's paper.
func TestPaperByWhoGotTheRightSince(t *testing.T) {
	n, t1, dealt := elsewhere(t)
	behind := n.joins("tavolo-2")
	chiara := n.became("13", record.Manager)
	t1.hears(n.house)
	n.clock.Pass(time.Minute)
	pdf := signs(n, t1.house, dealt, "114711", chiara.Number+"285913")
	v, err := papers.Of(behind.house).VerifyReport(pdf)
	n.must(err)
	if v.Answer() != papers.Unknown || len(v.Lacking) == 0 || !strings.Contains(v.Lacking[len(v.Lacking)-1].String(), "does not have the certificate of "+chiara.Name) {
		t.Errorf("%v, %s, %v", v.Answer(), failings(v), v.Lacking)
	}
	if v, said := n.atOffice(pdf); v.Answer() != papers.Unknown || strings.Contains(said, chiara.Name) {
		t.Errorf("at the office: %v, %s", v.Answer(), said)
	}
}

// A paper of a machine that is signed by a key alone has the certificate of that key once the office's record has it.
func TestCertificateOfAnotherMachinesPaperCame(t *testing.T) {
	n, t1, dealt := elsewhere(t)
	n.closes()
	gina := n.newPIN("23")
	t1.hears(n.house)
	n.clock.Pass(time.Minute)
	pdf := signs(n, t1.house, dealt, "114711", gina.Number+"946175")
	for _, came := range []bool{false, true} {
		v, said := n.atOffice(pdf)
		if at, byKey := v.ByKey[1]; v.Answer() != papers.Unknown || !byKey || at.IsZero() == came {
			t.Errorf("once it came %t: %v, %v, %s", came, v.Answer(), v.ByKey, said)
		}
		n.clock.Pass(time.Minute)
		_, err := n.house.Authority().CertifyComing(phrase, n.elena.Number)
		n.must(err)
	}
}
