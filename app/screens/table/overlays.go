package table

import (
	"fyne.io/fyne/v2"

	"sabot/app/controls"
	"sabot/app/screens/shell"
	"sabot/app/session"
	"sabot/app/session/papers"
	"sabot/app/text"
	"sabot/app/theme"
	"sabot/app/view"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/reports"
)

// openRelief hands the table to whoever signs on.
func (t menuPage) openRelief() {
	t.bets().endChoice()
	if !t.session.State.Open {
		t.say(&house.Refusal{Why: house.TableClosed})
		t.Update()
		return
	}
	t.told = ""
	t.approvals().askCode("title_relief", t.takeOver, func(who house.Badge) {
		if who.MayDeal() {
			t.shell.SpeakTo(who.Staff)
		}
		t.Tell(t.shell.Text.T("said_relieved", text.Args{"Name": who.Name}) + t.answersToo(who))
	})
}

func (t *Table) sheet(s controls.Sheet) *controls.Sheet {
	s.Close, s.OnClose = t.shell.LeaveWord(), t.shell.Back
	sheet := controls.NewSheet(s)
	t.shell.Over(shell.PageOf(sheet.Drawn, nil, sheet.Key))
	return sheet
}

// openHistory shows the shift's hands as dealt, the last three at once. Their result for the house is for those
// who may read reports.
func (t menuPage) openHistory() {
	if err := t.session.Whole(); err != nil {
		t.say(err)
		t.Update()
		return
	}
	t.hands().List()
}

// hands returns the pages of the shift's hands.
func (t menuPage) hands() shell.HandPages {
	return shell.HandPages{Shell: t.shell, State: t.session.State, Over: t.shell.Over, Result: t.openResult}
}

// openResult shows the result of the shift, to somebody who may read reports.
func (t menuPage) openResult() {
	tx := t.shell.Text
	t.showTo(house.ReadReports, "title_history_result", func(house.Badge) {
		result, err := t.session.Result()
		if err != nil {
			t.money().finished(err, nil)
			return
		}
		t.sheet(controls.Sheet{
			Title: tx.T("report_outcome"), Rows: t.shell.Viewer().Log().ResultRows(result),
			Columns: []controls.Column{{Width: 2}, {Width: 1, Align: 1}},
		})
	})
}

// openLimits shows the present limits and what each spot pays; Enter goes on to the rules in words. The house's
// edge is not among them: players look at this page too.
func (t menuPage) openLimits() {
	tx := t.shell.Text
	var rows [][]string
	for _, r := range t.shell.Viewer().Limits(t.session.State, nil) {
		rows = append(rows, []string{r.Spot, r.Min, r.Max, r.Pays})
	}
	sheet := controls.Sheet{
		Title: t.viewer().TitleOf(t.session.State, "title_limits") + " · " + tx.Currency, Rows: rows, Empty: tx.T("refused_table_closed"),
		Columns: []controls.Column{
			{Head: tx.T("limits_spot"), Width: 1.2},
			{Head: tx.T("limits_min"), Width: 1, Align: 1},
			{Head: tx.T("limits_max"), Width: 1.2, Align: 1},
			{Head: tx.T("limits_pays"), Width: 6.2},
		},
	}
	if len(rows) > 0 {
		sheet.OK, sheet.OnOK = tx.T("title_rules"), t.openRules
	}
	t.sheet(sheet)
}

// openRules shows the rules of the table in words.
func (t menuPage) openRules() {
	var rows [][]string
	for _, rule := range t.shell.Viewer().RulesInWords(t.session.State) {
		const size, width = 19, 860 // as the sheet has it on the smallest screen
		for i, line := range controls.Wrap(rule, size, width/theme.Letters()) {
			rows = append(rows, []string{map[bool]string{true: "·"}[i == 0], line})
		}
	}
	t.sheet(controls.Sheet{Title: t.viewer().TitleOf(t.session.State, "title_rules"), Columns: []controls.Column{{Width: 0.3}, {Width: 12}}, Rows: rows})
}

