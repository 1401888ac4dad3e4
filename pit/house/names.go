package house

import (
	"slices"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"sabot/pit/record"
)

// A naming is that somebody has a name from a moment on, or works here no more.
type naming struct {
	at   time.Time
	name string
	left bool
}

// NameOf returns the name of the person who has a number, the number itself where nobody has.
func (h *House) NameOf(number string) string {
	if s, ok := h.StaffBy(number); ok {
		return s.Name
	}
	return number
}

// NameAt returns the name that who has a number had at a moment: of one before they got any the first. At the zero moment it is
// NameOf.
func (h *House) NameAt(number string, at time.Time) string {
	list := h.names[number]
	if len(list) == 0 || at.IsZero() {
		return h.NameOf(number)
	}
	if n, named := h.People().namedBy(number, at); named {
		return n.name
	}
	return list[0].name
}

// LeftBy reports whether whoever had a number worked here no more at a moment.
func (h People) LeftBy(number string, at time.Time) bool {
	n, named := h.namedBy(number, at)
	return named && n.left
}

// SameSince reports whether who has a number is who had it at a moment. Older Sabots gave the number of who had left to others.
func (h People) SameSince(number string, at time.Time) bool {
	list := h.names[number]
	for i := 1; i < len(list); i++ {
		if list[i].at.After(at) && list[i-1].left && !list[i].left && !sameName(list[i-1].name, list[i].name) {
			return false
		}
	}
	return true
}

// Reused reports whether somebody would get the number of who has left, and is another one by name.
func (h People) Reused(s Staff) bool {
	was, known := h.StaffBy(s.Number)
	return known && h.Left(s.Number) && !sameName(was.Name, s.Name)
}

// sameName reports whether two names are one, however they are written.
func sameName(a, b string) bool {
	return strings.EqualFold(strings.Join(strings.Fields(a), " "), strings.Join(strings.Fields(b), " "))
}

// readAlike reports whether two names are one or are read as one, as with letters of another script.
func readAlike(one, other string) bool {
	return sameName(one, other) || strings.EqualFold(seenAs(one), seenAs(other))
}

// alphabets are those that have letters which look like ones of each other.
var alphabets = []*unicode.RangeTable{unicode.Latin, unicode.Cyrillic, unicode.Greek, unicode.Armenian, unicode.Cherokee}

// legible demands of a name that it is in one script, without signs that nobody sees, and is not read as that of another number though it is
// written otherwise. Namesakes are written in the same letters. Refusals: NameMixed, NameAlike.
func (h People) legible(s Staff) error {
	if mixed(s.Name) {
		return Refuse(NameMixed)
	}
	for _, other := range h.Staff {
		if other.Number != s.Number && !sameName(s.Name, other.Name) && seenAs(s.Name) == seenAs(other.Name) {
			return &Refusal{Why: NameAlike, What: other.Number}
		}
	}
	return nil
}

// mixed reports whether a name is of several scripts, or has signs that nobody sees.
func mixed(name string) bool {
	hidden := func(r rune) bool { return !unicode.IsPrint(r) && !unicode.IsSpace(r) }
	scripts := 0
	for _, a := range alphabets {
		if strings.ContainsFunc(name, func(r rune) bool { return unicode.Is(a, r) }) {
			scripts++
		}
	}
	return scripts > 1 || strings.ContainsFunc(name, hidden)
}

// NameMachine demands of the name of a new machine that it is legible, has nobody's code and is read as that of no other one. A machine that is
// there keeps its name. So it is with a house among those of a group, whose people nobody knows there: digits alone may be a PIN in any house.
// Refusals: NameMixed; NameAlike with the other one as What; LooksLikeCode with "digits" as What where it is digits alone.
func (h People) NameMachine(name string, others []string) error {
	if slices.Contains(others, name) {
		return nil
	}
	switch {
	case (&House{}).People().holdsCode(name, false):
		return &Refusal{Why: LooksLikeCode, What: "digits"}
	case h.holdsCode(name, false):
		return Refuse(LooksLikeCode)
	}
	if mixed(name) {
		return Refuse(NameMixed)
	}
	for _, other := range others {
		if readAlike(name, other) {
			return &Refusal{Why: NameAlike, What: other}
		}
	}
	return nil
}

