package reports

import (
	"fmt"
	"strconv"

	"sabot/pit"
)

// Incidents are the incidents of a table's shift, and those of earlier ones that were
// open then.
type Incidents struct {
	House, Table, Day string
	Shift             int
	List              []IncidentLine
}

// IncidentsOf are those of a table's state.
func IncidentsOf(t *pit.Table, h *pit.House) Incidents {
	return Incidents{House: h.Name, Table: t.Name, Day: t.Day, Shift: t.Shift, List: incidentLines(t.Name, t.Incidents, h)}
}

func (s *Incidents) report(_ Evidence, w Words) Report {
	r := Report{
		House: s.House, Title: w.T("report_incidents") + " · " + s.Table + " · " + date(s.Day) + " / " + strconv.Itoa(s.Shift),
		Signers: []string{w.T("report_sign_croupier"), w.T("report_sign_supervisor")},
	}
	if len(s.List) == 0 {
		r.Sections = []Section{{Heading: w.T("report_incidents"), Lines: []string{w.T("report_no_incidents")}}}
		return r
	}
	r.Sections = append(r.Sections, incidentSection(s.List, w))
	for _, i := range s.List {
		r.Sections = append(r.Sections, Section{Heading: incidentName(i, w), Lines: incidentStory(i, w)})
	}
	return r
}

func incidentName(i IncidentLine, w Words) string {
	return fmt.Sprintf("%s-%d · %s", i.Table, i.Number, w.T("incident_"+string(i.Class)))
}

// incidentStory is an incident in sentences, in the order in which it happened.
func incidentStory(i IncidentLine, w Words) []string {
	lines := []string{clock(i.At) + " · " + i.By + ": " + incidentText(i, w)}
	for _, p := range i.People {
		lines = append(lines, w.T("report_person", map[string]any{"Name": p}))
	}
	for _, v := range i.Videos {
		lines = append(lines, clock(v.Asked)+" · "+v.By+": "+w.T("report_video_asked", map[string]any{"Text": v.Question}))
		if !v.Answered.IsZero() {
			lines = append(lines, clock(v.Answered)+" · "+w.T("report_video_answer", map[string]any{"Ref": v.Ref, "Text": v.Answer}))
		}
	}
	if i.Open {
		return append(lines, w.T("report_incident_open"))
	}
	return append(lines, clock(i.ClosedAt)+" · "+i.ClosedBy+": "+w.T("report_incident_closed", map[string]any{"Text": i.Outcome}))
}

func incidentText(i IncidentLine, w Words) string {
	if i.Class == pit.DifferenceIncident {
		return w.T("report_incident_difference", map[string]any{"Amount": w.Amount(i.Amount)}) + " " + i.Text
	}
	return i.Text
}

func incidentSection(list []IncidentLine, w Words) Section {
	var rows [][]Cell
	for _, i := range list {
		state := w.T("report_closed_by", map[string]any{"Name": i.ClosedBy})
		if i.Open {
			state = w.T("report_open")
		}
		video := ""
		for _, v := range i.Videos {
			video = v.Ref
			if v.Answered.IsZero() {
				video = w.T("report_video_waits")
			}
		}
		rows = append(rows, []Cell{text(strconv.FormatInt(i.Number, 10)), text(clock(i.At)), number(i.Hand), text(w.T("incident_" + string(i.Class))), text(incidentText(i, w)), text(video), text(state)})
	}
	return Section{
		Heading: w.T("report_incidents"), Rows: rows, Size: 8,
		Columns: []Column{{w.T("report_number"), 16, "R"}, {w.T("report_time"), 28, "L"}, {w.T("report_hand"), 12, "R"}, {w.T("report_class"), 28, "L"}, {w.T("report_what"), 46, "L"}, {w.T("report_video"), 22, "L"}, {w.T("report_state"), 28, "L"}},
	}
}
