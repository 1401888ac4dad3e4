package screens

// alert has the record say what the rules of alerts make of the table that is open here, whether somebody
// looks on from the floor or not. What cannot be entered now is due again.
func (s *Station) alert() {
	if s.open == nil {
		return
	}
	if _, err := s.House.RaiseAlerts(s.open.State.Conditions(s.House.Now(), nil)); err != nil {
		s.Warn(s.Wording(err))
	}
}
