// Package text says everything that people read, in the language of whoever reads
// it. A sentence is a key of the catalogues under assets/texts.
package text

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
	"golang.org/x/text/number"

	"sabot/assets"
	"sabot/games"
	"sabot/games/handfile"
)

// An Args is the values for a sentence's {{.Name}}.
type Args = map[string]any

// Languages returns the languages one can choose, the house's first one first.
func Languages() []string { return []string{"it", "de", "fr", "en"} }

// A Catalogue speaks one language and writes amounts of one currency.
type Catalogue struct {
	Language  string
	Currency  string
	localizer *spoken
	printer   *message.Printer
	point     bool // amounts have a point where the other numbers of the language have a comma
	cents     bool // amounts have the minor unit, be there some or not
}

// words are the catalogues of the house and those that games bring with them, by language, and
// of how many games. One is read when somebody first speaks it: reading all of them is a tenth of
// the way to the first frame.
var words struct {
	sync.Mutex
	spoken map[string]*spoken
	games  int
}

// A spoken is a language's sentences. Those that nothing is filled into are made once: a screen says them at each key.
type spoken struct {
	*i18n.Localizer
	whole sync.Map // by key
}

func localizer(lang string) *spoken {
	words.Lock()
	defer words.Unlock()
	brought := handfile.Texts()
	if words.spoken == nil || words.games != len(brought) {
		words.spoken, words.games = map[string]*spoken{}, len(brought)
	}
	if l := words.spoken[lang]; l != nil {
		return l
	}
	b := i18n.NewBundle(language.MustParse(lang))
	b.RegisterUnmarshalFunc("json", json.Unmarshal)
	for _, from := range append([]fs.FS{assets.Texts}, brought...) {
		if _, err := b.LoadMessageFileFS(from, "texts/"+lang+".json"); err != nil {
			panic(fmt.Sprintf("text: %v", err))
		}
	}
	words.spoken[lang] = &spoken{Localizer: i18n.NewLocalizer(b, lang)}
	return words.spoken[lang]
}

// spare is the language in which a key is said that another one lacks.
const spare = "en"

// Open returns the catalogue of a language; Italian for an unknown one. A key that a language lacks is written
// in English.
func Open(lang, currency string) *Catalogue {
	if !slices.Contains(Languages(), lang) {
		lang = "it"
	}
	region := ""
	if currency == "CHF" && lang != "en" { // no country writes English amounts the Swiss way
		region = "-CH"
	}
	return &Catalogue{
		Language: lang, Currency: currency, point: region != "" && lang == "fr",
		localizer: localizer(lang),
		printer:   message.NewPrinter(language.MustParse(lang + region)),
	}
}

// In returns the catalogue for amounts in another currency, which are written as those of the house are.
func (c *Catalogue) In(currency string) *Catalogue {
	in := *c
	in.Currency = currency
	return &in
}

// Alike returns a catalogue that writes the amounts of a column alike, so that they stand under each other by their
// point: with the minor unit all of them where one has some.
func (c *Catalogue) Alike(column ...games.Amount) *Catalogue {
	alike := *c
	alike.cents = slices.ContainsFunc(column, func(a games.Amount) bool { return a%100 != 0 })
	return &alike
}

// Label returns a value behind its label, with a colon as the language writes it.
func (c *Catalogue) Label(label, value string) string { return label + c.Colon() + " " + value }

// Colon returns a colon as the language writes it behind a word.
func (c *Catalogue) Colon() string {
	if c.Language == "fr" {
		return "\u00a0:"
	}
	return ":"
}

// T returns the sentence of a key. A key that no catalogue has is returned as it is, and a test finds it.
func (c *Catalogue) T(key string, args ...Args) string {
	config := &i18n.LocalizeConfig{MessageID: key}
	if len(args) > 0 {
		config.TemplateData = args[0]
	} else if whole, known := c.localizer.whole.Load(key); known {
		return whole.(string)
	}
	s, err := c.localizer.Localize(config)
	if err != nil && s == "" && c.Language != spare {
		s, err = localizer(spare).Localize(config)
	}
	if err != nil && s == "" {
		return key
	}
	if len(args) == 0 {
		c.localizer.whole.Store(key, s)
	}
	return s
}

// Has reports whether there is a sentence of a key, whatever it is filled with.
func (c *Catalogue) Has(key string) bool {
	has := func(l *spoken) bool {
		_, err := l.Localize(&i18n.LocalizeConfig{MessageID: key})
		var none *i18n.MessageNotFoundErr
		return !errors.As(err, &none)
	}
	return has(c.localizer) || has(localizer(spare))
}

