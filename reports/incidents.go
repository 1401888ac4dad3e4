package reports

import (
	"fmt"
	"strconv"
	"strings"

	"sabot/pit"
	"sabot/pit/record"
)

// Incidents are the incidents of a table's shift, and those of earlier ones that were
// open then; what came of them as far as the evidence knows, whenever that was.
type Incidents struct {
	House, Table, Day string
	Shift             int
	List              []IncidentLine
	// Running says that the shift was still open: more of it can be entered. Papers before form 7 did not know.
	Running bool `json:",omitempty"`
}

// incidentsOf returns those of a table's state.
func incidentsOf(t *pit.Table, h roll, form int) Incidents {
	return Incidents{House: h.People().CalledAt(t.ShutAt), Table: t.Name, Day: t.Day, Shift: t.Shift, List: incidentLines(t, h, form), Running: form >= form7 && t.ShutAt.IsZero()}
}

func (s *Incidents) report(e Evidence, w pen) Report {
	r := Report{
		House: s.House, Title: w.T("report_incidents") + " · " + s.Table + " · " + Date(s.Day) + " / " + strconv.Itoa(s.Shift),
		Signers: []string{w.T("report_sign_croupier"), w.T("report_sign_supervisor")},
		Head:    []Pair{{w.T("report_table"), s.Table}, {w.T("report_shift"), strconv.Itoa(s.Shift)}, {w.T("report_day"), Date(s.Day)}},
	}
	if s.Running {
		r.Banner, r.Signers = e.Reach.stillOpen(w), nil
	}
	if len(s.List) == 0 {
		r.Sections = []Section{{Heading: w.T("report_incidents"), Lines: []string{w.T("report_no_incidents")}}}
		return r
	}
	r.Sections = append(r.Sections, incidentSection(s.List, s.Shift, w))
	for _, i := range s.List {
		r.Sections = append(r.Sections, Section{Heading: join(incidentName(i, w), i.carried(s.Shift, w)), Lines: incidentStory(i, w)})
	}
	return r
}

func incidentName(i IncidentLine, w pen) string {
	return i.name() + " · " + w.T("incident_"+string(i.Class))
}

// name returns the name by which people call an incident.
func (i IncidentLine) name() string {
	if i.Name == "" {
		return fmt.Sprintf("%s-%d", i.Table, i.Number)
	}
	return i.Name
}

// carried returns in words from which shift an incident on another one's paper is; "" of its own, and before form 7.
func (i IncidentLine) carried(shift int, w pen) string {
	if i.Shift == shift || w.form < form7 {
		return ""
	}
	return w.T("report_of_shift", map[string]any{"N": i.Shift})
}

// incidentStory returns an incident in sentences, in the order in which it happened.
func incidentStory(i IncidentLine, w pen) []string {
	lines := []string{w.clock(i.At) + " · " + i.By + w.colon + incidentText(i, w)}
	for _, p := range i.People {
		lines = append(lines, w.T("report_person", map[string]any{"Name": p}))
	}
	if i.Recounted != nil { // others counted, and later
		lines = append(lines, i.recounted(w))
	}
	for _, v := range i.Videos {
		lines = append(lines, w.clock(v.Asked)+" · "+v.By+w.colon+w.T("report_video_asked", map[string]any{"Text": v.Question}))
		if !v.Answered.IsZero() {
			lines = append(lines, w.clock(v.Answered)+" · "+w.T("report_video_answer", map[string]any{"Ref": v.Ref, "Text": v.Answer}))
		}
	}
	if i.Open {
		return append(lines, w.T("report_incident_open"))
	}
	if i.Unanswered != "" {
		lines = append(lines, w.T("report_incident_unanswered", map[string]any{"Text": i.Unanswered}))
	}
	return append(lines, w.clock(i.ClosedAt)+" · "+i.ClosedBy+w.colon+w.T("report_incident_closed", map[string]any{"Text": i.Outcome}))
}

// recounted returns in words what a recount of the closing left of a difference.
func (i IncidentLine) recounted(w pen) string {
	return w.T("approve_recounted", map[string]any{"Amount": w.currency + tight + w.Amount(*i.Recounted)})
}

func incidentText(i IncidentLine, w pen) string {
	if i.Class == record.DifferenceIncident {
		at := ""
		if i.When != "" {
			at = w.T("report_at_" + string(i.When))
		}
		said := w.T("report_incident_difference", map[string]any{"At": at, "Amount": w.currency + tight + w.Amount(i.Amount)})
		switch {
		case i.Text == "":
			return said
		case w.form < form7:
			return said + " " + i.Text
		}
		return said + ". " + i.Text
	}
	if w.form < form7 {
		return i.Text
	}
	return pit.IncidentSaid(i.Class, i.Text, w.T)
}

// incidentSection returns the table of the incidents on a shift's paper.
func incidentSection(list []IncidentLine, shift int, w pen) Section {
	var rows [][]Cell
	for _, i := range list {
		state := w.T("report_closed_by", map[string]any{"Name": i.ClosedBy})
		if i.Open {
			state = w.T("report_open")
		}
		var videos []string
		for _, v := range i.Videos {
			switch {
			case !v.Answered.IsZero():
			case i.Open || w.form < form7:
				v.Ref = w.T("report_video_waits")
			default:
				v.Ref = w.T("report_video_none")
			}
			videos = append(videos, v.Ref)
		}
		said := incidentText(i, w)
		if i.Recounted != nil {
			said += ". " + i.recounted(w)
		}
		rows = append(rows, []Cell{text(i.name()), w.moment(i.At), w.hand(i.Hand, i.After), text(w.T("incident_" + string(i.Class))), text(join(said, i.carried(shift, w))), text(strings.Join(videos, "; ")), text(state)})
	}
	return Section{
		Heading: w.T("report_incidents"), Rows: rows, Size: 8,
		Columns: []Column{{w.T("report_number"), "L"}, {w.T("report_time"), "L"}, {w.T("report_hand"), "R"}, {w.T("report_class"), "L"}, {w.T("report_what"), "L"}, {w.T("report_video"), "L"}, {w.T("report_state"), "L"}},
	}
}

// hand returns the number of a hand. What was entered in none says after which it was, where the next would have been n, or
// that it was before the first one. Papers before form 7 said 0 and n.
func (w pen) hand(n int, after bool) Cell {
	switch {
	case w.form < form7 || n > 0 && !after:
		return number(n)
	case n <= 1:
		return text(w.T("report_before_first"))
	}
	return text(w.T("report_after_hand", map[string]any{"N": n - 1}))
}
