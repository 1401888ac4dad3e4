package reports

import (
	"cmp"
	"strings"
	"time"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/record"
	"sabot/pit/tray"
	"sabot/reports/forms"
	"sabot/reports/paper"
)

// A Slip is a fill or a credit on paper.
type Slip struct {
	House, Currency, Table, Day          string
	Shift                                int
	Name                                 string
	Kind                                 record.SlipKind
	State                                tray.SlipState
	Chips                                []record.Stack
	Worth                                games.Amount
	Asked, Done                          time.Time // UTC
	AskedBy, Agreed, Croupier, Inspector string
	Cashier, Runner, Reason              string
	First                                []games.Amount `json:",omitempty"` // see tray.Slip
	Restores                             int            `json:",omitempty"` // see record.SlipID
	Custody                              *CustodyLine   `json:",omitempty"` // of keys, a badge or counted tips instead
}

// slipOf returns a slip of a table's shift; false where it has none of that name.
func slipOf(t *pit.Table, h forms.Roll, name string) (Slip, bool) {
	for _, s := range t.Slips() {
		if s.String() != name {
			continue
		}
		return Slip{
			House: h.People().CalledAt(t.ShutAt), Currency: cmp.Or(t.Currency, h.Currency), Table: t.Name, Day: t.Day, Shift: t.Shift, Name: name, Kind: s.Kind, State: s.State,
			Chips: s.Float, Worth: s.Float.Value(), Asked: s.Asked, Done: s.Done, AskedBy: h.Who(s.AskedBy, s.Asked), Agreed: h.Who(s.Agreed, s.Asked),
			Croupier: h.Who(s.Croupier, s.Done), Inspector: h.Who(s.Inspector, s.Done), Cashier: s.Cashier, Runner: s.Runner, Reason: s.Reason,
			Restores: s.Restores, First: s.First,
		}, true
	}
	return custodyOf(t, h, name)
}

// slipNames returns the names of all slips and papers of a shift.
func slipNames(t *pit.Table) (names []string) {
	for _, s := range t.Slips() {
		names = append(names, s.String())
	}
	for _, c := range t.Custodies() {
		names = append(names, c.Name)
	}
	return names
}

func (s *Slip) report(e Evidence, w pen) paper.Report {
	if s.Custody != nil {
		return s.custody(w)
	}
	name := w.slip(s.Table, s.Name)
	if w.Form < forms.Seven {
		name = s.Table + " " + s.Name
	}
	r := paper.Report{
		House: s.House, Title: w.T("slip_"+string(s.Kind)) + " " + name,
		Signers: []string{w.T("report_sign_croupier"), w.T("report_sign_supervisor")},
		Head: []paper.Pair{
			{Label: w.T("report_table"), Value: s.Table},
			{Label: w.T("report_day"), Value: paper.Date(s.Day)},
			{Label: w.T("slip_asked"), Value: w.Clock(s.Asked)},
			{Label: w.T("slip_done"), Value: w.Clock(s.Done)},
			{Label: w.T("slip_asked_by"), Value: s.AskedBy},
			{Label: w.T("report_approved"), Value: s.Agreed},
			{Label: w.T("report_state"), Value: w.T("slip_" + string(s.State))},
			{Label: w.T("report_money_in"), Value: s.Currency},
		},
	}
	switch s.State {
	case tray.Requested:
		r.Banner, r.Signers = w.T("slip_open_banner"), nil
	case tray.Voided:
		r.Banner = w.T("slip_void_banner", map[string]any{"Reason": s.Reason})
		r.Head = append(r.Head, paper.Pair{Label: w.T("report_croupier"), Value: s.Croupier}, paper.Pair{Label: w.T("report_inspector"), Value: s.Inspector})
	case tray.Verified:
		r.Head = append(r.Head, paper.Pair{Label: w.T("slip_cashier"), Value: s.Cashier}, paper.Pair{Label: w.T("slip_runner"), Value: s.Runner}, paper.Pair{Label: w.T("report_croupier"), Value: s.Croupier}, paper.Pair{Label: w.T("report_inspector"), Value: s.Inspector})
		for _, a := range s.First {
			r.Head = append(r.Head, paper.Pair{Label: w.T("slip_first"), Value: paper.Amount(w, a).Text})
		}
		// who gave and who brought the chips have no codes: they sign with a pen
		for _, p := range []struct{ key, name string }{{"slip_cashier", s.Cashier}, {"slip_runner", s.Runner}} {
			r.ByHand = append(r.ByHand, strings.TrimSuffix(w.T(p.key)+w.Colon+p.name, w.Colon))
		}
	}
	var rows [][]paper.Cell
	var values []games.Amount
	for _, c := range s.Chips {
		values = append(values, c.Value)
	}
	for i, c := range s.Chips {
		rows = append(rows, []paper.Cell{w.Chips(values)[i], w.Count(int(c.Pieces)), paper.Amount(w, c.Value*games.Amount(c.Pieces))})
	}
	rows = append(rows, []paper.Cell{paper.Text(w.T("report_total")), paper.Text(""), paper.Amount(w, s.Worth)})
	r.Sections = []paper.Section{{
		Heading: w.Money("report_chips"), Name: w.T("report_chips"), Rows: rows, Total: true,
		Columns: []paper.Column{paper.Right(w.T("report_chip")), paper.Right(w.T("report_pieces")), paper.Right(w.T("report_amount"))},
	}}
	if s.Restores > 0 {
		r.Sections[0].Lines = []string{w.T("slip_restored", map[string]any{"N": s.Restores})}
	}
	return r
}

// slip returns the name of a slip with its table; before form 7 it has no table.
func (w pen) slip(table, name string) string {
	if w.Form < forms.Seven {
		return strings.ReplaceAll(name, " ", paper.Tight)
	}
	return table + "-" + strings.ReplaceAll(name, " ", "-")
}
