package table

import (
	"slices"
	"strings"

	"sabot/app/controls"
	"sabot/app/screens/shell"
	"sabot/app/text"
	"sabot/app/view"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/tray"
)

// A count asks for the chips of the house by value. What there should be is not shown: a
// count is blind.
type count struct {
	flow        controls.Flow // which way its chips go
	title, lead string
	sparse      bool                      // few of the chips are meant
	books       func(games.Amount) bool   // nothing asks behind a count of that much; nil where something always does
	exactly     tray.Sum                  // what it must come to, where that is no secret
	refuses     func(record.Float) string // why it is not accepted, "" where it is; nil where any is
	done        func(record.Float)
	skip        func() // leaves the count out; nil where it cannot be
}

func (t countPage) count(c count) {
	page, again := t.shell.CountAgain(shell.Count{
		Flow: c.flow, Title: c.title, Lead: c.lead, Of: t.shell.Text.T("count_chip"), Values: t.chips(),
		Sparse: c.sparse, Books: c.books, Exactly: c.exactly, Refuses: c.refuses, Done: c.done, Skip: c.skip,
	})
	t.again = again
	t.shell.Over(page)
}

// An agreed is a count on which both have agreed, beside what there should be. Where both are
// the same it goes on at once; else the difference is said first, and asked about.
type agreed struct {
	title    string
	float    record.Float
	stock    record.Float // chip by chip what there should be; nil where nobody knows
	estimate bool         // of the stock only the worth is known
	should   tray.Sum
	blind    bool   // nobody has counted again: only that it differs is said, and by how much in all
	incident bool   // the difference opens one
	then     func() // goes on with the difference; nil where it cannot
	void     func() // ends it otherwise; nil where it cannot
	// Word and notes say the difference from a count that was signed, in place of that from what there should be; no notes of
	// another count.
	word  view.ApprovalLine
	notes []string
}

func (t countPage) compare(a agreed) {
	tx := t.shell.Text
	if !a.should.Known || a.float.Value() == a.should.Amount && (a.estimate || slices.Equal(a.float, a.stock)) {
		a.then()
		return
	}
	page := controls.Compare{
		Title: a.title, Word: t.shell.Viewer().CountDifference(a.float.Value()-a.should.Amount, !a.estimate), Close: t.shell.LeaveWord(), OnClose: t.shell.Back,
		Notes: []string{tx.T("count_both", text.Args{"Counted": tx.Money(a.float.Value()), "Should": tx.Money(a.should.Amount)})},
	}
	if a.blind {
		page.Notes = []string{tx.T("approve_counted", text.Args{"Amount": tx.Money(a.float.Value())})}
	} else {
		page.Columns = []controls.Column{
			{Head: tx.T("count_chip"), Width: 1, Align: 1},
			{Head: tx.T("count_counted"), Width: 1.4, Align: 1},
			{Head: tx.T("count_should"), Width: 1.4, Align: 1},
			{Head: tx.T("count_by"), Width: 1.4, Align: 1},
		}
	}
	if len(a.notes) > 0 {
		page.Word, page.Notes, page.Columns[2].Head = a.word, a.notes, tx.T("recount_was")
	}
	switch {
	case a.incident:
		page.Notes = append(page.Notes, tx.T("approve_incident"))
	case a.estimate:
		page.Notes = append(page.Notes, tx.T("count_estimate"))
	}
	rows := view.CountRows(t.chips(), a.float, a.stock, a.should.Amount)
	var column []games.Amount
	for _, r := range rows {
		column = append(column, r.Is, r.Want)
	}
	alike := tx.Alike(column...)
	for _, r := range rows {
		if a.blind {
			break
		}
		chip := tx.T("count_rest")
		if r.Chip > 0 {
			chip = tx.Amount(r.Chip)
		}
		page.Rows = append(page.Rows, controls.CompareRow{
			Cells: []string{chip, alike.Amount(r.Is), alike.Amount(r.Want), alike.Signed(r.Is - r.Want)}, Off: r.Is != r.Want,
		})
	}
	again := controls.CompareAct{Label: tx.T("count_again"), Key: "R", Do: func() {
		t.shell.Back()
		t.again()
	}}
	if a.then != nil {
		page.Acts = append(page.Acts, controls.CompareAct{Label: tx.T("count_sign_so"), Do: a.then})
	}
	page.Acts = append(page.Acts, again)
	if a.void != nil {
		page.Acts = append(page.Acts, controls.CompareAct{Label: tx.T("count_void"), Key: "V", Do: a.void})
	}
	shown := controls.NewCompare(page)
	t.shell.Over(shell.PageOf(shown.Drawn, shown.Rune, shown.Key))
}

