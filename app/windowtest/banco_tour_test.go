package windowtest

import (
	"fmt"
	"testing"

	"sabot/pit/record"
)

// TestBancoTour takes a picture of every phase of a hand of punto banco and of its
// pages.
func TestBancoTour(t *testing.T) {
	leftOutInShort(t)
	inEachWindow(t, englishSmall, bancoTour)
}

func bancoTour(t *testing.T, lang, size string) {
	folder := "banco-" + lang + "-" + size
	b := newBankeur(t, size, t.TempDir(), lang)
	b.shot(folder, "01-closed")
	b.openTable()
	b.shot(folder, "02-burn")
	b.press("7")
	b.shot(folder, "04-place-your-bets")
	b.firstBets()
	b.key("4", "b")
	b.digits("60")
	b.shot(folder, "05-second-bettor")
	b.key("Escape", "6")
	b.digits("10") // under the minimum
	b.press("Return")
	b.key("0")
	b.shot(folder, "06-bets")
	b.key("Escape", "F2")
	b.shot(folder, "07-limits-and-odds")
	b.key("Escape", "F1")
	b.shot(folder, "08-help")
	b.key("Escape")
	b.press("Return")
	b.shot(folder, "09-no-more-bets")
	for _, rank := range []string{"3", "7", "2", "q"} {
		b.press(rank)
	}
	b.shot(folder, "11-card-for-the-player")
	b.press("6")
	b.shot(folder, "12-payments")
	b.press("Return")
	b.shot(folder, "13-second-box")
	b.press("8") // drawn ahead
	b.shot(folder, "14-card-ahead")
	b.press("space")
	b.shot(folder, "15-next-hand")
	b.press("space")
	b.press("Return")
	b.press("9")
	b.key("F4")
	b.shot(folder, "16-irregularity")
	b.key("Escape")
	b.press("F3")
	b.press("k")
	b.press("0")
	b.shot(folder, "17-last-hand-natural")
	b.press("space")
	b.shot(folder, "18-shoe-over")
	b.key("F6")
	b.shot(folder, "19-roads")
	b.key("Escape", "F7")
	b.shot(folder, "20-commission")
	b.collect()
	b.shot(folder, "21-next-shoe")
	b.key("F10", "h")
	b.shot(folder, "22-more")
	b.kill()

	b.sabot = b.desk.open(houseWith(t, lang, record.TableSet{
		Name: bancoName, Game: "puntobanco", Rules: []byte(`{"preset":"pb-first-nc","limits":{"player":{"min":2000},"super6":{"min":500}}}`),
	}), lang)
	b.name = bancoName
	b.openTable()
	for box := range 14 {
		number := fmt.Sprint(box + 1)
		if box >= 9 {
			number = "0" + number[1:]
		}
		b.digits(number)
		b.digits("1250")
		b.press("Tab")
		b.digits("100")
		b.press("Tab")
		b.key("Tab")
		b.digits("50")
		b.press("Return")
	}
	b.digits("04")
	b.shot(folder, "23-fourteen-boxes")
	b.press("Return")
	for _, rank := range []string{"3", "7", "2", "q", "6"} {
		b.press(rank)
	}
	b.shot(folder, "24-fourteen-boxes-paid")
}
