package sign

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"errors"
	"fmt"
	"math/big"
	"slices"
)

var (
	oidData               = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 7, 1}
	oidSignedData         = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 7, 2}
	oidContentType        = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 9, 3}
	oidMessageDigest      = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 9, 4}
	oidSigningCertificate = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 9, 16, 2, 47}
	oidSHA256             = asn1.ObjectIdentifier{2, 16, 840, 1, 101, 3, 4, 2, 1}
	oidECDSAWithSHA256    = asn1.ObjectIdentifier{1, 2, 840, 10045, 4, 3, 2}
	oidRSA                = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 1, 1}
)

// The structures of RFC 5652, 3 and 5, as far as a detached signature needs them.
type (
	contentInfo struct {
		Type asn1.ObjectIdentifier
		Data signedData `asn1:"explicit,tag:0"`
	}
	signedData struct {
		Version      int
		Digests      []pkix.AlgorithmIdentifier `asn1:"set"`
		Content      struct{ Type asn1.ObjectIdentifier }
		Certificates []asn1.RawValue `asn1:"set,tag:0"`
		Signers      []signerInfo    `asn1:"set"`
	}
	signerInfo struct {
		Version    int
		ID         issuerAndSerial
		Digest     pkix.AlgorithmIdentifier
		Attributes []attribute `asn1:"set,tag:0"`
		Algorithm  pkix.AlgorithmIdentifier
		Signature  []byte
	}
	issuerAndSerial struct {
		Issuer asn1.RawValue
		Serial *big.Int
	}
	attribute struct {
		Type   asn1.ObjectIdentifier
		Values []asn1.RawValue `asn1:"set"`
	}
)

// signingCertificate is SigningCertificateV2 (RFC 5035, 3), which ties the
// signature to its certificates. The algorithm left out is SHA-256.
type (
	signingCertificate struct{ Certificates []certificateID }
	certificateID      struct{ Hash []byte }
)

// sign returns the DER of a CMS that signs a digest.
func (id Identity) sign(digest [sha256.Size]byte) ([]byte, error) {
	all := append([]*x509.Certificate{id.Certificate}, id.Chain...)
	slices.SortFunc(all[1:], func(a, b *x509.Certificate) int { return bytes.Compare(a.Raw, b.Raw) })
	attributes, err := signedAttributes(digest, all)
	if err != nil {
		return nil, err
	}
	signed, err := attributesDigest(attributes)
	if err != nil {
		return nil, err
	}
	signature, err := id.Key.Sign(rand.Reader, signed[:], crypto.SHA256)
	if err != nil {
		return nil, fmt.Errorf("using the key: %w", err)
	}
	return pack(all, attributes, signature)
}

// room returns how many bytes to reserve for the CMS of this identity, with some to spare.
func (id Identity) room() int {
	n := 1024 + len(id.Certificate.Raw) + len(id.Certificate.RawIssuer) + (sha256.Size+4)*len(id.Chain)
	if key, ok := id.Certificate.PublicKey.(*rsa.PublicKey); ok {
		n += key.Size()
	}
	for _, c := range id.Chain {
		n += len(c.Raw)
	}
	return n
}

// signedAttributes returns the three attributes that PAdES wants (EN 319 142-1, 6.3). The time of signing is
// not one of them: it is in the signature dictionary. Every certificate is named, the signer's first, so that
// none can be put in or altered.
func signedAttributes(digest [sha256.Size]byte, certificates []*x509.Certificate) ([]attribute, error) {
	var names signingCertificate
	for _, c := range certificates {
		hash := sha256.Sum256(c.Raw)
		names.Certificates = append(names.Certificates, certificateID{hash[:]})
	}
	var list []attribute
	for _, a := range []struct {
		kind  asn1.ObjectIdentifier
		value any
	}{
		{oidContentType, oidData},
		{oidMessageDigest, digest[:]},
		{oidSigningCertificate, names},
	} {
		der, err := asn1.Marshal(a.value)
		if err != nil {
			return nil, fmt.Errorf("writing a signed attribute: %w", err)
		}
		list = append(list, attribute{a.kind, []asn1.RawValue{{FullBytes: der}}})
	}
	return list, nil
}

// attributesDigest returns the digest that the key signs: of the attributes as a SET, not with the tag they
// have inside SignerInfo (RFC 5652, 5.4). Marshal sorts them as DER wants.
func attributesDigest(list []attribute) ([sha256.Size]byte, error) {
	der, err := asn1.MarshalWithParams(list, "set")
	if err != nil {
		return [sha256.Size]byte{}, fmt.Errorf("writing the signed attributes: %w", err)
	}
	return sha256.Sum256(der), nil
}

