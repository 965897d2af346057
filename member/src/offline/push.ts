// What the service worker does with a push message.
import type { WorkerScope } from './worker-scope.ts'

/** Listens for push messages in the service worker. */
export function handlePush(scope: WorkerScope): void {
  scope.addEventListener('push', () => undefined)
}
