package pit

import (
	"sabot/pit/shifts"
)

// HeadClosed returns what the headlines say of who was there in the shift that has just closed.
func (t *Table) HeadClosed() shifts.Head {
	head := shifts.Head{Number: t.Shift, Opened: t.Opened, Closed: t.ShutAt}
	for _, r := range t.Reliefs {
		head.Dealt = shifts.With(head.Dealt, r.Croupier)
	}
	for _, r := range t.Answers {
		head.Answered = shifts.With(head.Answered, r.Croupier)
	}
	head.Answered = shifts.With(head.Answered, t.ShutBy)
	return head
}
