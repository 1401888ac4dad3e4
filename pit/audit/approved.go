package audit

import (
	"crypto/sha256"

	"sabot/pit"
	"sabot/pit/record"
)

// judgeApproval demands the approvals of those whom an entry names, right behind it and
// in their order, and no others. Each is signed with the key that its signer had then.
func (a *Run) judgeApproval(l *record.Line) *record.Fault {
	f, given := l.Entry.Fact.(record.Approved)
	switch {
	case len(a.due) == 0 && !given:
		return nil
	case len(a.due) == 0:
		return a.fail(l.Seq, record.NotApproved, "it approves entry %d, which asks for no further approval", f.Seq)
	case !given:
		return a.fail(l.Seq, record.NotApproved, "here %s must approve entry %d", a.due[0], a.asked.Seq)
	case f.Seq != a.asked.Seq || f.By != a.due[0]:
		return a.fail(l.Seq, record.NotApproved, "it says that %s approves entry %d, where %s must approve entry %d", f.By, f.Seq, a.due[0], a.asked.Seq)
	case pit.StampOf(&l.Entry) != pit.StampOf(&a.asked) || !l.Entry.At.Equal(a.asked.At):
		return a.fail(l.Seq, record.WrongStamp, "an approval has the time, shift, shoe and hand of its entry, and this one has others")
	}
	if wrong := a.judgeBefore(l, f); wrong != nil {
		return wrong
	}
	change, own := a.asked.Fact.(record.StaffChanged) // of the PIN that somebody else chose
	signed := signature{f, sha256.Sum256(a.bytes), a.holding[0], own && change.Number == change.By}
	switch {
	case a.known:
	case a.beside != nil:
		a.beside.waiting <- signed
	default:
		if theirs, may := signed.judge(); !theirs {
			return a.fail(l.Seq, record.NotApproved, "the signature is not that of %s for entry %d", f.By, f.Seq)
		} else if !may {
			return a.fail(l.Seq, record.NotApproved, "%s approves entry %d with a PIN that somebody else chose: it signs nothing", f.By, f.Seq)
		}
	}
	a.due, a.holding = a.due[1:], a.holding[1:]
	a.Approvals++
	return nil
}

// ask notes who must approve an entry: those it names who have a key by then, and which. What the entry
// itself changes of people comes after it. In a house whose set-up was signed everybody has a key.
func (a *Run) ask(l *record.Line) *record.Fault {
	if _, given := l.Entry.Fact.(record.Approved); given {
		return nil
	}
	a.asked, a.due, a.holding = l.Entry, a.due[:0], a.holding[:0]
	for _, number := range record.Signers(l.Entry.Fact) {
		held := a.held(number, l.Entry.At)
		if len(held) == 0 && a.witness.signedSetUp() {
			return a.fail(l.Seq, record.NotApproved, "%s must sign it, and had no key then", number)
		}
		if len(held) == 0 {
			a.Unsigned++
			continue
		}
		a.due, a.holding = append(a.due, number), append(a.holding, held)
	}
	if len(a.due) > 0 {
		a.bytes = append(a.bytes[:0], l.Bytes...)
	}
	return nil
}