// openEdge shows the house's exact edge on each spot, to somebody who may read reports.
func (t menuPage) openEdge() {
	tx := t.shell.Text
	t.showTo(house.ReadReports, "title_inspector_only", func(house.Badge) {
		var sheet *controls.Sheet
		game := t.shell.Viewer().Game(t.session.State)
		rows := func(odds []games.SpotOdds) [][]string {
			var rows [][]string
			for _, r := range t.shell.Viewer().Limits(t.session.State, odds) {
				rows = append(rows, []string{r.Spot, r.Pays, r.Edge, r.Unrounded})
			}
			return rows
		}
		odds := session.Odds(game, func() {
			t.shell.Clock.Later(func() { // the odds have come: they are there at once now
				sheet.Rows = rows(session.Odds(game, func() {}))
				sheet.Refresh()
			})
		})
		sheet = t.sheet(controls.Sheet{
			Title: tx.T("title_edge"), Rows: rows(odds), Empty: tx.T("refused_table_closed"),
			Columns: []controls.Column{
				{Head: tx.T("limits_spot"), Width: 1.1},
				{Head: tx.T("limits_pays"), Width: 3.2},
				{Head: tx.T("limits_edge"), Width: 2.5, Align: 1},
				{Head: tx.T("limits_unrounded"), Width: 1.8, Align: 1},
			},
		})
	})
}

// showTo shows something to whoever gives a code that has the right to see it.
func (t *Table) showTo(right house.Right, title string, show func(who house.Badge)) {
	t.shell.Over(t.shell.CodePage(t.approvals().codePad(title, func(who house.Badge) error {
		return t.shell.House.SignOnAt(who, t.session.State.Name, right)
	}, func(who house.Badge) {
		t.shell.Back()
		show(who)
	})))
}

// openMarks shows all that waits at the table.
func (t menuPage) openMarks() {
	var rows [][]string
	for _, mark := range t.viewer().Marks(t.session.State, t.session.Now()) {
		if mark == t.viewer().PitMark() { // what to do about it is a sentence
			mark = t.viewer().Pit()
		}
		rows = append(rows, []string{mark})
	}
	t.sheet(controls.Sheet{Title: t.shell.Text.T("title_marks"), Columns: []controls.Column{{Width: 1}}, Rows: rows})
}

// openMenu shows what is done with the table as a whole.
func (t menuPage) openMenu() {
	t.bets().endChoice()
	tx, state := t.shell.Text, t.session.State
	between := state.Open && state.Current.Empty()
	t.menu(tx.T("title_menu")+" "+state.Name, []controls.Choice{
		{Label: tx.T("menu_shoe"), Help: tx.T("about_menu_shoe"), Off: !between, Do: t.shoes().openShoe},
		{Label: tx.T("menu_relief"), Help: tx.T("about_menu_relief"), Off: !state.Open, Do: t.openRelief},
		{Label: tx.T("menu_history"), Help: tx.T("about_menu_history"), Do: t.openHistory},
		{Label: tx.T("menu_limits"), Help: tx.T("about_menu_limits"), Off: t.shell.Viewer().Game(state) == nil, Do: t.openLimits},
		{Label: tx.T("title_cash"), Help: tx.T("about_title_cash"), Off: state.Shift == 0, Do: t.money().openCash},
		{Label: tx.T("menu_report"), Help: tx.T("about_menu_report"), Off: state.Shift == 0, Do: t.writeReport},
		{Label: tx.T("title_signing"), Help: tx.T("about_title_signing"), Off: state.Open || state.Shift == 0, Do: t.openSigning},
		{Label: tx.T("menu_more"), Help: tx.T("about_menu_more"), Do: t.openMore},
		{Label: tx.T("menu_felt"), Help: tx.T("about_menu_felt"), Do: t.approvals().closing(t.changeFelt)},
		{Label: tx.T("menu_language"), Help: tx.T("about_menu_language"), Do: t.openLanguages},
		{Label: tx.T("menu_close"), Help: tx.T("about_menu_close"), Off: !between, Do: t.counts().closeTable},
		{Label: tx.T("menu_quit"), Help: tx.T("about_menu_quit"), Do: t.Quit},
	})
}

