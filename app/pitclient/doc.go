// Package pitclient sends the record of a machine to the pit server of the house, in the background: the
// table never waits for it. It has the messages, too, that machines and the pit server send each other:
// HTTPS with the certificates of the house on both sides, entries as the bytes that they are.
//
// A machine says hello and is answered how far each of its streams has come at the pit. Then
// it sends what follows, naming the size that it builds upon and the root that comes of it.
// The pit makes the root again from what it holds; what does not come to it is refused, with
// both sizes, and nothing is overwritten.
package pitclient
