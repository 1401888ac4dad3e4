package backups

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"sabot/app/session"
	"sabot/app/session/kit"
	"sabot/app/text"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/reports/sign"
	"sabot/storage"
	"sabot/storage/disk"
)

// A seeded is a record that can tell the secret half of its key.
type seeded interface{ SealSeed() []byte }

// kit returns the secrets of this house, with the pepper that opens the PIN of the person who makes it. With
// the kit they sign on elsewhere, and give new PINs to those whose pepper is another one.
func (h Backups) kit(by string) (kit.Kit, error) {
	store, ok := h.Store().(seeded)
	if !ok {
		return kit.Kit{}, &house.Refusal{Why: house.NotPossible, What: "kept"}
	}
	secret, err := h.authorityKey()
	if err != nil {
		return kit.Kit{}, err
	}
	sealed, err := h.Store().Secret(by)
	if err != nil {
		return kit.Kit{}, err
	}
	pepper, err := h.Store().Pepper()
	if all, more := h.Store().(record.Peppers); more {
		if of, there := all.PepperNamed(house.PepperOf(sealed)); there {
			pepper, err = of, nil
		}
	}
	return kit.Kit{Seal: store.SealSeed(), Authority: secret, Pepper: pepper}, err
}

// kitHasAuthority reports whether the authority's key is on a kit of this machine. A closed one's is on none, and
// that of a house of many machines on the office's.
func (h Backups) kitHasAuthority() bool {
	return !h.State.AuthorityClosed() && h.State.Office().Machine == ""
}

// authorityKey returns the private key of the authority; nil where it is on no kit of this machine.
func (h Backups) authorityKey() ([]byte, error) {
	if !h.kitHasAuthority() {
		return nil, nil
	}
	authority, err := h.Authority().Own(h.State.Name)
	if err != nil {
		return nil, err
	}
	key, ok := authority.Key.(*ecdsa.PrivateKey)
	if !ok {
		return nil, errors.New("the key of the house's authority is in a device: it cannot be printed")
	}
	return key.Bytes()
}

// MakeKit writes the recovery kit into a new file. It writes its lines alone where that ends in .txt, a page where
// it ends in .pdf. With it a house that was restored goes on under its own keys. Whoever has it can sign for the
// house, so it is nowhere in the data directory; the record says who had it made. Refusals: WrongRole; NotPossible
// for a record that is kept nowhere; those of BackupFolder.
//
// A kit that nobody knows of is worse than one that is on the record and is not there. So the file has its room
// first, which shows that it can be written, then comes the entry, and the secrets last. A crash in between leaves
// an entry, and next to it a file of noise that is no kit. Whoever had it made stands there without one.
func (h Backups) MakeKit(by house.Badge, lang, file string) (lines []string, err error) {
	ending := filepath.Ext(file)
	if ending != ".pdf" && ending != ".txt" {
		return nil, fmt.Errorf("%s: a kit is a page or its lines: name a file that ends in .pdf or in .txt", file)
	}
	if err := h.Takeover().CatchUp(); err != nil {
		return nil, err
	}
	facts, err := h.State.Backups().MakeKit(by.Staff)
	if err != nil {
		return nil, err
	}
	folder, err := filepath.Abs(filepath.Dir(file))
	if err == nil { // whoever has the record shall not have its secrets
		err = h.BackupFolder(folder)
	}
	if err == nil {
		err = session.Unused(file)
	}
	if err != nil {
		return nil, err
	}
	secrets, err := h.kit(by.Number)
	if err != nil {
		return nil, err
	}
	if h.kitHasAuthority() {
		authority, err := h.Authority().Own(h.State.Name)
		if err != nil {
			return nil, err
		}
		facts = append(h.Authority().Certifying(authority), facts...)
	}
	if lang == "" {
		lang = h.State.Language
	}
	lines = secrets.Lines()
	content := []byte(strings.Join(lines, "\n") + "\n")
	if ending == ".pdf" {
		page := kit.Page{House: h.State.Name, At: h.Now(), Zone: h.State.Zone(), Language: lang, By: by.Name, Key: h.Store().Verifier(), Lines: lines, Closed: !h.kitHasAuthority()}
		if content, err = page.Draw(text.Open(lang, h.State.Currency)); err != nil {
			return nil, err
		}
	}
	room, err := session.Reserve(file, len(content))
	if err != nil {
		return nil, err
	}
	if err = h.Context().Err(); err == nil {
		err = h.Record(by.Number, facts, by)
	}
	if err != nil {
		return nil, errors.Join(err, room.Drop())
	}
	if err := room.Fill(content); err != nil {
		return nil, fmt.Errorf("%w: the record says that this kit was made, and it was not: make another one", session.NotWritten(file, err))
	}
	return lines, nil
}

