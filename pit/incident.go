package pit

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"sabot/games"
)

// Incident is something that happened of which somebody should know, as its entries have
// it.
type Incident struct {
	Seq      int64 // of the entry that opened it: how entries name it
	N        int   // among those of its shift, from 1; 0 where it was carried on by an older record
	At       time.Time
	By       string // who entered it
	Shift    int
	Hand     int
	Class    IncidentClass
	Text     string
	Box      int
	People   []string
	Amount   games.Amount
	Videos   []Video
	ClosedAt time.Time // zero while it is open
	ClosedBy string
	Outcome  string
}

// Name is how people call it: LB1-3.2 is the second of the third shift of LB1.
func (i Incident) Name(table string) string {
	if i.N == 0 {
		return fmt.Sprintf("%s-%d", table, i.Seq)
	}
	return fmt.Sprintf("%s-%d.%d", table, i.Shift, i.N)
}

// Open says that something is still to be done about it.
func (i Incident) Open() bool { return i.ClosedAt.IsZero() }

// Video is a question to surveillance and its answer.
type Video struct {
	Asked    time.Time
	AskedBy  string
	Question string
	Answered time.Time // zero while it waits
	EnteredBy,
	Ref,
	Answer string
}

// OpenIncidents are those about which something is still to be done, the oldest first.
func (t *Table) OpenIncidents() []Incident {
	var open []Incident
	for _, i := range t.Incidents {
		if i.Open() {
			open = append(open, i)
		}
	}
	return open
}

// Incident is an incident by its name; false where there is none.
func (t *Table) Incident(seq int64) (Incident, bool) {
	for _, i := range t.Incidents {
		if i.Seq == seq {
			return i, true
		}
	}
	return Incident{}, false
}

// OpenIncident records an incident; anybody at the table may. Refusals: TableClosed
// where the table never opened, BadSetting for a class that is none, NeedsReason for one
// of class other without a text, NoSuchBox.
func (t *Table) OpenIncident(i IncidentOpened) ([]Fact, error) {
	i.Text = strings.TrimSpace(i.Text)
	switch {
	case t.Shift == 0:
		return nil, refuse(TableClosed)
	case !slices.Contains(IncidentClasses(), i.Class):
		return nil, &Refusal{Why: BadSetting, What: string(i.Class)}
	case i.Class == OtherIncident && i.Text == "":
		return nil, refuse(NeedsReason)
	case i.Box < 0 || t.Game != nil && i.Box > t.Game.Options().Boxes:
		return nil, &Refusal{Why: NoSuchBox, Box: i.Box}
	}
	return []Fact{i}, nil
}

// AskVideo asks surveillance to look at its pictures. Refusals: NoSuchIncident for one
// that is not open, NeedsInspector, WrongRole.
func (t *Table) AskVideo(seq int64, question string, by *Staff) ([]Fact, error) {
	if err := t.openIncident(seq, by, AskVideo); err != nil {
		return nil, err
	}
	return []Fact{VideoAsked{seq, strings.TrimSpace(question), by.Number}}, nil
}

// AnswerVideo records what surveillance answered, under its own reference. Refusals: as
// AskVideo, NeedsReason without a reference, NotPossible where nothing was asked.
func (t *Table) AnswerVideo(seq int64, ref, answer string, by *Staff) ([]Fact, error) {
	if err := t.openIncident(seq, by, AskVideo); err != nil {
		return nil, err
	}
	incident, _ := t.Incident(seq)
	waits := slices.ContainsFunc(incident.Videos, func(v Video) bool { return v.Answered.IsZero() })
	switch {
	case strings.TrimSpace(ref) == "":
		return nil, &Refusal{Why: NeedsReason, What: "reference"}
	case !waits:
		return nil, refuse(NotPossible)
	}
	return []Fact{VideoAnswered{seq, strings.TrimSpace(ref), strings.TrimSpace(answer), by.Number}}, nil
}

// CloseIncident says that nothing more is to be done about it. That of a difference only
// a manager closes, and none who counted. Refusals: as AskVideo, SamePerson, NeedsReason
// without a word on what came of it.
func (t *Table) CloseIncident(seq int64, outcome string, by *Staff) ([]Fact, error) {
	right := CloseIncidents
	if i, ok := t.Incident(seq); ok && i.Class == DifferenceIncident {
		right = CloseDifference
	}
	if err := t.openIncident(seq, by, right); err != nil {
		return nil, err
	}
	if right == CloseDifference {
		for _, c := range t.Counts() {
			if c.Inspector == by.Number {
				return nil, refuse(SamePerson) // nobody closes the difference of a count of their own
			}
		}
	}
	if strings.TrimSpace(outcome) == "" {
		return nil, refuse(NeedsReason)
	}
	return []Fact{IncidentClosed{seq, strings.TrimSpace(outcome), by.Number}}, nil
}

