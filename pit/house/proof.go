package house

import (
	"slices"
	"time"

	"sabot/pit/record"
)

// A ProofTrouble is a fault of the off-site copy of the checkpoints; "" for none.
type ProofTrouble string

// The troubles: it is not there; nothing may be written there; it has another head than the record.
const (
	ProofAway   ProofTrouble = "away"
	ProofClosed ProofTrouble = "closed"
	ProofOther  ProofTrouble = "other"
)

// proof is the house's knowledge of where its signed heads go.
type proof struct {
	plan  record.ProofPlanned
	heads []string  // those entered last, the oldest first
	kit   time.Time // the recovery kit was made last; zero where it never was
}

// mostHeads is the largest number of entered heads that are kept to be made up for where the off-site copy was
// away: whatever comes later stands for what came before.
const mostHeads = 64

func (h Backups) applyProof(e record.Entry) {
	switch f := e.Fact.(type) {
	case record.ProofPlanned:
		h.proof.plan = f
	case record.Checkpointed:
		h.proof.heads = append(slices.Clone(h.proof.heads[max(0, len(h.proof.heads)-mostHeads+1):]), f.Note)
	case record.KitMade:
		h.proof.kit = e.At
	}
}

// ProofPlan returns where the signed heads go, and how often; false where nobody has planned it.
func (h Backups) ProofPlan() (record.ProofPlanned, bool) {
	return h.proof.plan, h.proof.plan.Folder != ""
}

// LastHeads returns the signed heads of tables that were entered last, the oldest first.
func (h Backups) LastHeads() []string { return slices.Clone(h.proof.heads) }

// KitMade returns when the recovery kit was made last; zero where it never was.
func (h Backups) KitMade() time.Time { return h.proof.kit }

// PlanProof sets where the signed heads go. Refusals: WrongRole, BadSetting with "every" as What.
func (h Backups) PlanProof(plan record.ProofPlanned, by Staff) ([]record.Fact, error) {
	if err := by.MayEnter(plan); err != nil {
		return nil, err
	}
	if plan.Every < 0 || plan.Every > 24*60 {
		return nil, &Refusal{Why: BadSetting, What: "every"}
	}
	plan.By = by.Number
	return []record.Fact{plan}, nil
}

// MakeKit records that somebody has the recovery kit made. Refusal: WrongRole.
func (h Backups) MakeKit(by Staff) ([]record.Fact, error) {
	if err := by.MayEnter(record.KitMade{}); err != nil {
		return nil, err
	}
	return []record.Fact{record.KitMade{By: by.Number}}, nil
}
