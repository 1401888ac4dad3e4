package office

import (
	"strings"

	"sabot/app/text"
	"sabot/pit/house"
)

// authorityStands returns the state of the authority's key, and for whom a certificate is still to come.
func (o upkeepPage) authorityStands() string {
	house := o.shell.House
	switch coming := o.coming(); {
	case house.State.Office().Machine != "":
		return o.t("office_authority_elsewhere", text.Args{"Machine": house.State.Office().Machine})
	case !house.State.AuthorityClosed():
		return o.t("office_authority_open")
	case coming != "":
		return o.t("office_authority_closed") + " · " + coming
	}
	return o.t("office_authority_closed")
}

// coming returns for whom a certificate is still to come; "" where for nobody.
func (o upkeepPage) coming() string {
	var who []string
	for _, s := range o.shell.House.Coming() {
		who = append(who, s.Name)
	}
	if len(who) == 0 {
		return ""
	}
	return o.t("office_certificates_coming", text.Args{"Who": strings.Join(who, ", ")})
}

// askAuthority asks for the passphrase: a new one to close the authority, or the present one to give the
// certificates that are still to come.
func (o upkeepPage) askAuthority() {
	h := o.shell.House
	switch {
	case h.State.Office().Machine != "":
		o.say(&house.Refusal{Why: house.AtTheOffice, What: h.State.Office().Machine})
	case h.State.AuthorityClosed():
		o.askCertificates()
	default:
		o.askClosing()
	}
}

// askClosing shows the form that puts the authority under a passphrase.
func (o upkeepPage) askClosing() {
	f := o.newForm(o.t("office_authority_close"), o.openBackup)
	phrase, again := f.Secret(), f.Secret()
	f.Part("passphrase", phrase)
	f.Part("passphrase_again", again)
	f.Note(o.t("office_authority_close_about"))
	f.Add(o.t("office_passphrase"), phrase)
	f.Add(o.t("office_passphrase_again"), again)
	o.openForm(f, func() error {
		if phrase.Text != again.Text {
			return &house.Refusal{Why: house.BadSetting, What: "passphrase_again"}
		}
		if err := o.shell.House.Authority().CloseAuthority(phrase.Text, false, o.who); err != nil {
			return err
		}
		o.shell.CloseOverlay()
		o.tell(o.t("office_authority_shut"))
		return nil
	})
}

// askCertificates opens the authority for as long as it takes to give the certificates that are still to come.
func (o upkeepPage) askCertificates() {
	f := o.newForm(o.t("office_authority_give"), o.openBackup)
	phrase := f.Secret()
	f.Note(o.authorityStands())
	f.Add(o.t("office_passphrase"), phrase)
	o.openForm(f, func() error {
		given, err := o.shell.House.Authority().CertifyComing(phrase.Text, o.who.Number)
		if err != nil {
			return err
		}
		o.shell.CloseOverlay()
		o.tell(o.t("office_certified", text.Args{"N": len(given)}))
		return nil
	})
}
