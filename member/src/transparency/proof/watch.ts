import { memberId } from '../../shell/queries.ts'
// Checks the latest proof in the background; shows only a failure.
import { session } from '../../shell/session.ts'
import { runCheck } from './checking.ts'
import { lastChecked } from './memory.ts'

/** Proofs are made daily, so nothing is fetched before the next one can exist. */
const PROOF_INTERVAL_MS = 24.5 * 3_600_000

/**
 * Checks the newest proof, unless this member has already done so here. A check that cannot run is not a
 * failed proof.
 */
export async function checkInBackground(): Promise<void> {
  if (session.accessToken() === null) return
  const last = lastChecked(memberId())
  // A time that has not come says nothing about when to check.
  const sinceMs = last === undefined ? NaN : Date.now() - Date.parse(last)
  if (sinceMs >= 0 && sinceMs < PROOF_INTERVAL_MS) return
  await runCheck().catch(() => undefined)
}
