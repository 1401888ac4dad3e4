package office

import (
	"cmp"
	"slices"
	"strings"

	"sabot/app/controls"
	"sabot/app/text"
	"sabot/app/view"
	"sabot/pit/house"
	"sabot/pit/record"
)

// strangersNotice returns the notice of a program that nobody approved, for whoever may approve programs.
func (o upkeepPage) strangersNotice() view.Notice {
	strangers := o.shell.House.State.Strangers()
	if len(strangers) == 0 || !o.who.May(house.ChangeHouse) {
		return view.Notice{}
	}
	s := strangers[0]
	return view.Notice{Text: o.t("office_program_stranger", text.Args{"Table": cmp.Or(s.Table, "–"), "Version": s.Version}), Bad: true}
}

// rightsNotice returns the notice that others of this machine may read the record or its keys.
func (o upkeepPage) rightsNotice() view.Notice {
	if name := o.shell.House.Widened(); name != "" {
		return view.Notice{Text: o.t("rights_widened", text.Args{"Name": name}), Bad: true}
	}
	return view.Notice{}
}

// shareNotice returns the notice that the record is on a network share.
func (o upkeepPage) shareNotice() view.Notice {
	if kind := o.shell.House.Share(); kind != "" {
		return view.Notice{Text: o.t("disk_share", text.Args{"Kind": kind}), Bad: true}
	}
	return view.Notice{}
}

// diskNotice returns the notice that the disk is nearly full.
func (o upkeepPage) diskNotice() view.Notice {
	if megabytes, low := o.shell.House.DiskLow(); low {
		return view.Notice{Text: o.t("disk_low", text.Args{"N": megabytes}), Bad: true}
	}
	return view.Notice{}
}

// openPrograms shows which programs may work on the record, and the work on tables' equipment.
func (o upkeepPage) openPrograms() {
	h := o.shell.House
	running, approved := h.Program(), h.State.ApprovedPrograms()
	lead := o.t("office_program_any")
	if len(approved) > 0 {
		var list []string
		for _, p := range approved {
			list = append(list, view.ProgramLine(p))
		}
		lead = o.t("office_program_approved") + "\n" + strings.Join(list, "\n")
	}
	with := approved
	if !slices.ContainsFunc(approved, func(p record.Program) bool { return p.SHA256 == running.SHA256 }) {
		with = append(with, running)
	}
	unknown := running.SHA256 == ""
	o.menu(o.t("office_programs"), lead, []controls.Choice{
		o.needs(house.ChangeHouse, controls.Choice{Label: o.t("office_program_add"), About: view.ProgramLine(running), Off: unknown || len(with) == len(approved), Do: func() { o.approvePrograms(with) }}),
		o.needs(house.ChangeHouse, controls.Choice{Label: o.t("office_program_only"), About: o.t("office_program_only_about"), Off: unknown || len(with) == 1 && len(approved) == 1, Do: func() { o.approvePrograms([]record.Program{running}) }}),
		o.needs(house.ChangeHouse, controls.Choice{Label: o.t("office_program_free"), About: o.t("office_program_free_about"), Off: len(approved) == 0, Do: func() { o.approvePrograms(nil) }}),
		o.needs(house.LogService, controls.Choice{Label: o.t("office_service"), About: o.t("office_service_about"), Do: o.openService}),
	})
}

func (o upkeepPage) approvePrograms(list []record.Program) {
	o.shell.CloseOverlay()
	if err := o.shell.House.ApprovePrograms(list, o.who); err != nil {
		o.say(err)
		return
	}
	o.tell(o.t("office_programs_set"))
}

// openService shows the form for work on a table's equipment.
func (o upkeepPage) openService() {
	f := o.newForm(o.t("office_service"), o.openPrograms)
	names, err := o.shell.House.TableNames("")
	if err != nil || len(names) == 0 {
		o.say(cmp.Or(err, error(&house.Refusal{Why: house.BadSetting, What: "tables"})))
		return
	}
	at := f.Pick(names, 0, nil)
	f.Add(o.t("report_table"), at)
	who, what := f.Entry(""), f.Entry("")
	f.Add(o.t("office_service_who"), who)
	f.Part("who", who)
	f.Add(o.t("office_service_what"), what)
	f.Part("what", what)
	o.openForm(f, func() error {
		s := record.Serviced{Table: names[max(0, at.SelectedIndex())], Who: who.Filled(), What: what.Filled()}
		if err := o.shell.House.Service(s, o.who); err != nil {
			return err
		}
		o.shell.CloseOverlay()
		o.tell(o.t("office_service_set", text.Args{"Table": s.Table}))
		return nil
	})
}