func (t *Table) openIncident(seq int64, by *Staff, do Right) error {
	if i, ok := t.Incident(seq); !ok || !i.Open() {
		return refuse(NoSuchIncident)
	}
	return t.mayApprove(by, do)
}

func (t *Table) applyIncident(e Entry) {
	t.Incidents = slices.Clone(t.Incidents)
	if f, ok := e.Fact.(IncidentOpened); ok {
		n := 1
		for _, i := range t.Incidents {
			if i.Shift == e.Shift {
				n++
			}
		}
		t.Incidents = append(t.Incidents, Incident{
			Seq: e.Seq, N: n, At: e.At, By: e.By, Shift: e.Shift, Hand: e.Hand, Class: f.Class, Text: f.Text, Box: f.Box, People: f.People, Amount: f.Amount,
		})
		return
	}
	for i := range t.Incidents {
		switch f := e.Fact.(type) {
		case VideoAsked:
			t.Incidents[i].asked(e, f)
		case VideoAnswered:
			t.Incidents[i].answered(e, f)
		case IncidentClosed:
			if t.Incidents[i].Seq == f.Incident {
				t.Incidents[i].ClosedAt, t.Incidents[i].ClosedBy, t.Incidents[i].Outcome = e.At, f.By, f.Text
			}
		}
	}
}

func (i *Incident) asked(e Entry, f VideoAsked) {
	if i.Seq == f.Incident {
		i.Videos = append(slices.Clone(i.Videos), Video{Asked: e.At, AskedBy: f.By, Question: f.Text})
	}
}

func (i *Incident) answered(e Entry, f VideoAnswered) {
	if i.Seq != f.Incident {
		return
	}
	i.Videos = slices.Clone(i.Videos)
	for n := range i.Videos {
		if v := &i.Videos[n]; v.Answered.IsZero() {
			v.Answered, v.EnteredBy, v.Ref, v.Answer = e.At, f.By, f.Ref, f.Text
			return
		}
	}
}

// carriedIncident is an incident as an opening carries it on.
type carriedIncident struct {
	Seq    int64         `json:"seq"`
	N      int           `json:"n,omitempty"`
	At     int64         `json:"at"` // milliseconds of UTC since 1970
	By     string        `json:"by,omitempty"`
	Shift  int           `json:"shift"`
	Hand   int           `json:"hand,omitempty"`
	Class  IncidentClass `json:"class"`
	Text   string        `json:"text,omitempty"`
	Box    int           `json:"box,omitempty"`
	People []string      `json:"people,omitempty"`
	Amount games.Amount  `json:"amount,omitempty"`
	Videos []carriedAsk  `json:"videos,omitempty"`
}

type carriedAsk struct {
	Asked    int64  `json:"asked"`
	By       string `json:"by"`
	Question string `json:"question,omitempty"`
	Answered int64  `json:"answered,omitempty"`
	Entered  string `json:"entered,omitempty"`
	Ref      string `json:"ref,omitempty"`
	Answer   string `json:"answer,omitempty"`
}

// MarshalJSON writes an incident that is open, as an opening carries it on.
func (i Incident) MarshalJSON() ([]byte, error) {
	c := carriedIncident{Seq: i.Seq, N: i.N, At: i.At.UnixMilli(), By: i.By, Shift: i.Shift, Hand: i.Hand, Class: i.Class, Text: i.Text, Box: i.Box, People: i.People, Amount: i.Amount}
	for _, v := range i.Videos {
		ask := carriedAsk{Asked: v.Asked.UnixMilli(), By: v.AskedBy, Question: v.Question, Entered: v.EnteredBy, Ref: v.Ref, Answer: v.Answer}
		if !v.Answered.IsZero() {
			ask.Answered = v.Answered.UnixMilli()
		}
		c.Videos = append(c.Videos, ask)
	}
	return encodeValue(c), nil
}

// UnmarshalJSON is the inverse of MarshalJSON.
func (i *Incident) UnmarshalJSON(b []byte) error {
	var c carriedIncident
	if err := json.Unmarshal(b, &c); err != nil {
		return err
	}
	*i = Incident{Seq: c.Seq, N: c.N, At: time.UnixMilli(c.At).UTC(), By: c.By, Shift: c.Shift, Hand: c.Hand, Class: c.Class, Text: c.Text, Box: c.Box, People: c.People, Amount: c.Amount}
	for _, v := range c.Videos {
		video := Video{Asked: time.UnixMilli(v.Asked).UTC(), AskedBy: v.By, Question: v.Question, EnteredBy: v.Entered, Ref: v.Ref, Answer: v.Answer}
		if v.Answered != 0 {
			video.Answered = time.UnixMilli(v.Answered).UTC()
		}
		i.Videos = append(i.Videos, video)
	}
	return nil
}
