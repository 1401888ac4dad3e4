package text_test

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"sabot/app/text"
	"sabot/assets"
	"sabot/games"
	"sabot/games/drill"
	"sabot/games/handfile"
	"sabot/games/roads"
	"sabot/pit/record"
	"sabot/reports"
)

// catalogues are the texts of each language, read once.
var catalogues = sync.OnceValues(func() (map[string]map[string]string, error) {
	all := map[string]map[string]string{}
	for _, lang := range text.Languages() {
		b, err := assets.Texts.ReadFile("texts/" + lang + ".json")
		if err != nil {
			return nil, err
		}
		keys := map[string]string{}
		if err := json.Unmarshal(b, &keys); err != nil {
			return nil, fmt.Errorf("%s: %w", lang, err)
		}
		all[lang] = keys
	}
	return all, nil
})

func catalogue(t *testing.T, lang string) map[string]string {
	t.Helper()
	all, err := catalogues()
	if err != nil {
		t.Fatal(err)
	}
	return all[lang]
}

var placeholder = regexp.MustCompile(`\{\{\.(\w+)\}\}`)

func placeholders(s string) []string {
	found := placeholder.FindAllString(s, -1)
	slices.Sort(found)
	return slices.Compact(found)
}

// Amounts of a column have the minor unit all of them, where one has some, or none.
func TestAmountsOfAColumnAreAlike(t *testing.T) {
	for lang, want := range map[string]string{"it": "3.00 2.50 −1’590.25 +609.00", "de": "3.00 2.50 −1’590.25 +609.00", "fr": "3.00 2.50 −1\u00a0590.25 +609.00", "en": "3.00 2.50 −1,590.25 +609.00"} {
		c := text.Open(lang, "CHF")
		whole, parted := c.Alike(300, 60900), c.Alike(300, 250)
		if got := whole.Amount(300) + " " + whole.Signed(60900); got != "3 +609" {
			t.Errorf("%s: whole amounts are %q", lang, got)
		}
		if got := strings.Join([]string{parted.Amount(300), parted.Amount(250), parted.Amount(-159025), parted.Signed(60900)}, " "); got != want {
			t.Errorf("%s: amounts are %q, want %q", lang, got, want)
		}
		if got := c.Amount(300); got != "3" {
			t.Errorf("%s: outside the column it is %q", lang, got)
		}
	}
}

// Every language says everything, with the same things filled in.
func TestCataloguesAreComplete(t *testing.T) {
	italian := catalogue(t, "it")
	for _, lang := range text.Languages() {
		other := catalogue(t, lang)
		for key, sentence := range italian {
			if other[key] == "" {
				t.Errorf("%s lacks %q", lang, key)
			} else if !slices.Equal(placeholders(sentence), placeholders(other[key])) {
				t.Errorf("%s: %q fills in %v, Italian %v", lang, key, placeholders(other[key]), placeholders(sentence))
			}
		}
		for key := range other {
			if italian[key] == "" {
				t.Errorf("%s has %q, which Italian lacks", lang, key)
			}
		}
	}
}

// A key stands once in a catalogue: of two the last would be said in both places.
func TestKeysStandOnce(t *testing.T) {
	for _, lang := range text.Languages() {
		b, err := assets.Texts.ReadFile("texts/" + lang + ".json")
		if err != nil {
			t.Fatal(err)
		}
		stood := map[string]bool{}
		for _, line := range regexp.MustCompile(`(?m)^\s*"([^"]+)":`).FindAllSubmatch(b, -1) {
			key := string(line[1])
			if stood[key] {
				t.Errorf("%s has %q twice", lang, key)
			}
			stood[key] = true
		}
		if len(stood) != len(catalogue(t, lang)) {
			t.Errorf("%s: %d lines of %d keys", lang, len(stood), len(catalogue(t, lang)))
		}
	}
}