// opensIncident reports whether one of facts is the incident of a difference.
func opensIncident(facts []record.Fact) bool {
	return slices.ContainsFunc(facts, func(f record.Fact) bool { _, opens := f.(record.IncidentOpened); return opens })
}

// trayFloat returns what the tray should have, chip by chip; nil where nobody counted.
func (t countPage) trayFloat() record.Float {
	stock := t.session.State.Desk().Stock()
	if stock == nil {
		return nil
	}
	float := record.Float{}
	for _, value := range t.chips() {
		if stock[value] > 0 {
			float = append(float, record.Stack{Value: value, Pieces: int64(stock[value])})
		}
	}
	return float
}

// rolls returns the float that an opening should find; nil where it is unknown.
func (t countPage) rolls() *record.Float {
	roll := t.session.State.Closer()
	set, _ := t.shell.House.State.TableNamed(t.session.State.Name)
	if roll == nil && t.session.State.Shift == 0 && set.Settings != nil && len(set.Settings.Float) > 0 {
		roll = &set.Settings.Float
	}
	return roll
}

// open starts the count of the float, asks the croupier and the inspector, and opens the table.
func (t countPage) open() {
	tx := t.shell.Text
	var first []games.Amount
	t.count(count{flow: controls.FlowCount, title: tx.T("title_opening"), lead: tx.T("opening_lead"), done: func(f record.Float) {
		t.openWith(&f, first)
		first = append(first, f.Value())
	}, skip: func() { t.openWith(nil, nil) }})
}

// openWith opens the table with the float as it was counted; nil where nobody did. Without
// one before it a count is blind: what there should be is not said.
func (t countPage) openWith(f *record.Float, first []games.Amount) {
	facts, err := t.session.Would(t.session.Opening(house.Staff{Role: record.Croupier}, anyManager, f, first...))
	if err != nil {
		t.money().finished(err, nil)
		return
	}
	title, right := besides(f == nil && t.session.State.Closer() != nil, house.AnswerFor)
	sign := func() {
		t.told = ""
		var croupier house.Staff
		t.approvals().both(two{
			title:   title.both,
			signers: []*signer{t.approvals().dealing("title_sign_croupier"), having(title.second, right)},
			about:   t.shell.Viewer().Approval(t.session.State, facts),
			do: func(b []house.Badge) error {
				croupier = b[0].Staff
				return t.session.Open(b[0], b[1], f, first...)
			},
			then: func() {
				t.shell.SpeakTo(croupier)
				t.Tell(t.shell.Text.T("said_table_opened", text.Args{"Name": croupier.Name}))
			},
		})
	}
	roll := t.rolls()
	if f == nil || roll == nil {
		sign()
		return
	}
	t.compare(agreed{
		title: t.shell.Text.T("title_opening"), float: *f, stock: *roll, blind: len(first) == 0, should: tray.KnownSum(roll.Value()), incident: opensIncident(facts), then: sign,
	})
}

// anyManager stands for who may do all that takes a second person, until somebody has
// given a code.
var anyManager = house.Staff{Number: "-", Role: record.Manager}

// besides returns who signs beside the croupier: who has a right. Where an owed count is left out, it is only
// who may permit that.
func besides(leavesOut bool, right house.Right) (title besidesTitle, takes house.Right) {
	if leavesOut {
		return besidesTitle{"title_both_uncounted", "title_uncounted"}, house.CloseUncounted
	}
	return besidesTitle{"title_both", "title_sign_inspector"}, right
}

// A besidesTitle is a pair of titles: the one that asks a croupier and a second signer for their codes, and the
// one for the second alone; keys.
type besidesTitle struct{ both, second string }

