package pit

// LogExceptions are the kinds of entry that somebody looks through after a night: what was
// put right, taken back, called off or let pass, wrong codes, what happened to programs and
// clocks. An undo that took no inspector is among them.
func LogExceptions() []string {
	return []string{
		"corrected", "undone", "movevoided", "slipvoided", "cancelled", "betruled", "relaid", "relayrefused", "playedon", "wrongpayout", "payoutsettled", "cardskept",
		"alarm", "incident", "incidentclosed", "pinfailed", "pincleared", "backupfailed", "started", "updated", "stopped", "clockdrift", "service", "alerted", "acknowledged",
	}
}

// LogChanges are the kinds of entry that set what the house, its tables and its people are:
// what was before stands in the one of that kind before it.
func LogChanges() []string {
	return []string{
		"house", "houseset", "chips", "table", "tableretired", "staff", "staffchanged", "staffleft", "pin", "pinrules", "programs", "backupplanned", "authority", "certified",
		"limitsannounced", "limitswithdrawn", "sealedby",
	}
}
