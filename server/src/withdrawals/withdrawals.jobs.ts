import { decideBankLines } from '../banking/banking.ts'
import { restorePayoutAccount } from '../members/members.ts'
import { handle, type JobHandler } from '../platform/queue/queue.ts'
import { decideNewLines } from './line-decisions.ts'
import { revertUntrustedPayouts } from './security-lock.ts'

export const withdrawalHandlers: readonly JobHandler[] = [
  handle(restorePayoutAccount, (database, { member_id, since, at }) =>
    revertUntrustedPayouts(database, { member_id, since: new Date(since), at: new Date(at) }),
  ),
  handle(decideBankLines, async (database) => void (await decideNewLines(database))),
]
