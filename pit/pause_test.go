package pit_test

import (
	"errors"
	"reflect"
	"testing"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
)

func pauseTable(why record.Irregularity, text string) command {
	return func(t *pit.Table) ([]record.Fact, error) { return t.PauseTable(why, text) }
}

func resume(who *house.Staff, reason string) command {
	return func(t *pit.Table) ([]record.Fact, error) { return t.Resume(who, reason) }
}

// Source 000: "Il messaggio GIOCO IN PAUSA apparirà se il gioco viene temporaneamente
// sospeso a causa di un errore del croupier, di un guasto all'attrezzatura o di altre
// circostanze impreviste". In every phase of every game, and what lay lies as before.
func TestTableIsPausedInEveryPhase(t *testing.T) {
	lugano := []command{bet(1, "59", 2000), bet(1, "play", 2000), closeBets, card("8"), card("K"), card("3"), decide(games.Stand), card("9")}
	banco := []command{burnFirst("3h"), put(1, "player", "", 2000), closeBets, card("7s"), card("9s"), card("Ks"), card("Kh")}
	us := []command{put(1, "main", "", 2000), closeBets, card("8h"), card("Td"), card("5c"), hide, look(false), decide(games.Hit), card("2c"), decide(games.Stand), card("9c")}
	for _, c := range []struct {
		opening command
		way     []command
		phases  int
	}{{counted(luganoSet, tall), lugano, 5}, {openingSpeed, banco, 5}, {openingUS, us, 6}} {
		seen := map[hand.Phase]bool{}
		for n := 0; n <= len(c.way)+1; n++ {
			f := newFloor(t)
			f.do(c.opening)
			if n > 0 {
				f.do(shoe)
				f.do(c.way[:n-1]...)
			}
			phase, round := f.table.Deal().Phase(), f.table.Current.Round
			seen[phase] = true
			f.refused(house.NeedsReason, pauseTable(record.OtherTrouble, " "))
			f.refused(house.BadSetting, pauseTable(record.SkippedBox, "x"))
			f.do(pauseTable(record.Equipment, "the shuffler"))
			if f.table.Deal().Phase() != hand.Paused {
				t.Fatalf("after %d steps: phase %v", n, f.table.Deal().Phase())
			}
			f.refused(house.HandPausedNow, pauseTable(record.Cameras, ""))
			for _, next := range []command{shoe, burnFirst("3"), closeBets, card("4h"), decide(games.Stand), payAll, pit.OfBets(hand.Bets.Repeat)} {
				var refusal *house.Refusal
				if err := f.try(next); !errors.As(err, &refusal) {
					t.Fatalf("after %d steps, paused: %v", n, err)
				}
			}
			f.refused(house.NeedsInspector, resume(nil, "mended"))
			f.refused(house.WrongRole, resume(&bruno, "mended"))
			f.refused(house.NeedsReason, resume(&dario, ""))
			f.do(resume(&dario, "mended"))
			if f.table.Deal().Phase() != phase || !reflect.DeepEqual(f.table.Current.Round, round) {
				t.Fatalf("after %d steps: phase %v, want %v, %+v", n, f.table.Deal().Phase(), phase, f.table.Current.Round)
			}
			i := f.table.Incidents[0]
			if i.Open() || i.Class != record.EquipmentIncident || i.Text != "the shuffler" || i.Outcome != "mended" {
				t.Errorf("the incident %+v", i)
			}
			f.holds()
		}
		if len(seen) < c.phases {
			t.Errorf("only the phases %v were paused", seen)
		}
	}
}

// "Lo stream video non era disponibile al tavolo": the cards are changed.
func TestCardsAreDueAfterTheCameras(t *testing.T) {
	f := betting(t)
	f.do(pauseTable(record.Cameras, ""), resume(&dario, "pictures again"))
	if f.table.DueCards(f.now) != record.CameraCards {
		t.Errorf("due: %q", f.table.DueCards(f.now))
	}
	f.do(pauseTable(record.Cameras, ""), func(t *pit.Table) ([]record.Fact, error) {
		return t.IncidentBook().AskVideo(t.Incidents[1].Seq, "since when?", &dario)
	})
	f.do(resume(&dario, "pictures again"))
	if !f.table.Incidents[1].Open() {
		t.Error("an incident is closed while surveillance is still asked")
	}
	f.do(pauseTable(record.OtherTrouble, "fire alarm"), undoWith(&dario))
	if f.table.Deal().Phase() != hand.Betting {
		t.Errorf("phase %v after a pause that was a slip", f.table.Deal().Phase())
	}
}
