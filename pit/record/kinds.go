package record

import (
	"maps"
	"reflect"
	"slices"
	"strings"

	"sabot/games"
)

// A Realm is the state that a kind of fact changes.
type Realm int

// The realms of facts.
const (
	OfHouse   Realm = iota + 1 // the house as a whole: its office enters it, every machine of a pit has it
	OfMachine                  // a machine of the house: wrong PINs, keys, clock, programs, what it printed and counted
	OfTable                    // the table and its shift
	OfHand                     // the open hand: it is folded anew without it where it was a slip
	OfMoves                    // what happens between the hands: an undo of the open hand leaves it
)

// An Undo is a way of taking back a fact of the open hand.
type Undo int

// The ways of taking back.
const (
	NoUndo     Undo = iota + 1 // it is not; an undo passes over it
	ByVoid                     // it is not, but an inspector may have it count no more
	Bars                       // it is not, and neither is what came before it
	Along                      // with the entry that it came with
	Alone                      // by the croupier
	Inspected                  // by an inspector
	AfterCards                 // by an inspector once a card has lain in the hand, else by the croupier
	Answer                     // by an inspector once more is known than when it was given, of a card face down or by an electronic shoe, else by the croupier
)

// A Responsible is a rule of who answers for a fact of a table.
type Responsible int

// Who answers.
const (
	TheCroupier     Responsible = iota + 1 // who deals
	TheSigner                              // who signs it first: no croupier is there, or another one comes with it
	SignerIfChecked                        // as TheSigner, in a shift whose opening has checks; before, who deals
	FirstOfTwo                             // as TheSigner where two sign it; else who deals
)

// headlined is true for a fact about the shift as a whole, false for one about one of its hands.
type headlined bool

// What a table reads without reading its hands, and what it does not.
const (
	title  headlined = true
	inHand headlined = false
)

// A When is the state of a table in which a kind of fact can come there.
type When int

// The times of facts.
const (
	NeverAtTables When = iota + 1 // it comes in the house's stream
	WhileClosed                   // at a table that has closed, or was never opened
	WhileOpen                     // at a table that is open
	SinceOpened                   // at both, once the table was opened for the first time
)

// A Sort is a class of facts in the log.
type Sort int

// The sorts.
const (
	Routine   Sort = iota + 1 // what happens night by night
	Change                    // it sets what the house, its tables and its people are: what was before stands in the one of its kind before it
	Exception                 // what was put right, taken back, called off or let pass, wrong codes, what happened to programs and clocks; an undo that took no inspector too
)

// A factRow is the program's knowledge of a kind of fact beside its fold.
type factRow struct {
	kind     string
	zero     Fact // that says nothing
	of       Realm
	when     When
	headline headlined
	sort     Sort
	also     Sort            // what some facts of the kind are in its place; 0 where all are of the sort
	isAlso   func(Fact) bool // which
	answers  Responsible
	undo     func(Fact) Undo
	signers  func(Fact) []string // who gave a PIN for it, none of them ""
	read     func([]byte) (Fact, error)
	amounts  finder // nil where it has none
	told     map[string]Told
}

// A Told is a way in which the log and paper tell a field of a fact. The tag `log` of the field says it.
// Fields without that tag are older than it. Package reports has lists of their names.
type Told string

// The ways of telling a field.
const (
	Shown  Told = "shown"  // under its label
	Person Told = "person" // under its label, with the name of who has that number
	Hidden Told = "hidden" // nowhere: who signed is told in a place of its own, and some fields are for programs
)

// toldOf returns how the fields of a type of facts are told, by their names in the record.
func toldOf(of reflect.Type) map[string]Told {
	var told map[string]Told
	for _, f := range reflect.VisibleFields(of) {
		how := Told(f.Tag.Get("log"))
		if how == "" {
			continue
		}
		if told == nil {
			told = map[string]Told{}
		}
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		told[name] = how
	}
	return told
}

