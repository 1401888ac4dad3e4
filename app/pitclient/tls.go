package pitclient

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"strings"
	"time"

	"sabot/reports/sign"
)

// certificate returns an identity for TLS. It has no chain: both sides know the house's authorities and trust
// nothing else.
func certificate(id sign.Identity) tls.Certificate {
	return tls.Certificate{Certificate: [][]byte{id.Certificate.Raw}, PrivateKey: id.Key, Leaf: id.Certificate}
}

// ServerTLS returns the configuration of a pit. Every client has a certificate; Client checks for each request
// whether it is one of the house, and answers in words.
func ServerTLS(id sign.Identity) *tls.Config {
	return &tls.Config{MinVersion: tls.VersionTLS13, Certificates: []tls.Certificate{certificate(id)}, ClientAuth: tls.RequireAnyClientCert}
}

// ClientTLS returns the configuration by which a machine reaches the pit. The pit must be its house's and have
// the name, or the address, under which it is reached. The error of a connection names in words what is wrong
// with the pit.
func ClientTLS(id sign.Identity, host string, now func() time.Time) *tls.Config {
	roots := Roots(id)
	house := HouseOf(id)
	return &tls.Config{
		MinVersion: tls.VersionTLS13, Certificates: []tls.Certificate{certificate(id)}, ServerName: host,
		InsecureSkipVerify: true, // it is verified below, in words that a person understands
		VerifyConnection: func(s tls.ConnectionState) error {
			if len(s.PeerCertificates) == 0 {
				return errors.New("what answers has no certificate")
			}
			c := s.PeerCertificates[0]
			if _, err := sign.CheckPost(c, roots, house, sign.PitPost, now()); err != nil {
				return Refuse(NotOurs, "what answers is not our pit: %v", err)
			}
			if err := c.VerifyHostname(host); err != nil {
				return Refuse(NotOurs, "what answers is our pit, but not under that name: %v", err)
			}
			return nil
		},
	}
}

// Roots returns the authorities in the chain of an identity.
func Roots(id sign.Identity) *x509.CertPool {
	roots := x509.NewCertPool()
	for _, c := range id.Chain {
		roots.AddCert(c)
	}
	return roots
}

// HouseOf returns the name of the house of an identity.
func HouseOf(id sign.Identity) string {
	return strings.Join(id.Certificate.Subject.Organization, ", ")
}

// Client returns the machine of the house at the other end of a connection. The error is a Refusal.
func Client(s *tls.ConnectionState, id sign.Identity, now time.Time) (sign.Post, *x509.Certificate, error) {
	if s == nil || len(s.PeerCertificates) == 0 {
		return sign.Post{}, nil, Refuse(NotOurs, "you have no certificate of the house %q", HouseOf(id))
	}
	c := s.PeerCertificates[0]
	p, err := sign.CheckPost(c, Roots(id), HouseOf(id), sign.MachinePost, now)
	if err != nil {
		return p, c, Refuse(NotOurs, "%v", err)
	}
	return p, c, nil
}

// Serial returns the number of a certificate as the pit keeps it.
func Serial(c *x509.Certificate) string { return fmt.Sprintf("%x", c.SerialNumber) }
