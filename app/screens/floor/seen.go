package floor

import (
	"errors"
	"time"

	"sabot/app/controls"
	"sabot/app/pitclient"
	"sabot/app/session/floor"
	"sabot/app/text"
	"sabot/pit/record"
)

// A seeing is that somebody here has seen to an alert of another machine, which is to enter it.
type seeing struct {
	alert  floor.AlertThere
	signed []record.Entry
	at     time.Time // it was sent
}

// longestSeen is how long another machine has to enter it, and that to arrive here.
const longestSeen = 2 * pitclient.AskLives

// sends reports whether what is signed here can be sent to other machines now.
func (f *Floor) sends() bool {
	_, away := f.away()
	return f.ways.Asks != nil && !away
}

// signSeen signs with the key that the code opens, here, that somebody has seen to an alert of another machine, and sends that
// one what it enters then.
func (f *Floor) signSeen(pad *controls.Code, code string, a floor.AlertThere, seen record.AlertSeen) {
	who, err := f.shell.House.SignOn(code)
	if !f.shell.Took(pad, code, err) {
		return
	}
	signed, err := f.look.SignSeen(who, a.There, seen)
	if errors.Is(err, floor.ErrOtherKey) {
		pad.Wrong(f.t("alert_other_key", text.Args{"Machine": a.There, "Name": who.Name}))
		return
	}
	if !f.shell.Took(pad, code, err) {
		return
	}
	s := &seeing{a, signed, f.shell.Clock.Now()}
	f.seeing = s
	f.shell.CloseOverlay()
	f.touch()
	f.tell(f.t("alert_sent", text.Args{"Machine": a.There}), false)
	look := pitclient.Look{ID: pitclient.AlertsOf(a.There), By: who.Number, Entry: record.Encode(signed[0])}
	for _, e := range signed[1:] {
		if given, is := e.Fact.(record.Approved); is {
			look.Given = append(look.Given, given)
		}
	}
	asks, ending := f.ways.Asks, f.shell.Ending
	f.signWork.Once(func() func() {
		err := asks.Look(ending, look)
		return func() {
			if err != nil && f.seeing == s {
				f.seeing, f.unseen = nil, s
				f.tell(f.t("alert_not_sent", text.Args{"Machine": a.There}), true)
			}
		}
	})
}

// heardSeen shows the outcome of what was signed, once the other machine has entered it or something else.
func (f *Floor) heardSeen() {
	s := f.seeing
	if s == nil {
		return
	}
	args := text.Args{"Machine": s.alert.There}
	alert, known, upTo := f.look.AlertOf(s.alert.There, s.alert.Seq)
	done := func(key string, bad bool) {
		if f.seeing = nil; bad {
			f.unseen = s
		}
		f.tell(f.t(key, args), bad)
	}
	switch seen := s.signed[0]; {
	case known && !alert.Open() && alert.Seen == seen.Fact && alert.SeenAt.Equal(seen.At):
		done("alert_entered", false)
	case known && !alert.Open(): // somebody was faster
		v := f.shell.ViewerAt(s.alert.Table)
		args["Name"], args["At"] = v.House.NameOf(alert.Seen.By), v.Clock(alert.SeenAt)
		done("alert_seen_first", false)
	case upTo >= seen.Seq:
		done("alert_moved", true)
	case f.shell.Clock.Now().Sub(s.at) >= longestSeen:
		done("alert_not_taken", true)
	}
}