// line returns a row of the table of kinds: the fact whose kind it is, whose it is, what it is in the log, how it is taken back,
// who signs it. What is not of the house comes while the table is open.
func line[F Fact](f F, of Realm, headline headlined, sort Sort, answers Responsible, undo func(F) Undo, signers func(F) []string) factRow {
	when := WhileOpen
	if of == OfHouse || of == OfMachine {
		when = NeverAtTables
	}
	return factRow{
		kind: f.kind(), zero: f, of: of, when: when, headline: headline, sort: sort, answers: answers, read: read[F], amounts: finderOf(reflect.TypeFor[F](), amountPlace{high: games.MaxSum}),
		told:    toldOf(reflect.TypeFor[F]()),
		undo:    func(f Fact) Undo { return undo(f.(F)) },
		signers: func(f Fact) []string { return signers(f.(F)) },
	}
}

// comes returns a line whose facts come at another time.
func comes(when When, row factRow) factRow {
	row.when = when
	return row
}

// except returns a line of which some facts are of another sort.
func except[F Fact](row factRow, also Sort, which func(F) bool) factRow {
	row.also, row.isAlso = also, func(f Fact) bool { return which(f.(F)) }
	return row
}

func never[F Fact](F) Undo     { return NoUndo }
func voidable[F Fact](F) Undo  { return ByVoid }
func bars[F Fact](F) Undo      { return Bars }
func along[F Fact](F) Undo     { return Along }
func alone[F Fact](F) Undo     { return Alone }
func inspected[F Fact](F) Undo { return Inspected }
func answer[F Fact](F) Undo    { return Answer }

// when returns Inspected where a condition holds, else Alone.
func when(holds bool) Undo {
	if holds {
		return Inspected
	}
	return Alone
}

// rides returns Along where a condition holds, else Alone.
func rides(holds bool) Undo {
	if holds {
		return Along
	}
	return Alone
}

func nobody[F Fact](F) []string { return nil }

func only(numbers ...string) []string {
	var out []string
	for _, n := range numbers {
		if n != "" {
			out = append(out, n)
		}
	}
	return out
}

