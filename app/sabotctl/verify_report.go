package main

import (
	"cmp"
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"strings"

	"sabot/app/sabotctl/terminal"
	"sabot/app/session"
	"sabot/app/session/papers"
	"sabot/app/text"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/tray"
	"sabot/reports"
	"sabot/reports/sign"
	"sabot/storage/disk"
)

// verifyReport judges a report in a PDF, against a record or by certificates alone.
func verifyReport(ctx context.Context, args []string, s streams) (err error) {
	f := newFlags("verify-report")
	data, trusted := f.data(), f.String("ca", "", "")
	f.StringVar(trusted, "roots", "", "") // its name before
	rest, err := f.read(args, 1, 1)
	if err != nil {
		return err
	}
	if *data != "" && *trusted != "" {
		return errors.New("give --data or --ca: the record has the house's certificates in it")
	}
	const room = 200 << 20 // bytes: a file that was made to take more makes the collector work
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(room))
	pdf, err := papers.ReadReport(rest[0])
	if err != nil {
		return err
	}
	if *data == "" {
		var roots *x509.CertPool
		if *trusted != "" {
			if roots, err = rootsOf(*trusted); err != nil {
				return err
			}
		}
		v := papers.CheckReport(ctx, pdf, roots)
		return errors.Join(tellVerdict(s.out, v), ctx.Err())
	}
	h, err := reading(*data)
	if err != nil {
		return err
	}
	defer closing(h, &err)
	h.For(session.Work{Context: ctx, Progress: terminal.ShiftsRead(s.err), Entries: terminal.EntriesRead(s.err)})
	v, err := papers.Of(h).VerifyReport(pdf)
	if err != nil {
		return err
	}
	return tellVerdict(s.out, v)
}

// rootsOf returns the certificates in a file, as the authority command writes them.
func rootsOf(file string) (*x509.CertPool, error) {
	content, err := disk.ReadPlain(file, disk.LargestKey)
	if err != nil {
		return nil, err
	}
	roots := x509.NewCertPool()
	if !roots.AppendCertsFromPEM(content) {
		return nil, fmt.Errorf("%s holds no certificate: make it with sabotctl authority", file)
	}
	return roots, nil
}

// oneLine returns a text that others wrote without what would make a second line of it that looks like an answer, or have it read
// in another order.
func oneLine(text string) string { return record.InOneLine(text) }

// A lineWriter writes each message of a log on one line, whatever names are in it.
type lineWriter struct{ to io.Writer }

// Write writes a message.
func (w lineWriter) Write(message []byte) (int, error) {
	_, err := io.WriteString(w.to, oneLine(strings.TrimSuffix(string(message), "\n"))+"\n")
	return len(message), err
}

// tellVerdict prints who signed and what is not valid.
func tellVerdict(w io.Writer, v papers.Verdict) error {
	if e := v.Evidence; e.Kind != "" {
		version := ""
		if e.Version > 1 {
			version = fmt.Sprintf("version %d, ", e.Version)
		}
		of := ""
		if !e.Kind.OfHouse() {
			of = " of " + oneLine(e.Table)
		}
		fmt.Fprintf(w, "%s%s, %s, %scopy %d\n", e.Kind, of, oneLine(about(e)), version, e.Copy)
	}
	for i, sig := range v.Signatures {
		trust := "certificate of this house"
		came, byKey := v.ByKey[i]
		switch {
		case byKey && came.IsZero():
			trust = "with the key that the record has for them: the certificate is still to come"
		case byKey:
			trust = "certificate of this house, which came on " + came.In(house.ZoneNamed(v.Evidence.Zone)).Format("02.01.2006 15:04 MST")
		case !v.Vouched:
			trust = "a certificate that nobody here vouches for: give --data or --ca"
		case !sig.Trusted && sign.Own(sig.Certificate):
			trust = "NO certificate of this house: a key alone, which the house may certify later; hold it against the record with --data"
		case !sig.Trusted:
			trust = "NOT a certificate of this house"
		case !v.Compared && v.Lost == nil && len(v.Lacking) == 0:
			trust = "a certificate of this house vouches for the key"
		}
		place := ""
		if v.InPlace[i] {
			place = " in place of the croupiers, who work here no more,"
		}
		fmt.Fprintf(w, "signed by %s (%s)%s on %s, %s\n", oneLine(sig.Name), oneLine(sig.Number), place, sig.At.In(house.ZoneNamed(v.Evidence.Zone)).Format("02.01.2006 15:04:05 MST"), trust)
	}
	for _, fault := range v.Faults {
		fmt.Fprintf(w, "  %s\n", oneLine(fault.String()))
	}
	for _, lacks := range v.Lacking {
		fmt.Fprintf(w, "  %s\n", oneLine(lacks.String()))
	}
	if elsewhere := v.DrawnElsewhere(); len(elsewhere) > 0 {
		fmt.Fprintln(w, "another Sabot drew it: its pages were not compared with its figures, so what they say may be another thing")
		for _, how := range elsewhere {
			fmt.Fprintf(w, "next: %s\n", oneLine(how.String()))
		}
	}
	if v.Compared && v.Overtaken == nil && v.Answer() != papers.Fails {
		fmt.Fprintln(w, "the figures are the record's")
	}
	if v.Elsewhere != "" {
		fmt.Fprintf(w, "%s is played on %s since: what changed there of this report is not known here. The list of shifts on %[2]s says whether it was overtaken\n", oneLine(v.Evidence.Table), oneLine(v.Elsewhere))
	}
	if v.RulesChanged {
		fmt.Fprintln(w, "the rules changed within a shift: this report, of an earlier form, leaves out cards and expected amounts of hands before the change")
	}
	switch v.Answer() {
	case papers.Fails:
		fmt.Fprintln(w, "next: keep the file as it is, and ask the house for the signed report and for a copy of its record")
		fmt.Fprintln(w, "does not hold")
		return errNotHeld
	case papers.Unknown:
		if v.Overtaken != nil {
			tellOvertaken(w, v)
		}
		if l := v.Lost; l != nil && !v.Compared {
			fmt.Fprintf(w, "this paper is of entries that the restore of %s lost; its signatures are good\n", l.At.In(house.ZoneNamed(v.Evidence.Zone)).Format("02.01.2006 15:04 MST"))
			fmt.Fprintln(w, "its figures cannot be held against the record")
		} else if len(v.Lacking) > 0 {
			fmt.Fprintln(w, "its figures cannot be held against this record")
		} else if v.Vouched && !v.Compared {
			fmt.Fprintln(w, "figures unknown: whoever has the authority of the house can certify keys, and sign any figures in anybody's name")
			fmt.Fprintln(w, "next: hold it against the record of the house with --data")
		}
		fmt.Fprintln(w, "unknown")
		return errNotHeld
	}
	if l := v.Lost; l != nil {
		fmt.Fprintf(w, "the restore of %s lost the entry of its signature: its print is not on the record\n", l.At.In(house.ZoneNamed(v.Evidence.Zone)).Format("02.01.2006 15:04 MST"))
	}
	if v.Overtaken != nil {
		tellOvertaken(w, v)
		fmt.Fprintln(w, "holds, overtaken")
		return errNotHeld
	}
	if v.Lost != nil {
		fmt.Fprintln(w, "holds but for its print")
		return errNotHeld
	}
	_, err := fmt.Fprintln(w, "holds")
	return err
}