// Recover puts the secrets of a kit back into the data directory of a house that was restored. It puts the pepper
// of its PINs into the account. Nothing is written where one of them is not of this house, or where another pepper
// lies that PINs of this house need. A pepper that another house on this account may need is kept beside it, where
// they find it. It answers what was put back, in words for a terminal.
func Recover(dir string, k kit.Kit) (done []string, err error) {
	store, err := storage.OpenKeyless(dir)
	if err != nil {
		return nil, fmt.Errorf("restore the house's record first: %w", err)
	}
	house, _, err := session.Sealed(store)
	if err != nil {
		return nil, errors.Join(err, store.Close())
	}
	secret := map[string]string{}
	for _, s := range house.Staff {
		if err == nil {
			secret[s.Number], err = store.Secret(s.Number)
		}
	}
	if err = errors.Join(err, store.Close()); err != nil {
		return nil, err
	}
	r := recovery{dir: dir, house: house, secrets: secret}
	for _, step := range []func(kit.Kit) error{r.seal, r.authority, r.pepper} {
		if err := step(k); err != nil {
			return nil, err
		}
	}
	for _, write := range r.writes {
		if err := write.do(); err != nil {
			return done, err
		}
		done = append(done, write.what)
	}
	if len(done) == 0 {
		return nil, errors.New("there is nothing in the kit")
	}
	return done, nil
}

// A recovery is a plan of what a kit puts back, and where.
type recovery struct {
	dir     string
	house   *house.House
	secrets map[string]string
	writes  []putBack
}

type putBack struct {
	what string
	do   func() error
}

func (r *recovery) will(what string, do func() error) { r.writes = append(r.writes, putBack{what, do}) }

func (r *recovery) seal(k kit.Kit) error {
	if len(k.Seal) == 0 {
		return nil
	}
	key, err := seal.KeyOfSeed(k.Seal, r.house.SealKeys...)
	if err != nil {
		return err
	}
	named := false
	for _, verifier := range r.house.SealKeys {
		named = named || verifier == key.Verifier()
	}
	if !named {
		return fmt.Errorf("the kit is of another house, or of another machine of this one: its key %s never sealed this record. The office's kit is for the record of the office; a machine under its TPM or a passphrase has one of its own", key.Verifier())
	}
	r.will("the key that seals the record, "+key.Verifier(), func() error { return storage.WriteKey(r.dir, key) })
	return nil
}

func (r *recovery) authority(k kit.Kit) error {
	if len(k.Authority) == 0 {
		return nil
	}
	key, err := ecdsa.ParseRawPrivateKey(elliptic.P256(), k.Authority)
	if err != nil {
		return fmt.Errorf("the authority in the kit: %w", err)
	}
	for _, text := range r.house.Authorities {
		certificate, err := session.DecodeCertificate(text)
		if err != nil || !key.PublicKey.Equal(certificate.PublicKey) {
			continue
		}
		pem, err := sign.Identity{Certificate: certificate, Key: key}.MarshalPEM()
		if err != nil {
			return err
		}
		r.will("the house's authority, "+certificate.Subject.CommonName, func() error { return session.WriteFile(filepath.Join(r.dir, session.AuthorityFile), pem) })
		return nil
	}
	return errors.New("the kit is of another house: this record has no such authority")
}

func (r *recovery) pepper(k kit.Kit) error {
	if len(k.Pepper) == 0 {
		return nil
	}
	pepper := record.Pepper(k.Pepper)
	path, there, err := storage.OwnPepper()
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return err
	case there.ID == pepper.ID():
		if !there.Protected {
			return nil
		}
	case there.ID != "":
		for _, number := range slices.Sorted(maps.Keys(r.secrets)) {
			if there.Opens && house.PepperOf(r.secrets[number]) == there.ID {
				return fmt.Errorf("the PIN of %s needs the pepper that lies in %s: name another file with %s, or give new PINs", number, path, record.PepperEnv)
			}
		}
		use := "PINs of another house on this account may need it, and find it"
		if !there.Opens {
			use = "it does not open here, and PINs of another house on this account that need it ask for its kit"
		}
		r.will("beside it the pepper that lay there, as pepper-"+there.ID+".key: "+use, there.PutAside)
	default: // it opens nothing
		kept := path + "." + time.Now().UTC().Format("20060102150405") + ".old"
		r.will("the pepper that lay there, moved to "+kept, func() error { return disk.Move(path, kept) })
	}
	r.will("the pepper of the PINs, "+path, func() error { return storage.WritePepper(path, pepper) })
	return nil
}

// ReadKit returns the kit in a text: typed, scanned, or copied from its page.
func ReadKit(text string) (kit.Kit, error) { return kit.Read(strings.TrimSpace(text)) }
