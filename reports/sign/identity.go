package sign

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"slices"
	"time"
)

// An Identity is a signer. It has a certificate, the chain above it (without it, the issuer first) and the key,
// ECDSA P-256 or RSA of 2048 to 8192 bits.
type Identity struct {
	Certificate *x509.Certificate
	Chain       []*x509.Certificate
	Key         crypto.Signer
}

// Kinds of PEM blocks (RFC 7468).
const (
	certificateBlock = "CERTIFICATE"
	keyBlock         = "PRIVATE KEY"
)

// mostCertificates bounds a chain, and so the work a hostile one makes.
const mostCertificates = 8

// Lengths of RSA keys, in bits.
const (
	shortestRSA = 2048
	longestRSA  = 8192
)

// CertificatePEM returns a certificate as a PEM block, to hand the authority to others; nil for nil.
func CertificatePEM(c *x509.Certificate) []byte {
	if c == nil {
		return nil
	}
	return pem.EncodeToMemory(&pem.Block{Type: certificateBlock, Bytes: c.Raw})
}

// MarshalPEM returns the identity as PEM: certificate, chain and the key as PKCS#8, which is not encrypted. The
// caller writes it to a file of mode 0600.
func (id Identity) MarshalPEM() ([]byte, error) {
	if err := id.whole(); err != nil {
		return nil, err
	}
	key, err := x509.MarshalPKCS8PrivateKey(id.Key)
	if err != nil {
		return nil, fmt.Errorf("writing the key as PKCS#8 (one kept in a device cannot leave it): %w", err)
	}
	var out bytes.Buffer
	out.Write(CertificatePEM(id.Certificate))
	for _, c := range id.Chain {
		out.Write(CertificatePEM(c))
	}
	out.Write(pem.EncodeToMemory(&pem.Block{Type: keyBlock, Bytes: key}))
	return out.Bytes(), nil
}

// ParsePEM reads what MarshalPEM wrote. The error says which part is missing or
// does not fit the others.
func ParsePEM(data []byte) (Identity, error) {
	var id Identity
	for {
		var block *pem.Block
		if block, data = pem.Decode(data); block == nil {
			break
		}
		if err := id.add(block); err != nil {
			return Identity{}, err
		}
	}
	if len(bytes.TrimSpace(data)) > 0 {
		return Identity{}, errors.New("reading an identity: there is more than PEM blocks in it")
	}
	if err := id.whole(); err != nil {
		return Identity{}, fmt.Errorf("reading an identity: %w", err)
	}
	return id, nil
}

func (id *Identity) add(block *pem.Block) error {
	switch block.Type {
	case certificateBlock:
		c, err := x509.ParseCertificate(block.Bytes)
		if err != nil {
			return fmt.Errorf("reading a certificate: %w", err)
		}
		if id.Certificate == nil {
			id.Certificate = c
			return nil
		}
		id.Chain = append(id.Chain, c)
	case keyBlock:
		if id.Key != nil {
			return errors.New("reading an identity: it has two keys")
		}
		key, err := x509.ParsePKCS8PrivateKey(block.Bytes)
		if err != nil {
			return fmt.Errorf("reading a key: %w", err)
		}
		signer, ok := key.(crypto.Signer)
		if !ok {
			return fmt.Errorf("reading a key: a %T does not sign", key)
		}
		id.Key = signer
	default:
		return fmt.Errorf("reading an identity: there is no place for a %q block", block.Type)
	}
	return nil
}

// whole returns what is missing of an identity or does not fit; nil where nothing.
func (id Identity) whole() error {
	switch {
	case id.Certificate == nil:
		return errors.New("the identity has no certificate")
	case id.Key == nil:
		return errors.New("the identity has no key")
	case len(id.Chain) >= mostCertificates:
		return fmt.Errorf("the identity has a chain of %d certificates and at most %d go in", len(id.Chain), mostCertificates-1)
	}
	if slices.Contains(id.Chain, nil) {
		return errors.New("the identity's chain has a gap")
	}
	public, ok := id.Certificate.PublicKey.(interface{ Equal(crypto.PublicKey) bool })
	if !ok || !public.Equal(id.Key.Public()) {
		return errors.New("the identity's key is not the one of its certificate")
	}
	return usableKey(id.Certificate.PublicKey)
}

// check returns why the identity cannot sign at that moment; nil where it can.
func (id Identity) check(at time.Time) error {
	if err := id.whole(); err != nil {
		return err
	}
	return maySign(id.Certificate, at)
}

// maySign returns why a certificate is not one to sign documents with (RFC 5280, 4.2.1.3), or was not valid at that
// moment. It returns nil where it is.
func maySign(c *x509.Certificate, at time.Time) error {
	switch {
	case c.IsCA:
		return errors.New("it is an authority's certificate: it issues others and signs no documents")
	case c.KeyUsage&(x509.KeyUsageDigitalSignature|x509.KeyUsageContentCommitment) == 0:
		return errors.New("its certificate is not for signatures (key usage)")
	case isPost(c):
		return errors.New("its certificate is a machine's: it opens connections and signs no documents")
	case at.Before(c.NotBefore) || at.After(c.NotAfter):
		return fmt.Errorf("its certificate is valid from %s to %s, not at %s",
			c.NotBefore.UTC().Format(time.RFC3339), c.NotAfter.UTC().Format(time.RFC3339), at.UTC().Format(time.RFC3339))
	}
	return nil
}

// usableKey bounds the signers' keys: strong enough, and not so long that checking
// a hostile one takes minutes.
func usableKey(public crypto.PublicKey) error {
	switch key := public.(type) {
	case *ecdsa.PublicKey:
		if key.Curve == elliptic.P256() {
			return nil
		}
	case *rsa.PublicKey:
		if bits := key.N.BitLen(); bits >= shortestRSA && bits <= longestRSA {
			return nil
		}
	}
	return fmt.Errorf("the key is neither ECDSA P-256 nor RSA of %d to %d bits", shortestRSA, longestRSA)
}
