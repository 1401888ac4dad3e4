package office

import (
	"path/filepath"
	"strings"

	"sabot/app/controls"
	"sabot/app/session/backups"
	"sabot/app/text"
	"sabot/app/view"
	"sabot/pit/house"
	"sabot/pit/record"
)

// proofNotice returns what is wrong with the off-site proofs of the record, in one line.
func (o verifyPage) proofNotice() view.Notice {
	if trouble := o.shell.House.State.Proof; trouble != "" {
		return view.Notice{Text: o.t("office_proof_" + string(trouble)), Bad: true}
	}
	if says := o.shell.Viewer().Pit(); says != "" {
		return view.Notice{Text: says, Bad: true}
	}
	if coming := o.upkeep().coming(); coming != "" {
		return view.Notice{Text: coming, Bad: true}
	}
	var who []string
	for _, e := range o.shell.House.Authority().Ending() {
		who = append(who, e.Who.Name+" "+o.shell.House.State.Wall(e.Until).Format("02.01.2006"))
	}
	if len(who) == 0 {
		return view.Notice{}
	}
	return view.Notice{Text: o.t("office_certificates", text.Args{"Who": strings.Join(who, ", ")}), Bad: true}
}

// proofChoices returns the choices of where the checkpoints go, and of the recovery kit.
func (o verifyPage) proofChoices() []controls.Choice {
	h := &o.shell.House.State
	place, kit := o.t("office_proof_none"), o.t("office_kit_none")
	if plan, is := h.Backups().ProofPlan(); is {
		key := "office_proof_planned"
		if plan.Every > 0 {
			key = "office_proof_hourly"
		}
		place = o.t(key, text.Args{"Folder": plan.Folder})
	}
	if at := h.Backups().KitMade(); !at.IsZero() {
		kit = o.t("office_kit_last", text.Args{"At": o.upkeep().backupTime(at)})
	}
	return []controls.Choice{
		{Key: "C", Label: o.t("office_proof"), About: place, Do: o.askProofPlan},
		o.needs(house.ChangeHouse, controls.Choice{Key: "K", Label: o.t("office_kit"), About: kit, Do: o.askKit}),
		o.needs(house.ChangeHouse, controls.Choice{Key: "A", Label: o.t("office_authority"), About: o.upkeep().authorityStands(), Do: o.upkeep().askAuthority}),
	}
}

// askProofPlan shows the form for where the checkpoints go, and how often.
func (o verifyPage) askProofPlan() {
	const hour = 60 // minutes
	plan, _ := o.shell.House.State.Backups().ProofPlan()
	f := o.newForm(o.t("office_proof"), o.upkeep().openBackup)
	folder, hourly := f.Entry(plan.Folder), f.Tick(o.t("office_proof_every"), plan.Every > 0)
	f.Part("folder", folder)
	f.Part("own_folder", folder)
	f.Part("closed_folder", folder)
	f.Add(o.t("office_proof_folder"), folder)
	f.Add("", hourly)
	o.openForm(f, func() error {
		plan := record.ProofPlanned{Folder: folder.Filled()}
		if hourly.Checked && plan.Folder != "" {
			plan.Every = hour
		}
		if err := backups.Of(o.shell.House).PlanProof(plan, o.who); err != nil {
			return err
		}
		o.upkeep().openBackup()
		return nil
	})
}

// askKit asks for the folder, of a disk that can be taken away, and writes the recovery kit there.
func (o verifyPage) askKit() {
	f := o.newForm(o.t("office_kit"), o.upkeep().openBackup)
	folder := f.Entry("")
	f.Part("folder", folder)
	f.Part("own_folder", folder)
	about := "kit_about"
	if o.shell.House.State.AuthorityClosed() {
		about = "kit_about_closed"
	}
	f.Note(o.t(about))
	f.Add(o.t("office_backup_folder"), folder)
	o.openForm(f, func() error {
		house := o.shell.House
		if err := backups.Of(house).BackupFolder(folder.Filled()); err != nil { // one that is not written in full is none
			return err
		}
		file := filepath.Join(folder.Filled(), "sabot-kit-"+house.State.Wall(house.Now()).Format("2006-01-02-150405")+".pdf")
		if _, err := backups.Of(house).MakeKit(o.who, "", file); err != nil {
			return err
		}
		o.shell.CloseOverlay()
		o.tell(o.t("office_kit_made", text.Args{"File": file}))
		return nil
	})
}
