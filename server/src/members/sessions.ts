// Sessions: checked on every call, so that ending one takes effect at once. Refresh tokens are rotated and valid once
// (sessions.test.ts).
import { newId } from '@fairturn/contract/ids'
import type { Config } from '../platform/config.ts'
import { hashToken, newToken } from '../platform/credentials/tokens.ts'
import { createBatcher } from '../platform/database/batcher.ts'
import type { Database, Queryable, Tx } from '../platform/database/database.ts'
import type { FindViewer, Viewer } from '../platform/http/app.ts'
import { deviceOf } from '../platform/http/devices.ts'
import { refuse } from '../platform/http/refusal.ts'
import { confirmedUntil } from './confirmation.ts'
import { recordRefusedUnderLock } from './lock-refusals.ts'
import { notifySecurityChange } from './members.jobs.ts'
import { selectMember, refuseAsLocked } from './members.store.ts'
import * as store from './sessions.store.ts'
import type { OpenRow } from './sessions.store.ts'
import {
  type AccessClaims,
  type AccessTokenKey,
  accessTokenKey,
  accessTokenReader,
  signAccessToken,
} from './tokens.ts'

/** Idle timeout: a session that is not refreshed for this long ends. */
const IDLE_MS = 30 * 86_400_000
/** Absolute timeout. */
const MAX_SESSION_DAYS = 180

/** NOTIFY channel with the ids of ended sessions. */
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
  // Concurrent calls share a query, started after each of them arrived, so that an ended session is detected at once.
  const findOpen = createBatcher<AccessClaims, OpenRow | undefined>({
    max: 200,
    concurrency: 2,
    async run(claims) {
      const sessions = claims.map(({ session_id }) => session_id)
      const members = claims.map(({ member_id }) => member_id)
      const rows = await store.selectViewers.all(database, { sessions, members, now: database.clock.now() })
      const open = new Map(rows.map((row) => [row.no, row]))
      return claims.map((_, index) => open.get(index + 1))
    },
  })
  return async function findViewer(token, { saysLock = false } = {}) {
    const claims = await readToken(database.clock.now(), token)
    const session = await findOpen(claims)
    if (session?.lock === 'security' && saysLock) {
      await recordRefusedUnderLock(database, claims.member_id)
      throw refuseAsLocked(await selectMember.one(database, { id: claims.member_id }))
    }
    if (session === undefined || !session.open || session.lock === 'security')
      throw refuse('session_has_ended')
    return { ...claims, lock: session.lock, terms_due: session.terms_due }
  }
}

/** Opens a session for a verified member, which confirms it. */
export async function openSession(
  tx: Tx,
  key: AccessTokenKey,
  member: { member_id: string; agent: string },
): Promise<Tokens> {
  const session_id = newId(tx.now)
  const expires_at = new Date(tx.now.getTime() + IDLE_MS)
  const device = deviceOf(member.agent)
  const confirmed_until = confirmedUntil(tx.now)
  await store.insertSession.all(tx, {
    session_id,
    member_id: member.member_id,
    device,
    created_at: tx.now,
    expires_at,
    confirmed_until,
  })
  return await newPair(tx, key, { member_id: member.member_id, session_id })
}

/**
 * A new token pair for an unused refresh token; undefined for an invalid one. Reuse of a token ends its session, because
 * one of its two holders is an attacker; returned rather than thrown, so that the ending commits.
 */
export async function refreshSession(
  tx: Tx,
  key: AccessTokenKey,
  refresh_token: string,
): Promise<(Tokens & { member_id: string }) | undefined> {
  const hash = hashToken(refresh_token)
  const holder = await store.useRefreshToken.maybe(tx, { hash, used_at: tx.now })
  if (holder !== undefined) {
    const idle_at = new Date(tx.now.getTime() + IDLE_MS)
    await store.touchSession.all(tx, {
      id: holder.session_id,
      now: tx.now,
      idle_at,
      most: `${MAX_SESSION_DAYS} days`,
    })
    return { ...(await newPair(tx, key, holder)), member_id: holder.member_id }
  }
  const reused = await store.selectReused.maybe(tx, { hash, now: tx.now })
  if (reused !== undefined && (await endSession(tx, reused)))
    await notifySecurityChange(tx, reused.member_id, 'session_reused')
  return undefined
}

/**
 * Refuses `your_account_has_been_locked` for the token of a member under a security lock, which has ended their sessions.
 */
export async function refuseLockedHolder(on: Queryable, now: Date, refresh_token: string): Promise<void> {
  const holder = await store.selectHolder.maybe(on, { hash: hashToken(refresh_token), now })
  if (holder === undefined) return
  const member = await selectMember.one(on, { id: holder.member_id })
  if (member.lock_kind === 'security') throw refuseAsLocked(member)
}

async function newPair(
  tx: Tx,
  key: AccessTokenKey,
  holder: { member_id: string; session_id: string },
): Promise<Tokens> {
  const refresh_token = newToken()
  await store.insertRefreshToken.all(tx, {
    hash: hashToken(refresh_token),
    id: holder.session_id,
    created_at: tx.now,
  })
  return { access_token: await signAccessToken(key, tx.now, holder), refresh_token }
}

/** Ends one session of a member; false if it was not open or not theirs. */
export async function endSession(
  tx: Tx,
  session: { member_id: string; session_id: string },
): Promise<boolean> {
  return (
    (
      await store.endOpenSessions.all(tx, {
        member_id: session.member_id,
        id: session.session_id,
        kept_session_id: null,
        ended_at: tx.now,
      })
    ).length > 0
  )
}

/** Ends all sessions of a member, except one if given; returns how many. */
export async function endOtherSessions(
  tx: Tx,
  member_id: string,
  kept_session_id: string | null,
): Promise<number> {
  return (await store.endOpenSessions.all(tx, { member_id, id: null, kept_session_id, ended_at: tx.now }))
    .length
}

export async function openSessionsOf(on: Queryable, viewer: Viewer, now: Date) {
  const rows = await store.selectOpenSessions.all(on, { member_id: viewer.member_id, now })
  return rows.map((row) => ({
    _id: row.id,
    device: row.device,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at.toISOString(),
    current: row.id === viewer.session_id,
  }))
}

/** Deletes expired refresh tokens and sessions; until then reuse must be detected. For a daily job. */
export async function deleteExpiredSessions(on: Queryable, now: Date): Promise<void> {
  await store.deleteTokensBefore.all(on, { now })
  await store.deleteSessionsBefore.all(on, { now })
}
