// Passwords in tests: with production's parameters their hashes took a sixth of the server tests' processor time. What is computed here
// takes a hundredth of the memory; parameters, salts and stored strings are production's. Journeys and drills hash at full cost.
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

const MEMORY_DIVISOR = 100

/** One a process: test files share it, and what it replaces is loaded once. */
interface Hashing {
  at_full_cost: boolean
  computed: number
}
const shared = globalThis as { fairturn_hashing?: Hashing }

const hashing = (shared.fairturn_hashing ??= cheapen())

function cheapen(): Hashing {
  const state: Hashing = { at_full_cost: false, computed: 0 }
  const { argon2 } = crypto
  crypto.argon2 = (algorithm, parameters, callback) => {
    state.computed += 1
    const memory = state.at_full_cost ? parameters.memory : Math.ceil(parameters.memory / MEMORY_DIVISOR)
    argon2(algorithm, { ...parameters, memory }, callback)
  }
  syncBuiltinESMExports()
  return state
}

/** From here on, or no longer, hashes take what they take in production. */
export function hashAtFullCost(at_full_cost: boolean): void {
  hashing.at_full_cost = at_full_cost
}

/** How many hashes the work computes. */
export async function hashesOf(work: () => Promise<unknown>): Promise<number> {
  const before = hashing.computed
  await work()
  return hashing.computed - before
}
