package office

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"sabot/app/controls"
	"sabot/app/session/backups"
	"sabot/app/text"
	"sabot/app/view"
	"sabot/pit/house"
	"sabot/pit/record"
)

// backupNotice returns the state of the backups, in one line: the last good one, or what failed since.
func (o upkeepPage) backupNotice() view.Notice {
	house := &o.shell.House.State
	if _, since, failed := house.Backups().BackupTrouble(); failed {
		return view.Notice{Text: o.t("office_backup_failed", text.Args{"At": o.backupTime(since)}), Bad: true}
	}
	if _, at, made := house.Backups().LastBackup(); made {
		return view.Notice{Text: o.t("office_backup_last", text.Args{"At": o.backupTime(at)})}
	}
	return view.Notice{Text: o.noBackup()}
}

// noBackup returns the sentence of a machine that has made no backup.
func (o *Office) noBackup() string { return o.ofHere("office_backup_none", "office_backup_none_here") }

// ofHere returns one of two sentences on backups or the kit. Where the house has an office elsewhere it is the one about this machine
// alone, since what the office has is not known here.
func (o *Office) ofHere(house, here string) string {
	if o.shell.House.State.Office().Machine != "" {
		return o.t(here)
	}
	return o.t(house)
}

func (o upkeepPage) backupTime(at time.Time) string {
	return o.shell.House.State.Wall(at).Format("02.01.2006 15:04")
}

// openBackup shows the state of the backups, and what can be done about it.
func (o upkeepPage) openBackup() {
	if err := o.who.Check(house.KeepBackups); err != nil {
		o.say(err)
		return
	}
	house := &o.shell.House.State
	last, lead := o.noBackup(), ""
	if good, at, made := house.Backups().LastBackup(); made {
		size := fmt.Sprintf("%.1f MB", float64(good.Bytes)/1e6)
		last = o.t("office_backup_last", text.Args{"At": o.backupTime(at)}) + " · " + good.File + " · " + o.t("office_backup_what", text.Args{"Size": size, "N": o.shell.Text.Count(good.Entries)})
	}
	if failed, since, is := house.Backups().BackupTrouble(); is {
		lead = o.t("office_backup_failed", text.Args{"At": o.backupTime(since)}) + "\n" + o.backupWhy(failed)
	}
	planned := o.t("office_backup_no_plan")
	if plan, is := house.Backups().BackupPlan(); is {
		planned = o.t("office_backup_planned", text.Args{"At": hourOf(plan.At), "Folder": plan.Folder})
	}
	if house.Proof != "" {
		lead = strings.TrimSpace(lead + "\n" + o.t("office_proof_"+string(house.Proof)))
	}
	if len(o.faulty) > 0 {
		lead = strings.TrimSpace(lead + "\n" + o.t("office_backup_came", text.Args{"Tables": strings.Join(o.faulty, ", ")}))
	}
	o.menu(o.t("office_backup"), lead, append([]controls.Choice{
		{Key: "B", Label: o.t("office_backup_now"), About: last, Do: o.askBackup},
		{Key: "P", Label: o.t("office_backup_plan"), About: planned, Do: o.askBackupPlan},
	}, o.verifies().proofChoices()...))
}

// backupWhy returns why a backup failed and what helps, else the machine's own error.
func (o upkeepPage) backupWhy(failed record.BackupFailed) string {
	if failed.Cause == "" {
		return failed.Why
	}
	return o.t("office_backup_"+string(failed.Cause), text.Args{"Folder": filepath.Dir(failed.File)})
}

// hourOf returns an hour as clocks show it.
func hourOf(minutes int) string { return fmt.Sprintf("%02d:%02d", minutes/60, minutes%60) }

// backupFolder returns the folder that is likely meant: that of the plan, else of the last one.
func (o upkeepPage) backupFolder() string {
	if plan, is := o.shell.House.State.Backups().BackupPlan(); is {
		return plan.Folder
	}
	if good, _, made := o.shell.House.State.Backups().LastBackup(); made {
		return filepath.Dir(good.File)
	}
	return ""
}

