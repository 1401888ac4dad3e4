package papers

import (
	"encoding/base64"
	"time"

	"sabot/app/session"
	"sabot/app/text"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/pit/shifts"
	"sabot/reports"
)

// madeBy returns the house as the machine had it that made a paper. The machine is this one, or the house's office
// as far as it was taken in here. It returns nil of another machine of the house. The key that sealed the head of
// the house in it says whose it is.
func (h Papers) madeBy(e reports.Evidence) (*session.House, error) {
	note := e.HouseCheckpoint
	if e.Kind.OfHouse() {
		note = e.Checkpoint
	}
	if _, err := seal.ReadHead(note); err != nil || !h.State.OfSeveral() || openedBy(note, h.State.SealKeys) {
		return h.House, nil
	}
	if h.State.Office().Machine == "" {
		return nil, nil
	}
	office, err := h.Takeover().AsOffice()
	if err != nil || openedBy(note, office.State.SealKeys) {
		return office, err
	}
	return nil, nil
}

// openedBy reports whether one of some keys has signed a head.
func openedBy(note string, keys []string) bool {
	_, _, err := seal.Open(note, keys...)
	return err == nil
}

// lacks returns what this record does not have of the entries of which a paper is. Its heads are of tables that the
// office played before they were moved here, and of what the office has entered of the house.
func (h Papers) lacks(e reports.Evidence) (list []Failing) {
	for _, s := range heads(e) {
		if head, err := seal.ReadHead(s.Checkpoint); err == nil {
			s.Seq = max(s.Seq, head.Size)
		}
		key, has := "paper_lacks_table", h.State.Moves().Inherited(s.Table)
		if s.Table == record.HouseStream {
			key, has = "paper_lacks_office", h.State.Office().Size
		}
		if s.Seq > has {
			list = append(list, Failing{Key: key, Args: text.Args{"Table": s.Table, "N": has, "Of": s.Seq}})
		}
	}
	return list
}

// lacking judges a paper of which this record does not have all entries: who signed it, by what it has of people.
func (h Papers) lacking(v *Verdict, lacks []Failing) error {
	by := h.House
	if h.State.Office().Machine != "" {
		office, err := h.Takeover().AsOffice()
		if err != nil {
			return err
		}
		by = office
	}
	v.Lacking = lacks
	given, err := Of(by).certificates()
	if err != nil {
		return err
	}
	for i, s := range v.Signatures {
		then, before, err := Of(by).signerUntil(*v, i)
		if err != nil {
			return err
		}
		if before.might {
			at := before.until.In(house.ZoneNamed(v.Evidence.Zone)).Format("02.01.2006 15:04:05 MST")
			v.Lacking = append(v.Lacking, Failing{Key: "paper_lacks_heard", Args: text.Args{"Name": s.Name, "At": at}})
		}
		if before.byKey || signedByKey(then, s) {
			v.byKey(i, given.came(s))
		}
		_, named := given.named[base64.StdEncoding.EncodeToString(s.Certificate.Raw)]
		newer := by != h.House && s.Trusted && !named // what they have become is in entries that this record lacks
		if !before.might && !newer {
			lostSigner(v, then, shifts.Head{}, s, i)
		}
		if _, byKey := v.ByKey[i]; named || byKey || !v.knows(i) {
			continue
		}
		if by != h.House {
			v.Lacking = append(v.Lacking, Failing{Key: "paper_lacks_certificate", Args: text.Args{"Name": s.Name}})
			continue
		}
		v.fault("paper_certificate", text.Args{"Name": s.Name})
	}
	return nil
}

// certificates returns those that the house's entries name, in their order, and when they came.
func (h Papers) certificates() (signing, error) {
	given := signing{named: map[string]time.Time{}}
	for e, err := range h.Store().Entries(record.HouseStream, 1) {
		if err != nil {
			return signing{}, err
		}
		if f, is := e.Fact.(record.Certified); is {
			given.certified(f, e.At)
		}
	}
	return given, nil
}

// A mightOnce says of a signer who might not sign at the time of the signature that they might before, and until
// when. A machine that has not heard of the change lets them sign.
type mightOnce struct {
	might bool
	byKey bool // with that key alone
	until time.Time
}

// signerUntil returns the house as it was when a report was signed, as far as entries here say, and whether its i-th signer might sign
// before that and no more then.
func (h Papers) signerUntil(v Verdict, i int) (*house.House, mightOnce, error) {
	s, then := v.Signatures[i], &house.House{}
	var before mightOnce
	now := false
	for e, err := range h.Store().Entries(record.HouseStream, 1) {
		if err != nil {
			return nil, mightOnce{}, err
		}
		if e.At.After(s.At) {
			break
		}
		then.Apply(e)
		alone := Verdict{Evidence: v.Evidence, Signatures: v.Signatures, places: v.places}
		if signedByKey(then, s) {
			alone.byKey(i, time.Time{})
		}
		lostSigner(&alone, then, shifts.Head{}, s, i)
		_, works := then.People().Working(s.Number)
		is, byKey := works && len(alone.Faults) == 0, len(alone.ByKey) > 0
		switch {
		case is:
			before = mightOnce{true, byKey, e.At}
		case now:
			before.until = e.At
		}
		now = is
	}
	if now {
		before = mightOnce{}
	}
	return then, before, nil
}
