package office

import (
	"strconv"
	"strings"

	"sabot/app/controls"
	"sabot/pit/house"
	"sabot/pit/record"
)

// An alertForm is the form of the alerts' limits. An empty field stands for Sabot's own limit.
type alertForm struct {
	*controls.Form
	office   *Office
	was      record.HouseSet
	cooldown *controls.Field
	limits   []*controls.Field // by house.LimitedAlerts
}

// openAlerts shows the page of the limits of alerts.
func (o *Office) openAlerts() {
	if err := o.who.Check(house.ChangeHouse); err != nil {
		o.say(err)
		return
	}
	h := &o.shell.House.State
	f := &alertForm{Form: o.newForm(o.t("office_alerts"), o.openMenu), office: o, was: h.Particulars()}
	set := f.was.Alerts
	if set == nil {
		set = &record.AlertLimits{}
	}
	line := func(key, typed, usual string) *controls.Field {
		e := f.Entry(typed)
		e.SetPlaceHolder(usual)
		f.Add(o.t(key), e)
		return e
	}
	for _, rule := range house.LimitedAlerts() {
		typed := ""
		if limits, has := set.Limits[rule]; has {
			typed = limitsTyped(limits)
		}
		f.limits = append(f.limits, line("office_alert_"+string(rule), typed, limitsTyped(house.UsualAlertLimits(rule))))
	}
	typed := ""
	if set.Cooldown > 0 {
		typed = strconv.Itoa(set.Cooldown)
	}
	f.cooldown = line("office_alert_cooldown", typed, strconv.Itoa(house.UsualCooldown()))
	f.Note(o.t("office_alerts_note"))
	o.openForm(f.Form, f.enter)
}

// limitsTyped returns limits as they are typed; 0 for none.
func limitsTyped(limits []int64) string {
	if len(limits) == 0 {
		return "0"
	}
	typed := make([]string, len(limits))
	for i, l := range limits {
		typed[i] = strconv.FormatInt(l, 10)
	}
	return strings.Join(typed, " ")
}

// limitsIn returns the typed limits of a rule; false where it may not have them.
func limitsIn(rule record.AlertRule, typed string) ([]int64, bool) {
	limits := []int64{}
	if typed != "0" {
		for _, one := range strings.Fields(typed) {
			n, err := strconv.ParseInt(one, 10, 64)
			if err != nil {
				return nil, false
			}
			limits = append(limits, n)
		}
	}
	return limits, house.SoundAlertLimits(rule, limits)
}

// enter enters what is filled in.
func (f *alertForm) enter() error {
	set, own := f.was, &record.AlertLimits{Limits: map[record.AlertRule][]int64{}}
	for i, rule := range house.LimitedAlerts() {
		typed := f.limits[i].Filled()
		if typed == "" {
			continue
		}
		limits, sound := limitsIn(rule, typed)
		if !sound {
			return bad(f.limits[i], "alerts")
		}
		own.Limits[rule] = limits
	}
	if typed := f.cooldown.Filled(); typed != "" {
		n, err := strconv.Atoi(typed)
		if err != nil || n == 0 || !house.SoundCooldown(n) { // for Sabot's own it is left empty
			return bad(f.cooldown, "cooldown")
		}
		own.Cooldown = n
	}
	set.Alerts = own
	if err := f.office.shell.House.SetHouse(set, f.office.who); err != nil {
		return err
	}
	f.office.shell.CloseOverlay()
	f.office.tell(f.office.t("office_alerts_set"))
	return nil
}
