package papers

import (
	"crypto/x509"
	"fmt"
	"slices"
	"time"

	"sabot/app/text"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/reports"
	"sabot/reports/paper"
	"sabot/reports/sign"
)

// fieldOf returns how somebody signs in the i-th block of a report. They sign as their certificate names them, of
// the house as the paper names it, by the clock of its pages. It is a function of the paper, the certificate and
// the moment alone: who verifies the paper asks for the same.
func fieldOf(e reports.Evidence, doc paper.Document, i int, c *x509.Certificate, inPlace bool, at time.Time) sign.Field {
	w, block, house := wordsOf(e), doc.Blocks[i], doc.House
	role := block.Label // of forms before roles stood there: that over the block
	if e.OwnRules() {
		role = roleSaid(w, c, inPlace)
	}
	if sign.Own(c) {
		house += " · " + w.T("report_certificate_to_come")
	}
	return sign.Field{
		Name: fmt.Sprintf("signature-%d", i+1), Page: block.Page, X: block.X + 1, Y: block.Y + 1, W: block.W - 2, H: block.H - 2,
		Lines:  []string{c.Subject.CommonName, role + " · " + c.Subject.SerialNumber, at.In(e.TimeZone()).Format("02.01.2006 15:04:05 MST"), house},
		Reason: block.Label, Location: doc.House, At: at,
	}
}

// wordsOf returns the texts with which a report is drawn.
func wordsOf(e reports.Evidence) *text.Catalogue { return text.Open(e.Language, e.Home()) }

// roleSaid returns what a block calls who signed: their role, as their certificate has it, or that they did in the croupiers' place. What
// the place is for stands over it.
func roleSaid(w *text.Catalogue, c *x509.Certificate, inPlace bool) string {
	if inPlace {
		return w.T("signs_in_place")
	}
	return w.T("role_" + string(roleOf(c)))
}

// roleOf returns the role of who has a certificate; "" where it has none.
func roleOf(c *x509.Certificate) record.Role {
	if unit := c.Subject.OrganizationalUnit; len(unit) == 1 && slices.Contains(record.Roles(), record.Role(unit[0])) {
		return record.Role(unit[0])
	}
	return ""
}

// blocks demands of each signature that it stands where Sabot writes it and says what Sabot writes there of who signed. Whether somebody
// signed in the croupiers' place the record knows: signer asks it.
func (v *Verdict) blocks(signed sign.Report, doc paper.Document) {
	v.saysInPlace = map[int]bool{}
	for i, s := range v.Signatures {
		field := func(inPlace bool) sign.Field { return fieldOf(v.Evidence, doc, i, s.Certificate, inPlace, s.At) }
		is, differs := signed.Differs(i, field(false))
		inPlace := false
		if last := i == len(doc.Blocks)-1; differs && !last {
			_, other := signed.Differs(i, field(true))
			inPlace = !other
		}
		if differs && !inPlace {
			v.block(s, is)
		} else {
			v.saysInPlace[i] = inPlace
		}
	}
}

// block notes what of a signature is otherwise than Sabot writes it.
func (v *Verdict) block(s sign.Signature, is sign.Difference) {
	args := text.Args{"Name": s.Name, "What": is.What, "Was": is.Says, "Is": is.Wanted}
	switch is.What {
	case sign.Lines:
		v.fault("paper_block", args)
	case sign.Place:
		v.fault("paper_block_place", args)
	default:
		v.fault("paper_block_entry", args)
	}
}

// inPlace demands that a block says of a signature in the croupiers' place that it is one, and of no other one.
func (v *Verdict) inPlace(s sign.Signature, i int, right house.Right) {
	is := right == house.SignInPlace
	if is {
		v.InPlace = map[int]bool{i: true} // there is one such place
	}
	if says, as := v.saysInPlace[i]; !as || says == is || !v.Evidence.OwnRules() {
		return
	}
	w := wordsOf(v.Evidence)
	v.block(s, sign.Difference{What: sign.Lines, Says: roleSaid(w, s.Certificate, !is), Wanted: roleSaid(w, s.Certificate, is)})
}
