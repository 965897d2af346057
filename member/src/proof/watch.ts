// Checks the last proof in silence once it is there, while the member does something else. Only a failure is heard of.
import { session } from '../session.ts'
import { memberId } from '../queries.ts'
import { runCheck } from './checking.ts'
import { lastChecked } from './memory.ts'

/** One is made a day, so nothing is asked for before the next can be there. */
const NEXT_MS = 24.5 * 3_600_000

/** Checks unless this member has checked the newest one here. Whatever keeps it from checking is no failure of the proof. */
export async function checkInSilence(): Promise<void> {
  if (session.accessToken() === null) return
  const last = lastChecked(memberId())
  if (last !== undefined && Date.now() - Date.parse(last) < NEXT_MS) return
  await runCheck().catch(() => undefined)
}
