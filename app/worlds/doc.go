// Package worlds tries whole houses: an office, machines with their programs, two pits and their database in one process,
// by one seed, in time that only passes when all of them wait. Whatever can happen to them happens there by chance. It is all tests.
package worlds
