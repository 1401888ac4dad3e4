package reports

import (
	"fmt"
	"strconv"
	"strings"

	"sabot/pit"
	"sabot/pit/record"
	"sabot/reports/forms"
	"sabot/reports/paper"
)

// Incidents are the incidents of a table's shift, and those of earlier ones that were open then. They have what
// came of them as far as the evidence knows, whenever that was.
type Incidents struct {
	House, Table, Day string
	Shift             int
	List              []IncidentLine
	// Running says that the shift was still open: more of it can be entered. Papers before form 7 did not know.
	Running bool `json:",omitempty"`
}

// incidentsOf returns those of a table's state.
func incidentsOf(t *pit.Table, h forms.Roll, form int) Incidents {
	return Incidents{House: h.People().CalledAt(t.ShutAt), Table: t.Name, Day: t.Day, Shift: t.Shift, List: incidentLines(t, h, form), Running: form >= forms.Seven && t.ShutAt.IsZero()}
}

func (s *Incidents) report(e Evidence, w pen) paper.Report {
	r := paper.Report{
		House: s.House, Title: w.T("report_incidents") + " · " + s.Table + " · " + paper.Date(s.Day) + " / " + strconv.Itoa(s.Shift),
		Signers: []string{w.T("report_sign_croupier"), w.T("report_sign_supervisor")},
		Head:    []paper.Pair{{Label: w.T("report_table"), Value: s.Table}, {Label: w.T("report_shift"), Value: strconv.Itoa(s.Shift)}, {Label: w.T("report_day"), Value: paper.Date(s.Day)}},
	}
	if s.Running {
		r.Banner, r.Signers = e.Reach.stillOpen(w), nil
	}
	if len(s.List) == 0 {
		r.Sections = []paper.Section{{Heading: w.T("report_incidents"), Lines: []string{w.T("report_no_incidents")}}}
		return r
	}
	r.Sections = append(r.Sections, incidentSection(s.List, s.Shift, w))
	for _, i := range s.List {
		r.Sections = append(r.Sections, paper.Section{Heading: paper.Join(incidentName(i, w), i.carried(s.Shift, w)), Lines: incidentStory(i, w)})
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
	if i.Shift == shift || w.Form < forms.Seven {
		return ""
	}
	return w.T("report_of_shift", map[string]any{"N": i.Shift})
}

// incidentStory returns an incident in sentences, in the order in which it happened.
func incidentStory(i IncidentLine, w pen) []string {
	lines := []string{w.Clock(i.At) + " · " + i.By + w.Colon + incidentText(i, w)}
	for _, p := range i.People {
		lines = append(lines, w.T("report_person", map[string]any{"Name": p}))
	}
	if i.Recounted != nil { // others counted, and later
		lines = append(lines, i.recounted(w))
	}
	for _, v := range i.Videos {
		lines = append(lines, w.Clock(v.Asked)+" · "+v.By+w.Colon+w.T("report_video_asked", map[string]any{"Text": v.Question}))
		if !v.Answered.IsZero() {
			lines = append(lines, w.Clock(v.Answered)+" · "+w.T("report_video_answer", map[string]any{"Ref": v.Ref, "Text": v.Answer}))
		}
	}
	if i.Open {
		return append(lines, w.T("report_incident_open"))
	}
	if i.Unanswered != "" {
		lines = append(lines, w.T("report_incident_unanswered", map[string]any{"Text": i.Unanswered}))
	}
	return append(lines, w.Clock(i.ClosedAt)+" · "+i.ClosedBy+w.Colon+w.T("report_incident_closed", map[string]any{"Text": i.Outcome}))
}

// recounted returns in words what a recount of the closing left of a difference.
func (i IncidentLine) recounted(w pen) string {
	return w.T("approve_recounted", map[string]any{"Amount": w.Currency + paper.Tight + w.Amount(*i.Recounted)})
}

func incidentText(i IncidentLine, w pen) string {
	if i.Class == record.DifferenceIncident {
		at := ""
		if i.When != "" {
			at = w.T("report_at_" + string(i.When))
		}
		said := w.T("report_incident_difference", map[string]any{"At": at, "Amount": w.Currency + paper.Tight + w.Amount(i.Amount)})
		switch {
		case i.Text == "":
			return said
		case w.Form < forms.Seven:
			return said + " " + i.Text
		}
		return said + ". " + i.Text
	}
	if w.Form < forms.Seven {
		return i.Text
	}
	return pit.IncidentSaid(i.Class, i.Text, w.T)
}

// incidentSection returns the table of the incidents on a shift's paper.
func incidentSection(list []IncidentLine, shift int, w pen) paper.Section {
	var rows [][]paper.Cell
	for _, i := range list {
		state := w.T("report_closed_by", map[string]any{"Name": i.ClosedBy})
		if i.Open {
			state = w.T("report_open")
		}
		var videos []string
		for _, v := range i.Videos {
			switch {
			case !v.Answered.IsZero():
			case i.Open || w.Form < forms.Seven:
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
		rows = append(rows, []paper.Cell{paper.Text(i.name()), w.Moment(i.At), w.hand(i.Hand, i.After), paper.Text(w.T("incident_" + string(i.Class))), paper.Text(paper.Join(said, i.carried(shift, w))), paper.Text(strings.Join(videos, "; ")), paper.Text(state)})
	}
	return paper.Section{
		Heading: w.T("report_incidents"), Rows: rows, Size: 8,
		Columns: []paper.Column{paper.Left(w.T("report_number")), paper.Left(w.T("report_time")), paper.Right(w.T("report_hand")), paper.Left(w.T("report_class")), paper.Left(w.T("report_what")), paper.Left(w.T("report_video")), paper.Left(w.T("report_state"))},
	}
}

// hand returns the number of a hand. What was entered in none says after which it was, where the next would have been n, or
// that it was before the first one. Papers before form 7 said 0 and n.
func (w pen) hand(n int, after bool) paper.Cell {
	switch {
	case w.Form < forms.Seven || n > 0 && !after:
		return paper.Number(n)
	case n <= 1:
		return paper.Text(w.T("report_before_first"))
	}
	return paper.Text(w.T("report_after_hand", map[string]any{"N": n - 1}))
}