// families are the keys that code puts together, by what they begin with.
func families(t *testing.T) map[string][]string {
	t.Helper()
	f := map[string][]string{
		"role_": constants(t, "pit/record", "Role"), "one_": constants(t, "pit/record", "Role"), "right_": constants(t, "pit/house", "Right"),
		"irregularity_": constants(t, "pit/record", "Irregularity"), "alarm_": constants(t, "pit/record", "AlarmKind"), "noted_": constants(t, "pit/record", "AlarmKind"), "incident_": append(constants(t, "pit/record", "IncidentClass"), "twotables_at"),
		"lang_": text.Languages(), "preset_": handfile.Presets(),
		"word_":                 append(constants(t, "games", "Reason"), "push", "blackjack"),
		"limited_":              constants(t, "games", "Reason"),
		"reason_":               append(constants(t, "games", "Reason"), "cap_play", "cap_super6"),
		"choice_":               constants(t, "games", "Action"),
		"help_do_":              constants(t, "games", "Action"),
		"button_":               {"open", "shoe", "repeat", "double_bets", "clear", "undo", "close_bets", "paid", "all_paid", "shoe_other", "shoe_fresh", "shoe_kept", "bettor", "cut_card", "ahead", "take", "relay", "wrong", "hide", "early", "nobody", "looked_yes", "looked_no", "resume", "last_bets", "dry", "ahead_unseen", "hand_done", "keep_cards", "shoe_changed", "read", "read_open"},
		"act_card_":             {"box_1", "box_2", "box_3", "bank_1", "bank_2", "bank_3", "player_1", "player_2", "player_3", "banker_1", "banker_2", "banker_3", "box_more", "dealer_1", "dealer_2", "dealer_3", "dealer_more"},
		"cards_":                constants(t, "pit/record", "CardChange"),
		"refused_choice_":       {"split", "double", "insure"},
		"refused_not_possible_": {"cards", "bet", "ruling", "limits", "tip", "seats", "payout", "video", "video_waits", "moved", "offer", "review", "kept", "provisional", "shift", "hand", "loss", "recount"},
		"card_of_":              {"s", "h", "c", "d"},
		"do_":                   append(constants(t, "pit/pay", "ActKind"), "leave_all", "done", "ride_1", "ride_2"),
		"pay_":                  constants(t, "pit/pay", "ActKind"),
		"hand_":                 append(constants(t, "games", "Outcome"), "relaid", "relay_refused", "played_on", "ruled", "resumed", "card_burned", "answered", "shuffled", "1", "2"), "hand_short_": {"1", "2"}, "split_": {"1", "2"},
		"early_": {"none", "follow", "double", "split", "right", "left"}, "act_ask_hand_": {"1", "2"},
		"ask_": {"player", "banker"}, "bead_": {"player", "banker", "tie"}, "last_": {"player", "banker", "tie"},
		"pays_": {"banker_nc", "banker_tracked", "perfect_pair_both", "bj_pair", "insurance"},
		"spot_": {"insurance"}, "players_spot_": {"player_pair", "banker_pair", "dealer_pair", "either_pair", "perfect_pair", "player_bonus", "banker_bonus", "pair", "behind"},
		"announce_": {"open", "last", "over", "no_more", "cancelled", "paused", "paying", "deciding", "dealing", "shoe", "shut"},
		"act_open_": {"bank_1", "box_1", "box_2", "player_1", "player_2", "banker_1", "banker_2"}, "act_ahead_": {"player", "banker", "said"}, "act_down_": {"box_3"}, "act_lies_": {"bank"}, "act_deal_": {"1", "2"},
		"refused_":         constants(t, "pit/house", "Why"),
		"limit_end_":       constants(t, "pit/house", "LimitEnd"),
		"fault_":           constants(t, "pit/record", "FaultCode"),
		"fact_":            append(record.Kinds(), "pincleared_right", "card_burned"),
		"mark_":            {"open", "apart", "signed", "unsigned", "difference", "incident", "nocount", "nodrop", "paidwrong", "overtaken"},
		"report_move_":     {"payout", "back", "void", "redone", "recount", "buyin", "change", "tip", "commission", "waived", string(record.Fill), string(record.Credit), "tray"},
		"slip_":            append(constants(t, "pit/record", "SlipKind"), constants(t, "pit/tray", "SlipState")...),
		"way_":             {"lay", "burn", "relay", "refuse", "play_on", "cancel_hand", "resume"},
		"irregular_did_":   {"relaid", "playedon", "refused", "ruled", "cancelled", "corrected", "voided", "undone", "resumed", "burned", "answered", "shuffled", "hole_seen", "shoe_early"},
		"colour_":          {"own", "white", "yellow", "orange", "red", "pink", "violet", "blue", "green", "brown", "grey", "black"},
		"office_rounding_": {"down", "up", "nearest"}, "office_collect_": {"down", "up", "nearest"}, "round_to_": {"down", "up", "nearest"},
		"printer_": constants(t, "app/printing", "Why"), "report_at_": {string(record.AtOpening), string(record.AtCheck), string(record.AtClosing)},
		"setup_wrong_": {"name", "currency", "chips", "tables", "limits", "letter", "number", "staff", "pinrules", "who", "what", "programs", "roles", "address", "licence", "logo", "zone", "begins", "language", "folder", "own_folder", "closed_folder", "hour", "alerts", "cooldown", "cash_limit", "collect", "passphrase", "passphrase_again"},
	}
	f["alert_"] = append(constants(t, "pit/record", "AlertRule"), constants(t, "pit/record", "AlertVerdict")...)
	f["office_alert_"] = append(slices.DeleteFunc(constants(t, "pit/record", "AlertRule"), func(r string) bool { return r == "overtaken" }), "cooldown")
	f["report_alert_"] = constants(t, "pit/record", "AlertRule")
	f["office_pit_"], f["mark_pit_"] = constants(t, "pit/house", "PitWhy"), []string{"away", "clock", "certificate", "house", "heir", "refused", "overtaken", "clock_back", "clock_ahead", "clock_behind"}
	f["office_proof_"], f["mark_proof_"] = constants(t, "pit/house", "ProofTrouble"), constants(t, "pit/house", "ProofTrouble")
	f["refused_works_no_more_"] = []string{"inspector"}
	f["read_lost_"] = constants(t, "app/shoe", "Why")
	f["read_held_"], f["mark_shoe_"] = constants(t, "app/view", "Held"), constants(t, "app/view", "ShoeLine")
	f["mark_alarm_"] = f["mark_shoe_"]
	f["protocol_"], f["transport_"] = constants(t, "app/shoe", "Protocol"), constants(t, "app/shoe", "Transport")
	f["reader_address_"], f["source_"] = constants(t, "app/shoe", "Transport"), constants(t, "pit/record", "Source")
	f["office_backup_"] = constants(t, "pit/record", "BackupCause")
	f["drill_"], f["drill_about_"], f["drill_fault_"] = constants(t, "games/drill", "Kind"), constants(t, "games/drill", "Kind"), constants(t, "games/drill", "Fault")
	f["drill_ask_"], f["drill_how_"] = constants(t, "games/drill", "Ask"), constants(t, "games/drill", "Ask")
	f["drill_say_"], f["drill_of_"] = []string{"pay", "take", "leave", "nocard", "fine", "relay", "cancel"}, []string{drill.Nobody, drill.Right, drill.Mend, drill.Lost}
	f["field_"] = reports.FieldWords()
	f["value_"] = []string{"looked_no", "looked_blackjack", "game_lugano", "game_puntobanco", "game_blackjack", "report_signed", "report_paper", "report_provisional", "pin_chosen", "pin_given", "pin_gone", "relief_asked"}
	for prefix, of := range map[string][]string{"how_": constants(t, "pit/record", "BetHow"), "cause_": constants(t, "pit/record", "BackupCause"), "why_": constants(t, "pit/record", "SignOffWhy"), "round_": {"down", "up", "nearest"}} {
		for _, value := range of {
			f["value_"] = append(f["value_"], prefix+value)
		}
	}
	f["report_period_"] = []string{"day", "month", "year", "span"}
	f["rule_"] = []string{"rounding_down", "rounding_up", "rounding_nearest", "bj_none_left"}
	for _, preset := range handfile.Presets() {
		g, _ := handfile.Preset(preset)
		for _, key := range wordsOf(g) {
			if !slices.Contains(f["rule_"], key) {
				f["rule_"] = append(f["rule_"], key)
			}
		}
	}
	for _, p := range roads.Patterns() {
		f["good_"] = append(f["good_"], p.Name)
	}
	for _, preset := range handfile.Presets() {
		g, _ := handfile.Preset(preset)
		for _, s := range g.Spots() {
			f["pays_"] = append(f["pays_"], s.Name)
			f["spot_"] = append(f["spot_"], s.Name)
		}
		for _, rule := range ownRules(g) {
			f["rulename_"] = append(f["rulename_"], rule.Key)
			for _, value := range rule.Values {
				f["rulevalue_"] = append(f["rulevalue_"], rule.Key+"_"+value)
			}
		}
		if ask := g.Layout().Ask; ask != "" {
			f["act_ask_"] = append(f["act_ask_"], ask)
		}
		for _, at := range g.Places() {
			if at.Box == 0 {
				f["place_"] = append(f["place_"], at.Name)
			}
		}
	}
	return f
}

