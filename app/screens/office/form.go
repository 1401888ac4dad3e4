package office

import (
	"sabot/app/controls"
	"sabot/app/screens/shell"
)

// newForm returns a form over the office with no field yet; back is called to go without saving.
func (o *Office) newForm(title string, back func()) *controls.Form {
	f := o.shell.NewForm(title, o.t("office_save"), back)
	f.OnUse = o.touch
	return f
}

// openForm shows a form, with its first field ready to be typed into; save enters what is
// filled in.
func (o *Office) openForm(f *controls.Form, save func() error) {
	f.OnSave = func() (err error) { // what is typed into a field comes by none of the window's doors
		o.shell.Caught(func() { err = save() })
		return err
	}
	o.over(shell.PageOf(f.Panel(), nil, f.Key))
	f.Begin()
}
