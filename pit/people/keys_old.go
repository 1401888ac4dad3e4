package people

import (
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"strings"

	"golang.org/x/crypto/argon2"
)

// oldCost is the cost of every hash of Sabot 0.3.
var oldCost = Cost{64 * 1024, 2}

// OldPIN says whether a secret is the hash of that PIN as Sabot 0.3 kept it, which opens
// no key: whoever gives it gets one.
func OldPIN(secret, pin string) bool {
	parts := strings.Split(secret, "$")
	if len(parts) != 6 || parts[1] != "argon2id" || parts[3] != fmt.Sprintf("m=%d,t=%d,p=1", oldCost.Memory, oldCost.Passes) {
		return false
	}
	salt, errSalt := base64.RawStdEncoding.DecodeString(parts[4])
	want, errHash := base64.RawStdEncoding.DecodeString(parts[5])
	if errSalt != nil || errHash != nil || len(want) == 0 || !validPIN(pin) {
		return false
	}
	got := argon2.IDKey([]byte(pin), salt, oldCost.Passes, oldCost.Memory, 1, uint32(len(want)))
	return subtle.ConstantTimeCompare(got, want) == 1
}
