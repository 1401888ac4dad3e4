package house

// MayCarry refuses somebody, by number, by full name or by both ("Anna Rossi (11)"), as one who gives or brings the chips of a
// slip: a person of the house who works here no more, and one of those, by number or as they were named, who have another
// part in it. A name that nobody of the house has is anybody of the cage. Refusals: LeftHouse, OtherPart.
func (h *House) MayCarry(who string, others ...string) error {
	for _, other := range others {
		if readAlike(who, other) || h.areSame(who, other) {
			return &Refusal{Why: OtherPart, What: who}
		}
	}
	left := ""
	for _, s := range h.Staff {
		switch {
		case !s.isCalled(who):
		case !h.People().Left(s.Number):
			return nil // of two with one name, one works here
		default:
			left = s.Name
		}
	}
	if left != "" {
		return &Refusal{Why: LeftHouse, What: left}
	}
	return nil
}

// areSame reports whether two wordings can be of one person of the house.
func (h *House) areSame(one, other string) bool {
	for _, s := range h.Staff {
		if s.isCalled(one) && s.isCalled(other) {
			return true
		}
	}
	return false
}

// isCalled reports whether words are somebody's number, or are read as the full name or as both.
func (s Staff) isCalled(words string) bool {
	return sameName(words, s.Number) || readAlike(words, s.Name) || readAlike(words, s.Name+" ("+s.Number+")")
}
