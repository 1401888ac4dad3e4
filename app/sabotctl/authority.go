package main

import (
	"context"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"

	"sabot/app/session"
	"sabot/pit/house"
	"sabot/reports/sign"
)

// closeAuthority puts the key of the house's authority under a passphrase, and destroys the file in which it lay open.
func closeAuthority(ctx context.Context, args []string, s streams) (err error) {
	f := newFlags("close-authority")
	data, by, pins := f.data(), f.String("sign", "", ""), f.String("pin-file", "", "")
	file, anew := f.String("passphrase-file", "", ""), f.Bool("new", false, "")
	if _, err := f.read(args, 0, 0); err != nil {
		return err
	}
	h, err := existing(*data)
	if err != nil {
		return err
	}
	defer closing(h, &err)
	if office := h.State.Office().Machine; office != "" {
		return destroyOld(h, office, s)
	}
	if *by == "" || *pins == "" {
		return errors.New("name the manager with --sign and the file that holds the PIN with --pin-file")
	}
	typed, err := passphrase(ctx, ofAuthority, *file, true, s)
	if err != nil {
		return err
	}
	if err := house.CheckPassphrase(typed); err != nil { // before a PIN is tried
		return err
	}
	badges, err := signOn(h, []string{*by}, *pins)
	if err != nil {
		return err
	}
	if err := h.Authority().CloseAuthority(typed, *anew, badges[0]); err != nil {
		return err
	}
	_, err = fmt.Fprintln(s.out, "the house's authority lies under its passphrase, and no file has its key open\n"+
		"next: destroy older copies of authority.pem, and recovery kits made before; keep the passphrase in the safe; certificates are given with sabotctl certify, or in the office")
	return err
}

// destroyOld destroys the authority that a machine had of its own before it went by the house's office.
func destroyOld(h *session.House, office string, s streams) error {
	was, err := h.Authority().DestroyOld()
	if err != nil {
		return err
	}
	said := "this machine has no authority of its own: it goes by " + oneLine(office)
	if was {
		said = "the authority that this machine had before it went by " + oneLine(office) + " is destroyed"
	}
	_, err = fmt.Fprintln(s.out, said)
	return err
}

// certify gives the certificates that are still to come.
func certify(ctx context.Context, args []string, s streams) (err error) {
	f := newFlags("certify")
	data, file := f.data(), f.String("passphrase-file", "", "")
	if _, err := f.read(args, 0, 0); err != nil {
		return err
	}
	h, err := existing(*data)
	if err != nil {
		return err
	}
	defer closing(h, &err)
	if !h.State.AuthorityClosed() { // before somebody types it
		return &house.Refusal{Why: house.AuthorityIsOpen}
	}
	typed, err := passphrase(ctx, ofAuthority, *file, false, s)
	if err != nil {
		return err
	}
	given, err := h.Authority().CertifyComing(typed, "")
	if err != nil {
		return err
	}
	if len(given) == 0 {
		_, err = fmt.Fprintln(s.out, "no certificate is to come: everybody who signs has one")
		return err
	}
	var names []string
	for _, who := range given {
		names = append(names, fmt.Sprintf("%s (%s)", oneLine(who.Name), oneLine(who.Number)))
	}
	_, err = fmt.Fprintf(s.out, "certificates given: %s\n", strings.Join(names, ", "))
	return err
}

// withAuthority opens the authority of a house that has closed it, for what a command certifies.
func withAuthority(ctx context.Context, h *session.House, file string, s streams) error {
	if !h.State.AuthorityClosed() || h.State.Office().Machine != "" {
		return nil
	}
	typed, err := passphrase(ctx, ofAuthority, file, false, s)
	if err != nil {
		return err
	}
	return h.Authority().OpenAuthority(typed)
}

// authority prints the certificate of the house's authority.
func authority(_ context.Context, args []string, s streams) (err error) {
	f := newFlags("authority")
	data := f.data()
	if _, err := f.read(args, 0, 0); err != nil {
		return err
	}
	h, err := reading(*data)
	if err != nil {
		return err
	}
	defer closing(h, &err)
	der, err := base64.StdEncoding.DecodeString(h.State.Authority())
	if err != nil || len(der) == 0 {
		return errors.New("the house has no certificate authority: it was set up by an older Sabot; a manager gives somebody a new PIN, and it is made")
	}
	certificate, err := x509.ParseCertificate(der)
	if err != nil {
		return fmt.Errorf("the certificate of the house: %w", err)
	}
	_, err = s.out.Write(sign.CertificatePEM(certificate))
	return err
}
