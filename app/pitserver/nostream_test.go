package pitserver_test

import (
	"testing"

	"sabot/app/pitserver"
)

// A pit is put back from before its office had shipped anything: it waits for the office, which ships all again, and goes on as a manager signed.
func TestPitThatLacksItsOfficesStreamWaitsForIt(t *testing.T) {
	restoredFromBeforeAMove(t, func(p *pit, t *testing.T, file string) {
		p.restored(t, file)
		p.owner = p.folder.Owner
		p.owns(t, `DELETE FROM sabot.entries WHERE stream = (SELECT id FROM sabot.streams WHERE machine = 'ufficio' AND name = 'house');
			DELETE FROM sabot.streams WHERE machine = 'ufficio' AND name = 'house'`)
		_, err := pitserver.MakeFolder(p.dir, p.folder, *p.folder)
		must(t, err)
		p.again(t)
	})
}
