package house

import (
	"time"

	"sabot/pit/record"
)

// A Review is the last look of somebody at what a person may do.
type Review struct {
	At   time.Time // UTC
	By   string
	role record.Role // that they looked at
}

// ReviewAccess records that somebody looked at who may do what and found it right. Nobody reviews what they may do themselves.
// Refusals: WrongRole, NotPossible where nobody else works here.
func (h People) ReviewAccess(by Staff) ([]record.Fact, error) {
	if err := by.MayEnter(record.AccessReviewed{}); err != nil {
		return nil, err
	}
	reviewed := record.AccessReviewed{By: by.Number}
	for _, s := range h.Staff {
		if s.Number != by.Number && !h.Left(s.Number) {
			reviewed.Access = append(reviewed.Access, record.Access{Number: s.Number, Role: s.Role})
		}
	}
	if len(reviewed.Access) == 0 {
		return nil, &Refusal{Why: NotPossible, What: "review"}
	}
	return []record.Fact{reviewed}, nil
}

// Reviewed returns the last review of what somebody may do; false where there was none since they have had their role.
func (h People) Reviewed(number string) (Review, bool) {
	review, ok := h.reviews[number]
	who, works := h.Working(number)
	return review, ok && works && review.role == who.Role
}

// Since returns when somebody was entered; zero where nobody has that number.
func (h People) Since(number string) time.Time { return h.since[number] }

func (h People) applyReview(e record.Entry, f record.AccessReviewed) {
	if h.reviews == nil {
		h.reviews = map[string]Review{}
	}
	for _, a := range f.Access {
		h.reviews[a.Number] = Review{e.At, f.By, a.Role}
	}
}

// applySince notes when somebody was entered, or came back; what was reviewed before counts
// no more then.
func (h People) applySince(e record.Entry, number string) {
	if h.since == nil {
		h.since = map[string]time.Time{}
	}
	if _, known := h.StaffBy(number); !known || h.Left(number) {
		h.since[number] = e.At
		delete(h.reviews, number)
	}
}