// askBackup asks for the folder and makes a backup there now.
func (o upkeepPage) askBackup() {
	f := o.newForm(o.t("office_backup_now"), o.openBackup)
	f.Save = o.t("office_backup_save")
	folder := f.Entry(o.backupFolder())
	f.Part("folder", folder)
	f.Part("own_folder", folder)
	f.Add(o.t("office_backup_folder"), folder)
	o.openForm(f, func() error {
		if err := backups.Of(o.shell.House).BackupFolder(folder.Filled()); err != nil {
			return err
		}
		o.shell.CloseOverlay()
		o.backUp(filepath.Join(folder.Filled(), backups.Of(o.shell.House).BackupName()))
		return nil
	})
}

// backUp makes a backup beside the window; Esc gives it up.
func (o upkeepPage) backUp(file string) {
	if o.busy() {
		return
	}
	ctx, cancel := context.WithCancel(o.shell.Ending)
	sheet := o.verifies().sheet(controls.Sheet{
		Title: o.t("office_backup"), Columns: []controls.Column{{Width: 1}}, Rows: lines(o.t("office_backup_writing")), Close: o.t("office_stop"),
	}, cancel)
	progress := nowAndThen(func(n int64) {
		o.shell.Clock.Later(func() {
			o.touch() // nobody is signed off meanwhile
			sheet.Rows = lines(o.t("office_entries_read", text.Args{"N": o.shell.Text.Count(n)}))
			sheet.Refresh()
		})
	})
	house, who := o.shell.House, o.who.Staff
	o.work.Once(func() func() {
		var came []string
		aside, err := house.Aside()
		if err == nil {
			_, err = backups.Of(aside).BackUp(ctx, backups.Backup{File: file, By: who, Progress: progress, Came: func(f *record.Fault) { came = append(came, f.Table) }})
		}
		cancel()
		return func() { o.backedUp(err, came) }
	})
}

// backedUp shows the outcome of a backup. came are its tables with invalid entries of another machine.
func (o upkeepPage) backedUp(err error, came []string) {
	o.shell.CloseOverlay()
	if known := o.shell.House.Takeover().CatchUp(); err == nil {
		err = known
	}
	switch {
	case errors.Is(err, context.Canceled):
		o.tell(o.t("office_backup_stopped"))
	default:
		if _, _, known := o.shell.House.State.Backups().BackupTrouble(); err != nil && !known {
			o.say(err)
			return
		}
		o.tell("") // the page says how it stands
		o.faulty = came
		o.openBackup()
	}
}

// askBackupPlan shows the form for where and when the record is backed up each day.
func (o upkeepPage) askBackupPlan() {
	plan, is := o.shell.House.State.Backups().BackupPlan()
	if !is {
		plan = record.BackupPlanned{Folder: o.backupFolder(), At: 5 * 60}
	}
	f := o.newForm(o.t("office_backup_plan"), o.openBackup)
	folder, hour := f.Entry(plan.Folder), f.Entry(hourOf(plan.At))
	f.Part("folder", folder)
	f.Part("own_folder", folder)
	f.Part("closed_folder", folder)
	f.Part("hour", hour)
	f.Add(o.t("office_backup_folder_daily"), folder)
	f.Add(o.t("office_backup_hour"), hour)
	o.openForm(f, func() error {
		at, err := time.Parse("15:04", hour.Filled())
		if err != nil {
			return &house.Refusal{Why: house.BadSetting, What: "hour"}
		}
		if err := backups.Of(o.shell.House).PlanBackups(record.BackupPlanned{Folder: folder.Filled(), At: at.Hour()*60 + at.Minute()}, o.who); err != nil {
			return err
		}
		o.openBackup()
		return nil
	})
}
