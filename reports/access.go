package reports

import (
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"time"

	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/reports/forms"
	"sabot/reports/paper"
)

// An Access is a list of who works in the house and what they may do, at a moment.
type Access struct {
	House  string
	At     time.Time // UTC
	People []AccessLine
	Rights []AccessRight
	Reach
}

// An AccessLine is a person of that list.
type AccessLine struct {
	Number, Name string
	Role         record.Role
	Since        time.Time // they were entered
	Last         time.Time // that they gave their code, before form 7 that it let them in; zero where it never was
	Table        string    // where; "" in the office
	Reads        bool      `json:",omitempty"` // it was with sabotctl, to read the record, and in no window; never before form 7
	Given        bool      // somebody else chose their PIN
	Reviewed     time.Time // zero where nobody has looked at what they may do since they are what they are
	By, ByNumber string    // who has
}

// An AccessRight is a right and the roles that have it.
type AccessRight struct {
	Right house.Right
	Roles []record.Role
}

// SignedAnywhere reports whether a form of evidence counts whatever somebody signed at a table, and not the headlines alone.
func SignedAnywhere(form int) bool { return form >= forms.Seven }

// AccessOf returns who may do what in a house, as a form of evidence has it. seen is when and at which table
// somebody signed last, by number.
func AccessOf(form int, h *house.House, seen map[string]house.SignOnSeen, at time.Time) Access {
	inHouse := h.People().LastSigned
	if form < forms.Seven {
		inHouse = h.People().Seen
	}
	h = forms.NamesIn(form, h)
	a := Access{House: h.Name, At: at.UTC().Truncate(time.Millisecond)}
	for _, s := range h.Staff {
		if h.People().Left(s.Number) {
			continue
		}
		line := AccessLine{Number: s.Number, Name: s.Name, Role: s.Role, Since: h.People().Since(s.Number), Given: h.People().Given(s.Number)}
		last, _ := inHouse(s.Number)
		if there := seen[s.Number]; there.At.After(last.At) {
			last = there
		}
		line.Last, line.Table, line.Reads = last.At, last.Table, last.Reads && form >= forms.Seven
		if review, ok := h.People().Reviewed(s.Number); ok {
			line.Reviewed, line.By, line.ByNumber = review.At, h.NameAt(review.By, review.At), review.By
		}
		a.People = append(a.People, line)
	}
	for _, right := range house.Rights() {
		a.Rights = append(a.Rights, AccessRight{right, right.Who()})
	}
	return a
}

// rightsSince are the forms of evidence that knew a right first, of rights that there were not from the beginning.
var rightsSince = map[house.Right]int{house.SignLoss: forms.Seven, house.BuyInBig: forms.Seven, house.KeepKeys: forms.Seven, house.CountTronc: forms.Seven, house.ShuffleShoe: forms.Seven, house.SignInPlace: forms.Seven}

// OfAccess returns evidence with who may do what, by the rights that its form knows.
func (e Evidence) OfAccess(a Access) (Evidence, error) {
	later := func(r AccessRight) bool { return e.Form < rightsSince[r.Right] }
	a.Rights = slices.DeleteFunc(slices.Clone(a.Rights), later)
	return e.with(&a)
}

// Unseen returns those whom nobody has seen for so many days: since they were there last, or were entered. It
// returns nobody where people may have signed at machines whose entries the record lacks.
func (a *Access) Unseen(days int) []AccessLine {
	if a.Alone {
		return nil
	}
	var list []AccessLine
	for _, l := range a.People {
		if l.Away(a.At) >= days {
			list = append(list, l)
		}
	}
	return list
}

// Away returns for how many whole days nobody has seen them.
func (l AccessLine) Away(now time.Time) int {
	last := l.Last
	if last.IsZero() {
		last = l.Since
	}
	return int(now.Sub(last) / (24 * time.Hour))
}

// said encodes the list without its moment. Only what depends on the moment stays: for how long each of them is
// away.
func (a *Access) said() []byte {
	list := *a
	list.At = time.Time{}
	away := make([]int, len(a.People))
	for i, l := range a.People {
		away[i] = l.Away(a.At)
	}
	text, _ := json.Marshal(struct { // of texts and numbers: it cannot fail
		Access Access
		Away   []int
	}{list, away})
	return text
}

// AwayDays returns the numbers of days after which the house looks at who has not been there.
func AwayDays() []int { return []int{90, 30} }

