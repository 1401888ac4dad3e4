package session

import (
	"cmp"
	"slices"
	"time"

	"sabot/pit/house"
)

// RenewBefore begins the time in which a certificate is renewed, and people are warned: so long before its end.
const RenewBefore = 60 * 24 * time.Hour

// endsSoon reports whether something that is good until then has to be renewed.
func (h Authority) endsSoon(until time.Time) bool { return until.Sub(h.now()) < RenewBefore }

// recertified gives whoever signs on another certificate where theirs ends soon. Where that
// cannot be done they go on with the one that they have, and it is tried again the next time.
func (h Authority) recertified(who house.Badge) {
	text, has := h.State.Certificates[who.Number]
	if !has {
		return
	}
	certificate, err := DecodeCertificate(text)
	if err != nil || !h.endsSoon(certificate.NotAfter) {
		return
	}
	if facts, err := h.Staff().newCertificate(who.Staff, h.State.People().KeyOf(who.Number)); err == nil {
		_ = h.Record(who.Number, facts)
	}
}

// An Ending is a certificate that ends soon: its owner signs on once, and it is renewed.
type Ending struct {
	Who   house.Staff
	Until time.Time
}

// Ending returns the certificates of those who work here that end within 60 days, the first to end first.
func (h Authority) Ending() []Ending {
	var list []Ending
	for number, text := range h.State.Certificates {
		who, known := h.State.StaffBy(number)
		certificate, err := DecodeCertificate(text)
		if known && !h.State.People().Left(number) && err == nil && h.endsSoon(certificate.NotAfter) {
			list = append(list, Ending{who, certificate.NotAfter})
		}
	}
	slices.SortFunc(list, func(a, b Ending) int {
		return cmp.Or(a.Until.Compare(b.Until), cmp.Compare(a.Who.Number, b.Who.Number))
	})
	return list
}
