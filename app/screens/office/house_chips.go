package office

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"sabot/app/controls"
	"sabot/app/screens/shell"
	"sabot/app/text"
	"sabot/games"
	"sabot/pit/house"
)

// palette are the colours among which that of a chip is chosen, by the end of the key of their name. The first is
// the one that Sabot gives it by its place.
var palette = []struct{ name, hex string }{
	{"own", ""},
	{"white", "#f2efe6"},
	{"yellow", "#e8c531"},
	{"orange", "#d9792b"},
	{"red", "#b3262e"},
	{"pink", "#d987a8"},
	{"violet", "#6d3f8c"},
	{"blue", "#2b57a0"},
	{"green", "#2c7a48"},
	{"brown", "#7a5235"},
	{"grey", "#8a8f94"},
	{"black", "#1c1c1e"},
}

// chipsField are the chips of a currency as they are filled in: their values, and below
// them the colour of each.
type chipsField struct {
	form     *houseForm
	currency string
	field    *controls.Field
	lines    *controls.Section
	asked    []games.Amount
	picks    []*controls.Pick        // by asked
	other    map[games.Amount]string // colours that are none of the palette
}

// currencies returns all currencies, the house's own first.
func (f *houseForm) currencies() []string {
	all := slices.Clone(f.was.Currencies)
	for _, c := range house.Currencies() {
		if !slices.Contains(all, c) {
			all = append(all, c)
		}
	}
	return all
}

// addChips asks which chips of a currency the house has; none where it does not play in it.
func (f *houseForm) addChips(currency string) {
	o := f.office
	has := o.shell.House.State.ChipsIn(currency)
	if !slices.Contains(f.was.Currencies, currency) {
		has.Values, has.Colours = nil, nil
	}
	var values []string
	for _, value := range has.Values {
		values = append(values, text.Typed(value))
	}
	c := &chipsField{form: f, currency: currency, field: f.Entry(strings.Join(values, " ")), other: map[games.Amount]string{}}
	part := ""
	if len(f.chips) > 0 {
		part = currency
		c.field.SetPlaceHolder(o.t("house_no_chips", text.Args{"Currency": currency}))
		f.Part("currency", c.field)
	}
	f.Part(shell.CurrencyPart("chips", part), c.field)
	f.Add(o.t("house_chips", text.Args{"Currency": currency}), c.field)
	c.lines = f.Section()
	c.ask(has.Values, func(i int) string {
		if i < len(has.Colours) {
			return has.Colours[i]
		}
		return ""
	})
	used := c.field.OnChanged
	c.field.OnChanged = func(typed string) {
		used(typed)
		if values, ok := c.values(); ok && !slices.Equal(values, c.asked) {
			before, colours := c.asked, c.colours()
			c.ask(values, func(i int) string {
				if at := slices.Index(before, values[i]); at >= 0 && at < len(colours) {
					return colours[at]
				}
				return ""
			})
		}
	}
	f.chips = append(f.chips, c)
}

// ask asks for the colour of each chip; was is the one that it has.
func (c *chipsField) ask(values []games.Amount, was func(int) string) {
	tx := c.form.office.shell.Text
	var names []string
	for _, colour := range palette {
		names = append(names, tx.T("colour_"+colour.name))
	}
	var lines []fyne.CanvasObject
	c.asked, c.picks = values, nil
	for i, value := range values {
		hex := was(i)
		n := slices.IndexFunc(palette, func(p struct{ name, hex string }) bool { return p.hex == hex })
		if n < 0 {
			n, c.other[value] = 0, hex
		}
		pick := c.form.Pick(names, n, func() { delete(c.other, value) })
		c.picks = append(c.picks, pick)
		label := widget.NewLabelWithStyle(tx.Amount(value), fyne.TextAlignTrailing, fyne.TextStyle{})
		lines = append(lines, controls.Beside([]float32{1, 1.8}, label, pick))
	}
	c.lines.Clear()
	if len(lines) > 0 {
		c.lines.Add(tx.T("house_colours"), container.NewGridWithColumns(2, lines...))
	}
}

// values returns the values that are filled in; false where one is invalid, or they do not rise.
func (c *chipsField) values() ([]games.Amount, bool) {
	var values []games.Amount
	for _, one := range strings.Fields(c.field.Text) {
		value, ok := text.ParseAmount(one)
		if !ok {
			return nil, false
		}
		values = append(values, value)
	}
	return values, len(values) == 0 || house.SoundChips(values)
}

// colours returns the colours of the chips; nil where nobody chose one.
func (c *chipsField) colours() []string {
	colours, chosen := make([]string, len(c.picks)), false
	for i, pick := range c.picks {
		if colours[i] = palette[max(0, pick.SelectedIndex())].hex; colours[i] == "" {
			colours[i] = c.other[c.asked[i]]
		}
		chosen = chosen || colours[i] != ""
	}
	if !chosen {
		return nil
	}
	return colours
}
