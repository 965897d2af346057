// The service worker: keeps the shell for when there is no network, and hears push messages when no page is open.
// Must never keep an answer about money or about a member.
import { handlePush } from './push.ts'
import type { WorkerScope } from './worker-scope.ts'

const scope = globalThis as unknown as WorkerScope

handlePush(scope)
