package record

// An AlertRule is the subject of an alert.
type AlertRule string

// The rules.
const (
	IdleAlert       AlertRule = "idle"       // nothing happens at an open table; minutes
	TroubleAlert    AlertRule = "trouble"    // a hand or the table stands still until somebody puts it right; minutes
	AlarmAlert      AlertRule = "alarm"      // alarms that no inspector has seen; how many
	DifferenceAlert AlertRule = "difference" // differences at a count about which something is still to be done; how many
	IncidentAlert   AlertRule = "incident"   // other incidents that are open; how many
	ReliefAlert     AlertRule = "relief"     // somebody deals too long; minutes
	PaceAlert       AlertRule = "pace"       // the table is slower than it uses to be, by so many hands an hour
	UnheardAlert    AlertRule = "unheard"    // the pit does not hear a machine; minutes
	OvertakenAlert  AlertRule = "overtaken"  // a machine holds entries of a table that another one took over; how many
	ClockAlert      AlertRule = "clock"      // a machine's clock and the pit's are apart; minutes
	StaleAlert      AlertRule = "stale"      // a machine does not get what the house's office enters, although the pit answers; minutes
)

// AlertRules returns all rules of alerts.
func AlertRules() []AlertRule {
	return []AlertRule{IdleAlert, TroubleAlert, AlarmAlert, DifferenceAlert, IncidentAlert, ReliefAlert, PaceAlert, UnheardAlert, ClockAlert, OvertakenAlert, StaleAlert}
}

// SeenAtTable reports whether somebody at the table sees with their PIN to what an alert of the rule tells of.
func (r AlertRule) SeenAtTable() bool {
	return r == AlarmAlert || r == DifferenceAlert || r == IncidentAlert
}

// SawTo returns who saw with a fact of a table to something that the rule counts; "" where nobody did.
func (r AlertRule) SawTo(fact Fact) string {
	switch f := fact.(type) {
	case Acknowledged:
		if r == AlarmAlert {
			return f.By
		}
	case IncidentClosed:
		if r == DifferenceAlert || r == IncidentAlert {
			return f.By
		}
	}
	return ""
}

// An AlertLevel is the gravity of an alert.
type AlertLevel int

// The levels.
const (
	AlertInfo AlertLevel = iota + 1
	AlertWarning
	AlertCritical
)

// Alerted means: a program that looks on at a table, or at a machine, saw that something has
// reached a limit of a rule. It is told until somebody has acknowledged it.
type Alerted struct {
	Rule    AlertRule  `json:"rule"`
	Level   AlertLevel `json:"level"`
	Table   string     `json:"table,omitempty"`
	Machine string     `json:"machine,omitempty"` // of the house's pit, where it is about that; with a table where it holds what another one overtook
	Day     string     `json:"day"`               // gaming day
	Value   int64      `json:"value"`             // what it has come to, in the unit of its rule
	Limit   int64      `json:"limit"`             // that it has reached
	// Since is the time at which its condition began, in milliseconds of UTC since 1970: at a table the time
	// of an entry there; 0 where nobody knows.
	Since int64 `json:"since,omitempty"`
}

// An AlertVerdict is the judgement whether an alert told of something.
type AlertVerdict string

// The verdicts.
const (
	RealAlert  AlertVerdict = "real"
	FalseAlert AlertVerdict = "false" // there was nothing to see to
	TableAlert AlertVerdict = "table" // what it tells of was seen to at the table, by the same person with their PIN
)

// AlertVerdicts returns all verdicts.
func AlertVerdicts() []AlertVerdict { return []AlertVerdict{RealAlert, FalseAlert, TableAlert} }

// AlertSeen means: somebody has seen to an alert, which is the last one of its rule at its table
// or machine; it stands for those before it.
type AlertSeen struct {
	Alert   int64        `json:"alert"` // its entry
	By      string       `json:"by"`
	Verdict AlertVerdict `json:"verdict"`
	Text    string       `json:"text,omitempty"` // what they say of it
}

func (Alerted) kind() string   { return "alerted" }
func (AlertSeen) kind() string { return "acknowledged" }