// pack encodes the one form of a CMS that this package writes and accepts. The first certificate is the
// signer's.
func pack(all []*x509.Certificate, attributes []attribute, signature []byte) ([]byte, error) {
	signer := all[0]
	algorithm := pkix.AlgorithmIdentifier{Algorithm: oidECDSAWithSHA256}
	if _, ok := signer.PublicKey.(*rsa.PublicKey); ok {
		algorithm = pkix.AlgorithmIdentifier{Algorithm: oidRSA, Parameters: asn1.NullRawValue} // RFC 3370, 3.2
	}
	sha := pkix.AlgorithmIdentifier{Algorithm: oidSHA256} // without parameters: RFC 5754, 2
	d := signedData{
		Version: 1, Digests: []pkix.AlgorithmIdentifier{sha},
		Signers: []signerInfo{{
			Version: 1, ID: issuerAndSerial{asn1.RawValue{FullBytes: signer.RawIssuer}, signer.SerialNumber},
			Digest: sha, Attributes: attributes, Algorithm: algorithm, Signature: signature,
		}},
	}
	d.Content.Type = oidData
	for _, c := range all {
		d.Certificates = append(d.Certificates, asn1.RawValue{FullBytes: c.Raw})
	}
	der, err := asn1.Marshal(contentInfo{oidSignedData, d})
	if err != nil {
		return nil, fmt.Errorf("writing the CMS: %w", err)
	}
	return der, nil
}

// An envelope is a CMS read, not yet believed. The first of its certificates is the
// signer's.
type envelope struct {
	end  int // where in the file what it covers ends
	der  []byte
	info signerInfo
	all  []*x509.Certificate
}

// open reads a CMS and the zeros after it.
func open(padded []byte) (envelope, error) {
	var c contentInfo
	rest, err := asn1.Unmarshal(padded, &c)
	if err != nil {
		return envelope{}, fmt.Errorf("its CMS cannot be read: %w", err)
	}
	if len(bytes.Trim(rest, "\x00")) > 0 {
		return envelope{}, errors.New("something other than zeros follows its CMS")
	}
	if len(c.Data.Signers) != 1 || len(c.Data.Certificates) > mostCertificates {
		return envelope{}, fmt.Errorf("its CMS has %d signers and %d certificates: one and at most %d are expected",
			len(c.Data.Signers), len(c.Data.Certificates), mostCertificates)
	}
	e := envelope{der: padded[:len(padded)-len(rest)], info: c.Data.Signers[0]}
	signer := -1
	for i, raw := range c.Data.Certificates {
		cert, err := x509.ParseCertificate(raw.FullBytes)
		if err != nil {
			return envelope{}, fmt.Errorf("a certificate in its CMS cannot be read: %w", err)
		}
		if key, ok := cert.PublicKey.(*rsa.PublicKey); ok && key.N.BitLen() > longestRSA {
			return envelope{}, fmt.Errorf("a certificate in its CMS has an RSA key of more than %d bits", longestRSA)
		}
		if e.info.ID.Serial.Cmp(cert.SerialNumber) == 0 && bytes.Equal(e.info.ID.Issuer.FullBytes, cert.RawIssuer) {
			signer = i
		}
		e.all = append(e.all, cert)
	}
	if signer < 0 {
		return envelope{}, errors.New("its CMS does not hold the signer's certificate")
	}
	certificate := e.all[signer]
	if err := usableKey(certificate.PublicKey); err != nil {
		return envelope{}, fmt.Errorf("the certificate of %s in its CMS: %w", certificate.Subject.CommonName, err)
	}
	e.all = slices.Insert(slices.Delete(e.all, signer, signer+1), 0, certificate)
	return e, nil
}

// verify checks a CMS against the digest of the document. It checks the signed digest, the signature, and last that
// the CMS is to the byte what pack writes. So there is no place for another attribute or anything unsigned.
func (e envelope) verify(digest [sha256.Size]byte) error {
	if err := e.sameDigest(digest); err != nil {
		return err
	}
	attributes, err := signedAttributes(digest, e.all)
	if err != nil {
		return err
	}
	signed, err := attributesDigest(attributes)
	if err != nil {
		return err
	}
	if !signatureHolds(e.all[0].PublicKey, signed[:], e.info.Signature) {
		return errors.New("its signature does not hold for the document and these certificates (signing-certificate-v2)")
	}
	der, err := pack(e.all, attributes, e.info.Signature)
	if err != nil {
		return err
	}
	if !bytes.Equal(der, e.der) {
		return errors.New("its CMS is not in the form this program writes")
	}
	return nil
}

func (e envelope) sameDigest(digest [sha256.Size]byte) error {
	for _, a := range e.info.Attributes {
		if a.Type.Equal(oidMessageDigest) && len(a.Values) == 1 && bytes.Equal(a.Values[0].Bytes, digest[:]) {
			return nil
		}
	}
	return errors.New("the document is not the one that was signed (message digest)")
}

func signatureHolds(public crypto.PublicKey, digest, signature []byte) bool {
	switch key := public.(type) {
	case *ecdsa.PublicKey:
		return ecdsa.VerifyASN1(key, digest, signature)
	case *rsa.PublicKey:
		return rsa.VerifyPKCS1v15(key, crypto.SHA256, digest, signature) == nil
	}
	return false
}
