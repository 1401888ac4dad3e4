package papers

import (
	"slices"

	"sabot/app/session"
	"sabot/app/text"
	"sabot/assets"
	"sabot/pit/audit"
	"sabot/pit/record"
	"sabot/reports"
)

// pagesByWord judges pages that come out otherwise by the Sabot that the paper names, where no record says which drew it.
func (v *Verdict) pagesByWord() {
	if v.differs && v.Evidence.Sabot == assets.Version && v.Evidence.Form == reports.Form {
		v.pagesDiffer()
	}
}

// pagesDiffer notes that the pages are not those of the figures, before all else that does not hold.
func (v *Verdict) pagesDiffer() {
	v.Faults = slices.Insert(v.Faults, 0, Failing{Key: "paper_pages"})
}

// pagesByRecord judges pages that come out otherwise by the programs that worked on this record when the report was entered as signed.
// A paper that names another Sabot is not believed: that would excuse any page. on is the house where the report is verified.
func (h Papers) pagesByRecord(v *Verdict, on *session.House) error {
	if !v.differs || len(v.Signatures) == 0 {
		return nil
	}
	then, now, err := h.drewBy(*v)
	if err != nil {
		return err
	}
	if len(then) == 0 {
		v.pagesByWord()
		return nil
	}
	here := on.Program()
	if here.SHA256 == "" { // a command: no entry has its file, and it came with the program that works here now
		if h.House != on {
			if now, err = Of(on).newestProgram(); err != nil {
				return err
			}
		}
		if now.Version == here.Version {
			here = now
		}
	}
	if v.DrawnBy = slices.DeleteFunc(then, func(p record.Program) bool { return p == here }); len(v.DrawnBy) == 0 {
		v.pagesDiffer()
	}
	return nil
}

// drewBy returns the programs one of which drew a report, and the one that started last. Whoever signs has it drawn and entered by one
// program. Where no entry says that it was signed, a restore may have lost that.
func (h Papers) drewBy(v Verdict) (then []record.Program, now record.Program, err error) {
	var programs audit.Programs
	entered := int64(0)
	for e, err := range h.Store().Entries(record.HouseStream, 1) {
		if err != nil {
			return nil, now, err
		}
		programs.Take(&e)
		if f, ok := e.Fact.(record.ReportPrinted); ok && entered == 0 && e.Seq > v.Evidence.HouseSeq && isNote(f, v) {
			entered = e.Seq
		}
	}
	if entered > 0 {
		return programs.At(entered), programs.Newest(), nil
	}
	then = programs.At(v.Evidence.HouseSeq)
	for _, l := range h.State.Backups().Losses() {
		then = append(then, programs.At(l.Firm)...)
	}
	return then, programs.Newest(), nil
}

// newestProgram returns the program that started last here; the zero Program where none did.
func (h Papers) newestProgram() (record.Program, error) {
	var programs audit.Programs
	for e, err := range h.Store().Entries(record.HouseStream, 1) {
		if err != nil {
			return record.Program{}, err
		}
		programs.Take(&e)
	}
	return programs.Newest(), nil
}

// DrawnElsewhere returns sentences on with which Sabot to verify a report whose pages another one drew; none where that is not so.
func (v Verdict) DrawnElsewhere() (list []Failing) {
	if !v.differs || v.Answer() != Unknown {
		return nil
	}
	for _, p := range v.DrawnBy {
		name := p.Version
		if p.SHA256 != "" {
			name += ", SHA-256 " + p.SHA256
		}
		list = append(list, Failing{Key: "paper_drawn_by", Args: text.Args{"Sabot": name}})
	}
	if len(list) == 0 {
		list = []Failing{{Key: "paper_drawn_says", Args: text.Args{"Sabot": v.Evidence.Sabot}}}
	}
	return list
}
