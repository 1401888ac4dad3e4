package sign

import (
	"bytes"
	"crypto/x509"
	"encoding/pem"
	"strings"
	"testing"
	"time"
)

func TestCertificates(t *testing.T) {
	h := newHouse(t)
	ca, c := h.ca.Certificate, h.dario.Certificate
	if !ca.IsCA || ca.MaxPathLen != 0 || !ca.MaxPathLenZero || ca.KeyUsage&x509.KeyUsageCertSign == 0 {
		t.Error("the authority cannot issue, or more than it should")
	}
	if c.IsCA || c.KeyUsage != x509.KeyUsageDigitalSignature|x509.KeyUsageContentCommitment || len(c.ExtKeyUsage) != 0 {
		t.Error("staff may do more than sign")
	}
	s := c.Subject
	if s.CommonName != "Dàrio Müller-Bianchi" || s.SerialNumber != "21" || s.OrganizationalUnit[0] != "inspector" || s.Organization[0] != "Casinò di Prova" {
		t.Error(s)
	}
	if n := c.SerialNumber.BitLen(); n > 128 || n < 64 || c.SerialNumber.Sign() <= 0 {
		t.Error("serial number", c.SerialNumber)
	}
	if err := c.CheckSignatureFrom(ca); err != nil {
		t.Error(err)
	}
	late, err := h.ca.Issue(ecKey(t).Public(), "9", "Nina", "croupier", ca.NotAfter.AddDate(-1, 0, 0))
	if err != nil || late.NotAfter.After(ca.NotAfter) {
		t.Error("a certificate outlives its authority", err)
	}
}

func TestIssueRefuses(t *testing.T) {
	h := newHouse(t)
	key := ecKey(t).Public()
	if _, err := h.ca.Issue(key, "", "Nina", "croupier", now); err == nil {
		t.Error("no number")
	}
	if _, err := h.ca.Issue(key, "9", strings.Repeat("n", 65), "croupier", now); err == nil {
		t.Error("too long a name")
	}
	if _, err := h.ca.Issue("key", "9", "Nina", "croupier", now); err == nil {
		t.Error("no key")
	}
	if _, err := h.anna.Issue(key, "9", "Nina", "croupier", now); err == nil {
		t.Error("staff issues")
	}
	if _, err := h.ca.Issue(key, "9", "Nina", "croupier", now.AddDate(30, 0, 0)); err == nil {
		t.Error("an authority past its time issues")
	}
	if _, err := (Identity{}).Issue(key, "9", "Nina", "croupier", now); err == nil {
		t.Error("nobody issues")
	}
	if _, err := NewAuthority("", time.Now()); err == nil {
		t.Error("a house without a name")
	}
}

func TestPEMAndBack(t *testing.T) {
	h := newHouse(t)
	text, err := h.anna.MarshalPEM()
	if err != nil {
		t.Fatal(err)
	}
	id, err := ParsePEM(text)
	if err != nil {
		t.Fatal(err)
	}
	must(t, paper(t), id, left())
	if len(id.Chain) != 1 || !id.Chain[0].Equal(h.ca.Certificate) {
		t.Error("the chain is lost")
	}
	for what, bad := range map[string][]byte{
		"half": text[:len(text)/2], "garbage": append(bytes.Clone(text), "x"...), "nothing": nil,
		"two keys": append(bytes.Clone(text), text...), "authority only": CertificatePEM(h.ca.Certificate),
	} {
		if _, err := ParsePEM(bad); err == nil {
			t.Error(what, "is an identity")
		}
	}
	block, rest := pem.Decode(CertificatePEM(h.ca.Certificate))
	if block == nil || block.Type != "CERTIFICATE" || len(rest) != 0 || CertificatePEM(nil) != nil {
		t.Error("CertificatePEM")
	}
}
