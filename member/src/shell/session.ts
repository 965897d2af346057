import { openSession } from '@fairturn/ui/session.ts'
import { PROOF_EVIDENCE, removeStored } from './device.ts'

export const session = openSession(
  () => sessionStorage,
  () => localStorage,
)

/**
 * Without a session no evidence stays on the device. What notices a rewrite does: the signed statement, and versions and
 * balances of accounts (docs/security.md).
 */
function deleteEvidence(): void {
  if (session.accessToken() === null) removeStored((key) => key.startsWith(PROOF_EVIDENCE))
}
session.subscribe(deleteEvidence)
// Also after a tab that was closed with its session.
deleteEvidence()
