package sign

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"errors"
	"fmt"
	"net"
	"net/url"
	"slices"
	"strings"
	"time"
)

// Kinds of posts.
const (
	PitPost     = "pit"     // the server to which machines ship their records
	MachinePost = "machine" // ships what is played at its tables
)

// A Post is the role of a machine in the traffic between the machines of a house, as its certificate grants it.
// It signs no documents, as certificates of people open no connection.
type Post struct {
	Kind   string
	Name   string
	Tables []string // of a machine: those that it may ship
	Reads  bool     // of a machine: it may read what all others have shipped
	Hosts  []string // of the pit: the names and addresses under which it is reached
}

// postScheme begins what a certificate says of a post.
const postScheme = "sabot"

// PostUntil returns when the certificate ends that an authority gives a machine at a time. It is after three years,
// though not after the authority's own.
func PostUntil(given time.Time, ca *x509.Certificate) time.Time {
	until := given.AddDate(staffYears, 0, 0)
	if until.After(ca.NotAfter) {
		return ca.NotAfter
	}
	return until
}

// IssuePost gives a machine of the house a certificate for three years from now, though not
// longer than the authority's own. Error: of a key or a name that does not go into one.
func (ca Identity) IssuePost(public crypto.PublicKey, p Post, now time.Time) (*x509.Certificate, error) {
	if err := ca.whole(); err != nil {
		return nil, fmt.Errorf("issuing a certificate: %w", err)
	}
	if !ca.Certificate.IsCA || now.After(ca.Certificate.NotAfter) {
		return nil, errors.New("issuing a certificate: this is not an authority, or not any more: make a new one")
	}
	if err := checkName("machine", p.Name); err != nil {
		return nil, err
	}
	if err := usableKey(public); err != nil {
		return nil, fmt.Errorf("issuing a certificate to %s: %w", p.Name, err)
	}
	t, err := template(now, PostUntil(now, ca.Certificate))
	if err != nil {
		return nil, err
	}
	t.Subject = pkix.Name{Organization: ca.Certificate.Subject.Organization, OrganizationalUnit: []string{p.Kind}, CommonName: p.Name}
	t.KeyUsage = x509.KeyUsageDigitalSignature
	t.URIs = []*url.URL{{Scheme: postScheme, Opaque: "post:" + p.Kind}}
	switch p.Kind {
	case PitPost:
		t.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}
		for _, host := range p.Hosts {
			if ip := net.ParseIP(host); ip != nil {
				t.IPAddresses = append(t.IPAddresses, ip)
			} else {
				t.DNSNames = append(t.DNSNames, host)
			}
		}
	case MachinePost:
		t.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth}
		for _, table := range p.Tables {
			t.URIs = append(t.URIs, &url.URL{Scheme: postScheme, Opaque: "table:" + url.PathEscape(table)})
		}
		if p.Reads {
			t.URIs = append(t.URIs, &url.URL{Scheme: postScheme, Opaque: "reads:all"})
		}
	default:
		return nil, fmt.Errorf("issuing a certificate: there is no post %q", p.Kind)
	}
	return create(t, ca.Certificate, public, ca.Key)
}

// NewPost makes a key for a machine and has the authority certify it; behind it stands the authority. Errors: as
// IssuePost.
func (ca Identity) NewPost(p Post, now time.Time) (Identity, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return Identity{}, fmt.Errorf("making the key of %s: %w", p.Name, err)
	}
	c, err := ca.IssuePost(key.Public(), p, now)
	return Identity{Certificate: c, Chain: []*x509.Certificate{ca.Certificate}, Key: key}, err
}

// PostOf returns the role that a certificate grants to a machine; false where it is no machine's.
func PostOf(c *x509.Certificate) (p Post, ok bool) {
	for _, uri := range c.URIs {
		kind, what, _ := strings.Cut(uri.Opaque, ":")
		if uri.Scheme != postScheme {
			continue
		}
		switch kind {
		case "post":
			p.Kind = what
		case "reads":
			p.Reads = what == "all"
		case "table":
			table, err := url.PathUnescape(what)
			if err != nil {
				return Post{}, false
			}
			p.Tables = append(p.Tables, table)
		}
	}
	p.Name = c.Subject.CommonName
	wants := map[string]x509.ExtKeyUsage{PitPost: x509.ExtKeyUsageServerAuth, MachinePost: x509.ExtKeyUsageClientAuth}
	usage, known := wants[p.Kind]
	return p, known && !c.IsCA && slices.Contains(c.ExtKeyUsage, usage)
}

// isPost reports whether a certificate was issued to a machine, of whatever kind.
func isPost(c *x509.Certificate) bool {
	return slices.ContainsFunc(c.URIs, func(u *url.URL) bool { return u.Scheme == postScheme })
}

// CheckPost returns why a certificate is not one of the house at that moment, in words that name both sides;
// nil where it is.
func CheckPost(c *x509.Certificate, roots *x509.CertPool, house string, kind string, now time.Time) (Post, error) {
	whose := strings.Join(c.Subject.Organization, ", ")
	p, ok := PostOf(c)
	usages := []x509.ExtKeyUsage{x509.ExtKeyUsageAny}
	_, err := c.Verify(x509.VerifyOptions{Roots: roots, CurrentTime: now, KeyUsages: usages})
	var invalid x509.CertificateInvalidError
	switch {
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired && now.After(c.NotAfter):
		cure := "have the pit enroll it anew"
		if p.Kind == PitPost {
			cure = "run sabotctl pit init once more where the pit is set up, of a group sabotctl group init"
		}
		return p, fmt.Errorf("the certificate of %s ended on %s (it is %s here): %s", c.Subject.CommonName, day(c.NotAfter), day(now), cure)
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		return p, fmt.Errorf("the certificate of %s begins on %s, and the clock here says %s: put the clock right", c.Subject.CommonName, day(c.NotBefore), day(now))
	case err != nil:
		return p, fmt.Errorf("the certificate of %s is of another house, %q, and this one is %q: %w", c.Subject.CommonName, whose, house, err)
	case !ok || p.Kind != kind:
		return p, fmt.Errorf("the certificate of %s is not that of a %s of the house %q", c.Subject.CommonName, kind, house)
	}
	return p, nil
}

func day(t time.Time) string { return t.UTC().Format(time.RFC3339) }
