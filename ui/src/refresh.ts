// Renews an expired access token: once for all requests of the tab, and once for all tabs that share the refresh token
// (a duplicated tab copies session storage). A refresh token works once, so two tabs never both use it
// (client.test.ts).
import type { Session, SessionAnswer } from './session.ts'

export interface RefreshParts {
  session: Session
  /** Sends the refresh call; throws what the client throws. */
  send: (refresh_token: string) => Promise<SessionAnswer>
  /** Whether this failure means that the session is over, not merely that the server did not answer. */
  isRefusal: (failure: unknown) => boolean
  locks?: Pick<LockManager, 'request'> | undefined
  channel?: BroadcastChannel | undefined
}

/** How long other tabs have to report that they have already renewed. */
const WAIT_MS = 100
/** The same if another tab has recorded that it used the token: it may still be loading, or suspended. */
const SPENT_WAIT_MS = 5_000

type ChannelMessage =
  | { kind: 'renewed'; from: string; answer: SessionAnswer }
  | { kind: 'who has renewed'; from: string }

/**
 * Returns a function that takes the refused access token and returns whether there is a newer one now. False: the
 * session is over. Throws if the server could not be reached: then nothing is known and the session is not ended.
 */
export function createRefresh(parts: RefreshParts): (expired: string) => Promise<boolean> {
  const { session, send, isRefusal, locks, channel } = parts
  let inFlight: Promise<boolean> | undefined
  let last: { from: string; answer: SessionAnswer } | undefined

  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel is same-origin
  const say = (message: ChannelMessage) => channel?.postMessage(message)
  const adopt = (from: string, answer: SessionAnswer) => {
    if (session.refreshToken() !== from) return
    last = { from, answer }
    session.renew(answer)
  }
  channel?.addEventListener('message', ({ data }: MessageEvent<ChannelMessage>) => {
    if (data.kind === 'renewed') adopt(data.from, data.answer)
    else if (data.from === last?.from) say({ kind: 'renewed', ...last })
  })

  /** Gives the other tabs a moment to pass on the tokens they received for this refresh token. */
  async function askOthers(from: string): Promise<void> {
    if (!channel) return
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer)
        clearInterval(asking)
        stop()
        resolve()
      }
      const ask = () => say({ kind: 'who has renewed', from })
      const stop = session.subscribe(() => session.refreshToken() !== from && done())
      const timer = setTimeout(done, session.isSpent(from) ? SPENT_WAIT_MS : WAIT_MS)
      const asking = setInterval(ask, WAIT_MS)
      ask()
    })
  }

  async function renew(expired: string): Promise<boolean> {
    const from = session.refreshToken()
    if (session.accessToken() !== expired) return session.accessToken() !== null
    if (from === null) return false
    await askOthers(from)
    if (session.accessToken() !== expired) return session.accessToken() !== null
    try {
      const answer = await send(from)
      session.recordSpent(from)
      // Signed out or in as somebody else in the meantime: these tokens are dropped.
      if (session.refreshToken() !== from) return session.accessToken() !== null
      last = { from, answer }
      session.renew(answer)
      say({ kind: 'renewed', from, answer })
      return true
    } catch (failure) {
      if (isRefusal(failure)) return false
      throw failure
    }
  }

  return (expired) => {
    inFlight ??= (locks ? locks.request('fairturn-refresh', () => renew(expired)) : renew(expired)).finally(
      () => (inFlight = undefined),
    )
    return inFlight
  }
}
