package pitclient

import (
	"maps"
	"slices"

	"sabot/pit/record"
	"sabot/pit/seal"
)

// ships reports whether a stream is one that this machine ships. In a house with an office, of a table that was
// moved away what the pit has not got is sent too. It is to say that it was overtaken. So is what a restored pit
// lacks: the next machine goes on from it. Receipts may be gone with a disk.
func (s *Shipper) ships(stream string, receipts map[string]string) (bool, error) {
	switch {
	case s.enrolment.Office == "" || stream == record.HouseStream || slices.Contains(s.held, stream):
		return s.enrolment.Ships(stream) || slices.Contains(s.held, stream), nil
	case s.held == nil:
		return s.enrolment.Ships(stream), nil // nobody said yet
	case !s.enrolment.Ships(stream) && !slices.Contains(s.ever, stream):
		return false, nil
	}
	last, err := s.store.Last(stream)
	head, _ := seal.ReadHead(receipts[stream]) // zero where there is none
	has := s.pit[stream].Size
	return last > max(head.Size, has) || s.pit != nil && has < head.Size, err
}

// keysWait reports whether the pit has not been sent the sealed keys of the house's people yet, in this
// session with the house's office: one that was restored may lack some.
func (s *Shipper) keysWait(stream string) bool {
	return s.enrolment.IsOffice() && stream == record.HouseStream && s.keyed != s.session && len(s.staff) > 0
}

// sealedKeys returns the sealed keys that go with entries of the house's office: of the people to whom they
// give a key; the first time in a session of all.
func (s *Shipper) sealedKeys(stream string, texts [][]byte) (keys []Key, err error) {
	if !s.enrolment.IsOffice() || stream != record.HouseStream {
		return nil, nil
	}
	numbers := map[string]bool{}
	if s.keysWait(stream) {
		for _, number := range s.staff {
			numbers[number] = true
		}
	}
	for _, text := range texts {
		e, err := record.Decode(text)
		if err != nil {
			return nil, err
		}
		if f, ok := e.Fact.(record.PINSet); ok {
			numbers[f.Number] = true
		}
	}
	for _, number := range slices.Sorted(maps.Keys(numbers)) {
		sealed, err := s.store.Secret(number)
		if err != nil {
			return nil, err
		}
		if sealed != "" {
			keys = append(keys, Key{Number: number, Sealed: sealed})
		}
	}
	return keys, nil
}
