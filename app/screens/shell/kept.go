package shell

// Kept returns the key under which this machine keeps something of the window, in its account's preferences.
// The key has the house that is open here: another one of the same account may have tables of the same names.
func (s *Shell) Kept(key string) string {
	if s.Folder == "" {
		return key
	}
	return key + " in " + s.Folder
}
