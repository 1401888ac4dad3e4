// Package tpm has the TPM 2.0 of a machine seal a short secret: what comes of it opens on this machine alone. It is the one place
// that knows github.com/google/go-tpm.
//
// A secret is sealed under the storage root key. It is the one that the system keeps at its usual place, else the
// one that the TPM makes of its seed, each time alike. No state of the machine (PCR) is asked for: an update of
// firmware or system would lock a table out. Secrets cross the bus encrypted.
package tpm

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/google/go-tpm/tpm2"
	"github.com/google/go-tpm/tpm2/transport"
)

// DeviceEnv is the environment variable that names the TPM's device, or the socket of one in software, where it is not the usual one.
const DeviceEnv = "SABOT_TPM"

// Most has the most bytes of a secret.
const Most = 128

// ErrUnavailable is the error of a machine without a TPM 2.0 that this account may use.
var ErrUnavailable = errors.New("no TPM 2.0 can be used here")

// ErrOther is the error of a secret that this machine's TPM never sealed, or has forgotten.
var ErrOther = errors.New("another TPM sealed it, or this one was cleared since")

// ErrFailed is the error of a TPM that is there and does not do what it should. It is busy, has no room, or does
// not answer.
var ErrFailed = errors.New("the TPM failed")

// errNotKept is the error of a system that keeps no storage root key.
var errNotKept = errors.New("the system keeps no storage root key")

// rootKey is the place at which the system keeps the storage root key, by TCG's guidance on provisioning.
const rootKey tpm2.TPMHandle = 0x81000001

// keyBits is the length of the key that encrypts the traffic on the bus.
const keyBits = 128

// Seal returns a secret in a form that only this machine's TPM opens. The error wraps ErrUnavailable where there
// is no TPM.
func Seal(secret []byte) (sealed []byte, err error) {
	if len(secret) == 0 || len(secret) > Most {
		return nil, fmt.Errorf("a TPM seals 1 to %d bytes, not %d", Most, len(secret))
	}
	t, err := connect()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, t.Close()) }()
	root, err := keptRoot(t)
	if err != nil {
		root, err = madeRoot(t)
	}
	if err != nil {
		return nil, fmt.Errorf("the TPM has no storage root key: %w", err)
	}
	defer root.drop(t)
	made, err := tpm2.Create{
		ParentHandle: tpm2.AuthHandle{Handle: root.handle, Name: root.name, Auth: root.encrypts()},
		InSensitive:  tpm2.TPM2BSensitiveCreate{Sensitive: &tpm2.TPMSSensitiveCreate{Data: tpm2.NewTPMUSensitiveCreate(&tpm2.TPM2BSensitiveData{Buffer: secret})}},
		InPublic: tpm2.New2B(tpm2.TPMTPublic{
			Type: tpm2.TPMAlgKeyedHash, NameAlg: tpm2.TPMAlgSHA256,
			ObjectAttributes: tpm2.TPMAObject{FixedTPM: true, FixedParent: true, UserWithAuth: true, NoDA: true},
		}),
	}.Execute(t)
	if err != nil {
		return nil, fmt.Errorf("sealing with the TPM: %w", err)
	}
	return append(tpm2.Marshal(made.OutPublic), tpm2.Marshal(made.OutPrivate)...), nil
}

// Open returns the secret that Seal took. The error wraps ErrUnavailable where there is no TPM, ErrOther where the
// TPM does not know the secret, and ErrFailed where the TPM failed.
func Open(sealed []byte) (secret []byte, err error) {
	public, private, err := parts(sealed)
	if err != nil {
		return nil, err
	}
	t, err := connect()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, t.Close()) }()
	var failed error
	for _, find := range []func(transport.TPM) (root, error){keptRoot, madeRoot} {
		root, err := find(t)
		if err == nil {
			secret, err = root.open(t, public, private)
			root.drop(t)
		}
		if err == nil {
			return secret, nil
		}
		if !errors.Is(err, errNotKept) && (failed == nil || errors.Is(failed, ErrOther)) { // it is another's only where each key says so
			failed = err
		}
	}
	if errors.Is(failed, ErrOther) {
		return nil, failed
	}
	return nil, fmt.Errorf("%w (%w)", ErrFailed, failed)
}

