// How long a success waits for its claim; a file of its own, because both the claims and the wire objects
// need it.

/** An unclaimed success is paid automatically after this time. */
export const UNCLAIMED_MS = 30 * 86_400_000
