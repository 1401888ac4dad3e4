package house

import (
	"slices"

	"sabot/games"
	"sabot/pit/record"
)

// usualCash is from what cash on something takes an inspector in a house that has said nothing of it:
// GwV-ESBK Art. 2 (1) a counts from CHF 4,000.
const usualCash games.Amount = 4_000_00

// CashLimit returns from what cash on something takes an inspector in a currency; 0 for never. It is
// one amount for all that asks it.
func (h DropBoxes) CashLimit(currency string) games.Amount {
	if limit, said := h.set.Cash[currency]; said {
		return limit
	}
	return usualCash
}

// CashLimitAt returns CashLimit in a table's currency.
func (h DropBoxes) CashLimitAt(table string) games.Amount {
	set, _ := h.TableNamed(table)
	if set.Currency == "" {
		return h.CashLimit(h.Currency)
	}
	return h.CashLimit(set.Currency)
}

// LateAlone reports whether a croupier alone enters a decision or a bet otherwise than before, with a card
// behind it that was seen: an alarm waits for the inspector then.
func (h DropBoxes) LateAlone() bool { return h.set.LateAlone }

// ReadsAsk reports whether sabotctl asks for a PIN before it reads the record.
func (h DropBoxes) ReadsAsk() bool { return h.set.ReadsAsk }

// soundCash reports whether a house may have such limits.
func soundCash(f record.HouseSet) bool {
	for currency, limit := range f.Cash {
		if !slices.Contains(f.Currencies, currency) || limit < 0 || limit > games.MaxAmount {
			return false
		}
	}
	return true
}