// lookalikes are signs of Latin, Cyrillic and Greek beside the one as which each is read. They are those of a kind in Unicode's confusables (UTS 39) that
// names are written with.
var lookalikes = strings.NewReplacer(
	"1", "l", "I", "l", "|", "l", "0", "O", "’", "'", "‘", "'", "`", "'", "´", "'", "‐", "-", "‑", "-", "–", "-",
	"А", "A", "В", "B", "Е", "E", "Ё", "Ë", "З", "3", "І", "l", "Ӏ", "l", "Ї", "Ï", "Ј", "J", "К", "K", "М", "M", "Н", "H", "О", "O", "Р", "P", "С", "C", "Ѕ", "S", "Т", "T", "Х", "X", "Ү", "Y", "Ԛ", "Q", "Ԝ", "W",
	"а", "a", "е", "e", "ё", "ë", "і", "i", "ї", "ï", "ј", "j", "һ", "h", "ӏ", "l", "о", "o", "р", "p", "с", "c", "ѕ", "s", "у", "y", "ү", "y", "х", "x", "ԁ", "d", "ԛ", "q", "ԝ", "w", "ѵ", "v",
	"Α", "A", "Β", "B", "Ε", "E", "Ζ", "Z", "Η", "H", "Ι", "l", "Κ", "K", "Μ", "M", "Ν", "N", "Ο", "O", "Ρ", "P", "Τ", "T", "Υ", "Y", "Χ", "X", "ο", "o", "ν", "v", "α", "a", "ι", "i", "υ", "u", "ρ", "p",
	"ı", "i", "ɑ", "a", "ɡ", "g", "ƚ", "l",
)

// seenAs returns a name as it is read: what looks the same comes to the same.
func seenAs(name string) string {
	return norm.NFC.String(lookalikes.Replace(norm.NFKC.String(strings.Join(strings.Fields(name), " "))))
}

// namedBy returns the naming that was in force at a moment; false where none was yet.
func (h People) namedBy(number string, at time.Time) (naming, bool) {
	for _, n := range slices.Backward(h.names[number]) {
		if !n.at.After(at) {
			return n, true
		}
	}
	return naming{}, false
}

// itself is the house among those who have names; no number has letters.
const itself = "house"

// CalledAt returns the name that the house had at a moment: before it got any the first. At the zero moment it is that of now.
func (h People) CalledAt(at time.Time) string {
	if len(h.names[itself]) == 0 || at.IsZero() {
		return h.Name
	}
	return h.NameAt(itself, at)
}

// Names returns every name that the house ever had, each once, that of now first.
func (h People) Names() []string {
	names := []string{h.Name}
	for _, n := range slices.Backward(h.names[itself]) {
		if !slices.Contains(names, n.name) {
			names = append(names, n.name)
		}
	}
	return names
}

// DayEnds returns the moment at which a gaming day is over; zero of what is no day.
func (h People) DayEnds(day string) time.Time {
	p := h.Particulars()
	return dayRule{zone: p.Zone, begins: p.Begins}.ends(day)
}

// NamesNow returns the house with the names of now for whenever.
func (h People) NamesNow() *House {
	now := *h.House
	now.names = nil
	return &now
}

// WithThoseOf returns the house with the people whom a later state of it has and it has not, for entries that came since.
func (h People) WithThoseOf(now *House) *House {
	c := *h.House
	c.Staff = slices.Clone(h.Staff)
	for _, s := range now.Staff {
		if _, known := h.StaffBy(s.Number); !known {
			c.Staff = append(c.Staff, s)
		}
	}
	return &c
}

