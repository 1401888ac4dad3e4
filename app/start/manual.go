package start

import (
	"fmt"
	"strings"

	"sabot/assets"
	"sabot/pit/record"
	"sabot/storage/tpm"
)

// A Manual is the manual page of a program, in section 1.
type Manual struct {
	Name, About string
	Usage       []string // each as it is typed, without the name
	Text        string   // what it is, in paragraphs
	Sections    []Section
	SeeAlso     []string // other pages of section 1
}

// A Section is a heading with what stands under it.
type Section struct {
	Title string
	Items []Item
}

// An Item is a term with its explanation. Each usage and the example stand on lines of their own.
type Item struct {
	Term          string
	Usage         []string
	Text, Example string
}

// Places is what both programs go by.
var Places = Section{Title: "files and environment", Items: []Item{
	{Term: "SABOT_DATA", Text: "The data directory where none is named. Without it: sabot in XDG_DATA_HOME, else in ~/.local/share; on Windows in LocalAppData."},
	{Term: record.PepperEnv, Text: "The file of the pepper, without which no PIN is right. Without it: sabot/pepper.key in XDG_CONFIG_HOME, else in ~/.config; on Windows in AppData."},
	{Term: tpm.DeviceEnv, Text: "The device of the TPM, or the socket of one in software, for secrets that sabotctl protect has put under it. Without it: /dev/tpmrm0; on Windows its own."},
	{Term: "SABOT_PASSPHRASE_FILE", Text: "For sabotctl: a pipe, or a file that nobody else may read, with the passphrase under which sabotctl protect has put this machine's secrets. Without it sabotctl asks at the terminal, as a window does."},
	{Term: "sabot.db, seal.key, authority.pem", Text: "In the data directory: the record, the key that seals it, the house's certificate authority. The key and the authority are in no backup; the recovery kit has them. An authority under a passphrase is authority-ID.sealed instead, which is neither in a backup nor on the kit."},
}}

// Roff returns the page as man reads it. It says no date: the version tells it, and the same source
// gives the same page.
func (p Manual) Roff() string {
	var b strings.Builder
	fmt.Fprintf(&b, ".TH %s 1 \"\" \"Sabot %s\" \"Sabot\"\n.nh\n.ad l\n", strings.ToUpper(p.Name), assets.Version)
	fmt.Fprintf(&b, ".SH NAME\n%s \\- %s\n.SH SYNOPSIS\n", escaped(p.Name), escaped(p.About))
	for i, usage := range p.Usage {
		if i > 0 {
			b.WriteString(".br\n")
		}
		fmt.Fprintf(&b, ".B %s\n%s\n", escaped(p.Name), line(usage))
	}
	b.WriteString(".SH DESCRIPTION\n")
	for i, paragraph := range strings.Split(p.Text, "\n\n") {
		if i > 0 {
			b.WriteString(".PP\n")
		}
		b.WriteString(line(paragraph) + "\n")
	}
	for _, s := range p.Sections {
		fmt.Fprintf(&b, ".SH %s\n", escaped(strings.ToUpper(s.Title)))
		for _, item := range s.Items {
			fmt.Fprintf(&b, ".TP\n.B %s\n", escaped(item.Term))
			for _, usage := range item.Usage {
				if usage != "" {
					fmt.Fprintf(&b, "%s\n.br\n", line(usage))
				}
			}
			b.WriteString(line(item.Text) + "\n")
			if item.Example != "" {
				fmt.Fprintf(&b, ".IP\n.EX\n%s\n.EE\n", line(item.Example))
			}
		}
	}
	if len(p.SeeAlso) > 0 {
		b.WriteString(".SH SEE ALSO\n")
		for i, other := range p.SeeAlso {
			end := ","
			if i == len(p.SeeAlso)-1 {
				end = ""
			}
			fmt.Fprintf(&b, ".BR %s (1)%s\n", escaped(other), end)
		}
	}
	return b.String()
}

// escaped returns a text in which nothing means anything to roff; hyphens are those of an option.
func escaped(s string) string {
	return strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "`", `\(ga`, "^", `\(ha`, "~", `\(ti`).Replace(s)
}

// line does what escaped does for the beginning of a line: there a dot would be a command.
func line(s string) string {
	s = escaped(strings.ReplaceAll(s, "\n", " "))
	if strings.HasPrefix(s, ".") {
		s = `\&` + s
	}
	return s
}
