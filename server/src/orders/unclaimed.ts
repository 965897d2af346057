// How long a success waits for its claim; a file of its own, because both the claims and the wire say it.

/** A success that nobody claims is paid by itself after this time. */
export const UNCLAIMED_MS = 30 * 86_400_000
