package session

// CheckpointEnding ends the names of files in which a signed head is kept.
const CheckpointEnding = ".checkpoint"
