// Checks the last proof in the background; only a failure is shown.
import { session } from '../session.ts'
import { memberId } from '../queries.ts'
import { runCheck } from './checking.ts'
import { lastChecked } from './memory.ts'

/** One is made a day, so nothing is fetched before the next can exist. */
const NEXT_MS = 24.5 * 3_600_000

/** Checks unless this member has checked the newest one here. What prevents a check is not a failure of the proof. */
export async function checkInBackground(): Promise<void> {
  if (session.accessToken() === null) return
  const last = lastChecked(memberId())
  if (last !== undefined && Date.now() - Date.parse(last) < NEXT_MS) return
  await runCheck().catch(() => undefined)
}
