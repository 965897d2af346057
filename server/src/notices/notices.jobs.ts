import { memberNotice } from '../members/members.ts'
// Handles notices that members, an earlier module, enqueues.
import { type JobHandler, handle } from '../platform/queue/queue.ts'
import { type NewNotice, notifyAll } from './notices.ts'

export const noticeHandlers: JobHandler[] = [
  handle(memberNotice, async (database, { at, ...notice }) => {
    await database.transaction((tx) => notifyAll(tx, [{ ...notice, at: new Date(at) } as NewNotice]))
  }),
]
