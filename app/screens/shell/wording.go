package shell

import (
	"errors"
	"strings"
	"syscall"

	"sabot/app/printing"
	"sabot/app/session"
	"sabot/app/text"
	"sabot/app/view"
	"sabot/games"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/tray"
	"sabot/reports"
)

// Wording returns an error in words, in one line, away from a table.
func (s *Shell) Wording(err error) string {
	var refusal *house.Refusal
	var printer *printing.RefusedError
	switch {
	case errors.As(err, &refusal):
		return s.Viewer().RefusedAway(refusal)
	case errors.As(err, &printer):
		return s.Text.T("printer_"+string(printer.Why), text.Args{"Error": printer.Says})
	case errors.Is(err, printing.ErrNoPrinting):
		return s.Text.T("office_no_printing")
	case errors.Is(err, reports.ErrNoEvidence):
		return s.Text.T("office_no_report")
	case errors.Is(err, record.ErrConflict):
		return s.Text.T("disk_conflict")
	case errors.Is(err, record.ErrReplaced):
		return s.Text.T("disk_replaced")
	case errors.Is(err, record.ErrNewerRecord):
		return firstLine(s.Text.T("trouble_newer", text.Args{"Error": err}))
	case errors.Is(err, record.ErrOlderRecord):
		return firstLine(s.Text.T("trouble_older", text.Args{"Error": err}))
	case errors.Is(err, record.ErrChanged):
		return firstLine(s.Text.T("trouble_changed", text.Args{"Error": err}))
	case errors.Is(err, record.ErrNoPepper):
		return s.Text.T("trouble_pepper", text.Args{"Error": err})
	case errors.Is(err, session.ErrAuthorityDamaged):
		return s.Text.T("trouble_authority")
	case errors.Is(err, syscall.ENOSPC):
		return s.Text.T("office_full")
	}
	return s.Text.T("office_failed", text.Args{"Error": err})
}

// firstLine returns what of a text is in the reader's language. What support needs of an error lies below it, and a
// notice has one line.
func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}

// Bad returns a notice of what did not happen.
func (s *Shell) Bad(err error) view.Notice { return view.Notice{Text: s.Wording(err), Bad: true} }

// Printed returns which queue took a file, and the state of the queue.
func (s *Shell) Printed(job printing.Job, file string) view.Notice {
	switch {
	case job.Stopped:
		return view.Notice{Text: s.Text.T("office_printer_stopped", text.Args{"Printer": job.Queue, "N": job.Waiting}), Bad: true}
	case job.Queue != "":
		return view.Notice{Text: s.Text.T("office_queued", text.Args{"Printer": job.Queue, "N": job.Waiting})}
	}
	return view.Notice{Text: s.Text.T("office_printed", text.Args{"File": file})}
}

// CountedDrop returns in words that a drop box was counted, and what is missing or too much by that, where that is
// known. The words are those of its currency.
func (s *Shell) CountedDrop(words *text.Catalogue, cash games.Amount, off tray.Sum) string {
	args := text.Args{"Amount": words.Money(cash)}
	if !off.Known {
		return words.T("said_drop", args)
	}
	args["Difference"] = words.Money(off.Amount)
	return words.T("said_drop_off", args)
}