// report dates the list by its gaming day, as its file and every other paper of the house; before form 7 by the clock.
func (a *Access) report(e Evidence, w pen) paper.Report {
	on := a.At.In(w.Zone).Format("02.01.2006")
	if w.Form >= forms.Seven && e.Item != "" {
		on = paper.Date(e.Item)
	}
	r := paper.Report{
		House: a.House, Title: w.T("report_access") + " · " + on,
		Head:    []paper.Pair{{Label: w.T("report_access_at"), Value: w.Clock(a.At)}, {Label: w.T("report_access_people"), Value: strconv.Itoa(len(a.People))}},
		Signers: []string{w.T("report_sign_manager")},
	}
	r.Head = append(r.Head, a.head(w)...)
	last := a.lastWord(w.Form)
	var rows [][]paper.Cell
	for _, l := range a.People {
		state := ""
		if l.Given {
			state = w.T("report_access_given")
		}
		by := paper.Dash
		if l.By != "" {
			by = l.By + " (" + l.ByNumber + ")"
		}
		rows = append(rows, []paper.Cell{paper.Text(l.Number), paper.Text(l.Name), paper.Text(w.T("role_" + string(l.Role))), w.Moment(l.Last), paper.Text(a.where(l, w)), paper.Text(by), w.Moment(l.Reviewed), paper.Text(state)})
	}
	r.Sections = append(r.Sections, paper.Section{
		Heading: w.T("report_access_people"), Rows: rows, Size: 8,
		Columns: []paper.Column{
			paper.Left(w.T("report_number")),
			paper.Left(w.T("setup_person")),
			paper.Left(w.T("office_col_role")),
			paper.Left(w.T(last)),
			paper.Left(w.T("report_access_where")),
			paper.Left(w.T("report_access_by")),
			paper.Left(w.T("report_access_reviewed")),
			paper.Left(w.T("report_access_pin")),
		},
	})
	r.Sections = append(r.Sections, a.absent(w)...)
	r.Sections = append(r.Sections, a.rights(w))
	return r
}

// absent returns the lists of who was away; a sentence where the record cannot know.
func (a *Access) absent(w pen) (list []paper.Section) {
	if a.Alone {
		return []paper.Section{{Heading: w.T("report_access_absent"), Lines: []string{w.T("report_access_unknown")}}}
	}
	under := math.MaxInt
	for _, days := range AwayDays() {
		list = append(list, a.unseen(days, under, w))
		if w.Form >= forms.Seven {
			under = days
		}
	}
	return list
}

// LastWord returns the key of the head of the column of when somebody was last there.
func (a *Access) LastWord() string { return a.lastWord(Form) }

func (a *Access) lastWord(form int) string {
	switch {
	case form < forms.Seven:
		return "report_access_last"
	case a.Alone:
		return "report_access_signed_here"
	}
	return "report_access_signed"
}

// Reader is the place, on an access list, of people who gave their PIN to read the record and were in no window.
const Reader = "sabotctl"

// where returns where somebody was last, in words.
func (a *Access) where(l AccessLine, w pen) string {
	switch {
	case l.Last.IsZero():
		return paper.Dash
	case l.Reads:
		return Reader
	case l.Table == "":
		return w.T("office_title")
	}
	return l.Table
}

// unseen lists the people who were away for at least so many days, and for fewer than under.
func (a *Access) unseen(days, under int, w pen) paper.Section {
	s := paper.Section{Heading: w.T("report_access_away", map[string]any{"N": days}), Size: 8}
	if under < math.MaxInt {
		s.Heading = w.T("report_access_away_between", map[string]any{"N": days, "To": under - 1})
	}
	for _, l := range a.Unseen(days) {
		if l.Away(a.At) >= under {
			continue
		}
		s.Rows = append(s.Rows, []paper.Cell{paper.Text(l.Number), paper.Text(l.Name), paper.Text(w.T("role_" + string(l.Role))), w.Moment(l.Last), paper.Number(l.Away(a.At))})
	}
	if len(s.Rows) == 0 {
		s.Lines = []string{w.T("report_access_none")}
		return s
	}
	s.Columns = []paper.Column{paper.Left(w.T("report_number")), paper.Left(w.T("setup_person")), paper.Left(w.T("office_col_role")), paper.Left(w.T(a.lastWord(w.Form))), paper.Right(w.T("report_access_days"))}
	return s
}

func (a *Access) rights(w pen) paper.Section {
	s := paper.Section{Heading: w.T("report_access_rights"), Size: 8, Columns: []paper.Column{paper.Left(w.T("report_access_right"))}}
	for _, role := range record.Roles() {
		s.Columns = append(s.Columns, paper.Left(w.T("role_"+string(role))))
	}
	for _, right := range a.Rights {
		row := []paper.Cell{paper.Text(w.T("right_" + string(right.Right)))}
		for _, role := range record.Roles() {
			mark := paper.Dash
			if slices.Contains(right.Roles, role) {
				mark = w.T("report_access_may")
			}
			row = append(row, paper.Text(mark))
		}
		s.Rows = append(s.Rows, row)
	}
	return s
}