// rows are the closed list of facts, by kind: each has every cell.
var factRows = byKind(
	comes(WhileClosed, except(line(Opened{}, OfTable, title, Routine, TheSigner, never, func(f Opened) []string { return only(f.Croupier, f.Inspector) }), Exception, func(f Opened) bool { return f.Uncounted })),
	except(line(Closed{}, OfTable, title, Routine, TheCroupier, never, closers), Exception, func(f Closed) bool { return f.Uncounted || len(f.Held) > 0 }),
	line(Relieved{}, OfTable, title, Routine, SignerIfChecked, never, func(f Relieved) []string { return only(f.To) }),
	line(InspectorChanged{}, OfTable, title, Routine, TheCroupier, never, func(f InspectorChanged) []string { return only(f.To) }),
	line(LimitsAnnounced{}, OfTable, title, Change, TheCroupier, never, func(f LimitsAnnounced) []string { return only(f.By) }),
	line(LimitsBegan{}, OfTable, title, Routine, TheCroupier, never, nobody),
	line(LimitsWithdrawn{}, OfTable, title, Change, TheCroupier, never, func(f LimitsWithdrawn) []string { return only(f.By) }),
	line(PatternsSet{}, OfTable, title, Routine, TheCroupier, never, nobody),
	line(SeatHeld{}, OfTable, title, Routine, TheCroupier, never, nobody),
	line(Alarmed{}, OfTable, inHand, Exception, TheCroupier, never, func(f Alarmed) []string { return only(f.Approver) }),
	line(Acknowledged{}, OfTable, inHand, Routine, TheCroupier, never, func(f Acknowledged) []string { return only(f.By) }),
	line(Undone{}, OfTable, inHand, Exception, TheCroupier, never, func(f Undone) []string { return only(f.Approver) }),

	except(line(ShoeStarted{}, OfTable, title, Routine, TheCroupier, never, ShoeStarted.signers), Exception, func(f ShoeStarted) bool { return f.Early != "" }),
	line(CardsDue{}, OfTable, title, Routine, TheCroupier, never, nobody),
	line(CardsKept{}, OfTable, inHand, Exception, TheCroupier, never, func(f CardsKept) []string { return only(f.By) }),
	line(FirstBurned{}, OfHand, inHand, Routine, TheCroupier, alone, nobody),
	line(CutCardOut{}, OfHand, inHand, Routine, TheCroupier, alone, nobody),
	line(ShuffleDue{}, OfHand, inHand, Exception, TheCroupier, inspected, func(f ShuffleDue) []string { return only(f.Approver) }),

	line(BetsPlaced{}, OfHand, inHand, Routine, TheCroupier, alone, nobody),
	line(LastBetsCalled{}, OfHand, inHand, Routine, TheCroupier, alone, nobody),
	line(BetsClosed{}, OfHand, inHand, Routine, TheCroupier, inspected, nobody), // source 004, section 3
	line(DealtDry{}, OfHand, inHand, Routine, TheCroupier, func(DealtDry) Undo { return AfterCards }, nobody),
	line(BoxPassed{}, OfHand, inHand, Routine, TheCroupier, alone, nobody),
	line(EarlyChosen{}, OfHand, inHand, Routine, TheCroupier, answer, nobody),

	except(line(CardLaid{}, OfHand, inHand, Routine, TheCroupier, undoCard, func(f CardLaid) []string { return only(f.Approver) }), Exception, func(f CardLaid) bool { return f.Burned && f.Approver != "" }), // not the burn of a shoe
	line(CardHidden{}, OfHand, inHand, Routine, TheCroupier, func(f CardHidden) Undo { return rides(f.More) }, nobody),
	line(CardTurned{}, OfHand, inHand, Routine, TheCroupier, alone, nobody),
	line(CardCarried{}, OfHand, inHand, Routine, TheCroupier, alone, nobody),
	line(SuitRead{}, OfHand, inHand, Routine, TheCroupier, func(f SuitRead) Undo { return rides(f.Burst) }, nobody),
	line(Looked{}, OfHand, inHand, Routine, TheCroupier, alone, nobody),
	line(InsuranceOver{}, OfHand, inHand, Routine, TheCroupier, answer, nobody),
	line(Decided{}, OfHand, inHand, Routine, TheCroupier, answer, nobody),

	line(Settled{}, OfHand, inHand, Routine, TheCroupier, along, nobody),
	line(PaidOut{}, OfHand, inHand, Routine, TheCroupier, alone, nobody),
	line(HandClosed{}, OfHand, inHand, Routine, TheCroupier, bars, nobody),

	line(HandPaused{}, OfHand, inHand, Routine, TheCroupier, func(f HandPaused) Undo { return when(f.Kind == DisputedBet || f.Kind.General()) }, nobody),
	except(line(HandResumed{}, OfHand, inHand, Routine, TheCroupier, func(f HandResumed) Undo { return when(f.Approver != "") }, func(f HandResumed) []string { return only(f.Approver) }), Exception, func(f HandResumed) bool { return f.Approver != "" }),
	line(Relaid{}, OfHand, inHand, Exception, TheCroupier, inspected, func(f Relaid) []string { return only(f.Approver) }),
	line(RelayRefused{}, OfHand, inHand, Exception, TheCroupier, inspected, func(f RelayRefused) []string { return only(f.By) }),
	line(PlayedOn{}, OfHand, inHand, Exception, TheCroupier, inspected, func(f PlayedOn) []string { return only(f.Approver) }),
	line(BetRuled{}, OfHand, inHand, Exception, TheCroupier, inspected, func(f BetRuled) []string { return only(f.Approver) }),
	line(HandCancelled{}, OfHand, inHand, Exception, TheCroupier, bars, func(f HandCancelled) []string { return only(f.Manager) }),

	except(line(CommissionTaken{}, OfMoves, inHand, Routine, TheCroupier, voidable, func(f CommissionTaken) []string { return only(f.Waived) }), Exception, func(f CommissionTaken) bool { return f.Waived != "" }),
	except(line(BoughtIn{}, OfMoves, inHand, Routine, TheCroupier, voidable, func(f BoughtIn) []string { return only(f.Approver) }), Exception, func(f BoughtIn) bool { return f.Replaces != 0 }),
	line(ChipsChanged{}, OfMoves, inHand, Routine, TheCroupier, voidable, nobody),
	comes(SinceOpened, except(line(KeysHanded{}, OfMoves, title, Routine, TheSigner, never, func(f KeysHanded) []string { return only(f.By, f.With) }), Exception, func(f KeysHanded) bool { return f.Unheld || f.Holder != "" })),
	except(line(TroncEmptied{}, OfMoves, inHand, Routine, SignerIfChecked, never, func(f TroncEmptied) []string { return only(f.By, f.With) }), Exception, func(f TroncEmptied) bool { return f.Difference != 0 }),
	line(Tipped{}, OfMoves, inHand, Routine, TheCroupier, voidable, nobody),
	line(SlipVerified{}, OfMoves, title, Routine, TheCroupier, voidable, func(f SlipVerified) []string { return only(f.Croupier, f.Inspector) }),
	line(WrongPayout{}, OfMoves, inHand, Exception, TheCroupier, voidable, func(f WrongPayout) []string { return only(f.Approver) }),
	line(PayoutSettled{}, OfMoves, inHand, Exception, TheCroupier, voidable, func(f PayoutSettled) []string { return only(f.Approver) }),
	line(Counted{}, OfMoves, title, Routine, TheCroupier, bars, func(f Counted) []string { return only(f.Croupier, f.Inspector) }), // what was counted was what had happened
	comes(WhileClosed, line(ClosingRecounted{}, OfMoves, title, Exception, TheSigner, never, func(f ClosingRecounted) []string { return only(f.By, f.Approver) })),
	comes(SinceOpened, line(HandCorrected{}, OfMoves, inHand, Exception, FirstOfTwo, never, func(f HandCorrected) []string { return only(f.By, f.Approver) })),
	line(MoveVoided{}, OfMoves, inHand, Exception, TheCroupier, never, func(f MoveVoided) []string { return only(f.Approver) }),
	line(SlipRequested{}, OfTable, title, Routine, TheCroupier, never, func(f SlipRequested) []string { return only(f.Inspector) }),
	line(SlipVoided{}, OfTable, title, Exception, TheCroupier, never, func(f SlipVoided) []string { return only(f.Croupier, f.Inspector) }),
	comes(SinceOpened, except(line(DropCounted{}, OfTable, title, Routine, TheSigner, never, func(f DropCounted) []string { return only(f.By, f.With) }), Exception, func(f DropCounted) bool { return f.Difference != 0 })),

	comes(SinceOpened, line(IncidentOpened{}, OfTable, title, Exception, TheSigner, never, func(f IncidentOpened) []string { return only(f.By) })),
	comes(SinceOpened, line(VideoAsked{}, OfTable, title, Routine, TheSigner, never, func(f VideoAsked) []string { return only(f.By) })),
	comes(SinceOpened, line(VideoAnswered{}, OfTable, title, Routine, TheSigner, never, func(f VideoAnswered) []string { return only(f.By) })),
	comes(SinceOpened, line(IncidentClosed{}, OfTable, title, Exception, TheSigner, never, func(f IncidentClosed) []string { return only(f.By) })),

	line(HouseNamed{}, OfHouse, inHand, Change, TheCroupier, never, nobody),
	line(ChipsSet{}, OfHouse, inHand, Change, TheCroupier, never, func(f ChipsSet) []string { return only(f.By) }),
	line(TableSet{}, OfHouse, inHand, Change, TheCroupier, never, func(f TableSet) []string { return only(f.By) }),
	line(TableRetired{}, OfHouse, inHand, Change, TheCroupier, never, func(f TableRetired) []string { return only(f.By) }),
	line(StaffSet{}, OfHouse, inHand, Change, TheCroupier, never, nobody),
	except(line(StaffLeft{}, OfHouse, inHand, Change, TheCroupier, never, func(f StaffLeft) []string { return only(f.By) }), Exception, func(f StaffLeft) bool { return len(f.Duty) > 0 }),
	line(HouseSet{}, OfHouse, inHand, Change, TheCroupier, never, func(f HouseSet) []string { return only(f.By) }),
	line(StaffChanged{}, OfHouse, inHand, Change, TheCroupier, never, func(f StaffChanged) []string { return only(f.By) }),
	line(PINSet{}, OfHouse, inHand, Change, TheCroupier, never, nobody),
	line(PINRules{}, OfHouse, inHand, Change, TheCroupier, never, func(f PINRules) []string { return only(f.By) }),
	line(PINFailed{}, OfMachine, inHand, Exception, TheCroupier, never, nobody),
	except(line(PINCleared{}, OfMachine, inHand, Routine, TheCroupier, never, func(f PINCleared) []string { return only(f.By) }), Exception, PINCleared.Unlocked),
	line(SignedOn{}, OfMachine, inHand, Routine, TheCroupier, never, func(f SignedOn) []string { return only(f.Number) }),
	line(AccessReviewed{}, OfHouse, inHand, Routine, TheCroupier, never, func(f AccessReviewed) []string { return only(f.By) }),
	line(SignedOff{}, OfMachine, inHand, Routine, TheCroupier, never, nobody),
	line(AuthoritySet{}, OfHouse, inHand, Change, TheCroupier, never, nobody),
	line(AuthorityClosed{}, OfHouse, inHand, Change, TheCroupier, never, func(f AuthorityClosed) []string { return only(f.By) }),
	line(Certified{}, OfHouse, inHand, Change, TheCroupier, never, nobody),
	line(ReportPrinted{}, OfMachine, inHand, Routine, TheCroupier, never, ReportPrinted.signers),
	except(line(BoxCounted{}, OfMachine, inHand, Routine, TheCroupier, never, func(f BoxCounted) []string { return only(f.By, f.With) }), Exception, func(f BoxCounted) bool { return f.Again() || f.Difference != 0 }),
	line(BackupPlanned{}, OfMachine, inHand, Change, TheCroupier, never, func(f BackupPlanned) []string { return only(f.By) }),
	line(BackedUp{}, OfMachine, inHand, Routine, TheCroupier, never, nobody),
	line(BackupFailed{}, OfMachine, inHand, Exception, TheCroupier, never, nobody),
	line(Started{}, OfMachine, inHand, Exception, TheCroupier, never, nobody),
	line(Updated{}, OfMachine, inHand, Exception, TheCroupier, never, nobody),
	line(Stopped{}, OfMachine, inHand, Exception, TheCroupier, never, nobody),
	line(ProgramsApproved{}, OfMachine, inHand, Change, TheCroupier, never, func(f ProgramsApproved) []string { return only(f.By) }),
	line(Serviced{}, OfMachine, inHand, Exception, TheCroupier, never, func(f Serviced) []string { return only(f.By) }),
	comes(SinceOpened, line(ClockDrifted{}, OfMachine, inHand, Exception, TheCroupier, never, nobody)), // in any stream
	line(SealedBy{}, OfMachine, inHand, Change, TheCroupier, never, nobody),
	line(Restored{}, OfMachine, inHand, Routine, TheCroupier, never, nobody),
	line(RestoredFrom{}, OfMachine, inHand, Exception, TheCroupier, never, func(f RestoredFrom) []string { return only(f.By) }),
	line(LossSigned{}, OfMachine, inHand, Exception, TheCroupier, never, func(f LossSigned) []string { return only(f.Inspector, f.Manager) }),
	except(line(ProofPlanned{}, OfMachine, inHand, Change, TheCroupier, never, func(f ProofPlanned) []string { return only(f.By) }), Exception, func(f ProofPlanned) bool { return f.Folder == "" }),
	line(KitMade{}, OfMachine, inHand, Exception, TheCroupier, never, func(f KitMade) []string { return only(f.By) }),
	line(Checkpointed{}, OfMachine, inHand, Routine, TheCroupier, never, nobody),
	except(line(HouseTaken{}, OfMachine, inHand, Routine, TheCroupier, never, func(f HouseTaken) []string { return only(f.By) }), Exception, func(f HouseTaken) bool { return f.By != "" }), // people worked here
	line(TableMoved{}, OfHouse, inHand, Exception, TheCroupier, never, func(f TableMoved) []string { return only(f.By) }),
	line(TakenTwice{}, OfHouse, inHand, Exception, TheCroupier, never, func(f TakenTwice) []string { return only(f.By) }),
	line(OwnLost{}, OfHouse, inHand, Exception, TheCroupier, never, func(f OwnLost) []string { return only(f.By) }),
	line(TableInherited{}, OfMachine, inHand, Exception, TheCroupier, never, nobody),
	line(BoxesTaken{}, OfMachine, inHand, Routine, TheCroupier, never, nobody),
	line(PapersTaken{}, OfMachine, inHand, Routine, TheCroupier, never, nobody),
	line(TablesHeld{}, OfMachine, inHand, Routine, TheCroupier, never, nobody),
	line(Alerted{}, OfMachine, inHand, Exception, TheCroupier, never, nobody),
	line(AlertSeen{}, OfMachine, inHand, Exception, TheCroupier, never, func(f AlertSeen) []string { return only(f.By) }),
	comes(SinceOpened, line(Approved{}, OfMachine, inHand, Routine, TheCroupier, never, nobody)), // of the entry before it, in any stream
)

