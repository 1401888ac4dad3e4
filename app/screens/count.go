package screens

import (
	"strconv"

	"sabot/app/controls"
	"sabot/app/text"
	"sabot/games"
	"sabot/pit"
)

// count asks for chips by value. Stock is what there should be of each, nil where nobody
// knows; should is what it should be worth.
type count struct {
	title, lead string
	stock       pit.Float // what is entered to begin with, and stands beside
	prefill     bool
	ofTray      bool // the stock is what the tray holds, and not what is expected
	should      pit.Sum
	done        func(pit.Float)
	skip        func() // leaves the count out; nil where it cannot be
}

func (t *Table) count(c count) {
	tx, chips := t.shell.text, t.shell.house.State.Chips
	typed := make([]string, len(chips))
	if c.prefill {
		for i, value := range chips {
			if n := c.stock.Pieces(value); n > 0 {
				typed[i] = plainAmount(value * games.Amount(n))
			}
		}
	}
	var page *controls.Count
	skip, beside := "", tx.T("count_should")
	switch {
	case c.ofTray:
		beside = tx.T("count_tray")
	case c.stock == nil:
		beside = ""
	}
	if c.skip != nil {
		skip = tx.T("count_skip")
	}
	page = controls.NewCount(controls.Count{
		Skip: skip, OnSkip: c.skip,
		Title: c.title, Lead: c.lead, Chip: tx.T("count_chip"), Worth: tx.T("count_worth"), Piece: tx.T("count_pieces"), Should: beside,
		OK: tx.T("count_ok"), Close: t.shell.leave(), OnClose: t.shell.back,
		Show: func(typed []string) controls.Counted { return t.counted(c, typed) },
		OnDone: func(typed []string) {
			worth, ok := amounts(typed)
			float, wrong := pit.CountFloat(chips, worth)
			if !ok || len(wrong) > 0 {
				page.Wrong(tx.T("count_wrong"))
				return
			}
			c.done(float)
		},
	}, typed)
	t.shell.over(paged{page.Drawn, page.Rune, page.Key})
}

// amounts are the amounts that were typed; false where one is none.
func amounts(typed []string) ([]games.Amount, bool) {
	out, all := make([]games.Amount, len(typed)), true
	for i, s := range typed {
		if s == "" {
			continue
		}
		var ok bool
		if out[i], ok = text.ParseAmount(s); !ok {
			all = false
		}
	}
	return out, all
}

// plainAmount is an amount as it is typed.
func plainAmount(a games.Amount) string {
	if a%100 == 0 {
		return strconv.FormatInt(int64(a/100), 10)
	}
	return strconv.FormatInt(int64(a/100), 10) + "." + strconv.FormatInt(int64(100+a%100), 10)[1:]
}

// counted is how a count that is being typed is shown.
func (t *Table) counted(c count, typed []string) controls.Counted {
	tx, chips := t.shell.text, t.shell.house.State.Chips
	worth, ok := amounts(typed)
	float, wrong := pit.CountFloat(chips, worth)
	out := controls.Counted{Total: tx.T("count_total", text.Args{"Amount": tx.Money(float.Value())})}
	for i, value := range chips {
		line := controls.CountLine{Chip: tx.Amount(value), Typed: typed[i]}
		if n := float.Pieces(value); n > 0 {
			line.Pieces = "× " + strconv.FormatInt(n, 10)
		}
		for _, r := range wrong {
			if r.What == strconv.FormatInt(int64(value), 10) {
				line.Wrong = true
				out.Word = t.shell.viewer().Refused(r, nil)
			}
		}
		if c.stock != nil {
			line.Stock = tx.Amount(value * games.Amount(c.stock.Pieces(value)))
		}
		out.Lines = append(out.Lines, line)
	}
	if !ok {
		out.Word = tx.T("count_wrong")
	}
	if c.should.Known {
		out.Notes = []string{
			tx.T("count_should_be", text.Args{"Amount": tx.Money(c.should.Amount)}),
			tx.T("count_difference", text.Args{"Amount": tx.Signed(float.Value() - c.should.Amount)}),
		}
	}
	return out
}

