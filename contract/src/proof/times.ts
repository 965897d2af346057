// When a line or an award of a proof may be dated: not after that proof, and not before the one before it, which would have it.

/** Clocks of different machines, and what was begun before a moment and entered after it. */
export const CLOCKS_MS = 5 * 60_000

interface Taken {
  readonly taken_at: string
}

/** Whether that is after the proof was taken; also what is no time. */
export const isDatedAfter = (at: string, { taken_at }: Taken): boolean =>
  !(Date.parse(at) <= Date.parse(taken_at) + CLOCKS_MS)

/** Whether that is before the proof was taken, so that the proof must have it. */
export const isDatedBefore = (at: string, { taken_at }: Taken): boolean =>
  Date.parse(at) + CLOCKS_MS < Date.parse(taken_at)
