package table

import (
	"slices"

	"sabot/app/controls"
	"sabot/app/screens/shell"
	"sabot/app/text"
)

// boxChoice is a box that can be meant, or with Off one that cannot and why.
type boxChoice = controls.BoxChoice

// askBoxes asks for a box by its own number or by a tap, for several in any order where
// several may be meant; done gets them in the order in which they were chosen. Boxes of
// the table that are not named cannot be meant.
func (t betPage) askBoxes(title, lead string, boxes []boxChoice, several bool, done func(boxes []int)) {
	t.shell.Over(t.boxesPage(title, lead, boxes, several, done))
}

func (t betPage) boxesPage(title, lead string, boxes []boxChoice, several bool, done func(boxes []int)) boxesAsked {
	tx := t.shell.Text
	named := slices.Clone(boxes)
	if g := t.session.State.Game; g != nil {
		for box := 1; box <= g.Options().Boxes; box++ {
			if !slices.ContainsFunc(named, func(c boxChoice) bool { return c.Box == box }) {
				named = append(named, boxChoice{Box: box, Off: true})
			}
		}
	}
	slices.SortFunc(named, func(a, b boxChoice) int { return a.Box - b.Box })
	if lead == "" && several {
		lead = tx.T("boxes_several")
	}
	page := controls.NewBoxes(controls.Boxes{
		Title: title, Lead: lead, Choices: named, Several: several,
		OK: tx.T("count_ok"), Close: t.shell.LeaveWord(), None: tx.T("boxes_none"), Tens: tx.T("act_tens"),
		Word: func(c controls.BoxChoice) string {
			if c.About == "" {
				return tx.T("boxes_not", text.Args{"Box": c.Box})
			}
			return tx.T("boxes_off", text.Args{"Box": c.Box, "Why": c.About})
		},
		OnClose: t.shell.Back, OnDone: done,
	})
	return boxesAsked{shell.PageOf(page.Drawn, page.Rune, page.Key), page, tx.T("digits_code")}
}

// boxesAsked is a page that asks for boxes: a code that is typed there chooses none.
type boxesAsked struct {
	shell.Page
	boxes *controls.Boxes
	code  string // the word for it
}

// MarkDigit implements the shell's DigitPage.
func (b boxesAsked) MarkDigit(n int) {
	if n == 0 {
		b.boxes.MarkDigits()
	}
}

// TakeDigitsBack implements the shell's DigitPage. Digits that may all be boxes stand.
func (b boxesAsked) TakeDigitsBack(n int, digits string, _ bool) bool {
	if n > 0 || b.boxes.MayBe(digits) {
		return false
	}
	b.boxes.TakeDigitsBack(b.code)
	return true
}