// closers returns who closed a table without a count; those who counted signed for that.
func closers(f Closed) []string {
	if !f.Uncounted {
		return nil
	}
	return only(f.Croupier, f.Inspector)
}

// undoCard: a burned card is taken back by whom it takes to burn one; a card that came with
// a decision, by one key, goes with it.
func undoCard(f CardLaid) Undo {
	switch {
	case f.Approver != "":
		return Inspected
	case f.Burned:
		return Alone
	}
	return rides(f.Drawn)
}

func byKind(list ...factRow) map[string]*factRow {
	rows := make(map[string]*factRow, len(list))
	for i, r := range list {
		if rows[r.kind] != nil {
			panic("record: two facts are of kind " + r.kind)
		}
		rows[r.kind] = &list[i]
	}
	return rows
}

// Kinds returns all kinds of fact, ascending.
func Kinds() []string { return slices.Sorted(maps.Keys(factRows)) }

// UsualKindsOf returns the kinds of which a fact is of a sort unless something of it makes it another, ascending.
func UsualKindsOf(sort Sort) []string {
	return slices.DeleteFunc(Kinds(), func(kind string) bool { return factRows[kind].sort != sort })
}

// Unusual reports whether a fact is of another sort than most of its kind.
func Unusual(f Fact) bool { return SortOf(f) != factRowOf(f).sort }