// trayFloat is what the tray should hold, chip by chip; nil where nobody counted.
func (t *Table) trayFloat() pit.Float {
	stock := t.session.State.TrayStock()
	if stock == nil {
		return nil
	}
	float := pit.Float{}
	for _, value := range t.shell.house.State.Chips {
		if stock[value] > 0 {
			float = append(float, pit.Stack{Value: value, Pieces: int64(stock[value])})
		}
	}
	return float
}

// rolls is the float that an opening has to find; nil where nobody knows.
func (t *Table) rolls() *pit.Float {
	roll := t.session.State.Closer()
	set, _ := t.shell.house.State.TableNamed(t.session.State.Name)
	if roll == nil && t.session.State.Shift == 0 && set.Settings != nil && len(set.Settings.Float) > 0 {
		roll = &set.Settings.Float
	}
	return roll
}

// open has the float counted, asks the croupier and the inspector, and opens the table.
func (t *Table) open() {
	tx := t.shell.text
	c := count{title: tx.T("title_opening"), lead: tx.T("opening_lead"), done: func(f pit.Float) { t.openWith(&f) }, skip: func() { t.openWith(nil) }}
	if roll := t.rolls(); roll != nil {
		c.stock, c.prefill, c.should = *roll, true, pit.KnownSum(roll.Value())
	}
	t.count(c)
}

func (t *Table) openWith(f *pit.Float) {
	var name string
	leaves := f == nil && t.rolls() != nil
	title, right := besides(leaves, pit.AnswerFor)
	about, err := t.would(t.session.Opening(pit.Staff{Role: pit.Croupier}, anyManager, f))
	if err != nil {
		t.finished(err, nil)
		return
	}
	t.both(two{
		signers: []*signer{having("title_sign_croupier", pit.DealTable), having(title, right)}, about: about,
		do: func(b []pit.Badge) error {
			name = b[0].Name
			return t.session.Open(b[0], b[1], f)
		},
		then: func() { t.tell(t.shell.text.T("said_table_opened", text.Args{"Name": name})) },
	})
}

// anyManager stands for who may do all that takes a second person, until somebody has
// given a code.
var anyManager = pit.Staff{Number: "-", Role: pit.Manager}

// besides is who signs beside the croupier: who has a right, and where a count is left out
// that is owed only who may have it so.
func besides(leavesOut bool, right pit.Right) (title string, takes pit.Right) {
	if leavesOut {
		return "title_uncounted", pit.CloseUncounted
	}
	return "title_sign_inspector", right
}

// closeTable has the float counted, asks the two and closes the table.
func (t *Table) closeTable() {
	tx := t.shell.text
	on := pit.Staff{Number: t.session.State.Croupier, Role: pit.Croupier}
	if _, err := t.session.Would(t.session.Closing(on, anyManager, nil)); err != nil {
		t.finished(err, nil) // said before anybody counts
		return
	}
	with := func(f *pit.Float) {
		about, err := t.would(t.session.Closing(on, anyManager, f))
		if err != nil {
			t.finished(err, nil)
			return
		}
		title, right := besides(f == nil && t.session.State.Tray().Known, pit.CountFloatRight)
		t.both(two{
			signers: []*signer{t.croupier(), having(title, right)}, about: about,
			do:   func(b []pit.Badge) error { return t.session.Close(b[0], b[1], f) },
			then: func() { t.tell(tx.T("said_closed")); t.openSigning() },
		})
	}
	t.count(count{
		title: tx.T("title_closing"), lead: tx.T("closing_lead"), stock: t.trayFloat(), should: t.session.State.Tray(),
		done: func(f pit.Float) { with(&f) }, skip: func() { with(nil) },
	})
}
