/** A success that nobody claims is paid by itself after this time. */
export const UNCLAIMED_MS = 30 * 86_400_000
