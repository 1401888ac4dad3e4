package session_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"sabot/app/session/papers"
	"sabot/app/session/sums"
	"sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/reports"
)

// An incident that is closed in a later shift is closed on the papers of the shift where it began, and on those of the shifts that
// carried it on. Papers that were signed before hold, and are overtaken. It counts once, and has one wording.
func TestIncidentEndsInALaterShift(t *testing.T) {
	n := newNight(t)
	opener := house.DemoFloat()
	n.must(n.table.Open(n.dealers[0], n.dario, &opener))
	closer := count(opener.Value() - 50_000)
	n.must(n.table.Close(n.dealer(), n.dario, &closer))
	kinds := []reports.Kind{reports.ShiftReport, reports.IncidentReport}
	wanted := func(kind reports.Kind, shift int) papers.Wanted {
		return papers.Wanted{Kind: kind, Table: "LB1", Shift: shift, Lang: "en"}
	}
	said := func(w papers.Wanted) string {
		t.Helper()
		sheets, err := papers.Of(n.house).Sheets(w, papers.CSV)
		n.must(err)
		var all strings.Builder
		for _, s := range sheets {
			all.Write(s.Content)
		}
		return all.String()
	}
	sign := func(shift int) (signed [][]byte) {
		t.Helper()
		for _, kind := range kinds {
			_, pdf, err := papers.Of(n.house).Signed(wanted(kind, shift), n.dealers[0], n.dario)
			n.must(err)
			signed = append(signed, pdf)
		}
		return signed
	}
	holds := func(signed [][]byte, kind string) {
		t.Helper()
		for i, pdf := range signed {
			v, err := papers.Of(n.house).VerifyReport(pdf)
			n.must(err)
			switch {
			case !v.Holds():
				t.Errorf("%s: %v", kinds[i], v.Faults)
			case kind == "" && v.Overtaken != nil:
				t.Errorf("%s: overtaken by entry %d of %s", kinds[i], v.Overtaken.By[0].Seq, v.Overtaken.By[0].Stream)
			case kind != "" && (v.Overtaken == nil || len(v.Overtaken.By) == 0 || n.kindAt(v.Overtaken.By[0].Stream, v.Overtaken.By[0].Seq) != kind):
				t.Errorf("%s: overtaken %+v, by %s", kinds[i], v.Overtaken, kind)
			}
		}
	}
	again := func(shift int) {
		t.Helper()
		n.clock.Pass(8 * time.Hour)
		n.must(n.table.Open(n.dealers[0], n.dario, &closer))
		if n.table.State.Shift != shift {
			t.Fatalf("shift %d", n.table.State.Shift)
		}
	}
	first := sign(1)
	again(2)
	holds(first, "")
	n.must(n.table.Close(n.dealer(), n.dario, &closer))
	second := sign(2)
	again(3)
	seq := n.table.State.IncidentBook().OpenIncidents()[0].Seq
	n.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.IncidentBook().AskVideo(seq, "chi?", &n.dario.Staff)
	}, n.dario)
	n.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.IncidentBook().AnswerVideo(seq, "V-1", "nessuno", &n.dario.Staff)
	}, n.dario)
	holds(first, record.KindOf(record.VideoAsked{}))
	n.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.IncidentBook().CloseIncident(seq, "trovati", &n.elena.Staff)
	}, n.elena)
	holds(first, record.KindOf(record.VideoAsked{}))
	holds(second, record.KindOf(record.VideoAsked{}))
	for shift := 1; shift <= 3; shift++ {
		for _, kind := range kinds {
			paper := said(wanted(kind, shift))
			for _, want := range []string{"closed: Elena Moser", "V-1", "Difference of the count at the closing: CHF"} {
				if !strings.Contains(paper, want) {
					t.Errorf("%s %d does not say %q:\n%s", kind, shift, want, paper)
				}
			}
			if strings.Contains(paper, "Still open.") || strings.Contains(paper, "from shift 1") != (shift > 1) {
				t.Errorf("%s %d:\n%s", kind, shift, paper)
			}
		}
	}
	lines, err := n.house.Sums().Shifts(sums.ShiftQuery{Marks: []sums.ShiftMark{sums.MarkOvertaken}})
	if n.must(err); len(lines) != 2 {
		t.Errorf("%d shifts are listed as overtaken: %+v", len(lines), lines)
	}
	n.must(n.table.Close(n.dealer(), n.dario, &closer))
	holds(sign(1), "")
	for form, want := range map[int]int{reports.Form: 1, 6: 3} { // form 6 has it in every shift that began while it was open
		var shifts []reports.Shift
		e := reports.Evidence{Form: form, Kind: reports.TableReport, Table: "LB1"}
		for shift := 1; shift <= 3; shift++ {
			s, ok, err := pit.Shift(n.house.Store(), "LB1", shift)
			if n.must(err); !ok {
				t.Fatal(shift)
			}
			shifts = append(shifts, e.ShiftOf(s, &n.house.State))
		}
		e, err := e.OfShifts(shifts, reports.Reach{}, &n.house.State)
		n.must(err)
		var sum reports.TableSum
		n.must(json.Unmarshal(e.Figures, &sum))
		if sum.Total.Incidents != want || sum.Shifts[0].Incidents != 1 {
			t.Errorf("form %d: the incident counts %d times, in its shift %d", form, sum.Total.Incidents, sum.Shifts[0].Incidents)
		}
	}
	verified(t, n.dir)
}
