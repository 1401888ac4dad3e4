package pitclient

import (
	"context"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"sabot/pit/record"
)

// askKeys is the time between two requests for keys that the pit did not have.
const askKeys = time.Minute

// Keys takes in the sealed keys of people that this machine lacks, and nothing else: a record that was put back from what the pit had of a
// machine comes without them. Errors: of a pit that cannot be reached; *Refusal.
func (p *Puller) Keys(ctx context.Context) (err error) {
	defer p.client.close()
	for range p.client.addresses {
		if err = p.lacking(ctx); err == nil {
			return nil
		}
		p.client.turn()
	}
	return err
}

// lacking takes in what the pit has of the sealed keys that this machine lacks. They come with the entries that give them, but where the record
// was put back, or the pit had not got them yet.
func (p *Puller) lacking(ctx context.Context) error {
	if ago := p.now().Sub(p.keysAt); p.keyed || ago >= 0 && ago < askKeys {
		return nil
	}
	numbers, err := p.member.Keyless()
	if err != nil || len(numbers) == 0 {
		p.keyed = err == nil
		return err
	}
	var at HouseAt
	q := url.Values{"from": {strconv.FormatInt(math.MaxInt64, 10)}, "keys": {"1"}}
	if err := p.client.send(ctx, http.MethodGet, HousePath+"?"+q.Encode(), nil, &at); err != nil {
		return err
	}
	p.keysAt = p.now()
	at.Keys = slices.DeleteFunc(at.Keys, func(k Key) bool { return k.Sealed == "" || !slices.Contains(numbers, k.Number) })
	if len(at.Keys) == 0 {
		return nil
	}
	var keys []record.Secret
	for _, k := range at.Keys {
		keys = append(keys, record.Secret{Number: k.Number, Sealed: k.Sealed})
	}
	return p.member.TakeKeys(keys)
}