func ownRules(g games.Game) []games.Rule {
	if ruled, ok := g.(games.Ruled); ok {
		return ruled.Takes()
	}
	return nil
}

// wordsOf are the sentences that a preset can have, whatever its rules are set to.
func wordsOf(g games.Game) []string {
	variants := []games.Game{g}
	if ruled, ok := g.(games.Ruled); ok {
		for key := range ruled.Rules() {
			for _, value := range []any{true, false, 0, 1, "at_once", "tracked", "all", "original"} {
				if with, ok := ruled.WithRule(key, value); ok {
					variants = append(variants, with)
				}
			}
		}
	}
	for _, s := range games.PresetSpots(g) { // a house may leave side bets out, one or several
		o := g.Options()
		for _, other := range games.PresetSpots(g) {
			if !other.Main && other.Name != s.Name {
				o.Off = append(o.Off, other.Name)
			}
		}
		variants = append(variants, g.(interface {
			With(games.Options) games.Game
		}).With(o))
	}
	var keys []string
	for _, g := range variants {
		for _, s := range g.(games.Worded).Words() {
			keys = append(keys, s.Key)
		}
	}
	return keys
}

// Every key that code says is there, and no key is there that nobody says.
func TestKeysAreThoseOfTheCode(t *testing.T) {
	said := map[string]bool{}
	literal := regexp.MustCompile(`"([a-z0-9]+(?:_[a-z0-9-]+)+|chips)"`)
	for _, room := range []string{"..", "../../reports"} {
		err := filepath.WalkDir(room, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			b, err := os.ReadFile(path)
			for _, m := range literal.FindAllSubmatch(b, -1) {
				said[string(m[1])] = true
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for prefix, names := range families(t) {
		for _, name := range names {
			said[prefix+name] = true
			if catalogue(t, "it")[prefix+name] == "" {
				t.Errorf("the code says %q and no catalogue has it", prefix+name)
			}
		}
	}
	for key := range catalogue(t, "it") {
		if !said[key] {
			t.Errorf("nobody says %q", key)
		}
	}
	call := regexp.MustCompile(`\.T\("([a-z0-9_]+)"`)
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") {
			return err
		}
		b, err := os.ReadFile(path)
		for _, m := range call.FindAllSubmatch(b, -1) {
			if key := string(m[1]); !strings.HasSuffix(key, "_") && catalogue(t, "it")[key] == "" {
				t.Errorf("%s says %q and no catalogue has it", path, key)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// No two kinds of entry are told by the same word: what is taken back is told by it.
func TestEveryKindHasItsOwnWord(t *testing.T) {
	for _, lang := range text.Languages() {
		kinds := map[string]string{}
		for _, kind := range record.Kinds() {
			word := catalogue(t, lang)["fact_"+kind]
			if other := kinds[word]; other != "" || word == "" {
				t.Errorf("%s: %q is the word of %s and %s", lang, word, kind, other)
			}
			kinds[word] = kind
		}
	}
}

func TestAmounts(t *testing.T) {
	for _, c := range []struct {
		lang, currency string
		amount         games.Amount
		want           string
	}{
		{"it", "CHF", 125000, "1’250"},
		{"it", "CHF", 1250, "12.50"},
		{"de", "CHF", -125050, "−1’250.50"},
		{"it", "EUR", 125050, "1.250,50"},
		{"it", "EUR", 1250050, "12.500,50"},
		{"en", "EUR", 125050, "1,250.50"},
		{"en", "CHF", 0, "0"},
		{"en", "CHF", 125050, "1,250.50"},
		{"fr", "CHF", 125050, "1\u00a0250.50"},
		{"fr", "CHF", 125000, "1\u00a0250"},
		{"fr", "EUR", 125050, "1\u00a0250,50"},
	} {
		if got := text.Open(c.lang, c.currency).Amount(c.amount); got != c.want {
			t.Errorf("%s %s: %d is %q, want %q", c.lang, c.currency, c.amount, got, c.want)
		}
	}
}

// A count is written as amounts are.
func TestCount(t *testing.T) {
	for lang, want := range map[string]string{"it": "60’464", "en": "60,464"} {
		if got := text.Open(lang, "CHF").Count(60_464); got != want {
			t.Errorf("%s: %q, want %q", lang, got, want)
		}
	}
}

func TestParseAmount(t *testing.T) {
	for typed, want := range map[string]games.Amount{"25": 2500, "12.50": 1250, "12,5": 1250, "0.05": 5, "100000": 10000000, "7.": 700} {
		if got, ok := text.ParseAmount(typed); !ok || got != want {
			t.Errorf("%q is %d, %v, want %d", typed, got, ok, want)
		}
	}
	for _, typed := range []string{"", ".", ".5", "1.234", "1.2.3", "x", "-5", "123456789012"} {
		if got, ok := text.ParseAmount(typed); ok {
			t.Errorf("%q is taken as %d", typed, got)
		}
	}
}

// What is typed of an amount is read as that amount.
func TestTypedIsReadAgain(t *testing.T) {
	for _, a := range []games.Amount{0, 5, 50, 100, 105, 1250, 2500, 99999999_99} {
		if got, ok := text.ParseAmount(text.Typed(a)); !ok || got != a {
			t.Errorf("%d is typed %q and read as %d, %v", a, text.Typed(a), got, ok)
		}
	}
}

// strays are words of another vocabulary than the one that a language's texts are written
// in: one thing has one word, the house's own. A text whose key is in except means something else by the word, or was
// printed by a released Sabot. Idioms are phrases in which a word does not mean the thing.
var strays = map[string]struct {
	words  string
	except string // keys
	idioms string
}{
	"it": {
		`(?i)\bgetton[ei]\b|\binvio\b|carta di taglio|\bcassetto\b|\bfloat\b|\bpreliev[oi]\b|\bpari\b.*\ba \{|nel posto sbagliato|\bcomputer\b|\bpostazione\b|\bavvis[oi] (è|sono) apert` +
			`|\bcoup\b|\bfiches\b|“|\bvoci\b|\bcasa .*(iscritta|configurata)|salva ancora|\bsi lascia|\bcart[ae] lasciat[ae]`,
		``, ``,
	},
	"de": {
		`\bFloat\b|\bLimits\b|verbrannt|Trinkgeld|\bManager\b|Verantwortlicher\b|Supervisor|\b(der|den|einen|neuer) PIN\b.*\bPIN\b|[Ss]igniert|\bHand\b|\bHände\b|\bSchuhs?\b|Resultat|\bRegister\b|[Gg]edealt|\bLeiter\b|Fehlzahlung|\bVerantwortlichen\b|des Croupiers gewinnt|Wiederherstellung bringt|\bRechners?\b|Aufzeichnung|\bTakt\b|\bbeiden PIN\b|\bRuf den\b|\b[Nn]imm\b` +
			`|\bChips?\b|Kartenspiele?\b|[Kk]assier[et]|\bLeitung\b|Tableau|\b(ge)?zeichnet\b|[Dd]raussen|[Bb]erichtig|\bIT\b|Unterschied für|Gesichert|[Ss]ichern oder|Freigabe|[Ff]reigegeben|[Ff]reizugeben|Einkauf|Gleichwertig|mit den Tasten|Gewohnheit|Unentschieden|vorläufig|weggelassen|\bder Bank\b.*Blackjack|Blackjack der Bank`,
		`^(preset_lugano-hand|rule_lugano_hand_held|pays_behind|act_ask_hand_.*|early_.*|hand_.*|split_.*|help_do_split|rule_bj_.*|do_ride.*` +
			`|read_lost_.*|office_older|report_sign_manager|report_corrected_note|right_put_right|report_approved|report_recounted|fact_boughtin|field_decks|field_settings|right_tables|noted_shoe_left_out|pays_insurance)$`,
		`\bvon Hand\b`,
	},
	"fr": {
		`\bfloat\b|\bapports?[ ,.:]|\bretraits?\b|\bEntrée\b|\b[Mm]ains?\b|\bdu service\b|\bce service\b|kit de reprise|\bpostes?\b|\bordinateurs?\b|Aucune alerte|\bAppelle\b|Taux de rétention` +
			`|\b[Oo]ff(r|ert)|\b[Ii]nscriptions?\b|commissions? remises?\b|enjeux|\bdirection\b|ramass|\bécarts?\b|^Qui .*numéro|Installer la maison|maison .*inscrite|ez\b|[Hh]abitudes|avec les touches|\bparité\b|valeur égale|\b[Rr]epris(es?)? :|assistance|\bcarte (de la banque, )?ouverte\b|\blaissées?\b`,
		`^(preset_lugano-hand|rule_lugano_hand_held|pays_behind|act_ask_hand_.*|early_.*|hand_.*|split_.*|help_do_split|rule_bj_.*|do_ride.*` +
			`|pick_page|act_dry_done|report_luck.*|office_alert_pace|fact_lastbets|fact_turned|field_offerexposed|field_settings|right_tables|report_sign_manager|noted_shoe_left_out|drill_fault_left_open|read_held_linked|irregular_did_playedon)$`,
		`à la main\b|\bassez\b`,
	},
	"en": {
		`Cash desk|Count in between|Somebody new|Make the house|\bcomputers?\b|[Gg]iven? up|[Ee]qual change|[Ss]econd place|at a stand|[Pp]ut(ting)? right|no use here` +
			`|[Ii]f not so|players’ panel|\bheld? against\b|\bhold it against\b|and “.*belongs there|\bIt failed\b|\bholds? from\b|\bare others\b|nothing can be made of` +
			`|goes on with the|lie as shown|How many chips|\b[Ss]lips? (that )?wait|\b[Rr]esumes?\b|\brides\b|for this season|^level\b`,
		`^(right_resume)$`, ``,
	},
}

// A sentence that is there is found, whatever it is filled with.
func TestHasWhatIsThere(t *testing.T) {
	for _, lang := range text.Languages() {
		c := text.Open(lang, "CHF")
		for key, sentence := range catalogue(t, lang) {
			if !c.Has(key) {
				t.Errorf("%s has no %s: %q", lang, key, sentence)
			}
		}
		if c.Has("refused_choice_fold") {
			t.Errorf("%s has a sentence that nobody wrote", lang)
		}
	}
}

// What is taken back with an inspector only is named with the right to it: the card face down, too.
func TestTheRightToTakeBackNamesTheCard(t *testing.T) {
	for lang, card := range map[string]string{"it": "prima di conoscere una carta", "de": "vor Kenntnis einer Karte", "fr": "avant de connaître une carte", "en": "before a card was known"} {
		if says := text.Open(lang, "CHF").T("right_reopen_bets"); !strings.Contains(says, card) {
			t.Errorf("%s: %q", lang, says)
		}
	}
}

// An apostrophe is the same sign in every sentence and on every paper.
func TestOneApostrophe(t *testing.T) {
	straight := regexp.MustCompile(`\pL'`)
	for _, lang := range text.Languages() {
		for key, sentence := range catalogue(t, lang) {
			if found := straight.FindString(placeholder.ReplaceAllString(sentence, "")); found != "" {
				t.Errorf("%s %s: %q in %q: it is ’", lang, key, found, sentence)
			}
		}
	}
}

func TestOneWordForOneThing(t *testing.T) {
	action := regexp.MustCompile(`\{\{[^}]*\}\}`)
	for lang, s := range strays {
		stray, except, idiom := regexp.MustCompile(s.words), regexp.MustCompile(s.except), regexp.MustCompile(s.idioms)
		for key, sentence := range catalogue(t, lang) {
			bare := action.ReplaceAllString(sentence, "")
			if s.idioms != "" {
				bare = idiom.ReplaceAllString(bare, "")
			}
			if word := stray.FindString(bare); word != "" && (s.except == "" || !except.MatchString(key)) {
				t.Errorf("%s %s: %q in %q: the house has another word for it", lang, key, word, sentence)
			}
		}
	}
}

// Undo takes an entry of the record back; going back leaves a page and takes nothing. No key, question or answer of the one
// has the other's name. Texts of signed reports stay as they were released.
func TestUndoIsNoGoingBack(t *testing.T) {
	undo := []string{"button_undo", "said_undone", "undo_needs_inspector", "help_undo", "approve_undo", "title_approve_undo"}
	back := []string{"setup_back", "back_overlay"}
	names := map[string][2]string{"it": {"disf", "indietro"}, "de": {"nahme|zurückgenommen", "zurück( |$)"}, "fr": {"défai", "retour|arrière"}, "en": {"undo", "back"}}
	for _, lang := range text.Languages() {
		c, name := catalogue(t, lang), names[lang]
		undoes, goes := regexp.MustCompile("(?i)"+name[0]), regexp.MustCompile("(?i)"+name[1])
		for _, key := range undo {
			if said := c[key]; !undoes.MatchString(said) || goes.MatchString(said) {
				t.Errorf("%s %s: %q is no undo, or goes back", lang, key, said)
			}
		}
		for _, key := range back {
			if said := c[key]; !goes.MatchString(said) || undoes.MatchString(said) {
				t.Errorf("%s %s: %q does not go back, or undoes", lang, key, said)
			}
		}
		for key, said := range c {
			if _, page := strings.CutPrefix(key, "help_"); page && strings.Contains(said, "Esc|") {
				for _, row := range strings.Split(said, "\n") {
					if strings.HasPrefix(row, "Esc|") && undoes.MatchString(row) {
						t.Errorf("%s %s: %q undoes", lang, key, row)
					}
				}
			}
		}
	}
}

// French has a space before : ; ? ! and inside « », the other languages have none.
func TestSpacesAtPunctuation(t *testing.T) {
	other, french := regexp.MustCompile(`\s[;:?!]( |$)`), regexp.MustCompile(`[\pL)}][;?!]|[\pL)}]:( |$)|«\S|[^\s]»`)
	for _, lang := range text.Languages() {
		wrong := other
		if lang == "fr" {
			wrong = french
		}
		for key, sentence := range catalogue(t, lang) {
			if found := wrong.FindString(sentence); found != "" {
				t.Errorf("%s %s: %q in %q", lang, key, found, sentence)
			}
		}
	}
}

// What is counted is one or several, in each language.
func TestOneIsNotSeveral(t *testing.T) {
	for _, c := range []struct {
		key, counted   string
		it, de, fr, en [3]string // of none, one and two
	}{
		{"practice_sum", "Late", [3]string{"0 lente", "1 lenta", "2 lente"}, [3]string{"0 langsam", "1 langsam", "2 langsam"}, [3]string{"0 lente", "1 lente", "2 lentes"}, [3]string{"0 slow", "1 slow", "2 slow"}},
		{"practice_sum", "Right", [3]string{"0 giuste su", "1 giusta su", "2 giuste su"}, [3]string{"0 von", "1 von", "2 von"}, [3]string{"0 juste sur", "1 juste sur", "2 justes sur"}, [3]string{"0 right of", "1 right of", "2 right of"}},
		{"practice_broken_off", "Done", [3]string{"0 di", "1 di", "2 di"}, [3]string{"0 von", "1 von", "2 von"}, [3]string{"0 exercice sur", "1 exercice sur", "2 exercices sur"}, [3]string{"0 of", "1 of", "2 of"}},
		{"said_lowered_soon", "Cards", [3]string{"Mancano 0 carte", "Manca 1 carta,", "Mancano 2 carte"}, [3]string{"0 Karten", "1 Karte,", "2 Karten"}, [3]string{"0 carte,", "1 carte,", "2 cartes"}, [3]string{"0 more cards", "1 more card,", "2 more cards"}},
		{"office_marks", "N", [3]string{"0 segni", "1 segno", "2 segni"}, [3]string{"0 Zeichen", "1 Zeichen", "2 Zeichen"}, [3]string{"0 état", "1 état", "2 états"}, [3]string{"0 marks", "1 mark", "2 marks"}},
		{"drill_in_tray", "N", [3]string{"nessuna", "ce n’è 1", "ce ne sono 2"}, [3]string{"keine da", "da: 1", "da: 2"}, [3]string{"aucun", "il y en a 1", "il y en a 2"}, [3]string{"none", "1 there", "2 there"}},
	} {
		for lang, want := range map[string][3]string{"it": c.it, "de": c.de, "fr": c.fr, "en": c.en} {
			for n := range 3 {
				args := text.Args{"Done": 9, "Right": 9, "Late": 9, "Of": 25, "Share": "", "Spots": "", "Median": "", "P90": ""}
				args[c.counted] = n
				if said := text.Open(lang, "CHF").T(c.key, args); !strings.Contains(said, want[n]) {
					t.Errorf("%s: %d is %q, want %q", lang, n, said, want[n])
				}
			}
		}
	}
}

func TestTight(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{"+237’500", "+237500"},
		{"−1,250,000", "−1250000"},
		{"1\u00a0250", "1250"},
		{"1.250", "1250"},
		{"12.50", "12.50"},
		{"1’250.50", "1250.50"},
		{"59 10–500", "59 10–500"},
		{"CHF   PLAYER 20–10,000", "CHF   PLAYER 20–10000"},
		{"1,2345", "1,2345"},
		{"BANCO", "BANCO"},
	} {
		if got := text.Tight(c.line); got != c.want {
			t.Errorf("%q is %q, not %q", c.line, got, c.want)
		}
	}
}
