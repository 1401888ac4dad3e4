package reports

import (
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"

	"sabot/pit/house"
	"sabot/pit/record"
)

// pinHows are the ways in which somebody came by a PIN.
var pinHows = []string{"chosen", "given"}

// fingerprint returns the value of a field; of a public key or certificate (DER, base64), which all begin alike, a part of its SHA-256.
func fingerprint(value string) string {
	der, err := base64.StdEncoding.DecodeString(value)
	if err != nil {
		return short(value)
	}
	if _, err := x509.ParsePKIXPublicKey(der); err != nil {
		if _, err := x509.ParseCertificate(der); err != nil {
			return short(value)
		}
	}
	sum := sha256.Sum256(der)
	return "SHA-256 " + hex.EncodeToString(sum[:8]) + "…"
}

// chosen adds to the line of a PIN who chose it, and how its owner came by it; nothing to another line. The record has it without
// a signature of its own: the change of a person before it has one.
func (l *NotedLine) chosen(f record.Fact, house *house.House) {
	pin, is := f.(record.PINSet)
	if !is {
		return
	}
	who, how := pin.Number, pinHows[0]
	if pin.By != "" {
		who, how = pin.By, pinHows[1]
	}
	l.Signers = []NotedName{{who, house.NameAt(who, l.At)}}
	if !pin.Same {
		l.Fields = append(l.Fields, NotedField{Path: []string{"how"}, Is: how})
	}
}
