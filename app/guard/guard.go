// Package guard keeps what a program knows in its memory to itself: PINs that are typed and
// the keys that they open.
package guard

// Up has no other program of this account read this one's memory, and leaves no image of it
// on the disk where it breaks. What the system does not offer is left out: it is one wall
// among others.
func Up() { up() }