// cannotClose shows over the menu why the table cannot be closed. Where commission is owed a key leads to where
// it is collected.
func (t countPage) cannotClose(err error) {
	t.say(err)
	why := t.notice.Text
	t.notice = view.Notice{}
	if !house.RefusedFor(err, house.CommissionOwed) {
		t.shell.Warn(why)
		return
	}
	t.menuWith(tx(t.Table, "menu_close"), why+"\n"+t.shoes().owed(), []controls.Choice{{Label: tx(t.Table, "title_commission"), Key: "F7", Do: func() {
		t.shell.Back()
		t.shoes().openCommission()
	}}})
}

// closeTable closes the table where it can be: what is still owed is said first.
func (t countPage) closeTable() {
	on := house.Staff{Number: t.session.State.Croupier, Role: record.Croupier}
	err := t.session.CroupierStill()
	if err == nil {
		_, err = t.session.Would(t.session.Closing(on, anyManager, nil))
	}
	if err != nil {
		t.cannotClose(err) // said before anybody counts
		return
	}
	due, out := t.session.State.PayoutsDue(), t.session.State.KeysOut()
	if len(due) > 0 || len(out) > 0 {
		t.closeWithDue(due, out)
		return
	}
	t.countToClose()
}

// closeWithDue shows before any count which payout corrections are due and which keys and badges are out, and
// leads to where they are.
func (t countPage) closeWithDue(due []tray.Payout, out []record.HeldKeys) {
	var lines []string
	var choices []controls.Choice
	for _, p := range due {
		lines = append(lines, t.shell.Text.Label(t.shell.Viewer().WrongPayout(p.WrongPayout), t.shell.Viewer().PayoutLeft(p)))
	}
	all := controls.Choice{Label: tx(t.Table, "close_all_the_same"), Do: t.approvals().closing(t.countToClose)}
	if len(due) > 0 {
		choices = append(choices, controls.Choice{Label: tx(t.Table, "payouts_due"), Do: t.approvals().closing(t.openPayoutsDue)})
		all.About = tx(t.Table, "close_all_the_same_about")
	}
	if len(out) > 0 {
		lines = append(lines, t.shell.Viewer().KeysOut(out))
		choices = append(choices, controls.Choice{Label: tx(t.Table, "cash_keys"), Do: t.approvals().closing(t.money().openKeys)})
	}
	t.menuWith(tx(t.Table, "menu_close"), strings.Join(lines, "\n"), append(choices, all))
}

// countToClose starts the count of the float, asks the two and closes the table.
func (t countPage) countToClose() {
	tx := t.shell.Text
	on := house.Staff{Number: t.session.State.Croupier, Role: record.Croupier}
	var before []games.Amount
	with := func(f *record.Float) {
		first := before
		facts, err := t.session.Would(t.session.Closing(on, anyManager, f, first...))
		if err != nil {
			t.money().finished(err, nil)
			return
		}
		title, right := besides(f == nil && t.session.State.Desk().Worth().Known, house.CountFloatRight)
		sign := func() {
			t.approvals().both(two{
				title: title.both, signers: []*signer{t.approvals().croupier(), having(title.second, right)}, about: t.shell.Viewer().Approval(t.session.State, facts),
				do:   func(b []house.Badge) error { return t.session.Close(b[0], b[1], f, first...) },
				then: func() { t.Tell(tx.T("said_closed")); t.pages().openSigning() },
			})
		}
		if f == nil {
			sign()
			return
		}
		before = append(before, f.Value())
		t.compare(agreed{
			title: tx.T("title_closing"), float: *f, stock: t.trayFloat(), estimate: true, blind: len(first) == 0, should: t.session.State.Desk().Worth(), incident: opensIncident(facts), then: sign,
		})
	}
	t.count(count{
		flow: controls.FlowCount, title: tx.T("title_closing"), lead: tx.T("closing_lead"), done: func(f record.Float) { with(&f) }, skip: func() { with(nil) },
	})
}

// openRecount starts a new count of a closed table's float, shows what that changes, asks why, and then for the
// two people.
func (t countPage) openRecount() {
	tx := t.shell.Text
	t.count(count{flow: controls.FlowCount, title: tx.T("title_recount"), lead: tx.T("recount_lead"), done: func(f record.Float) {
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
