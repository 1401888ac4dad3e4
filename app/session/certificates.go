package session

import (
	"crypto/x509"
	"encoding/base64"
	"fmt"
	"slices"
	"strings"

	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/reports/sign"
)

// certify gives somebody who signs a certificate for their key. Who had one may sign what is of the shifts in which they dealt.
func (h Authority) certify(authority sign.Identity, who house.Staff, public string) ([]record.Fact, error) {
	if !h.signs(who) {
		return nil, nil
	}
	der, err := base64.StdEncoding.DecodeString(public)
	if err != nil {
		return nil, err
	}
	key, err := x509.ParsePKIXPublicKey(der)
	if err != nil {
		return nil, err
	}
	certificate, err := authority.Issue(key, who.Number, who.Name, string(who.Role), h.now())
	if err != nil {
		return nil, err
	}
	return []record.Fact{record.Certified{Number: who.Number, Certificate: encodeCertificate(certificate)}}, nil
}

func (h Authority) signs(who house.Staff) bool {
	_, had := h.State.Certificates[who.Number]
	return had || who.May(house.SignDealt) || who.May(house.SignReports)
}

// Identity returns the identity with which somebody signs a report by their badge. It has the certificate that an
// authority of the house gave their key or, where that is still to come, one of the key's own.
func (h Authority) Identity(who house.Badge) (sign.Identity, error) {
	certificate, err := h.certificateOf(who.Staff)
	if err != nil && h.State.AuthorityClosed() {
		return sign.OwnIdentity(who.Key(), h.State.Name, who.Number, who.Name, string(who.Role), h.now())
	}
	if err != nil {
		return sign.Identity{}, err
	}
	authorities, err := h.authorities()
	if err != nil {
		return sign.Identity{}, err
	}
	for _, authority := range authorities {
		if certificate.CheckSignatureFrom(authority) == nil {
			return sign.Identity{Certificate: certificate, Chain: []*x509.Certificate{authority}, Key: who.Key()}, nil
		}
	}
	return sign.Identity{}, fmt.Errorf("no authority of this house has issued the certificate of %s: a manager gives them a new PIN", who.Name)
}

// certificateOf returns somebody's certificate. Error: where they have none. In a house with a closed authority
// also where it is of an earlier key or role, or has ended: nobody signs by that.
func (h Authority) certificateOf(who house.Staff) (*x509.Certificate, error) {
	text, ok := h.State.Certificates[who.Number]
	if !ok {
		return nil, fmt.Errorf("%s has no certificate: a manager gives them a new PIN", who.Name)
	}
	certificate, err := DecodeCertificate(text)
	if err != nil {
		return nil, fmt.Errorf("the certificate of %s: %w", who.Name, err)
	}
	if h.State.AuthorityClosed() && (!Certifies(certificate, who, h.State.People().KeyOf(who.Number)) || h.now().After(certificate.NotAfter)) {
		return nil, fmt.Errorf("the certificate of %s is still to come", who.Name)
	}
	return certificate, nil
}

// Certifies reports whether a certificate is of that key, and names who has it as they are.
func Certifies(c *x509.Certificate, who house.Staff, public string) bool {
	key, err := x509.MarshalPKIXPublicKey(c.PublicKey)
	s := c.Subject
	return err == nil && public != "" && base64.StdEncoding.EncodeToString(key) == public &&
		s.SerialNumber == who.Number && s.CommonName == who.Name && slices.Equal(s.OrganizationalUnit, []string{string(who.Role)})
}

// Coming returns the people who work here and sign by their key alone: the house's authority is closed, and their certificate is
// still to come. In the order of their numbers.
func (h *House) Coming() []house.Staff {
	return h.signers(func(who house.Staff) bool {
		_, err := h.Authority().certificateOf(who)
		return err != nil
	})
}

// due returns those of Coming, and those whose certificate ends soon.
func (h Authority) due() []house.Staff {
	return h.signers(func(who house.Staff) bool {
		certificate, err := h.certificateOf(who)
		return err != nil || h.endsSoon(certificate.NotAfter)
	})
}

// signers returns the people of a closed house who work here, sign reports and have a key, as far as wanted
// accepts them. They are sorted by number.
func (h *House) signers(wanted func(house.Staff) bool) (list []house.Staff) {
	if !h.State.AuthorityClosed() {
		return nil
	}
	for _, who := range h.State.Staff {
		if h.Authority().signs(who) && !h.State.People().Left(who.Number) && h.State.People().KeyOf(who.Number) != "" && wanted(who) {
			list = append(list, who)
		}
	}
	slices.SortFunc(list, func(a, b house.Staff) int { return strings.Compare(a.Number, b.Number) })
	return list
}
