package pitserver_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sabot/app/demo/demotest"
	"sabot/app/pitserver"
	"sabot/pit/record"
	"sabot/storage/central"
)

// cutBack plays and closes one more shift of LB1 on a copy of a machine that has shipped, and gives the machine the copy's own stream without those
// entries of LB1: its account has cut the table back, and sealed it again. It returns the copy.
func (m *machine) cutBack(t *testing.T) *machine {
	t.Helper()
	whole := m.another(t)
	whole.night(t, 2, 2)
	last, err := m.house.Store().Last(record.HouseStream)
	must(t, err)
	for e, err := range whole.house.Store().Entries(record.HouseStream, last+1) {
		must(t, err)
		must(t, m.house.Store().Append(e))
	}
	must(t, m.house.Takeover().CatchUp())
	return whole
}

// reported returns the doubts with which the report of the house goes out.
func (p *pit) reported(t *testing.T) (found string) {
	t.Helper()
	q := central.Read(p.folder.Serve, p.folder.House)
	defer q.Close()
	h, err := pitserver.House(t.Context(), q, p.folder, p.now)
	must(t, err)
	for _, d := range h.Doubts {
		found += d.String() + "\n"
	}
	return found
}

// named demands of verify, status and report that each names LB1 of tavolo-1 with words; that none says anything where there are none.
func (p *pit) named(t *testing.T, words ...string) {
	t.Helper()
	for command, says := range map[string]string{"verify": p.faults(t), "status": p.stated(t), "report": p.reported(t)} {
		if len(words) == 0 && says != "" || len(words) > 0 && !strings.Contains(says, "tavolo-1 LB1: ") {
			t.Errorf("pit %s: %q", command, says)
		}
		for _, w := range words {
			if !strings.Contains(says, w) {
				t.Errorf("pit %s says nothing of %q: %q", command, w, says)
			}
		}
	}
}

// The account of a machine closes a shift, cuts its table back to before that, seals it again and ships. The own stream of the machine, which the pit
// has countersigned, has the head of the closing: the table is named until it has arrived.
func TestHiddenShiftIsNamed(t *testing.T) {
	defer pitserver.SettleFor(0)() // nothing is shipped meanwhile
	p, m := shippedNight(t, 2)
	p.named(t)
	has, err := m.house.Store().Last("LB1")
	must(t, err)
	whole := m.cutBack(t)
	_, err = m.ship()
	must(t, err)
	own := auditedOf(t, m.house, "LB1").Fault
	if own == nil {
		t.Fatal("its own record holds")
	}
	p.named(t, fmt.Sprintf("the record ends at entry %d, and checkpoint house/", has), own.What, "Have tavolo-1 ship")
	_, err = whole.ship()
	must(t, err)
	p.named(t)
}

// Two people signed the report of a shift whose closing never arrives, and no head of that was entered.
func TestSignedReportOfAHiddenShiftIsNamed(t *testing.T) {
	defer pitserver.SettleFor(0)() // nothing is shipped meanwhile
	p := newPit(t)
	p.up(t)
	m := p.newMachine(t, 1)
	m.night(t, 2, 1)
	m.sign(t)
	_, err := m.ship()
	must(t, err)
	p.named(t)
	for e, err := range m.house.Store().Entries(record.HouseStream, 1) {
		must(t, err)
		if f, is := e.Fact.(record.ReportPrinted); is && f.PINs {
			f.Shift = 2
			must(t, m.house.Store().Append(m.house.State.Stamp(m.clock.Now(), f.By, f)...))
			break
		}
	}
	_, err = m.ship()
	must(t, err)
	p.named(t, "11 and 21 signed the report of shift 2 (house/", "Have tavolo-1 ship")
}

// A machine ships its own stream first, and of its table what is behind: who asks in between hears nothing.
func TestTableShippedBehindItsHouseIsNotHidden(t *testing.T) {
	defer pitserver.SettleFor(time.Minute)()
	p, m := shippedNight(t, 2)
	whole := m.cutBack(t)
	_, err := m.ship()
	must(t, err)
	shipped := make(chan error)
	go func() {
		_, err := whole.ship()
		shipped <- err
	}()
	p.named(t)
	must(t, <-shipped)
	p.named(t)
}

// Whoever administers the database puts the row of a table back to an older head that was countersigned, and takes the entries behind it away. A folder
// that has served nothing knows no more; the own stream of the machine does.
func TestTableRowPutBackIsNamed(t *testing.T) {
	defer pitserver.SettleFor(0)() // nothing is shipped meanwhile
	p, m := shippedNight(t, 2)
	p.owns(t, `CREATE TABLE public.before AS SELECT * FROM sabot.streams`)
	m.night(t, 2, 2)
	_, err := m.ship()
	must(t, err)
	p.named(t)
	p.stop()
	p.putRowBack(t)
	fresh := copied(t, p.dir)
	must(t, os.RemoveAll(filepath.Join(fresh, "signed")))
	p.folder, err = pitserver.ReadFolder(fresh)
	must(t, err)
	p.named(t, "and checkpoint house/")
}

// putRowBack puts LB1 back to the rows that were kept.
func (p *pit) putRowBack(t *testing.T) {
	t.Helper()
	p.owns(t, `UPDATE sabot.streams s SET size = b.size, edge = b.edge, signed = b.signed, note = b.note, own = b.own FROM public.before b WHERE b.id = s.id AND s.name = 'LB1'`)
	p.owns(t, `DELETE FROM sabot.entries e USING public.before b WHERE e.stream = b.id AND b.name = 'LB1' AND e.seq > b.size`)
}

// The machine is lost with the end of its table, and a manager signed that it goes on elsewhere without that: nothing more is said of it.
func TestWhatAMoveGaveUpIsNotHidden(t *testing.T) {
	defer pitserver.SettleFor(0)() // nothing is shipped meanwhile
	p, e, a, b := twoMembers(t)
	b.hears(t)
	a.night(t, 2, 1)
	a.hears(t)
	p.ships(t, e)
	p.owns(t, `CREATE TABLE public.before AS SELECT * FROM sabot.streams`)
	a.night(t, 2, 2)
	a.hears(t)
	p.named(t)
	p.stop()
	p.putRowBack(t)
	p.up(t)
	p.ships(t, e) // the pit says that it was restored
	if list := p.gone(t, p.folder); len(list) != 1 {
		t.Errorf("gone are %+v", list)
	}
	_, err := pitserver.MoveTable(t.Context(), p.house, p.folder, pitserver.Move{Table: "LB1", To: b.name, Way: central.FromAny, Lacking: true}, demotest.Badge(t, p.house, code("31")))
	must(t, err)
	p.ships(t, e)
	b.hears(t)
	b.night(t, 1, 3)
	b.hears(t)
	p.ships(t, e)
	p.named(t)
}

// A table does not go to another machine in order before what its machine says that it had of it has arrived: what nobody has seen would be given up by
// that. A manager may take it over without.
func TestHiddenShiftIsNotMovedAwayFrom(t *testing.T) {
	defer pitserver.SettleFor(0)() // nothing is shipped meanwhile
	p, e, a, b := twoMembers(t)
	b.hears(t)
	a.night(t, 2, 1)
	a.hears(t)
	p.ships(t, e)
	whole := a.cutBack(t)
	a.hears(t)
	_, err := p.moved(t, "LB1", b.name, false)
	if !errors.Is(err, central.ErrNotHandedOver) || !strings.Contains(err.Error(), "and checkpoint house/") {
		t.Errorf("it is moved in order: %v", err)
	}
	_, err = whole.ship()
	must(t, err)
	p.handedOver(t, "LB1", b.name)
}
