package audit

import (
	"crypto/x509"
	"encoding/base64"
	"slices"
	"strings"
	"time"

	"sabot/pit/house"
	"sabot/pit/record"
)

// A householder is the audit's knowledge of the house's stream beside the house itself.
type householder struct {
	settingUp int64  // the entry that names the house, in the moment in which it is set up; else 0
	since     int    // where among the facts of the moment that is
	says      bool   // who changes people says what is entered of them
	named     bool   // an entry names the house
	signed    bool   // who set it up signed for all of it
	bound     int    // how many of the next facts somebody signed for
	by        string // who did
}

// judgeHouse returns what is wrong with a fact of the house: who signed it and whether they may. A fact that nobody signs must
// follow from what somebody did.
func (a *Run) judgeHouse(e *record.Entry) *record.Fault {
	m, w := &a.moment, a.witness
	at := m.next
	m.next++
	if of := record.RealmOf(e.Fact); of != record.OfHouse && of != record.OfMachine {
		return a.fail(e.Seq, record.NotDone, "it is of a table, and lies in the house's stream")
	}
	if at == 0 {
		w.keeper.settingUp, w.keeper.bound = 0, 0
	}
	if _, first := e.Fact.(record.HouseNamed); first {
		if w.house.Name != "" {
			return a.fail(e.Seq, record.NotDone, "the house has its name already")
		}
		w.keeper.settingUp, w.keeper.since, w.keeper.named = e.Seq, at, true
		if f := e.Fact.(record.HouseNamed); f.Papers && !house.SoundName(f.Name) {
			return a.fail(e.Seq, record.NotDone, "no house has such a name")
		}
	}
	bound := w.keeper.bound > 0
	if bound {
		if w.keeper.bound--; e.By != w.keeper.by {
			return a.fail(e.Seq, record.WrongStamp, "it is of %s, and %s signed for it", e.By, w.keeper.by)
		}
	}
	if f := a.judgeOffice(e); f != nil {
		return f
	}
	if f := a.judgeSigned(e); f != nil {
		return f
	}
	if f := a.judgeAgain(e); f != nil {
		return f
	}
	itself := a.incoming && record.RealmOf(e.Fact) == record.OfMachine // nobody elsewhere goes by what the office says of its machine
	if what := w.nonsense(e.Fact); what != "" && !itself {
		return a.fail(e.Seq, record.NotDone, "no Sabot enters that: %s", what)
	}
	switch f := e.Fact.(type) {
	case record.Alerted:
		return a.judgeAlert(e, f)
	case record.AlertSeen:
		w.noteSeen(e, f)
	case record.StaffChanged:
		return a.judgeChange(e, f, m.facts, at)
	case record.StaffSet:
		if !bound && w.keeper.settingUp == 0 && (w.keeper.says || w.house.Particulars().Zone != "") {
			return a.fail(e.Seq, record.NotApproved, "nobody signed that %s is %s, %s", f.Number, f.Name, f.Role)
		}
		return a.judgeStaff(e, house.Staff(f), bound)
	case record.PINSet:
		return a.judgePIN(e, f, bound)
	case record.PINCleared:
		if !f.Unlocked() && (w.house.People().Failed(f.Number) == 0 || e.By != "") {
			return a.fail(e.Seq, record.NotDone, "no wrong PIN of %s was to be cleared", f.Number)
		}
	case record.Certified:
		return a.judgeCertified(e, f)
	case record.AuthoritySet:
		if w.house.AuthorityClosed() {
			return a.fail(e.Seq, record.NotApproved, "the house had closed its authority, and nobody signed for another one")
		}
		return a.judgeAuthority(e, f.Certificate)
	case record.AuthorityClosed:
		return a.judgeAuthority(e, f.Certificate)
	case record.BackedUp:
		return a.judgeBackup(e, f.By, f.Planned)
	case record.BackupFailed:
		return a.judgeBackup(e, f.By, f.Planned)
	case record.Updated:
		return a.judgeUpdated(e, f, m.facts[at+1:])
	case record.ReportPrinted:
		if f.OfSigned() && (f.PINs || w.house.Papers()) {
			return a.judgePaper(e, f)
		}
		if what := w.house.Backups().JudgeCopy(f, e.At); what != "" && a.asksWho() {
			return a.fail(e.Seq, record.WrongPerson, "%s", what)
		}
		if version, _ := w.house.Backups().Edition(f); f.Copy < 1 || f.Copy > w.house.Backups().Copies(f)+1 || f.Version < 0 || f.Version > max(version, 1)+1 {
			return a.fail(e.Seq, record.NotDone, "it is copy %d of version %d, and %d of it left the house before", f.Copy, f.Version, w.house.Backups().Copies(f))
		}
	}
	return nil
}