// The colour of the felt is this machine's: it is the cloth of the table it stands at.
const feltKey = "felt of "

// keptFelt returns the colour that was chosen for the table on this machine.
func (t *Table) keptFelt() int {
	n := fyne.CurrentApp().Preferences().Int(t.shell.Kept(feltKey + t.session.State.Name))
	return max(0, n) % len(theme.Felts())
}

// changeFelt shows the next colour, and keeps it.
func (t *Table) changeFelt() {
	t.cloth = (t.cloth + 1) % len(theme.Felts())
	fyne.CurrentApp().Preferences().SetInt(t.shell.Kept(feltKey+t.session.State.Name), t.cloth)
	t.Update()
}

// openMore shows what is done with the shoe, with the table, and in the house, under three headings. A line's letter
// is that of its place in the list.
func (t menuPage) openMore() {
	tx, state := t.shell.Text, t.session.State
	_, baccarat := state.Game.(games.TwoSided)
	cutBy := func(by record.Source) func() {
		return t.approvals().closing(func() { t.shoes().cutCard(record.Reading{Source: by}) })
	}
	ofShoe, ofTable, ofHouse := tx.T("menu_group_shoe"), tx.T("menu_group_table"), tx.T("menu_group_house")
	t.menu(tx.T("menu_more"), []controls.Choice{
		{Group: ofShoe, Label: tx.T("menu_cut_card"), Help: tx.T("about_menu_cut_card"), Off: !state.Open, Do: cutBy(record.ByKey), Tap: cutBy(record.ByTouch)},
		{Group: ofTable, Label: tx.T("title_irregularity"), Help: tx.T("about_title_irregularity"), Off: !state.Open, Do: t.misdeals().openIrregularity},
		{Group: ofTable, Label: tx.T("title_incidents"), Help: tx.T("about_title_incidents"), Off: state.Shift == 0, Do: t.misdeals().openIncidents},
		{Group: ofShoe, Label: tx.T("menu_roads"), Help: tx.T("about_menu_roads"), Off: !baccarat, Do: t.openRoads},
		{Group: ofTable, Label: tx.T("menu_players"), Help: tx.T("about_menu_players"), Do: t.approvals().closing(t.togglePlayers)},
		{Group: ofTable, Label: tx.T("title_commission"), Help: tx.T("about_title_commission"), Off: !state.Open || !t.shell.Viewer().OwesCommission(state), Do: t.shoes().openCommission},
		{Group: ofHouse, Label: tx.T("menu_unlock"), Help: tx.T("about_menu_unlock"), Off: len(t.shell.House.State.People().LockedNumbers(t.session.Now())) == 0, Do: t.openUnlock},
		{Group: ofShoe, Label: tx.T("title_composition"), Help: tx.T("about_title_composition"), Off: !state.Open || state.Shoe == 0, Do: t.openComposition},
		{Group: ofHouse, Label: tx.T("menu_pin"), Help: tx.T("about_menu_pin"), Do: t.changePIN},
		{Group: ofHouse, Label: tx.T("office_title"), Help: tx.T("about_office_title"), Do: t.ways.Office},
		{Group: ofTable, Label: tx.T("title_holders"), Help: tx.T("about_title_holders"), Off: !state.Open || !t.money().severalSeats(), Do: t.money().openHolders},
		{Group: ofTable, Label: tx.T("menu_edge"), Help: tx.T("about_menu_edge"), Off: t.shell.Viewer().Game(state) == nil, Do: t.openEdge},
		{Group: ofTable, Label: tx.T("menu_new_limits"), Help: tx.T("about_menu_new_limits"), Off: !state.Open || state.Game == nil, Do: t.openNewLimits},
		{Group: ofHouse, Label: tx.T("office_service"), Help: tx.T("about_menu_service"), Do: t.openService},
		{Group: ofHouse, Label: tx.T("floor_title"), Help: tx.T("about_floor_title"), Do: t.ways.Floor},
		{Group: ofShoe, Label: tx.T("title_reader"), Help: tx.T("about_title_reader"), Do: t.shoes().openReader},
	})
}

