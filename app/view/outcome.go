package view

import "sabot/games"

// Net is what was lost, lay level or was won.
type Net struct {
	Text string
	Mark Mark
}

// outcome is what bets came to, never one set against the other.
type outcome struct {
	lost, won games.Amount
	push      bool // one was level
}

func (o *outcome) add(net games.Amount) {
	o.lost, o.won, o.push = o.lost+min(0, net), o.won+max(0, net), o.push || net == 0
}

// nets are its sums by sign, in the order in which a croupier's hands go: what is collected,
// what stays, what is paid.
func (o *outcome) nets(v Viewer) []Net {
	var out []Net
	if o.lost < 0 {
		out = append(out, Net{v.Text.Signed(o.lost), Lost})
	}
	if o.push {
		out = append(out, Net{"=", Pushed})
	}
	if o.won > 0 {
		out = append(out, Net{v.Text.Signed(o.won), Won})
	}
	return out
}

// inOne are nets as one word: neither colour is that of both what was lost and what was won.
func inOne(nets []Net) Net {
	var out Net
	for i, n := range nets {
		switch {
		case i == 0:
			out = n
			continue
		case out.Mark == Lost && n.Mark == Won:
			out.Mark = Pushed
		case out.Mark == Pushed:
			out.Mark = n.Mark
		}
		out.Text += " " + n.Text
	}
	return out
}