// Amount returns money as the locale writes it, without the currency: "1'250" or "12.50"; the minor unit only
// where there is some.
func (c *Catalogue) Amount(a games.Amount) string {
	digits := 0
	if c.cents || a%100 != 0 {
		digits = 2
	}
	sign := ""
	if a < 0 {
		sign, a = "−", -a
	}
	return sign + c.decimal(a, number.MinFractionDigits(digits), number.MaxFractionDigits(digits))
}

// Count returns a number as the locale writes it: "60'464".
func (c *Catalogue) Count(n int64) string { return c.printer.Sprint(number.Decimal(n)) }

// Cents returns money as the locale writes it, without the currency and always with the minor unit: "1'250.00".
func (c *Catalogue) Cents(a games.Amount) string {
	sign := ""
	if a < 0 {
		sign, a = "−", -a
	}
	return sign + c.decimal(a, number.Scale(2))
}

// decimal returns an amount of 0 or more as the locale writes it; Swiss francs have a point in French too, where other
// numbers have a comma.
func (c *Catalogue) decimal(a games.Amount, how ...number.Option) string {
	said := c.printer.Sprint(number.Decimal(float64(a)/100, how...))
	if c.point {
		said = strings.ReplaceAll(said, ",", ".")
	}
	return said
}

// Money returns an amount with its currency and always with the minor unit: "CHF 1'250.00".
func (c *Catalogue) Money(a games.Amount) string {
	return c.Currency + " " + c.Cents(a)
}

// Signed returns an amount with its sign: what was won or lost.
func (c *Catalogue) Signed(a games.Amount) string {
	if a > 0 {
		return "+" + c.Amount(a)
	}
	return c.Amount(a)
}

// Going returns an amount of chips with the way they go, seen from the tray: "↓50" comes in, "↑50" goes out.
func (c *Catalogue) Going(a games.Amount) string {
	switch {
	case a < 0:
		return "↓" + c.Amount(-a)
	case a > 0:
		return "↑" + c.Amount(a)
	}
	return c.Amount(a)
}

// Tight returns a line without the marks of its amounts' thousands, for a place too narrow for them: "1'250" is
// "1250". What stands between digits and no three of them stays.
func Tight(line string) string {
	runes := []rune(line)
	digit := func(i int) bool { return i >= 0 && i < len(runes) && '0' <= runes[i] && runes[i] <= '9' }
	var out strings.Builder
	for i, r := range runes {
		thousands := digit(i-1) && digit(i+1) && digit(i+2) && digit(i+3) && !digit(i+4)
		if !thousands || !strings.ContainsRune("'’.,\u00a0\u202f", r) {
			out.WriteRune(r)
		}
	}
	return out.String()
}

// ParseAmount reads what somebody typed as whole units, with a minor part after a
// point or a comma: "25", "12.50". What begins with a zero that counts for nothing, or has
// more than eight digits, is no amount but a slip.
func ParseAmount(typed string) (games.Amount, bool) {
	whole, cents, split := strings.Cut(strings.ReplaceAll(typed, ",", "."), ".")
	if split && len(cents) > 2 || whole == "" || len(whole) > 8 || len(whole) > 1 && whole[0] == '0' {
		return 0, false
	}
	var a games.Amount
	for _, r := range whole + (cents + "00")[:2] {
		if r < '0' || r > '9' {
			return 0, false
		}
		a = 10*a + games.Amount(r-'0')
	}
	return a, true
}

// Typed returns an amount as somebody types it. That is, ParseAmount(Typed(a)) == a for what is not negative
// and has up to eight digits before the point.
func Typed(a games.Amount) string {
	if a%100 == 0 {
		return strconv.FormatInt(int64(a/100), 10)
	}
	return fmt.Sprintf("%d.%02d", a/100, a%100)
}

// Length returns how long something has lasted, so that nobody takes it for a time of day: 42 min, 3 h 05. From 48 hours on
// it has whole days.
func (c *Catalogue) Length(d time.Duration) string {
	const days = 48 * time.Hour // that a length is told in
	minutes := max(0, int(d.Minutes()))
	switch {
	case d >= days:
		return c.T("length_days", Args{"N": int(d.Hours()) / 24})
	case minutes < 60:
		return fmt.Sprintf("%d min", minutes)
	}
	return fmt.Sprintf("%d h %02d", minutes/60, minutes%60)
}

// Percent returns a share of one as a percentage with two decimals.
func (c *Catalogue) Percent(share float64) string {
	sign := ""
	if share < 0 {
		sign, share = "−", -share
	}
	return sign + c.printer.Sprint(number.Decimal(100*share, number.Scale(2))) + "\u00a0%"
}
