package shell

// Kept is the key under which this machine keeps something of the window, in its account's preferences. It
// is the house's that is open here: another one of the same account may have tables of the same names.
func (s *Shell) Kept(key string) string {
	if s.Folder == "" {
		return key
	}
	return key + " in " + s.Folder
}
