// Sessions: checked at every call, so one ends at once. A refresh token works once (sessions.test.ts).
import { newId } from '@fairturn/contract/ids'
import type { Config } from '../config.ts'
import type { Database, Queryable, Tx } from '../database/database.ts'
import { createBatcher } from '../database/batcher.ts'
import { hashToken, newToken } from '../credentials/tokens.ts'
import type { FindViewer, Viewer } from '../http/app.ts'
import { refuse } from '../http/refusal.ts'
import { deviceOf } from '../http/devices.ts'
import { recordRefusedUnderLock, refuseAsLocked } from './locked.ts'
import { notifySecurityChange } from './members.jobs.ts'
import { selectMember } from './members.store.ts'
import * as store from './sessions.store.ts'
import type { OpenRow } from './sessions.store.ts'
import {
  type AccessClaims,
  type AccessTokenKey,
  accessTokenKey,
  accessTokenReader,
  signAccessToken,
} from './tokens.ts'

/** A session that nobody refreshes for so long is over … */
const IDLE_MS = 30 * 86_400_000
/** … and so is any session after this. */
const MAX_SESSION_DAYS = 180

/** Channel that announces the id of each ended session. */
export const SESSION_ENDED = 'session_ended'

export interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
}

/**
 * Refuses `token_is_expired`, `token_is_invalid`, `session_has_ended`; under a security lock, with `says_lock`,
 * `your_account_has_been_locked` and an alarm.
 */
export function viewerFinder(app: { config: Pick<Config, 'secrets'>; database: Database }): FindViewer {
  const { database } = app
  const readToken = accessTokenReader(app.config.secrets.map(accessTokenKey))
  // Concurrent calls share a query; each is checked after it arrived, so an ended session is detected at once.
  const findOpen = createBatcher<AccessClaims, OpenRow | undefined>({
    max: 200,
    concurrency: 2,
    async run(claims) {
      const sessions = claims.map(({ session_id }) => session_id)
      const members = claims.map(({ member_id }) => member_id)
      const rows = await store.selectViewers.all(database, sessions, members, database.clock.now())
      const open = new Map(rows.map((row) => [row.no, row]))
      return claims.map((_, index) => open.get(index + 1))
    },
  })
  return async function findViewer(token, { says_lock = false } = {}) {
    const claims = await readToken(database.clock.now(), token)
    const session = await findOpen(claims)
    if (session?.lock === 'security' && says_lock) {
      await recordRefusedUnderLock(database, claims.member_id)
      throw refuseAsLocked(await selectMember.one(database, claims.member_id))
    }
    if (session === undefined || !session.open || session.lock === 'security')
      throw refuse('session_has_ended')
    return { ...claims, lock: session.lock }
  }
}

/** Opens a session for a verified member. */
export async function openSession(
  tx: Tx,
  key: AccessTokenKey,
  member: { member_id: string; agent: string },
): Promise<Tokens> {
  const session_id = newId(tx.now)
  const expires_at = new Date(tx.now.getTime() + IDLE_MS)
  await store.insertSession.all(tx, session_id, member.member_id, deviceOf(member.agent), tx.now, expires_at)
  return await newPair(tx, key, { member_id: member.member_id, session_id })
}

/**
 * A new pair for an unused refresh token; undefined for an invalid one. A token used again ends its session, for one of
 * its two holders is a thief; not thrown, because that must commit.
 */
export async function refreshSession(
  tx: Tx,
  key: AccessTokenKey,
  refresh_token: string,
): Promise<(Tokens & { member_id: string }) | undefined> {
  const hash = hashToken(refresh_token)
  const holder = await store.useRefreshToken.maybe(tx, hash, tx.now)
  if (holder !== undefined) {
    const idle_at = new Date(tx.now.getTime() + IDLE_MS)
    await store.touchSession.all(tx, holder.session_id, tx.now, idle_at, `${MAX_SESSION_DAYS} days`)
    return { ...(await newPair(tx, key, holder)), member_id: holder.member_id }
  }
  const reused = await store.selectReused.maybe(tx, hash, tx.now)
  if (reused !== undefined && (await endSession(tx, reused)))
    await notifySecurityChange(tx, reused.member_id, 'session_reused')
  return undefined
}

/** Refuses `your_account_has_been_locked` where it is the token of a member under a security lock, which has ended their sessions. */
export async function refuseLockedHolder(on: Queryable, now: Date, refresh_token: string): Promise<void> {
  const holder = await store.selectHolder.maybe(on, hashToken(refresh_token), now)
  if (holder === undefined) return
  const member = await selectMember.one(on, holder.member_id)
  if (member.lock_kind === 'security') throw refuseAsLocked(member)
}

async function newPair(
  tx: Tx,
  key: AccessTokenKey,
  holder: { member_id: string; session_id: string },
): Promise<Tokens> {
  const refresh_token = newToken()
  await store.insertRefreshToken.all(tx, hashToken(refresh_token), holder.session_id, tx.now)
  return { access_token: await signAccessToken(key, tx.now, holder), refresh_token }
}

/** Ends one session of a member; false when it was not open or not theirs. */
export async function endSession(
  tx: Tx,
  session: { member_id: string; session_id: string },
): Promise<boolean> {
  return (await store.endOpenSessions.all(tx, session.member_id, session.session_id, null, tx.now)).length > 0
}

/** Ends every session of a member but the one kept, if any; returns how many. */
export async function endOtherSessions(
  tx: Tx,
  member_id: string,
  kept_session_id: string | null,
): Promise<number> {
  return (await store.endOpenSessions.all(tx, member_id, null, kept_session_id, tx.now)).length
}

export async function openSessionsOf(on: Queryable, viewer: Viewer, now: Date) {
  const rows = await store.selectOpenSessions.all(on, viewer.member_id, now)
  return rows.map((row) => ({
    _id: row.id,
    device: row.device,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at.toISOString(),
    current: row.id === viewer.session_id,
  }))
}

/** Deletes expired refresh tokens and sessions; until then a second use must be detected. For a daily job. */
export async function deleteExpiredSessions(on: Queryable, now: Date): Promise<void> {
  await store.deleteTokensBefore.all(on, now)
  await store.deleteSessionsBefore.all(on, now)
}
