package office

import (
	"maps"
	"slices"
	"strings"
	"time"

	"sabot/app/controls"
	"sabot/app/text"
	"sabot/games"
	"sabot/pit/house"
	"sabot/pit/record"
)

// A houseForm is the form of the house's particulars.
type houseForm struct {
	*controls.Form
	office                                     *Office
	was                                        record.HouseSet
	name, address, licence, logo, zone, begins *controls.Field
	language, collect                          *controls.Pick
	lateAlone, readsAsk                        *controls.Tick
	cash                                       []*controls.Field // by the house's currencies: from what a buy-in takes an inspector
	chips                                      []*chipsField     // by the currencies that there are
}

// openHouse shows the page of the house.
func (o *Office) openHouse() {
	if err := o.who.Check(house.ChangeHouse); err != nil {
		o.say(err)
		return
	}
	f := o.houseForm()
	o.openForm(f.Form, f.enter)
}

func (o *Office) houseForm() *houseForm {
	state := &o.shell.House.State
	f := &houseForm{Form: o.newForm(o.t("office_house"), o.openMenu), office: o, was: state.Particulars()}
	add := func(key, part, value string) *controls.Field {
		e := f.Entry(value)
		f.Part(part, e)
		f.Add(o.t(key), e)
		return e
	}
	f.name = add("setup_name", "name", f.was.Name)
	f.address = add("house_address", "address", strings.ReplaceAll(f.was.Address, "\n", "; "))
	f.licence = add("house_licence", "licence", f.was.Licence)
	f.logo = add("house_logo", "logo", "")
	f.logo.SetPlaceHolder(o.t(map[bool]string{true: "house_logo_kept", false: "house_logo_none"}[len(f.was.Logo) > 0]))
	f.zone = add("house_zone", "zone", f.was.Zone)
	f.begins = add("house_begins", "begins", hourOf(f.was.Begins))
	var languages []string
	for _, lang := range text.Languages() {
		languages = append(languages, o.t("lang_"+lang))
	}
	f.language = f.Pick(languages, max(0, slices.Index(text.Languages(), f.was.Language)), nil)
	f.Add(o.t("house_language"), f.language)
	for _, currency := range f.was.Currencies {
		e := f.Entry(text.Typed(state.Boxes().CashLimit(currency)))
		f.Add(o.t("house_cash_limit", text.Args{"Currency": currency}), e)
		f.cash = append(f.cash, e)
	}
	var ways []string
	for _, mode := range roundings {
		ways = append(ways, o.t("office_collect_"+string(mode)))
	}
	f.collect = f.Pick(ways, slices.Index(roundings, state.Collect()), nil)
	f.Add(o.t("office_collect"), f.collect)
	f.lateAlone = f.Tick(o.t("house_late_alone"), f.was.LateAlone)
	f.Add(o.t("house_late"), f.lateAlone)
	f.readsAsk = f.Tick(o.t("house_reads_ask"), f.was.ReadsAsk)
	f.Add(o.t("house_reads"), f.readsAsk)
	for _, currency := range f.currencies() {
		f.addChips(currency)
	}
	return f
}

// enter enters what has changed.
func (f *houseForm) enter() error {
	o, house := f.office, f.office.shell.House
	set := f.was
	set.Name, set.Licence, set.Zone = f.name.Filled(), f.licence.Filled(), f.zone.Filled()
	set.Address = strings.ReplaceAll(f.address.Filled(), ";", "\n")
	set.Language = text.Languages()[max(0, f.language.SelectedIndex())]
	begins, err := time.Parse("15:04", f.begins.Filled())
	if err != nil {
		return bad(f.begins, "begins")
	}
	set.Begins = begins.Hour()*60 + begins.Minute()
	switch file := f.logo.Filled(); file {
	case "":
	case "-":
		set.Logo = nil
	default:
		if set.Logo, err = logoIn(file); err != nil {
			return bad(f.logo, "logo")
		}
	}
	set.LateAlone, set.ReadsAsk = f.lateAlone.Checked, f.readsAsk.Checked
	set.Cash = maps.Clone(f.was.Cash)
	for i, currency := range f.was.Currencies {
		limit, err := amountIn(f.cash[i], "cash_limit")
		if err != nil {
			return err
		}
		if limit != house.State.Boxes().CashLimit(currency) {
			if set.Cash == nil {
				set.Cash = map[string]games.Amount{}
			}
			set.Cash[currency] = limit
		}
	}
	if mode := roundings[max(0, f.collect.SelectedIndex())]; mode != house.State.Collect() {
		set.Collect = mode
	}
	var chips []record.ChipsSet
	set.Currencies = nil
	for i, c := range f.chips {
		values, ok := c.values()
		switch {
		case !ok:
			return bad(c.field, "chips")
		case i > 0 && len(values) == 0: // the house does not play in it
			continue
		}
		set.Currencies = append(set.Currencies, c.currency)
		chips = append(chips, record.ChipsSet{Currency: c.currency, Values: values, Colours: c.colours()})
	}
	for currency := range set.Cash {
		if !slices.Contains(set.Currencies, currency) { // it does not play in it any more
			delete(set.Cash, currency)
		}
	}
	if err := house.SetHouse(set, o.who, chips...); err != nil {
		return err
	}
	o.shell.CloseOverlay()
	o.readByHouse()
	o.tell(o.t("office_house_set"))
	return nil
}
