package table

import (
	"sabot/app/text"
	"sabot/pit/house"
	"sabot/pit/record"
)

// openService asks who worked on the table's equipment, and on what, and enters it with the code of
// who let them.
func (t *Table) openService() {
	tx, name := t.shell.Text, t.session.State.Name
	t.approvals().ask(tx.T("office_service"), tx.T("office_service_who"), nil, func(who string) {
		t.approvals().ask(tx.T("office_service"), tx.T("office_service_what"), nil, func(what string) {
			t.approvals().askCode("title_service", func(by house.Badge) error {
				return t.shell.House.Service(record.Serviced{Table: name, Who: who, What: what}, by)
			}, func(house.Badge) { t.Tell(tx.T("office_service_set", text.Args{"Table": name})) })
		})
	})
}
