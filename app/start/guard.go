package start

// Guard keeps what the program knows in its memory to itself, PINs that are typed and the keys that they open: no other program of
// this account reads it, and it leaves no image of it on the disk where it breaks. What the system does not offer is left out: it is one
// wall among others.
func Guard() { guard() }
