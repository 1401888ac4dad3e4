package table

import (
	"sabot/app/text"
	"sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/tray"
)

// openRecount starts a new count of a closed table's float, shows what that changes, asks why, and then for the
// two people.
func (t countPage) openRecount() {
	tx := t.shell.Text
	t.count(count{title: tx.T("title_recount"), lead: tx.T("recount_lead"), done: func(f record.Float) {
		command := func(reason string) byTwo {
			return func(s *pit.Table, approver, by house.Staff) ([]record.Fact, error) {
				return s.Desk().RecountClosing(f, reason, by, approver)
			}
		}
		facts, err := t.session.Would(func(s *pit.Table) ([]record.Fact, error) {
			return command("-")(s, anyManager, house.Staff{Number: s.Croupier, Role: record.Croupier})
		})
		if err != nil {
			t.money().finished(err, nil)
			return
		}
		was := *t.session.State.Closer()
		t.compare(agreed{
			title: tx.T("title_recount"), float: f, stock: was, should: tray.KnownSum(was.Value()), incident: opensIncident(facts),
			word:  t.viewer().RecountChanges(f.Value() - was.Value()),
			notes: []string{tx.T("report_recounted_as", text.Args{"Was": tx.Money(was.Value()), "Amount": tx.Money(f.Value())})},
			then: func() {
				t.approvals().ask(tx.T("title_recount"), tx.T("drop_reason_lead"), []string{"drop_reason_typed", "recount_reason_chips", "recount_reason_found"}, func(reason string) {
					t.money().byPair(house.CountFloatRight, command(reason), "said_recounted", recounting)
				})
			},
		})
	}})
}
