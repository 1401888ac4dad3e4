// Package pitclient sends the record of a machine to the pit server of the house, in the background: the
// table never waits for it. It has the messages, too, that machines and the pit server send each other:
// HTTPS with the certificates of the house on both sides, entries as the bytes that they are.
//
// A machine says hello and is answered how far each of its streams has come at the pit. Then it sends the next
// entries, with the size that they build upon and the root of the log with them. The pit computes the root again from
// its own entries. It refuses entries with another root, names both sizes, and overwrites nothing.
package pitclient