// judgeSigned demands of what takes a right that whoever signed it worked here then, and had
// it. What came with the house nobody had to sign.
func (a *Run) judgeSigned(e *record.Entry) *record.Fault {
	w := a.witness
	signers := record.Signers(e.Fact)
	if len(signers) > 0 && e.By != "" && !slices.Contains(signers, e.By) {
		return a.fail(e.Seq, record.WrongStamp, "it is of %s, and %s signed it", e.By, signers[0])
	}
	if who, says := answers(e.Fact); says && e.By != who {
		return a.fail(e.Seq, record.WrongStamp, "nobody signs it, and it says by %q, where %q belongs", e.By, who)
	}
	if what := w.nobody(e.By); what != "" {
		return a.fail(e.Seq, record.WrongStamp, "it is of somebody who is not there: %s", what)
	}
	right, takes := house.RightTo(e.Fact)
	if !takes || w.keeper.settingUp > 0 {
		return nil
	}
	if len(signers) == 0 && !unsigned(e) {
		return a.fail(e.Seq, record.NotApproved, "nobody signed it")
	}
	for _, number := range signers {
		if who, works := w.house.People().Working(number); !works || !who.May(right) {
			return a.fail(e.Seq, record.WrongPerson, "%s signed it, who does not work here or may not", number)
		}
	}
	return nil
}

// judgeAgain compares a fact with what the house, as it stood, would have entered. What a manager has signed all the same is taken
// in elsewhere: Verify names it. But no machine plays by settings that the office would refuse, unless it has put them right by
// then.
func (a *Run) judgeAgain(e *record.Entry) *record.Fault {
	setting := house.SettingOf(e.Fact)
	if a.incoming && len(record.Signers(e.Fact)) > 0 && setting == "" {
		return nil
	}
	f := a.againFails(e)
	if !a.incoming || setting == "" {
		return f
	}
	a.refused = slices.DeleteFunc(a.refused, func(r refusedSetting) bool { return r.setting == setting })
	if f != nil {
		f.Kind = record.KindOf(e.Fact)
		a.refused = append(a.refused, refusedSetting{setting, f})
	}
	return nil
}

// A refusedSetting is a setting of a house that its office would refuse, until another one is in its place.
type refusedSetting struct {
	setting string
	fault   *record.Fault
}

// againFails returns a fault where the house, as it stood, would not have entered a fact; nil where it would.
func (a *Run) againFails(e *record.Entry) *record.Fault {
	facts, known, err := a.witness.house.Again(e.Fact)
	switch {
	case !known:
	case err != nil:
		return a.fail(e.Seq, record.NotDone, "the house would not have taken it: %v", err)
	case len(facts) != 1 || !record.Same(facts[0], e.Fact):
		return a.fail(e.Seq, record.NotDone, "the house would have entered %s", told(facts))
	}
	return nil
}

// unsigned reports whether nobody had to sign a fact: a right PIN clears wrong ones by itself.
func unsigned(e *record.Entry) bool {
	f, cleared := e.Fact.(record.PINCleared)
	return cleared && !f.Unlocked()
}

// judgeChange demands of who changes people that they may, and notes for how much of what follows they signed. The last change of
// what sets a house up is signed for all that came before it.
func (a *Run) judgeChange(e *record.Entry, f record.StaffChanged, facts []record.Fact, at int) *record.Fault {
	k := &a.witness.keeper
	k.by = f.By
	own := f.Number == f.By
	if k.settingUp > 0 && f.Says == record.SaysOf(facts[k.since:at]) {
		k.settingUp, k.says, k.signed = 0, true, true
		return nil
	}
	if who, works := a.witness.house.People().Working(f.By); !works || !own && !who.May(house.ChangeStaff) {
		return a.fail(e.Seq, record.WrongPerson, "%s changes people, who does not work here or may not", f.By)
	}
	if f.Says == "" {
		if k.bound = ofPerson(f.Number, facts[at+1:]); k.says {
			return a.fail(e.Seq, record.NotDone, "it does not say what is entered by it")
		}
	} else {
		n, said := record.Said(f.Says, facts[at+1:])
		if k.says, k.bound = true, n; !said || ofPerson(f.Number, facts[at+1:]) < n {
			return a.fail(e.Seq, record.NotDone, "what %s signed for does not follow it", f.By)
		}
	}
	if own && slices.ContainsFunc(facts[at+1:at+1+k.bound], isStaffSet) {
		if who, _ := a.witness.house.People().Working(f.By); !who.May(house.ChangeStaff) {
			return a.fail(e.Seq, record.WrongPerson, "%s changes people, and may not", f.By)
		}
	}
	return nil
}

func isStaffSet(f record.Fact) bool { _, is := f.(record.StaffSet); return is }

