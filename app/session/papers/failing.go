package papers

import (
	"errors"
	"strconv"
	"strings"

	"sabot/app/text"
	"sabot/pit/record"
	"sabot/reports"
)

// A Failing is a fault of a signed report.
type Failing struct {
	Key   string // of its sentence
	Args  text.Args
	Cause error // what a program says of it, in English; nil where it says no more
}

// Said returns the sentence in a language. The cause is said in English alone, but for a fault of the record.
func (f Failing) Said(tx *text.Catalogue) string {
	said := tx.T(f.Key, f.Args)
	fault := (*record.Fault)(nil)
	switch {
	case f.Cause == nil:
		return said
	case tx.Language == english:
		return tx.Label(said, f.Cause.Error())
	case errors.As(f.Cause, &fault):
		return tx.Label(said, FaultSaid(tx, fault))
	}
	return said
}

// String returns the sentence in English, in letters that every terminal has.
func (f Failing) String() string {
	return strings.NewReplacer("’", "'", "“", `"`, "”", `"`).Replace(f.Said(text.Open(english, "")))
}

// english is the language of what programs say.
const english = "en"

// FaultSaid returns a fault of the record in a language: in which entry of which stream, and what it is.
func FaultSaid(tx *text.Catalogue, f *record.Fault) string {
	name, entry, what := f.Table, strconv.FormatInt(f.Seq, 10), tx.T("fault_"+string(f.Code))
	if name == record.HouseStream {
		name = tx.T("office_stream_house")
	}
	if f.Kind != "" {
		entry += ", " + tx.T("fact_"+f.Kind)
	}
	said := tx.T("office_fault_at", text.Args{"Name": name, "N": entry, "What": what})
	if f.Seq == 0 { // of the stream as a whole
		said = tx.Label(name, what)
	}
	if tx.Language == english {
		said += " (" + f.What + ")"
	}
	return said
}

// differences returns where a paper says another thing than the record.
func differences(paper, now reports.Evidence) []Failing {
	all := []Failing{{Key: "paper_figures"}}
	list, more, err := paper.Differences(now, text.Open(paper.Language, paper.Home()))
	if err != nil || len(list) == 0 {
		return append(all, Failing{Key: "paper_figures_hidden"})
	}
	for _, d := range list {
		f := Failing{Key: "paper_figure", Args: text.Args{"Where": d.Where, "Was": d.Was, "Is": d.Is}}
		switch {
		case d.Is == "":
			f.Key = "paper_figure_gone"
		case d.Was == "":
			f.Key = "paper_figure_missing"
		}
		all = append(all, f)
	}
	if more > 0 {
		all = append(all, Failing{Key: "paper_figures_more", Args: text.Args{"N": more}})
	}
	return all
}