// renamed takes in a name of whoever had one already, from the last entry on.
func (h People) renamed(number, name string) {
	if len(h.names[number]) > 0 {
		h.applyName(number, naming{at: h.Last, name: name})
	}
}

// applyName takes in a naming, which is never of before the one that it follows.
func (h People) applyName(number string, is naming) {
	list := h.names[number]
	if n := len(list); n > 0 {
		last := list[n-1]
		if last.name == is.name && last.left == is.left {
			return
		}
		if is.at.Before(last.at) {
			is.at = last.at
		}
	}
	if h.names == nil {
		h.names = map[string][]naming{}
	}
	h.names[number] = append(slices.Clip(list), is)
}

// namesBack moves what was entered of people while the clock was ahead to now at the latest.
func (h People) namesBack(now time.Time) {
	for number, list := range h.names {
		list = slices.Clone(list)
		for i := range list {
			if list[i].at.After(now) {
				list[i].at = now
			}
		}
		h.names[number] = list
	}
}

// A typedText is a text that somebody typed and everybody reads. It has the part of a form that asks for it, and what
// stood there before.
type typedText struct {
	part, text, stood string
	// numbered says that digits alone may stand there, as the name of a table or a licence.
	numbered bool
}

// wordsOf returns the words of a fact of the house that somebody typed.
func (h People) wordsOf(f record.Fact) []typedText {
	switch f := f.(type) {
	case record.HouseNamed:
		return []typedText{{part: "name", text: f.Name}}
	case record.HouseSet:
		return []typedText{
			{part: "name", text: f.Name, stood: h.Name},
			{part: "address", text: f.Address, stood: h.set.Address, numbered: true},
			{part: "licence", text: f.Licence, stood: h.set.Licence, numbered: true},
		}
	case record.StaffSet:
		was, _ := h.StaffBy(f.Number)
		return []typedText{{part: "staff", text: f.Name, stood: was.Name}}
	case record.TableSet:
		was, _ := h.TableNamed(f.Name)
		return []typedText{{part: "tables", text: f.Name, stood: was.Name, numbered: true}}
	case record.Serviced:
		return []typedText{{part: "who", text: f.Who}, {part: "what", text: f.What}}
	case record.AlertSeen:
		return []typedText{{part: "text", text: f.Text}}
	case record.BoxCounted:
		return []typedText{{part: "reason", text: f.Reason}}
	}
	return nil
}

// CheckWords refuses facts of the house with a code among their words, which everybody would read. What stood there before may stay.
// Commands ask it before they enter something. The audit does not: records of before hold. Refusal: LooksLikeCode, with Nth where it is of
// the name of a person.
func (h People) CheckWords(facts ...record.Fact) error {
	with := House{Staff: slices.Clone(h.Staff)}
	for _, f := range facts {
		if s, is := f.(record.StaffSet); is { // the code of who is new
			with.Staff = append(with.Staff, Staff(s))
		}
	}
	people := 0
	for _, f := range facts {
		nth := 0
		if _, is := f.(record.StaffSet); is {
			people++
			nth = people
		}
		for _, w := range h.wordsOf(f) {
			text := strings.TrimSpace(w.text)
			if text != w.stood && with.People().holdsCode(text, w.numbered) {
				return &Refusal{Why: LooksLikeCode, What: w.part, Nth: nth}
			}
		}
	}
	return nil
}

// CheckTyped refuses what was typed into a field, of words or amounts, where one of its words is a code and did not stand there
// before. Somebody's number by itself is none. Refusal: LooksLikeCode.
func (h People) CheckTyped(typed, stood string) error {
	before := strings.Fields(stood)
	for word := range strings.FieldsSeq(typed) {
		if _, number := h.StaffBy(word); !number && h.IsCode(word) && !slices.Contains(before, word) {
			return Refuse(LooksLikeCode)
		}
	}
	return nil
}
