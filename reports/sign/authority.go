package sign

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"errors"
	"fmt"
	"math/big"
	"time"
	"unicode/utf8"
)

const (
	authorityYears = 20
	staffYears     = 3
	// clockSkew is how far a table's clock may be behind the one that issues.
	clockSkew = 5 * time.Minute
	// longestName is ub-common-name and its like (RFC 5280, appendix A.1).
	longestName = 64
)

// NewAuthority makes a house's certificate authority. It has a new ECDSA P-256 key and a certificate signed with
// it, for 20 years from now. It may issue certificates and no further authorities.
func NewAuthority(house string, now time.Time) (Identity, error) {
	if err := checkName("house", house); err != nil {
		return Identity{}, err
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return Identity{}, fmt.Errorf("making the authority's key: %w", err)
	}
	t, err := template(now, now.AddDate(authorityYears, 0, 0))
	if err != nil {
		return Identity{}, err
	}
	t.Subject = pkix.Name{Organization: []string{house}, OrganizationalUnit: []string{"CA"}, CommonName: house}
	t.KeyUsage = x509.KeyUsageCertSign | x509.KeyUsageCRLSign
	t.IsCA, t.MaxPathLenZero = true, true
	c, err := create(t, t, key.Public(), key)
	return Identity{Certificate: c, Key: key}, err
}

// Issue gives a member of staff a certificate for three years from now, though not longer than the authority's own.
// It has the full name as CN, the staff number as serialNumber, the role as OU, the house as O. Its key may sign
// documents and nothing else. Each text is 1 to 64 characters.
func (ca Identity) Issue(public crypto.PublicKey, number, name, role string, now time.Time) (*x509.Certificate, error) {
	if err := ca.whole(); err != nil {
		return nil, fmt.Errorf("issuing a certificate: %w", err)
	}
	if !ca.Certificate.IsCA || now.After(ca.Certificate.NotAfter) {
		return nil, errors.New("issuing a certificate: this is not an authority, or not any more: make a new one")
	}
	for _, part := range [][2]string{{"number", number}, {"name", name}, {"role", role}} {
		if err := checkName(part[0], part[1]); err != nil {
			return nil, err
		}
	}
	if err := usableKey(public); err != nil {
		return nil, fmt.Errorf("issuing a certificate to %s: %w", name, err)
	}
	until := now.AddDate(staffYears, 0, 0)
	if until.After(ca.Certificate.NotAfter) {
		until = ca.Certificate.NotAfter
	}
	t, err := template(now, until)
	if err != nil {
		return nil, err
	}
	t.Subject = pkix.Name{
		Organization:       ca.Certificate.Subject.Organization,
		OrganizationalUnit: []string{role}, CommonName: name, SerialNumber: number,
	}
	t.KeyUsage = x509.KeyUsageDigitalSignature | x509.KeyUsageContentCommitment
	return create(t, ca.Certificate, public, ca.Key)
}

// OwnIdentity returns the identity of somebody whose key no authority has certified yet. Its certificate names them
// as Issue would. It is signed with the key itself, so that it proves nothing but that.
func OwnIdentity(key *ecdsa.PrivateKey, house, number, name, role string, now time.Time) (Identity, error) {
	for _, part := range [][2]string{{"house", house}, {"number", number}, {"name", name}, {"role", role}} {
		if err := checkName(part[0], part[1]); err != nil {
			return Identity{}, err
		}
	}
	if key == nil {
		return Identity{}, errors.New("signing with a key of one's own: there is none")
	}
	t, err := template(now, now.AddDate(staffYears, 0, 0))
	if err != nil {
		return Identity{}, err
	}
	t.Subject = pkix.Name{Organization: []string{house}, OrganizationalUnit: []string{role}, CommonName: name, SerialNumber: number}
	t.KeyUsage = x509.KeyUsageDigitalSignature | x509.KeyUsageContentCommitment
	c, err := create(t, t, key.Public(), key)
	return Identity{Certificate: c, Key: key}, err
}

// Own reports whether a certificate is one that its key gave to itself, as OwnIdentity makes it.
func Own(c *x509.Certificate) bool {
	return !c.IsCA && bytes.Equal(c.RawIssuer, c.RawSubject) && c.CheckSignature(c.SignatureAlgorithm, c.RawTBSCertificate, c.Signature) == nil
}

func template(now, until time.Time) (*x509.Certificate, error) {
	// Unpredictable, positive, and within the 20 octets of RFC 5280, 4.1.2.2.
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 127))
	if err != nil {
		return nil, fmt.Errorf("drawing a serial number: %w", err)
	}
	serial.Add(serial, big.NewInt(1))
	return &x509.Certificate{
		SerialNumber: serial, NotBefore: now.Add(-clockSkew).UTC(), NotAfter: until.UTC(), BasicConstraintsValid: true,
	}, nil
}

// Issued returns when a certificate of this house was made, to the second, by the clock of who made it.
func Issued(c *x509.Certificate) time.Time { return c.NotBefore.Add(clockSkew) }

func create(t, parent *x509.Certificate, public crypto.PublicKey, key crypto.Signer) (*x509.Certificate, error) {
	der, err := x509.CreateCertificate(rand.Reader, t, parent, public, key)
	if err != nil {
		return nil, fmt.Errorf("making the certificate of %s: %w", t.Subject.CommonName, err)
	}
	c, err := x509.ParseCertificate(der)
	if err != nil {
		return nil, fmt.Errorf("reading the certificate of %s: %w", t.Subject.CommonName, err)
	}
	return c, nil
}

func checkName(what, text string) error {
	if n := utf8.RuneCountInString(text); n < 1 || n > longestName || !utf8.ValidString(text) {
		return fmt.Errorf("the %s %q does not go into a certificate: write 1 to %d characters", what, text, longestName)
	}
	return nil
}
