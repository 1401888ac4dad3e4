package view

import (
	"slices"

	"sabot/app/text"
	"sabot/pit/record"
)

// alarms adds which alarms somebody has seen, each with its hand where that is another one. Equal ones are one
// line, with their number.
func (a *approval) alarms(all []record.Fact) {
	if a.acknowledged {
		return
	}
	a.acknowledged = true
	type alike struct {
		hand int
		what string
	}
	var order []alike
	often := map[alike]int{}
	for _, alarm := range a.t.Alarms {
		if !slices.ContainsFunc(all, func(f record.Fact) bool {
			seen, ok := f.(record.Acknowledged)
			return ok && seen.Seq == alarm.Seq
		}) {
			continue
		}
		k := alike{alarm.Hand, a.v.NextAct().Alarm(a.t, alarm)}
		if k.hand == a.t.Hand {
			k.hand = 0
		}
		if often[k]++; often[k] == 1 {
			order = append(order, k)
		}
	}
	for _, k := range order {
		a.say(Warned, "approve_alarm", text.Args{"Number": k.hand, "What": k.what, "N": often[k]})
	}
}