// ofPerson returns how many facts, from the first on, are entered of one person.
func ofPerson(number string, facts []record.Fact) int {
	for i, fact := range facts {
		about := ""
		switch f := fact.(type) {
		case record.StaffSet:
			about = f.Number
		case record.PINSet:
			about = f.Number
		case record.Certified:
			about = f.Number
		case record.AuthoritySet:
			about = number
		}
		if about != number {
			return i
		}
	}
	return len(facts)
}

// judgeStaff demands that the house would have taken somebody so, once a program of 0.10 works there. Sabot 0.9 did not check that
// nobody gets the number of who has left, and an office may be of 0.9 where its machines are not.
func (a *Run) judgeStaff(e *record.Entry, s house.Staff, bound bool) *record.Fault {
	h := &a.witness.house
	if h.Papers() && !bound && !house.SoundName(s.Name) {
		return a.fail(e.Seq, record.NotDone, "nobody has such a name")
	}
	if !bound || !h.Papers() {
		return nil
	}
	if err := h.People().CheckStaff(s); err != nil {
		return a.fail(e.Seq, record.NotDone, "the house would not have taken it: %v", err)
	}
	if h.Office().Machine == "" && h.People().Reused(s) {
		return a.fail(e.Seq, record.NotDone, "%s is the number of somebody else who has left", s.Number)
	}
	return nil
}

// judgePIN demands of a key that nobody signed for that it came with the house, or is the first one of somebody in a record from
// before there were keys: their old PIN opened nothing yet. Whose PIN somebody else signed for, that one gave it to them: it signs nothing.
func (a *Run) judgePIN(e *record.Entry, f record.PINSet, bound bool) *record.Fault {
	w, k := a.witness, &a.witness.keeper
	switch own := k.by == f.Number; {
	case k.settingUp > 0:
	case bound && (f.By != "" && own || f.By != k.by && !own || f.Same && !own):
		return a.fail(e.Seq, record.NotDone, "%s signed for the key of %s, and it does not say so", k.by, f.Number)
	case bound, !k.says: // an older Sabot had nobody sign for it
	default:
		return a.fail(e.Seq, record.NotApproved, "nobody signed for the key of %s", f.Number)
	}
	if _, known := w.house.StaffBy(f.Number); !known {
		return a.fail(e.Seq, record.WrongPerson, "nobody has the number %s", f.Number)
	}
	if err := w.house.People().CheckKey(f.Key); err != nil {
		return a.fail(e.Seq, record.NotDone, "the key of %s: %v", f.Number, err)
	}
	return nil
}

// judgeAuthority demands the certificate of an authority.
func (a *Run) judgeAuthority(e *record.Entry, text string) *record.Fault {
	if c, err := certificate(text); err != nil || !c.IsCA {
		return a.fail(e.Seq, record.NotDone, "that is the certificate of no authority")
	}
	return nil
}

// judgeCertified demands of a certificate that an authority of the house gave it to the key
// that its owner has, and that it names its owner: number, name and role are what others read of it.
func (a *Run) judgeCertified(e *record.Entry, f record.Certified) *record.Fault {
	house := &a.witness.house
	c, err := certificate(f.Certificate)
	if err != nil {
		return a.fail(e.Seq, record.NotDone, "that is no certificate: %v", err)
	}
	key, err := x509.MarshalPKIXPublicKey(c.PublicKey)
	if err != nil || base64.StdEncoding.EncodeToString(key) != house.People().KeyOf(f.Number) {
		return a.fail(e.Seq, record.NotDone, "%s has another key than the one that is certified", f.Number)
	}
	who, _ := house.StaffBy(f.Number)
	if s := c.Subject; s.SerialNumber != f.Number || s.CommonName != who.Name || !slices.Equal(s.OrganizationalUnit, []string{string(who.Role)}) {
		return a.fail(e.Seq, record.NotDone, "the certificate of %s names %s, %s, %s", f.Number, s.SerialNumber, s.CommonName, strings.Join(s.OrganizationalUnit, ", "))
	}
	if _, works := house.People().Working(f.Number); !works {
		return a.fail(e.Seq, record.NotDone, "%s, whose key is certified, worked here no more", f.Number)
	}
	if e.At.After(c.NotAfter) {
		return a.fail(e.Seq, record.NotDone, "the certificate of %s had ended on %s", f.Number, c.NotAfter.Format(time.DateOnly))
	}
	if !slices.ContainsFunc(house.Authorities, func(text string) bool {
		authority, err := certificate(text)
		return err == nil && c.CheckSignatureFrom(authority) == nil
	}) {
		return a.fail(e.Seq, record.NotDone, "no authority of the house gave that certificate")
	}
	return nil
}

func certificate(text string) (*x509.Certificate, error) {
	der, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return nil, err
	}
	return x509.ParseCertificate(der)
}
