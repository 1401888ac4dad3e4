package table

import (
	"sabot/app/controls"
	"sabot/app/text"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
)

// openKeys hands keys and badges over, and takes them back.
func (t cashPage) openKeys() {
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

// handKeys asks which keys or badge, then for the two people. What somebody has by the record is handed over again only where that
// is confirmed.
func (t cashPage) handKeys(title string, back bool, known []string) {
	tx := t.shell.Text
	t.approvals().prompt(controls.Prompt{Title: tx.T(title), Lead: tx.T("keys_item_lead"), Suggestions: known[max(0, len(known)-4):]}, func(item string) (refused string) {
		if refused := t.shell.NoWords(item, "name_code"); refused != "" {
			return refused
		}
		places := handing
		if back {
			places = takingBack
		}
		sign := func() {
			t.byPair(house.KeepKeys, func(s *pit.Table, by, with house.Staff) ([]record.Fact, error) {
				return s.Desk().HandKeys(item, back, by, with)
			}, "said_custody", places)
		}
		held, out := t.session.State.KeysWith(item)
		if back || !out {
			sign()
			return ""
		}
		lead := tx.T("keys_held_lead", text.Args{"Name": t.shell.House.State.NameOf(held.With), "Item": held.Item})
		t.menuWith(tx.T(title), lead, []controls.Choice{{Label: tx.T("keys_over_again"), About: tx.T("about_keys_over_again"), Do: sign}})
		return ""
	})
}

// openTronc starts the count of the box for tips, which is emptied.
func (t cashPage) openTronc() {
	tx := t.shell.Text
	t.approvals().askAmount(tx.T("cash_tronc"), tx.T("tronc_lead"), true, func(cash games.Amount) {
		t.byPair(house.CountTronc, func(s *pit.Table, by, with house.Staff) ([]record.Fact, error) {
			return s.Desk().EmptyTronc(cash, by, with)
		}, "said_custody", emptying)
	})
}

// An asked is the title for one of a pair, with the text once their code is given; keys.
type asked struct{ title, said string }

// The places of those who sign as a pair: first who has the right. Where both have it, it is by the order who is which,
// so the page names each.
var (
	handing    = [2]asked{{"title_keys_giver", "sign_keys_giver"}, {"title_keys_getter", "sign_keys_getter"}}
	takingBack = [2]asked{{"title_keys_taker", "sign_keys_taker"}, {"title_keys_returner", "sign_keys_returner"}}
	recounting = [2]asked{{"title_approver", "sign_recount_approver"}, {"title_recount_counter", "sign_recount_counter"}}
	// of a shift that is closed
	correctingLater = [2]asked{{"title_manager", "sign_recount_approver"}, {"title_correct_asker", "sign_correct_asker"}}
	emptying        = [2]asked{{title: "title_sign_inspector"}, {title: "title_sign_other"}} // they count it together
)

// byPair carries out what somebody with a right and any other person sign; said is the key of what is said then.
func (t cashPage) byPair(right house.Right, command byTwo, said string, places [2]asked) {
	about, err := t.approvals().would(func(s *pit.Table) ([]record.Fact, error) {
		return command(s, anyManager, house.Staff{Number: s.Croupier, Role: record.Croupier})
	})
	if err != nil {
		t.finished(err, nil)
		return
	}
	first := having(places[0].title, right)
	first.said = places[0].said
	other := &signer{title: places[1].title, said: places[1].said, takes: func(house.Badge) error { return nil }}
	t.approvals().both(two{
		signers: []*signer{first, other}, about: about, then: t.approvals().saying(said),
		do: func(b []house.Badge) error {
			return t.session.Do(func(s *pit.Table) ([]record.Fact, error) { return command(s, b[0].Staff, b[1].Staff) }, b...)
		},
	})
}
