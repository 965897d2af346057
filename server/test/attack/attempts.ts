// Sends random requests sequentially and checks each response: no fault, no refusal that changed a row, no malformed
// refusal, no internals. Counts the requests.
import * as fc from 'fast-check'
import type { TestApp } from '../app.ts'
import { type RawAnswer, leaked, wrongRefusal } from './answers.ts'
import type { Request } from './requests.ts'
import type { Change } from './watch.ts'

/** An hour per run at most. */
const MAX_DURATION_MS = 3_600_000
export const ATTEMPTS_TIMEOUT_MS = MAX_DURATION_MS + 100_000

/** Payloads that were sent and stored, so authorised readers legitimately see them. */
const ECHOES = /pg_sleep\(9\)|returning passwordHash|\/etc\/passwd/g

export interface Tally {
  tried: number
  accepted: number
  seenChanges: number
}

type Send = (request: Request) => Promise<RawAnswer>

export const injected =
  (app: TestApp): Send =>
  async ({ method, url, headers, payload }) => {
    const sent = payload === undefined ? {} : { payload }
    return await app.fastify.inject({ method: method as 'GET', url, headers, ...sent })
  }

interface Attacker {
  readonly changes: () => Promise<Change[]>
  /** Adds the current session. */
  readonly dressed: (request: Request) => Request
  /** Called after an accepted request with its changes; the request may have ended the session. */
  readonly after: (changed: readonly Change[]) => Promise<void>
}

/** `attemptAll` returns how many requests it sent; it rejects at the first wrong response and names the request. */
export function attempts({ changes, dressed, after }: Attacker) {
  const tally: Tally = { tried: 0, accepted: 0, seenChanges: 0 }

  async function attempt(generated: Request, send: Send): Promise<void> {
    const request = dressed(generated)
    const { url, method } = request
    const answer = await send(request)
    tally.tried += 1
    const wrong =
      answer.statusCode >= 400 && url.startsWith('/api/') && method !== 'HEAD'
        ? wrongRefusal(answer, request.headers['langcode'])
        : answer.statusCode >= 500
          ? `answered ${answer.statusCode}`
          : leaked(answer.body.replaceAll(ECHOES, ''))
    const changed = await changes()
    if (wrong !== undefined) throw new Error(`${wrong}: ${answer.body.slice(0, 500)}`)
    if (answer.statusCode >= 400) {
      if (changed.length > 0)
        throw new Error(`was refused (${answer.body}) and changed ${JSON.stringify(changed)}`)
      return
    }
    tally.accepted += 1
    tally.seenChanges += changed.length
    await after(changed)
  }

  async function attemptAll(requests: fc.Arbitrary<Request>, numRuns: number, send: Send): Promise<number> {
    const before = tally.tried
    await fc.assert(
      fc.asyncProperty(requests, (request) => attempt(request, send)),
      { numRuns, endOnFailure: true, interruptAfterTimeLimit: MAX_DURATION_MS },
    )
    if (Object.keys(Object.prototype).length > 0) throw new Error('a request changed the language itself')
    return tally.tried - before
  }
  return { tally, attemptAll }
}
