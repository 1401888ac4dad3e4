package record

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"sabot/games"
)

// Incident is something that happened of which somebody should know, as its entries have
// it.
type Incident struct {
	Seq     int64 // of the entry that opened it: how entries name it
	N       int   // among those of its shift, from 1; 0 where it was carried on by an older record
	At      time.Time
	By      string // who entered it
	Shift   int
	Hand    int
	Between bool // no hand was open, and Hand was still to come; of an earlier shift where somebody looked: no opening carries it on
	Class   IncidentClass
	Text    string
	Box     int
	People  []string
	Amount  games.Amount `amount:"signed"`
	Found   bool         // a count of this shift found it; no opening carries it on
	When    CountMoment  // at which count a difference of an earlier shift was found, where somebody looked; no opening carries it on
	Counted []string     // who counted in the shift of a difference, once an opening has carried it on; records from before 0.10 have it nowhere
	// Recounted is the difference that a recount of the closing left; nil where nobody counted again.
	Recounted *games.Amount `amount:"signed"`
	Videos    []Video
	ClosedAt  time.Time // zero while it is open
	ClosedBy  string
	Outcome   string

	Unanswered string // why it was closed before surveillance had answered
}

// VideoWaits reports whether surveillance was asked something that it has not answered.
func (i Incident) VideoWaits() bool {
	return slices.ContainsFunc(i.Videos, func(v Video) bool { return v.Answered.IsZero() })
}

// Name returns the incident's name as people use it: LB1-3.2 is the second of the third shift of LB1.
func (i Incident) Name(table string) string {
	if i.N == 0 {
		return fmt.Sprintf("%s-%d", table, i.Seq)
	}
	return fmt.Sprintf("%s-%d.%d", table, i.Shift, i.N)
}

// Open reports whether something is still to be done about it.
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

	Counted   []string      `json:"counted,omitempty"`
	Recounted *games.Amount `json:"recounted,omitempty"`
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
	c := carriedIncident{Seq: i.Seq, N: i.N, At: i.At.UnixMilli(), By: i.By, Shift: i.Shift, Hand: i.Hand, Class: i.Class, Text: i.Text, Box: i.Box, People: i.People, Amount: i.Amount, Counted: i.Counted, Recounted: i.Recounted}
	for _, v := range i.Videos {
		ask := carriedAsk{Asked: v.Asked.UnixMilli(), By: v.AskedBy, Question: v.Question, Entered: v.EnteredBy, Ref: v.Ref, Answer: v.Answer}
		if !v.Answered.IsZero() {
			ask.Answered = v.Answered.UnixMilli()
		}
		c.Videos = append(c.Videos, ask)
	}
	return EncodeValue(c), nil
}

// UnmarshalJSON reverses MarshalJSON.
func (i *Incident) UnmarshalJSON(b []byte) error {
	var c carriedIncident
	if err := json.Unmarshal(b, &c); err != nil {
		return err
	}
	*i = Incident{Seq: c.Seq, N: c.N, At: time.UnixMilli(c.At).UTC(), By: c.By, Shift: c.Shift, Hand: c.Hand, Class: c.Class, Text: c.Text, Box: c.Box, People: c.People, Amount: c.Amount, Counted: c.Counted, Recounted: c.Recounted}
	for _, v := range c.Videos {
		video := Video{Asked: time.UnixMilli(v.Asked).UTC(), AskedBy: v.By, Question: v.Question, EnteredBy: v.Entered, Ref: v.Ref, Answer: v.Answer}
		if v.Answered != 0 {
			video.Answered = time.UnixMilli(v.Answered).UTC()
		}
		i.Videos = append(i.Videos, video)
	}
	return nil
}
