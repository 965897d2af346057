// Random numbers of a drill, seeded. Concurrent callers share the generator, so a seed reproduces who does what, but not in
// which order.
let state = Date.now()

export function seedRandom(seed: number): void {
  state = seed
}

/** From 0 (inclusive) to 1 (exclusive); mulberry32. */
export function random(): number {
  state = (state + 0x6d2b79f5) | 0
  let mixed = Math.imul(state ^ (state >>> 15), state | 1)
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
}

export const chance = (share: number): boolean => random() < share
