package view

import "sabot/games"

// A Net is a loss, a push or a win in words.
type Net struct {
	Text string
	Mark Mark
}

// An outcome is the result of several bets; losses are never set against wins.
type outcome struct {
	lost, won games.Amount
	push      bool // one was level
}

func (o *outcome) add(net games.Amount) {
	o.lost, o.won, o.push = o.lost+min(0, net), o.won+max(0, net), o.push || net == 0
}

// nets returns its sums by sign, in the order of a croupier's work: what is collected, what stays, what is
// paid.
func (o *outcome) nets(v Viewer) []Net {
	var out []Net
	if o.lost < 0 {
		out = append(out, Net{v.Text.Going(o.lost), Lost})
	}
	if o.push {
		out = append(out, Net{"=", Pushed})
	}
	if o.won > 0 {
		out = append(out, Net{v.Text.Going(o.won), Won})
	}
	return out
}

// inOne joins nets to one. Where something was lost and something won it has neither colour.
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
