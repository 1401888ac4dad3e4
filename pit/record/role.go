package record

// A Role is a person's position in the house.
type Role string

// The roles.
const (
	Croupier   Role = "croupier"
	Inspector  Role = "inspector" // ISP
	Manager    Role = "manager"   // responsabile di sala
	BackOffice Role = "backoffice"
)

// Roles returns all roles, the croupier first.
func Roles() []Role { return []Role{Croupier, Inspector, Manager, BackOffice} }
