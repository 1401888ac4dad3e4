package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"sabot/app/pitclient"
	"sabot/app/pitserver"
	"sabot/app/session"
	"sabot/pit/record"
	"sabot/storage"
	"sabot/storage/central"
)

// pitStatus prints how far the machines have shipped: at the pit, or at one machine.
func pitStatus(ctx context.Context, args []string, s streams) error {
	f := newFlags("pit status")
	data, dir := f.data(), f.String("pit", "", "")
	if _, err := f.read(args, 0, 0); err != nil {
		return err
	}
	if *dir == "" {
		return machineStatus(ctx, *data, s)
	}
	folder, q, err := asking(*dir)
	if err != nil {
		return err
	}
	defer q.Close()
	now := time.Now()
	report, err := pitserver.StatusOf(ctx, q, folder, now)
	if err != nil {
		return err
	}
	var idle *central.Idle
	if report.Unwritten == nil { // no server can enter that it writes
		idle, err = pitserver.Idle(ctx, q)
	}
	if err != nil {
		return err
	}
	now = time.Now() // what was heard while it was asked is not of later
	fmt.Fprintf(s.out, "pit of %s, countersigns as %s\n", folder.House, folder.Verifier())
	if report.Office != "" {
		fmt.Fprintf(s.out, "people, tables and rules are those of %s\n", oneLine(report.Office))
	}
	talks := sayEndings(s, folder, report.Ending, now)
	w := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
	switch {
	case len(report.Lines) > 0:
		fmt.Fprintln(w, "machine\tstream\tpit\town\tsigned\theard\tclock\t")
	case folder.Houses:
		fmt.Fprintln(w, "no house is enrolled yet")
	default:
		fmt.Fprintln(w, "no machine is enrolled yet")
	}
	for _, l := range report.Lines {
		fmt.Fprintf(w, "%s\t%s\t%d\t%d\t%d\t%s\t%s\t%s\n", clipped(l.Machine), clipped(l.Stream), l.Pit, l.Own, l.Signed, ago(now, l.Heard), apart(l.Apart), clipped(remark(l)))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if report.Unwritten != nil {
		fmt.Fprintln(s.out, clipped(unwritten(report.Unwritten)))
	}
	if report.Unkept != nil {
		fmt.Fprintf(s.out, "nothing can be kept in the folder %s of what is countersigned: %s. A server with this folder takes nothing until there is room: who plays goes on, and ships again by itself then\n", oneLine(*dir), oneLine(report.Unkept.Error()))
	}
	if idle != nil {
		fmt.Fprintln(s.out, clipped(idles(idle, folder.Houses)))
	}
	for _, h := range report.Handing {
		fmt.Fprintf(s.out, "%s goes from %s to %s, and %s has not let go of it: nobody plays it on %s until it has; where it is broken, move it once more with --over\n",
			oneLine(h.Table), oneLine(h.From), oneLine(h.To), oneLine(h.From), oneLine(h.To))
	}
	for _, h := range report.Silent {
		fmt.Fprintf(s.out, "%s goes from %s to %s, and the pit does not know whether %s has let go of it: where witness.key was made anew, enroll %[2]s once more and have it ship; where %[2]s is broken, move %[1]s once more with --over\n",
			oneLine(h.Table), oneLine(h.From), oneLine(h.To), oneLine(h.From))
	}
	for _, u := range report.Unsigned {
		fmt.Fprintln(s.out, clipped(u.Says))
	}
	for _, old := range report.Old {
		fmt.Fprintln(s.out, clipped(old))
	}
	if len(report.Keyless) > 0 {
		fmt.Fprintln(s.out, clipped(pitserver.Keyless(report.Keyless)))
	}
	if len(report.Set) > 0 {
		fmt.Fprintln(s.out, clipped(pitserver.SetOtherwise(report.Set)))
	}
	sayGone(s, report.Gone)
	if report.Waits != "" {
		fmt.Fprintln(s.out, clipped(report.Waits))
		if !folder.Remembers() {
			fmt.Fprintln(s.out, "of what had been countersigned and is gone the folder of a pit that has served knows: ask there too")
		}
	}
	if said := report.Said; said != nil {
		fmt.Fprintf(s.out, "said to the group %s: %d entries, %d of them countersigned\n", folder.Member.House, said.Size, said.Signed)
	}
	if report.Still != "" {
		fmt.Fprintln(s.out, clipped(report.Still))
	}
	for _, r := range report.Refusals {
		fmt.Fprintln(s.out, refusedLine(r))
	}
	if !report.Holds() || !talks || idle != nil {
		return errNotHeld
	}
	return nil
}

// unwritten returns why nothing is written at the pit, since when, and what to do.
func unwritten(is *central.Unwritten) string {
	last := "no entry has arrived yet"
	if is.Last > 0 {
		last = "the last entry arrived at " + time.UnixMilli(is.Last).Format(dated)
	}
	return fmt.Sprintf("nothing is written: PostgreSQL says %q, and %s. Its own log says more. Who plays goes on, and ships again by itself once PostgreSQL writes", is.Says, last)
}

// idles returns which server wrote into a database last, where none does now, and what to do. Any server of the pit counts, on whichever machine it runs.
func idles(is *central.Idle, houses bool) string {
	last, who := "none has yet", "machine"
	if is.Until > 0 {
		last = fmt.Sprintf("the last one was on %s, until %s", is.Host, time.UnixMilli(is.Until).Format(dated))
	}
	if houses {
		who = "house"
	}
	return fmt.Sprintf("no server writes into this database: %s. Nothing arrives from any %s until one does: start it, or read in the log of the one that runs why it does not", last, who)
}

// sayEndings prints which certificates end within 60 days or have ended: the server's own, those that it gave, and that of a house in its group. It
// reports whether others still talk to this server, and the group to this house.
func sayEndings(s streams, f *pitserver.Folder, given []pitserver.Ending, now time.Time) (talks bool) {
	own, server, machine, again := f.Ending(), "sabotctl pit init", "machine", memberAgain
	if f.Houses {
		server, machine, again = "sabotctl group init", "house", houseAgain
	}
	switch left := own.Sub(now); {
	case left <= 0:
		fmt.Fprintf(s.out, "its certificate ended on %s, and no %s talks to it since: run %s once more, then give each server the folder anew\n", own.Format(time.DateOnly), machine, server)
	case left < session.RenewBefore:
		fmt.Fprintf(s.out, "its certificate ends on %s: run %s once more\n", own.Format(time.DateOnly), server)
	}
	for _, e := range given {
		sayEnding(s, "the certificate of "+oneLine(e.Machine), e.Until, now, again)
	}
	talks = own.After(now)
	if f.Member != nil && f.Member.Until().Sub(now) < session.RenewBefore {
		sayEnding(s, "its certificate in the group "+oneLine(f.Member.House), f.Member.Until(), now, houseAgain)
		talks = talks && f.Member.Until().After(now)
	}
	return talks
}

// Advice on renewing a certificate that a pit, or a group's server, gave.
const (
	memberAgain = "run sabotctl pit enroll once more for it, and pit join at that machine"
	houseAgain  = "run sabotctl group enroll once more for the house, and group join --pit at that house's pit"
)

// sayEnding names a certificate that ends soon, or has ended, and how it is renewed.
func sayEnding(s streams, whose string, until, now time.Time, again string) {
	ends := "ends"
	if !until.After(now) {
		ends = "ended"
	}
	fmt.Fprintf(s.out, "%s %s on %s: %s\n", whose, ends, until.Format(time.DateOnly), again)
}

// remark returns the remark on a stream: what is wrong with it, and where its table is played now.
func remark(l pitserver.Line) string {
	says := cmp.Or(l.Wrong, l.Seen)
	switch {
	case l.Goes:
		says += "; goes to " + l.Plays + ", which has not taken it over yet"
	case l.Plays != "":
		says += "; played on " + l.Plays + " now"
	}
	return strings.TrimPrefix(says, "; ")
}

// dated is the layout of a time with its zone: the house's where a record says which that is, the machine's at a pit, as its
// log has it.
const dated = "2006-01-02 15:04:05 MST"

func ago(now, heard time.Time) string {
	if heard.IsZero() {
		return "never"
	}
	const year = 365 * 24 * time.Hour
	since := now.Sub(heard).Round(time.Second)
	if since >= -apartAtMost {
		since = max(0, since)
	}
	if since < -year {
		return "in more than a year, by its clock"
	}
	if since < 0 { // a clock is wrong, or the row is
		return "in " + (-since).String() + ", by its clock"
	}
	return since.String() + " ago"
}

// apartAtMost is the largest difference between two clocks that are both right.
const apartAtMost = time.Second

func apart(d time.Duration) string {
	if d.Abs() < apartAtMost {
		return "right"
	}
	return fmt.Sprintf("%+.0f s", d.Seconds())
}

// machineStatus prints how much of this record the pit has.
func machineStatus(ctx context.Context, data string, s streams) (err error) {
	store, e, err := enrolledIn(data, storage.OpenReading) // it asks the pit, and needs no key of the record
	if err != nil {
		return err
	}
	defer func() { err = firstError(err, store.Close()) }()
	lines, err := pitclient.Compare(ctx, store, e, time.Now)
	silent := (*pitclient.NotHeardError)(nil)
	if err != nil && !errors.As(err, &silent) {
		return err
	}
	w := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "stream\tpit\town\tcountersigned\t")
	same := true
	for _, l := range lines {
		same = same && l.Same
		has := "-"
		if l.Known {
			has = strconv.FormatInt(l.Pit, 10)
		}
		fmt.Fprintf(w, "%s\t%s\t%d\t%d\t%s\n", oneLine(l.Stream), has, l.Own, l.Signed, clipped(l.Says))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if now := time.Now(); e.Until().Sub(now) < session.RenewBefore {
		sayEnding(s, "this machine's certificate", e.Until(), now, memberAgain)
	}
	awaited, err := officeStatus(ctx, store, e, silent == nil, s)
	if err != nil {
		return err
	}
	if silent != nil {
		fmt.Fprintf(s.err, "sabotctl pit: %s\n", told(silent))
	}
	if silent != nil || !same || awaited {
		return errNotHeld
	}
	return nil
}

// officeStatus prints the age of what a member has of the house's office. awaited is true where something is
// missing: tables that were moved here, entries of the office, or what the pit lacks of it. heard is true where
// the pit answers.
func officeStatus(ctx context.Context, store record.Keeper, e *pitclient.Enrolment, heard bool, s streams) (awaited bool, err error) {
	if e.Office == "" {
		return false, nil
	}
	h, err := session.On(store, time.Now)
	if err != nil {
		return false, err
	}
	list, err := h.Takeover().Heirlooms(e.Machine)
	if err != nil {
		return false, err
	}
	for _, f := range list {
		says := "%s was moved here from %s and is not taken over yet\n"
		if f.Retired {
			says = "%s was moved here from %s and is not taken over; it is retired, and nothing waits for it\n"
		}
		fmt.Fprintf(s.out, says, oneLine(f.Table), oneLine(f.From))
		awaited = awaited || !f.Retired
	}
	if e.IsOffice() {
		return awaited, nil
	}
	has := h.State.Office()
	var stands pitclient.Standing
	if heard {
		log, wrong := h.Takeover().OfficeLog()
		if wrong != nil {
			return awaited, wrong
		}
		stands, err = pitclient.StandingOf(ctx, store, e, log, time.Now)
	} else {
		stands.AsOf, err = pitclient.AsOf(store)
	}
	if err != nil {
		return awaited, err
	}
	says := "all that it had entered until " + ago(time.Now(), stands.AsOf)
	if stands.Other {
		says = "and the pit has something else: the office or the pit was put back since"
	}
	_, err = fmt.Fprintf(s.out, "people, tables and rules: %d entries of %s, the last of %s, %s\n", has.Size, oneLine(e.Office), h.State.Wall(has.At).Format(dated), says)
	switch {
	case stands.Other:
		awaited = true
		fmt.Fprintf(s.out, "nothing that %s enters from now on is taken in here until the pit has those entries again: sabotctl pit status at the pit names them\n", oneLine(e.Office))
	case stands.More > 0:
		awaited = true
		fmt.Fprintf(s.out, "the pit has more of %s: %s, not taken in here yet. A window here takes them in by itself; sabotctl pit ship does, or says why not\n", oneLine(e.Office), someEntries(stands.More))
	}
	if stands.Lacks != nil {
		awaited = true
		fmt.Fprintln(s.out, clipped(stands.Lacks.Error()))
	}
	return awaited, err
}

func firstError(list ...error) error {
	for _, err := range list {
		if err != nil {
			return err
		}
	}
	return nil
}

// pitSeen enters that somebody has looked at the refusals of the pit: one is told again once it comes again.
func pitSeen(ctx context.Context, args []string, s streams) error {
	f := newFlags("pit seen")
	dir := f.String("pit", "", "")
	if _, err := f.read(args, 0, 0); err != nil {
		return err
	}
	_, q, err := asking(*dir)
	if err != nil {
		return err
	}
	defer q.Close()
	list, err := q.See(ctx, time.Now().UnixMilli())
	for _, r := range list {
		fmt.Fprintln(s.out, "seen: "+refusedLine(r))
	}
	return err
}

// refusedLine returns what was refused, and when, on one line: how often as well where a machine does not ask again by itself.
func refusedLine(r central.Refusal) string {
	when := fmt.Sprintf("%d times", r.Times)
	if pitclient.Why(r.Why).Lasting() {
		when = "since " + time.UnixMilli(r.First).Format(dated)
	}
	return fmt.Sprintf("refused, %s, last %s: %s", when, time.UnixMilli(r.Last).Format(dated), clipped(r.Says))
}
