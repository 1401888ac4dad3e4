package reports

import (
	"sabot/pit/house"
	"sabot/pit/record"
)

// gone is the field of an entry about somebody who had left the house by then. It is in no entry: the house knows it.
const gone = "gone"

// leaver notes on the line of a relief, or of a wrong PIN, that its person had left the house. They did nothing
// for such a relief: the table asked for it, and their successor entered it.
func (l *NotedLine) leaver(f record.Fact, house *house.House) {
	number, to := "", ""
	switch f := f.(type) {
	case record.PINFailed:
		number = f.Number
	case record.Relieved:
		number, to = f.From, f.To
	case record.InspectorChanged:
		number, to = f.From, f.To
	}
	if !house.People().LeftBy(number, l.At) {
		return
	}
	if l.By == number {
		l.By, l.Name = to, house.NameAt(to, l.At)
	}
	l.Fields = append(l.Fields, NotedField{Path: []string{gone}, Is: "true"})
}
