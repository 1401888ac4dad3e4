package record

// ValidTableName reports whether a name is valid: up to 12 letters, digits and hyphens, and not the house's own stream; it names a
// lock file too.
func ValidTableName(name string) bool {
	for _, r := range name {
		if (r < 'A' || r > 'Z') && (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '-' {
			return false
		}
	}
	return name != "" && len(name) <= 12 && name != HouseStream
}
