package session_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"sabot/app/session/papers"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/reports"
	"sabot/reports/sign"
)

// became returns who has a number, signed on under another role with a PIN of their own.
func (n *night) became(number string, role record.Role) house.Badge {
	n.Helper()
	who, _ := n.house.State.StaffBy(number)
	who.Role = role
	n.must(n.house.Staff().EnterStaff(house.NewStaff{Staff: who, PIN: "739164"}, n.elena))
	n.must(n.house.Staff().ChangePIN(number+"739164", "285913"))
	badge, err := n.house.SignOn(number + "285913")
	n.must(err)
	return badge
}

// byHand is the report of a shift with the signatures of whoever, as no Sabot would take them.
func (n *night) byHand(w papers.Wanted, badges ...house.Badge) papers.Verdict {
	n.Helper()
	return n.byHandAs(w, "", badges...)
}

// byHandAs is byHand where the first block calls who signs something else; "" for their role.
func (n *night) byHandAs(w papers.Wanted, called string, badges ...house.Badge) papers.Verdict {
	n.Helper()
	e, err := papers.Of(n.house).Evidence(w)
	n.must(err)
	doc, err := e.Draw(papers.Of(n.house).Words(e.Language))
	n.must(err)
	pdf := doc.PDF
	for i, badge := range badges {
		id := n.identity(badge)
		f := n.field(e, doc, i, id.Certificate, n.clock.Now())
		if i == 0 && called != "" {
			f.Lines[1] = called + " · " + badge.Number
		}
		pdf, err = sign.Sign(pdf, id, f)
		n.must(err)
	}
	v, err := papers.Of(n.house).VerifyReport(pdf)
	n.must(err)
	return v
}

// Who dealt in a shift signs as its croupier whatever they are by now. Where none of them works here any more a manager
// signs in their place, and somebody else as the supervisor; nobody does while one of them is left.
func TestCroupiersPlace(t *testing.T) {
	n := short(t)
	n.clock.Pass(time.Minute) // nobody has a new key in the millisecond of a signature
	w := papers.Wanted{Kind: reports.ShiftReport, Table: "LB1", Shift: 1, Lang: "en"}
	head, err := n.house.Derived().Head(w.Table, w.Shift)
	n.must(err)
	for i, number := range head.Dealt {
		roles := []record.Role{record.BackOffice, record.Inspector, record.Manager}
		dealt := n.became(number, roles[i%len(roles)])
		for _, supervisor := range []house.Badge{n.dario, n.elena} {
			file, pdf, err := papers.Of(n.house).Signed(w, dealt, supervisor)
			n.must(err)
			if said, want := onPaper(t, file), papers.Of(n.house).Words("en").T("role_"+string(dealt.Role))+" · "+dealt.Number; !strings.Contains(said, want) {
				t.Errorf("under the croupier's heading there is no %q:\n%s", want, said)
			}
			if v, err := papers.Of(n.house).VerifyReport(pdf); err != nil || !v.Holds() {
				t.Errorf("%s, %s by now, and %s: %v, %v", dealt.Name, dealt.Role, supervisor.Name, v.Faults, err)
			}
		}
	}
	last, inPlace := n.became(head.Dealt[0], record.Manager), papers.Of(n.house).Words("en").T("signs_in_place")
	if said := failings(n.byHandAs(w, inPlace, last, n.dario)); !strings.Contains(said, `says "`+inPlace+`" instead of "Manager"`) {
		t.Errorf("who dealt signs as in the croupiers' place: %s", said)
	}
	if _, _, err := papers.Of(n.house).Signed(w, last, last); !house.RefusedFor(err, house.SamePerson) {
		t.Errorf("one signs in both places: %v", err)
	}
	if said := failings(n.byHand(w, last, last)); !strings.Contains(said, "signed in two places") {
		t.Errorf("one signed in both places: %s", said)
	}
	if _, _, err := papers.Of(n.house).Signed(w, n.elena, n.dario); !house.RefusedFor(err, house.WrongRole) {
		t.Errorf("a manager signs in the place of a croupier who is there: %v", err)
	}
	if said := failings(n.byHand(w, n.elena, n.dario)); !strings.Contains(said, "may not sign there") {
		t.Errorf("a manager signed in the place of a croupier who is there: %s", said)
	}
	for _, number := range head.Dealt {
		n.must(n.house.Staff().RemoveStaff(number, n.elena))
	}
	for _, d := range append(slices.Clone(n.dealers), n.dario) {
		if slices.Contains(head.Dealt, d.Number) {
			continue
		}
		if _, _, err := papers.Of(n.house).Signed(w, d, n.elena); !house.RefusedFor(err, house.WrongRole) {
			t.Errorf("%s signs in the place of who has left: %v", d.Name, err)
		}
		if said := failings(n.byHand(w, d, n.elena)); !strings.Contains(said, "may not sign there") {
			t.Errorf("%s signed in the place of who has left: %s", d.Name, said)
		}
	}
	if _, _, err := papers.Of(n.house).Signed(w, n.elena, n.elena); !house.RefusedFor(err, house.SamePerson) {
		t.Errorf("a manager signs in both places: %v", err)
	}
	if said := failings(n.byHand(w, n.elena, n.dario)); !strings.Contains(said, `says "Manager" instead of "`+inPlace+`"`) {
		t.Errorf("a manager in their place, whose block does not say so: %s", said)
	}
	_, pdf, err := papers.Of(n.house).Signed(w, n.elena, n.dario)
	n.must(err)
	if v, err := papers.Of(n.house).VerifyReport(pdf); err != nil || !v.Holds() {
		t.Errorf("a manager in their place: %v, %v", v.Faults, err)
	}
}
