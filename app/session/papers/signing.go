package papers

import (
	"bytes"
	"encoding/base64"
	"time"

	"sabot/app/session"
	"sabot/app/text"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/reports/sign"
)

// A signing is the house as it was when a report was signed.
type signing struct {
	house *house.House
	noted bool                 // the record says that it was signed
	from  time.Time            // its figures were made
	at    time.Time            // it was entered
	named map[string]time.Time // certificates that the record ever named, and when
	given []record.Certified   // the same, in their order
}

// signing finds where in the record a report was signed: behind the entry that says so.
func (h Papers) signing(v Verdict) (signing, error) {
	e := v.Evidence
	note := int64(0) // the entry that says that it was signed, once it is signed itself
	found := signing{house: &house.House{}, from: time.UnixMilli(e.Printed), named: map[string]time.Time{}}
	for entry, err := range h.Store().Entries(record.HouseStream, 1) {
		if err != nil {
			return signing{}, err
		}
		came, err := session.OfficeEntries(entry, 0)
		if err != nil {
			return signing{}, err
		}
		for _, c := range append(came, entry) {
			if f, ok := c.Fact.(record.Certified); ok {
				found.certified(f, c.At)
			}
		}
		if found.noted {
			continue
		}
		found.house.Apply(entry)
		if f, ok := entry.Fact.(record.ReportPrinted); ok && entry.Seq > e.HouseSeq && isNote(f, v) {
			note, found.at = entry.Seq, entry.At
		}
		found.noted = found.house.Backups().Papered(note)
	}
	return found, nil
}

// certified notes a certificate that the record names, and when it came.
func (g *signing) certified(f record.Certified, at time.Time) {
	g.named[f.Certificate] = at
	g.given = append(g.given, f)
}

// isNote reports whether an entry says that a signed report left the house, signed by those who have signed it.
func isNote(f record.ReportPrinted, v Verdict) bool {
	e, n := v.Evidence, len(v.Signatures)
	if f.By != v.Signatures[n-1].Number || f.With != "" && f.With != v.Signatures[max(0, n-2)].Number {
		return false
	}
	w := printedAs(Wanted{Kind: e.Kind, Table: e.Table, Shift: e.Shift, Item: e.Item, as: asSigned})
	return f.Report == w.Report && f.Table == w.Table && f.Shift == w.Shift && f.Item == w.Item &&
		f.Version == e.Version && f.Copy == e.Copy && f.Digest == e.Digest()
}

// judge demands that a signature is with the certificate that the record had for the signer
// then, while they worked here.
func (g *signing) judge(v *Verdict, s sign.Signature) {
	const clocks = 5 * time.Minute // may differ
	certificate := base64.StdEncoding.EncodeToString(s.Certificate.Raw)
	_, named := g.named[certificate]
	own := g.byKey(s)
	switch {
	case !named && !own:
		v.fault("paper_certificate", text.Args{"Name": s.Name})
	case !g.noted && len(v.Signatures) < v.places: // it left the house with none missing
	case !g.noted:
		v.fault("paper_unnoted", text.Args{"Name": s.Name})
	case !own && g.house.Certificates[s.Number] != certificate:
		v.fault("paper_certificate_then", text.Args{"Name": s.Name})
	case g.house.People().Left(s.Number):
		v.fault("paper_left", text.Args{"Name": s.Name})
	case s.At.Before(g.from.Add(-clocks)) || s.At.After(g.at.Add(clocks)):
		clock := func(at time.Time) string {
			return at.In(house.ZoneNamed(v.Evidence.Zone)).Format("2006-01-02 15:04:05 MST")
		}
		v.fault("paper_time", text.Args{"Name": s.Name, "At": clock(s.At), "From": clock(g.from), "To": clock(g.at)})
	}
}

// byKey reports whether a signature is by the key that the record had for the signer then, of a house whose
// authority was closed. Nobody had certified it yet.
func (g *signing) byKey(s sign.Signature) bool { return signedByKey(g.house, s) }

func signedByKey(house *house.House, s sign.Signature) bool {
	who, known := house.StaffBy(s.Number)
	return known && house.AuthorityClosed() && sign.Own(s.Certificate) && session.Certifies(s.Certificate, who, house.People().KeyOf(s.Number))
}

// came returns when the house's authority certified the key of a signature; zero while that is still to come.
func (g *signing) came(s sign.Signature) time.Time {
	for _, f := range g.given {
		if f.Number != s.Number {
			continue
		}
		c, err := session.DecodeCertificate(f.Certificate)
		if err == nil && bytes.Equal(c.RawSubjectPublicKeyInfo, s.Certificate.RawSubjectPublicKeyInfo) {
			return g.named[f.Certificate]
		}
	}
	return time.Time{}
}
