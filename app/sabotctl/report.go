package main

import (
	"bytes"
	"context"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"sabot/app/session"
	"sabot/pit"
	"sabot/reports"
	"sabot/reports/sign"
)

// reportArgs are what the report command is told.
type reportArgs struct {
	wanted         session.Wanted
	pdf, csv, xlsx string
	sign, pins     string
	data           string
}

func readReport(args []string) (reportArgs, error) {
	f := newFlags("report")
	data, table, shift := f.data(), f.String("table", "", ""), f.Int("shift", 0, "")
	slip, from, to := f.String("slip", "", ""), f.String("from", "", ""), f.String("to", "", "")
	lang, file := f.String("lang", "", ""), f.String("o", "", "")
	csv, xlsx := f.String("csv", "", ""), f.String("xlsx", "", "")
	by, pins := f.String("sign", "", ""), f.String("pin-file", "", "")
	rest, err := f.read(args, 1, 1)
	if err != nil {
		return reportArgs{}, err
	}
	kind := reports.Kind(rest[0])
	switch {
	case !slices.Contains(reports.Kinds(), kind):
		return reportArgs{}, fmt.Errorf("there is no report %q: there are %v", kind, reports.Kinds())
	case *table == "" || *file == "" && *csv == "" && *xlsx == "":
		return reportArgs{}, errors.New("name the table with --table and the file with -o, --csv or --xlsx")
	case *by != "" && (*pins == "" || *file == ""):
		return reportArgs{}, errors.New("to sign, name the file with -o and the file that holds the PINs with --pin-file")
	case kind == reports.SlipReport && *slip == "":
		return reportArgs{}, errors.New(`name the slip with --slip "F 2026-0001"`)
	}
	w := session.Wanted{Kind: kind, Table: *table, Shift: *shift, Item: *slip, Lang: *lang}
	if kind == reports.TableReport {
		if *to == "" {
			*to = "9999-12-31"
		}
		w.Shift, w.Item = 0, *from+".."+*to
	}
	return reportArgs{w, *file, *csv, *xlsx, *by, *pins, *data}, nil
}

func report(_ context.Context, args []string, s streams) (err error) {
	a, err := readReport(args)
	if err != nil {
		return err
	}
	h, err := existing(a.data)
	if err != nil {
		return err
	}
	defer closing(h, &err)
	if _, err := h.TableNames(a.wanted.Table); err != nil {
		return err
	}
	if a.wanted.Shift == 0 && a.wanted.Kind != reports.TableReport {
		if a.wanted.Shift, err = pit.Shifts(h.Store(), a.wanted.Table); err != nil {
			return err
		}
	}
	if err := a.tables(h); err != nil || a.pdf == "" {
		return err
	}
	return a.document(h, s)
}

// tables writes the CSV and the workbook that are asked for.
func (a reportArgs) tables(h *session.House) error {
	if a.csv == "" && a.xlsx == "" {
		return nil
	}
	e, err := h.Evidence(a.wanted)
	if err != nil {
		return err
	}
	r, err := e.Report(h.Words(e.Language))
	if err != nil {
		return err
	}
	for file, write := range map[string]func(io.Writer) error{a.csv: r.WriteCSV, a.xlsx: r.WriteXLSX} {
		if file == "" {
			continue
		}
		var out bytes.Buffer
		if err := write(&out); err != nil {
			return err
		}
		if err := session.WriteFile(file, out.Bytes()); err != nil {
			return err
		}
	}
	return nil
}

// document writes the PDF, signed where somebody is named.
func (a reportArgs) document(h *session.House, s streams) error {
	if a.sign == "" {
		_, doc, err := h.Print(a.wanted)
		if err != nil {
			return refusal(err)
		}
		return session.WriteFile(a.pdf, doc.PDF)
	}
	badges, err := signOn(h, strings.Split(a.sign, ","), a.pins)
	if err != nil {
		return err
	}
	_, pdf, err := h.Signed(a.wanted, badges...)
	if err != nil {
		return refusal(err)
	}
	return session.WriteFile(a.pdf, pdf)
}

