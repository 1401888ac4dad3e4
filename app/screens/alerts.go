package screens

import "sabot/pit/people"

// alert has the record say what the rules of alerts make of the table that is open here, whether somebody
// looks on from the floor or not, and of the machines.
func (s *Station) alert() {
	if s.open != nil {
		s.raise(s.open.State.Conditions(s.House.Now(), nil))
	}
	s.alertOfMachines()
}

// raise enters what is due; what cannot be entered now is due again.
func (s *Station) raise(stand []people.Condition) {
	if _, err := s.House.RaiseAlerts(stand); err != nil {
		s.Warn(s.Wording(err))
	}
}
