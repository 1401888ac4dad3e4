package reports

import (
	"cmp"
	"strings"
	"time"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/record"
	"sabot/pit/tray"
)

// Slip is a fill or a credit on paper.
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
func slipOf(t *pit.Table, h roll, name string) (Slip, bool) {
	for _, s := range t.Slips() {
		if s.String() != name {
			continue
		}
		return Slip{
			House: h.People().CalledAt(t.ShutAt), Currency: cmp.Or(t.Currency, h.Currency), Table: t.Name, Day: t.Day, Shift: t.Shift, Name: name, Kind: s.Kind, State: s.State,
			Chips: s.Float, Worth: s.Float.Value(), Asked: s.Asked, Done: s.Done, AskedBy: h.who(s.AskedBy, s.Asked), Agreed: h.who(s.Agreed, s.Asked),
			Croupier: h.who(s.Croupier, s.Done), Inspector: h.who(s.Inspector, s.Done), Cashier: s.Cashier, Runner: s.Runner, Reason: s.Reason,
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

func (s *Slip) report(e Evidence, w pen) Report {
	if s.Custody != nil {
		return s.custody(w)
	}
	name := w.slip(s.Table, s.Name)
	if w.form < form7 {
		name = s.Table + " " + s.Name
	}
	r := Report{
		House: s.House, Title: w.T("slip_"+string(s.Kind)) + " " + name,
		Signers: []string{w.T("report_sign_croupier"), w.T("report_sign_supervisor")},
		Head: []Pair{
			{w.T("report_table"), s.Table},
			{w.T("report_day"), Date(s.Day)},
			{w.T("slip_asked"), w.clock(s.Asked)},
			{w.T("slip_done"), w.clock(s.Done)},
			{w.T("slip_asked_by"), s.AskedBy},
			{w.T("report_approved"), s.Agreed},
			{w.T("report_state"), w.T("slip_" + string(s.State))},
			{w.T("report_money_in"), s.Currency},
		},
	}
	switch s.State {
	case tray.Requested:
		r.Banner, r.Signers = w.T("slip_open_banner"), nil
	case tray.Voided:
		r.Banner = w.T("slip_void_banner", map[string]any{"Reason": s.Reason})
		r.Head = append(r.Head, Pair{w.T("report_croupier"), s.Croupier}, Pair{w.T("report_inspector"), s.Inspector})
	case tray.Verified:
		r.Head = append(r.Head, Pair{w.T("slip_cashier"), s.Cashier}, Pair{w.T("slip_runner"), s.Runner}, Pair{w.T("report_croupier"), s.Croupier}, Pair{w.T("report_inspector"), s.Inspector})
		for _, a := range s.First {
			r.Head = append(r.Head, Pair{w.T("slip_first"), amount(w, a).Text})
		}
		// who gave and who brought the chips have no codes: they sign with a pen
		for _, p := range []struct{ key, name string }{{"slip_cashier", s.Cashier}, {"slip_runner", s.Runner}} {
			r.ByHand = append(r.ByHand, strings.TrimSuffix(w.T(p.key)+w.colon+p.name, w.colon))
		}
	}
	var rows [][]Cell
	var values []games.Amount
	for _, c := range s.Chips {
		values = append(values, c.Value)
	}
	for i, c := range s.Chips {
		rows = append(rows, []Cell{chips(w, values)[i], count(w, int(c.Pieces)), amount(w, c.Value*games.Amount(c.Pieces))})
	}
	rows = append(rows, []Cell{text(w.T("report_total")), text(""), amount(w, s.Worth)})
	r.Sections = []Section{{
		Heading: w.money("report_chips"), Name: w.T("report_chips"), Rows: rows, Total: true,
		Columns: []Column{{w.T("report_chip"), "R"}, {w.T("report_pieces"), "R"}, {w.T("report_amount"), "R"}},
	}}
	if s.Restores > 0 {
		r.Sections[0].Lines = []string{w.T("slip_restored", map[string]any{"N": s.Restores})}
	}
	return r
}

// slip returns the name of a slip with its table; before form 7 it has no table.
func (w pen) slip(table, name string) string {
	if w.form < form7 {
		return strings.ReplaceAll(name, " ", tight)
	}
	return table + "-" + strings.ReplaceAll(name, " ", "-")
}