// signOn signs people on with the PINs of a file, one a line in their order.
func signOn(h *session.House, numbers []string, file string) ([]pit.Badge, error) {
	content, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("reading the PINs: %w", err)
	}
	pins := strings.Fields(string(content))
	if len(pins) != len(numbers) {
		return nil, fmt.Errorf("%s holds %d PINs for %d people: one a line, in their order", file, len(pins), len(numbers))
	}
	var badges []pit.Badge
	for i, number := range numbers {
		badge, err := h.SignOn(number + pins[i])
		if err != nil {
			return nil, refusal(err)
		}
		badges = append(badges, badge)
	}
	return badges, nil
}

// refusal puts a refusal into a sentence for a terminal.
func refusal(err error) error {
	var r *pit.Refusal
	if !errors.As(err, &r) {
		return err
	}
	var who []string
	for _, role := range r.Right.Who() {
		who = append(who, string(role))
	}
	switch {
	case r.Why == pit.WrongRole && len(who) > 0:
		return fmt.Errorf("%s may not: it takes %s, and two different people", r.What, strings.Join(who, " or "))
	case r.Why == pit.NotPossible:
		return errors.New("the shift is still open: its report is provisional and cannot be signed")
	case r.Why == pit.NeedsInspector:
		return errors.New("a report is signed by the croupier, then the supervisor; that of a table by the supervisor alone: --sign 11,21")
	}
	return fmt.Errorf("refused: %s %s", r.Why, r.What)
}

func verifyReport(_ context.Context, args []string, s streams) (err error) {
	f := newFlags("verify-report")
	data := f.data()
	rest, err := f.read(args, 1, 1)
	if err != nil {
		return err
	}
	pdf, err := os.ReadFile(rest[0])
	if err != nil {
		return err
	}
	if *data == "" {
		return tellVerdict(s.out, session.CheckReport(pdf, nil), false)
	}
	h, err := existing(*data)
	if err != nil {
		return err
	}
	defer closing(h, &err)
	v, err := h.VerifyReport(pdf)
	if err != nil {
		return err
	}
	return tellVerdict(s.out, v, true)
}

// tellVerdict says who signed and what does not hold.
func tellVerdict(w io.Writer, v session.Verdict, known bool) error {
	if e := v.Evidence; e.Kind != "" {
		fmt.Fprintf(w, "%s of %s, %s, copy %d\n", e.Kind, e.Table, about(e), e.Copy)
	}
	for _, sig := range v.Signatures {
		trust := "a certificate that nobody here vouches for: give --data"
		if known {
			trust = "certificate of this house"
		}
		if known && !sig.Trusted {
			trust = "NOT a certificate of this house"
		}
		fmt.Fprintf(w, "signed by %s (%s) on %s, %s\n", sig.Name, sig.Number, sig.At.Local().Format("02.01.2006 15:04:05"), trust)
	}
	for _, fault := range v.Faults {
		fmt.Fprintf(w, "  %s\n", fault)
	}
	if !v.Holds() {
		fmt.Fprintln(w, "does not hold")
		return errNotHeld
	}
	if v.Compared {
		fmt.Fprintln(w, "the figures are the record's")
	}
	_, err := fmt.Fprintln(w, "holds")
	return err
}

// about is which shift, slip or days a report is about.
func about(e reports.Evidence) string {
	switch {
	case e.Shift == 0:
		return e.Item
	case e.Item == "":
		return fmt.Sprintf("shift %d", e.Shift)
	}
	return fmt.Sprintf("shift %d, %s", e.Shift, e.Item)
}

func authority(_ context.Context, args []string, s streams) (err error) {
	f := newFlags("authority")
	data := f.data()
	if _, err := f.read(args, 0, 0); err != nil {
		return err
	}
	h, err := existing(*data)
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
