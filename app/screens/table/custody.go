package table

import (
	"sabot/app/controls"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/people"
	"sabot/pit/record"
)

// openKeys hands keys and badges over, and takes them back.
func (t *Table) openKeys() {
	tx := t.shell.Text
	state := t.session.State
	var out []string
	for _, k := range state.KeysOut() {
		out = append(out, k.Item)
	}
	t.menuWith(tx.T("cash_keys"), tx.T("keys_lead"), []controls.Choice{
		{Label: tx.T("keys_over"), Help: tx.T("about_keys_over"), Off: !state.Open, Do: func() { t.handKeys("keys_over", false, nil) }},
		{Label: tx.T("keys_back"), Help: tx.T("about_keys_back"), Do: func() { t.handKeys("keys_back", true, out) }},
	})
}

// handKeys asks which keys or badge, then for the two people.
func (t *Table) handKeys(title string, back bool, known []string) {
	tx := t.shell.Text
	t.prompt(controls.Prompt{Title: tx.T(title), Lead: tx.T("keys_item_lead"), Suggestions: known[max(0, len(known)-4):]}, func(item string) (refused string) {
		if refused := t.shell.NoWords(item, "name_code"); refused != "" {
			return refused
		}
		t.byPair(people.KeepKeys, func(s *pit.Table, by, with people.Staff) ([]record.Fact, error) {
			return s.HandKeys(item, back, by, with)
		}, "said_custody")
		return ""
	})
}

// openTronc has the box for tips emptied and counted.
func (t *Table) openTronc() {
	tx := t.shell.Text
	t.askAmount(tx.T("cash_tronc"), tx.T("tronc_lead"), true, func(cash games.Amount) {
		t.byPair(people.CountTronc, func(s *pit.Table, by, with people.Staff) ([]record.Fact, error) { return s.EmptyTronc(cash, by, with) }, "said_custody")
	})
}

// byPair carries out what somebody with a right and any other person sign; said is the key of what is said then.
func (t *Table) byPair(right people.Right, command byTwo, said string) {
	about, err := t.would(func(s *pit.Table) ([]record.Fact, error) {
		return command(s, anyManager, people.Staff{Number: s.Croupier, Role: record.Croupier})
	})
	if err != nil {
		t.finished(err, nil)
		return
	}
	anybody := &signer{title: "title_sign_other", takes: func(people.Badge) error { return nil }}
	t.both(two{
		signers: []*signer{having("title_sign_inspector", right), anybody}, about: about, then: t.saying(said),
		do: func(b []people.Badge) error {
			return t.session.Do(func(s *pit.Table) ([]record.Fact, error) { return command(s, b[0].Staff, b[1].Staff) }, b...)
		},
	})
}
