package sign

import (
	"crypto/x509"
	"slices"
	"strings"
	"testing"
)

func TestPosts(t *testing.T) {
	h := newHouse(t)
	roots, strangers := x509.NewCertPool(), x509.NewCertPool()
	roots.AddCert(h.ca.Certificate)
	other, err := NewAuthority("Casinò di Prova", now)
	if err != nil {
		t.Fatal(err)
	}
	strangers.AddCert(other.Certificate)
	issue := func(p Post) *x509.Certificate {
		c, err := h.ca.IssuePost(ecKey(t).Public(), p, now)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	machine := issue(Post{Kind: MachinePost, Name: "tavolo-1", Tables: []string{"LB1", "Bac à 2:x"}})
	server := issue(Post{Kind: PitPost, Name: "pit", Hosts: []string{"pit.casino", "10.0.0.7"}})
	if p, ok := PostOf(machine); !ok || p.Kind != MachinePost || p.Name != "tavolo-1" || !slices.Equal(p.Tables, []string{"LB1", "Bac à 2:x"}) {
		t.Errorf("%+v, %v", p, ok)
	}
	if server.VerifyHostname("pit.casino") != nil || server.VerifyHostname("10.0.0.7") != nil || server.VerifyHostname("elsewhere") == nil {
		t.Error("the pit is not reached under its names, or under others")
	}
	if maySign(machine, now) == nil || maySign(server, now) == nil {
		t.Error("a machine's certificate signs documents")
	}
	house := "Casinò di Prova"
	for name, c := range map[string]struct {
		certificate *x509.Certificate
		roots       *x509.CertPool
		kind        string
		years       int
		says        string
	}{
		"as it is":            {machine, roots, MachinePost, 1, ""},
		"the pit":             {server, roots, PitPost, 1, ""},
		"a machine as server": {machine, roots, PitPost, 1, "not that of a pit"},
		"the pit as machine":  {server, roots, MachinePost, 1, "not that of a machine"},
		"staff as machine":    {h.dario.Certificate, roots, MachinePost, 1, "not that of a machine"},
		"another house":       {machine, strangers, MachinePost, 1, "of another house"},
		"ended":               {machine, roots, MachinePost, 4, "have the pit enroll it anew"},
		"ended at the pit":    {server, roots, PitPost, 4, "run sabotctl pit init once more"},
		"not yet begun":       {machine, roots, MachinePost, -1, "put the clock right"},
	} {
		_, err := CheckPost(c.certificate, c.roots, house, c.kind, now.AddDate(c.years, 0, 0))
		if (c.says == "") != (err == nil) || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := h.ca.IssuePost(ecKey(t).Public(), Post{Kind: "king", Name: "x"}, now); err == nil {
		t.Error("a post that there is not")
	}
	if _, err := h.anna.IssuePost(ecKey(t).Public(), Post{Kind: MachinePost, Name: "x"}, now); err == nil {
		t.Error("staff issues")
	}
}