// KindsOf returns the kinds of which facts can be of a sort, ascending.
func KindsOf(sort Sort) []string {
	return slices.DeleteFunc(Kinds(), func(kind string) bool { return factRows[kind].sort != sort && factRows[kind].also != sort })
}

// SortOf returns the sort under which the log lists a fact.
func SortOf(f Fact) Sort {
	row := factRowOf(f)
	if row.isAlso != nil && row.isAlso(f) {
		return row.also
	}
	return row.sort
}

// IsOf reports whether the log lists a fact under a sort. What is out of the ordinary and of a kind that changes things is a
// change all the same.
func IsOf(f Fact, sort Sort) bool {
	return SortOf(f) == sort || sort == Change && factRowOf(f).sort == Change
}

// KindOf returns the kind of a fact, as the record has it.
func KindOf(f Fact) string { return f.kind() }

// RealmOf returns whose state a fact changes.
func RealmOf(f Fact) Realm { return factRowOf(f).of }

// WhenOf returns when a fact can come at a table, whatever it says.
func WhenOf(f Fact) When { return factRowOf(f).when }

// UndoOf returns the way in which a fact is taken back.
func UndoOf(f Fact) Undo { return factRowOf(f).undo(f) }

// Answers returns the person who answers for a fact of a table, where that croupier deals: for one that needs no croupier whoever
// did it. Checked is true where the opening of the shift has checks.
func Answers(f Fact, croupier string, checked bool) string {
	row := factRowOf(f)
	if row.answers == TheCroupier || row.answers == SignerIfChecked && !checked {
		return croupier
	}
	who := row.signers(f)
	if len(who) == 0 || row.answers == FirstOfTwo && len(who) < 2 {
		return croupier
	}
	return who[0]
}

// Blank returns the zero fact of a kind; nil for a kind that there is not.
func Blank(kind string) Fact {
	if row := factRows[kind]; row != nil {
		return row.zero
	}
	return nil
}

// ToldOf returns how a field of a kind is told, by its name in the record; "" where no tag of it says that.
func ToldOf(kind, field string) Told {
	if row := factRows[kind]; row != nil {
		return row.told[field]
	}
	return ""
}

// ToldFields returns the names of the fields that are shown by their tag, ascending.
func ToldFields() []string {
	names := map[string]bool{}
	for _, row := range factRows {
		for name, how := range row.told {
			if how != Hidden {
				names[name] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(names))
}

// Headline reports whether a fact is about the shift as a whole and not about one of its hands: the opening, a shoe, a relief, the
// closing.
func Headline(f Fact) bool { return bool(factRowOf(f).headline) }

// Signers returns those who gave their PIN for a fact.
func Signers(f Fact) []string { return factRowOf(f).signers(f) }
