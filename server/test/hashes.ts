// Password hashing in tests: with production's parameters it took a sixth of the server tests' CPU time. Hashes are
// computed here with a hundredth of the memory; the stored parameters, salts and strings are production's. End-to-end
// tests and drills hash at full cost.
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

const MEMORY_DIVISOR = 100

/** One per process: test files share it, and the replaced module is loaded once. */
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

/** Enables or disables hashing at production's cost from here on. */
export function hashAtFullCost(atFullCost: boolean): void {
  hashing.at_full_cost = atFullCost
}

/** The number of hashes computed by the work. */
export async function hashesOf(work: () => Promise<unknown>): Promise<number> {
  const before = hashing.computed
  await work()
  return hashing.computed - before
}