// changePIN asks somebody for a new PIN.
func (t menuPage) changePIN() {
	t.shell.AskNewPIN(t.session.State.Name, "", func() {
		t.shell.CloseOverlay()
		t.Tell(t.shell.Text.T("pin_changed"))
	})
}

// openUnlock asks a manager to unlock the codes that wrong PINs have locked.
func (t menuPage) openUnlock() {
	t.approvals().askCode("title_manager", t.shell.House.Unlock, func(house.Badge) { t.Tell(t.shell.Text.T("said_unlocked")) })
}

// openComposition shows what is left in the shoe, to an inspector only.
func (t menuPage) openComposition() {
	tx := t.shell.Text
	t.showTo(house.SeeShoe, "title_inspector_only", func(house.Badge) {
		state := t.session.State
		t.sheet(controls.Sheet{
			Title: tx.T("title_composition"), Rows: t.shell.Viewer().Composition(state),
			Foot: tx.T("composition_foot", text.Args{"Out": state.Deal().CardsOut(), "Left": state.Deal().CardsLeft()}),
			Columns: []controls.Column{
				{Head: tx.T("composition_rank"), Width: 1}, {Head: tx.T("composition_out"), Width: 1, Align: 1}, {Head: tx.T("composition_left"), Width: 1, Align: 1},
			},
		})
	})
}

func (t *Table) menu(title string, choices []controls.Choice) { t.menuWith(title, "", choices) }

// menuWith shows choices. Each has the letter of its place in the whole list, or a key of its own. That is the key
// of the same thing at the table, or a bettor's number. What is off keeps its.
func (t *Table) menuWith(title, lead string, choices []controls.Choice) {
	m := controls.NewMenu(controls.Menu{
		Title: title, Lead: lead, Choices: choices, Close: t.shell.LeaveWord(), OnClose: t.shell.Back,
	})
	t.shell.Over(shell.PageOf(m.Drawn, m.Rune, m.Key))
}

// openLanguages shows what is chosen of this window: its language, its look and its letters.
func (t menuPage) openLanguages() {
	t.menu(t.shell.Text.T("menu_language"), t.shell.OwnChoices(func() {
		t.notice = view.Notice{}
		t.shell.CloseOverlay()
		t.Update()
	}))
}

// writeReport writes the report of the shift that is open, or was last, as a PDF
// into the data directory, for somebody who may see it.
func (t menuPage) writeReport() {
	var file string
	t.approvals().askCode("title_report", func(who house.Badge) error {
		err := t.shell.House.SignOnAt(who, t.session.State.Name, house.ReadReports)
		if err == nil {
			file, err = t.reportFile(who.Number)
		}
		return err
	}, func(house.Badge) { t.Tell(t.shell.Text.T("said_report", text.Args{"File": file})) })
}

func (t menuPage) reportFile(by string) (string, error) {
	file, _, err := papers.Of(t.shell.House).Print(papers.Wanted{Kind: reports.ShiftReport, Table: t.session.State.Name, Shift: t.session.State.Shift, By: by})
	return file, err
}

var (
	_ shell.Page      = (*Table)(nil)
	_ session.Command = pit.OfDeal(hand.Deal.PayAll)
	_ fyne.Layout     = tableLayout{}
)