// parts returns the two halves of a sealed secret.
func parts(sealed []byte) (public tpm2.TPM2BPublic, private tpm2.TPM2BPrivate, err error) {
	split := 0
	if len(sealed) > 2 {
		split = 2 + int(sealed[0])<<8 + int(sealed[1])
	}
	if split == 0 || split > len(sealed) {
		return public, private, ErrOther
	}
	first, err := tpm2.Unmarshal[tpm2.TPM2BPublic](sealed[:split])
	if err != nil {
		return public, private, fmt.Errorf("%w (%w)", ErrOther, err)
	}
	second, err := tpm2.Unmarshal[tpm2.TPM2BPrivate](sealed[split:])
	if err != nil {
		return public, private, fmt.Errorf("%w (%w)", ErrOther, err)
	}
	return *first, *second, nil
}

// A root is a storage root key.
type root struct {
	handle tpm2.TPMHandle
	name   tpm2.TPM2BName
	public tpm2.TPMTPublic
	made   bool // for this time alone
}

// keptRoot returns the root that the system keeps.
func keptRoot(t transport.TPM) (root, error) {
	read, err := tpm2.ReadPublic{ObjectHandle: rootKey}.Execute(t)
	if errors.Is(err, tpm2.TPMRCHandle) {
		return root{}, errNotKept
	}
	if err != nil {
		return root{}, err
	}
	public, err := read.OutPublic.Contents()
	if err != nil {
		return root{}, err
	}
	if is := public.ObjectAttributes; !is.Restricted || !is.Decrypt {
		return root{}, errNotKept
	}
	return root{handle: rootKey, name: read.Name, public: *public}, nil
}

// madeRoot returns the root that the TPM makes of its seed.
func madeRoot(t transport.TPM) (root, error) {
	made, err := tpm2.CreatePrimary{PrimaryHandle: tpm2.TPMRHOwner, InPublic: tpm2.New2B(tpm2.ECCSRKTemplate)}.Execute(t)
	if err != nil {
		return root{}, err
	}
	public, err := made.OutPublic.Contents()
	if err != nil {
		return root{}, err
	}
	return root{made.ObjectHandle, made.Name, *public, true}, nil
}

// encrypts returns a session that encrypts the traffic to the TPM, encryptsBack one for the traffic from it.
// Neither proves a right, as none is needed.
func (r root) encrypts() tpm2.Session { return r.session(tpm2.AESEncryption(keyBits, tpm2.EncryptIn)) }

func (r root) encryptsBack() tpm2.Session {
	return r.session(tpm2.AESEncryption(keyBits, tpm2.EncryptOut))
}

func (r root) session(encrypting tpm2.AuthOption) tpm2.Session {
	const nonce = 16 // bytes
	return tpm2.HMAC(tpm2.TPMAlgSHA256, nonce, tpm2.Salted(r.handle, r.public), encrypting)
}

func (r root) drop(t transport.TPM) {
	if r.made { // one that stays costs a place in the TPM until it starts again, and no more
		_, _ = tpm2.FlushContext{FlushHandle: r.handle}.Execute(t)
	}
}

// open returns what was sealed under this key. The error wraps ErrOther where the TPM has looked at it and it was not.
func (r root) open(t transport.TPM, public tpm2.TPM2BPublic, private tpm2.TPM2BPrivate) ([]byte, error) {
	loaded, err := tpm2.Load{
		ParentHandle: tpm2.AuthHandle{Handle: r.handle, Name: r.name, Auth: tpm2.PasswordAuth(nil)},
		InPrivate:    private, InPublic: public,
	}.Execute(t)
	var said tpm2.TPMFmt1Error
	if errors.As(err, &said) {
		if of, _ := said.Parameter(); of {
			return nil, fmt.Errorf("%w (%w)", ErrOther, err)
		}
	}
	if err != nil {
		return nil, err
	}
	defer func() { _, _ = tpm2.FlushContext{FlushHandle: loaded.ObjectHandle}.Execute(t) }()
	opened, err := tpm2.Unseal{ItemHandle: tpm2.AuthHandle{Handle: loaded.ObjectHandle, Name: loaded.Name, Auth: r.encryptsBack()}}.Execute(t)
	if err != nil {
		return nil, err
	}
	return opened.OutData.Buffer, nil
}

// unusable returns the error of a device that does not open.
func unusable(device string, err error) error {
	what := "it does not answer"
	switch {
	case errors.Is(err, fs.ErrNotExist):
		what = "the machine has none, or it is switched off in its firmware"
	case errors.Is(err, fs.ErrPermission):
		what = "the account may not use it: add it to the group tss, and sign on again"
	}
	return fmt.Errorf("%w: %s: %s (%v)", ErrUnavailable, device, what, err) // a device that is not there is no file of keys that is not there
}
