package floor

import (
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"sabot/app/controls"
	"sabot/app/controls/preview"
	"sabot/app/screens/shell"
	"sabot/app/session/papers"
	"sabot/app/text"
	"sabot/reports"
	"sabot/reports/paper"
)

// A shownThere is a report of the shift of another machine's table. It is looked at here, and printed and signed
// there, where its copies are counted.
type shownThere struct {
	floor          *Floor
	table, machine string
	kind           int
	pages          []paper.Page
	told           bool // a sentence stands in the place of the pages
	paper          *preview.Paper
	work           *shell.Worker
}

// kindsThere are the reports of a shift that are shown so, in the order of their keys.
var kindsThere = []reports.Kind{reports.ShiftReport, reports.ReconstructionReport, reports.IncidentReport}

// openReportThere shows the report of the shift of a table of another machine as it was heard last.
func (f *Floor) openReportThere(table, machine string) {
	if _, _, whole := f.look.Shift(table); !whole {
		f.reading()
		return
	}
	r := &shownThere{floor: f, table: table, machine: machine, paper: preview.NewPaper(), work: shell.NewWorker(f.shell)}
	var keys []controls.DeskKey
	for i, label := range []string{"report_shift", "report_reconstructions", "report_incidents"} {
		keys = append(keys, controls.DeskKey{Label: f.t(label), Key: strconv.Itoa(i + 1), Do: func() { r.show(i) }})
	}
	foot := controls.NewFoot("", append(keys, controls.DeskKey{Label: f.t("close_overlay"), Key: "Esc", Do: f.shell.Back}))
	foot.Noticed = f.touch
	f.marking(func() { foot.Say(f.marked(f.t("floor_only_looked"))) })
	all := container.New(paperLayout{}, r.paper.Drawn, foot.Drawn)
	f.over(shell.PageOf(all, r.typed, r.paper.Key))
	r.show(0)
}

// show makes the figures of a report as the shift is known now, and has its pages drawn beside the window.
func (r *shownThere) show(kind int) {
	r.kind, r.pages, r.told = kind, nil, false
	f := r.floor
	words := f.shell.Text
	e, whole, err := f.look.Report(kindsThere[kind], r.table, words.Language)
	if err != nil || !whole { // it has moved since, or its machine has another one's state
		r.paper.Say(f.t("floor_reading"))
		return
	}
	r.paper.Say(f.t("office_reading"))
	words, word := papers.Of(f.shell.House).Words(words.Language), f.t("floor_report_seen", text.Args{"Machine": r.machine})
	r.work.Latest(func() func() {
		pages, err := e.Seen(words, word)
		return func() {
			if err != nil {
				r.paper.Say(f.shell.Wording(err))
				return
			}
			r.pages = pages
			r.paper.Show(pages)
		}
	})
}

// typed handles a key that is a character.
func (r *shownThere) typed(c rune) bool {
	if r.told {
		r.told = false
		r.paper.Show(r.pages)
	}
	switch c {
	case '+':
		r.paper.Zoom(1)
	case '-', '−':
		r.paper.Zoom(-1)
	case '<':
		r.paper.Turn(-1)
	case '>':
		r.paper.Turn(1)
	case '1', '2', '3':
		r.show(int(c - '1'))
	default:
		if !strings.ContainsRune("PDCXFVpdcxfv", c) { // what the office has keys for
			return false
		}
		r.told = len(r.pages) > 0
		r.paper.Say(r.floor.t("floor_reports_there", text.Args{"Table": r.table, "Machine": r.machine}))
	}
	return true
}

// A paperLayout has a foot below a paper.
type paperLayout struct{}

func (paperLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(800, 600) }

func (paperLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	foot := controls.FootHigh * min(size.Width/1024, size.Height/768)
	objects[0].Move(fyne.NewPos(0, 0))
	objects[0].Resize(fyne.NewSize(size.Width, size.Height-foot))
	objects[1].Move(fyne.NewPos(0, size.Height-foot))
	objects[1].Resize(fyne.NewSize(size.Width, foot))
}