// tellOvertaken prints which later entries changed what a paper says, and how.
func tellOvertaken(w io.Writer, v papers.Verdict) {
	o := v.Overtaken
	fmt.Fprintf(w, "OVERTAKEN: that was so at entry %d of %s; %s changed what it says%s\n", v.Evidence.TableSeq, oneLine(v.Evidence.Table), changedBy(o), change(o))
	tellChanges(w, o)
	fmt.Fprintln(w, "the figures were the record's when it was signed")
}

// changedBy names the entries that changed what a paper says.
func changedBy(o *papers.Overtaken) string {
	var all []string
	for _, c := range o.By {
		all = append(all, fmt.Sprintf("entry %d of %s", c.Seq, oneLine(c.Stream)))
	}
	switch last := len(all) - 1; {
	case last < 0:
		return "later entries"
	case last > 0:
		return strings.Join(all[:last], ", ") + " and " + all[last]
	}
	return all[0]
}

// tellChanges prints the differences of the paper from what it would say now.
func tellChanges(w io.Writer, o *papers.Overtaken) {
	list, more, err := o.Was.Differences(o.Is, text.Open(o.Was.Language, o.Was.Home()))
	if err != nil {
		return
	}
	or := func(text string) string { return cmp.Or(oneLine(text), "nothing") }
	for _, d := range list {
		fmt.Fprintf(w, "  changed since: %s: was %s, is %s\n", oneLine(d.Where), or(d.Was), or(d.Is))
	}
	if more > 0 {
		fmt.Fprintf(w, "  further changes: %d; compare with a new report\n", more)
	}
}

// change returns a sentence on the result before and after, "" where the report has none.
func change(o *papers.Overtaken) string {
	was, hands, ok := o.Was.Outcome()
	is, handsNow, _ := o.Is.Outcome()
	say := func(s tray.Sum) string {
		if !s.Known {
			return "unknown"
		}
		return fmt.Sprintf("%.2f", float64(s.Amount)/100)
	}
	switch {
	case !ok:
		return ""
	case o.Was.Estimated() && !o.Is.Estimated():
		return fmt.Sprintf(": the result with the drop estimated was %s; by count it is %s", say(was), say(is))
	case was != is && o.Is.Estimated():
		return fmt.Sprintf(": the result with the drop estimated was %s and is %s", say(was), say(is))
	case was != is:
		return fmt.Sprintf(": the result by count was %s and is %s", say(was), say(is))
	case hands != handsNow:
		return fmt.Sprintf(": the result by hands was %s and is %s", say(tray.KnownSum(hands)), say(tray.KnownSum(handsNow)))
	}
	return ""
}

// about returns which shift, slip or days a report is about.
func about(e reports.Evidence) string {
	switch {
	case e.Shift == 0:
		return e.Item
	case e.Item == "":
		return fmt.Sprintf("shift %d", e.Shift)
	}
	return fmt.Sprintf("shift %d, %s", e.Shift, e.Item)
}
