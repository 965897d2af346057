// Versions of the terms, and who agreed to which. A version is announced, holds thirty days later, and is then asked for; the
// texts are content's. Whoever has not agreed to what is in force takes and places nothing new (Endpoint.under_terms).
import { newId } from '@fairturn/contract/ids'
import { type MemberTerms, TERMS_NOTICE_DAYS, type TermsVersion } from '@fairturn/contract/terms'
import type { Queryable, Tx } from '../platform/database/database.ts'
import { orRefuse, refuse } from '../platform/http/refusal.ts'
import * as store from './terms.store.ts'

export { countAgreements, lockTerms } from './terms.store.ts'

const DAY_MS = 86_400_000
const BATCH_SIZE = 500

const versionOnWire = ({ number, announced_at, in_force_at }: store.TermsVersionRow): TermsVersion => ({
  version: number,
  announced_at: announced_at.toISOString(),
  in_force_at: in_force_at.toISOString(),
})

/** Newest first. */
export const announcedTerms = async (on: Queryable): Promise<TermsVersion[]> =>
  (await store.selectTermsVersions.all(on)).map((row) => versionOnWire(row))

/** What holds at an instant, and what is announced after it, soonest first. Before any holds, the first does. */
export async function termsInForce(
  on: Queryable,
  now: Date,
): Promise<{ in_force: TermsVersion; next: TermsVersion | null }> {
  const versions = await announcedTerms(on)
  const holds = versions.findIndex(({ in_force_at }) => new Date(in_force_at) <= now)
  const at = holds === -1 ? versions.length - 1 : holds
  return { in_force: versions[at]!, next: versions[at - 1] ?? null }
}

/** Refuses `terms_version_is_unknown`. */
export const getTermsVersion = async (on: Queryable, version: number): Promise<TermsVersion> =>
  versionOnWire(orRefuse(await store.selectTermsVersion.maybe(on, { version }), 'terms_version_is_unknown'))

/** What a member agreed to and has to agree to. */
export async function agreementsOf(on: Queryable, member_id: string, now: Date): Promise<MemberTerms> {
  const [agreed, { in_force, next }] = await Promise.all([
    store.selectAgreements.all(on, { member_id }),
    termsInForce(on, now),
  ])
  const newest = agreed[0]?.version ?? 0
  return {
    agreed: agreed.map(({ version, agreed_at }) => ({ version, agreed_at: agreed_at.toISOString() })),
    in_force,
    due: newest < in_force.version && new Date(in_force.in_force_at) <= now,
    next: next !== null && newest < next.version ? next : null,
  }
}

/** By registering. */
export async function agreeToTermsInForce(tx: Tx, member_id: string): Promise<void> {
  const { number } = await store.selectTermsInForce.one(tx, { now: tx.now })
  await agree(tx, member_id, number)
}

/** Later: the first time counts. Refuses `terms_version_is_unknown`. */
export async function agreeToTerms(tx: Tx, member_id: string, version: number): Promise<void> {
  await getTermsVersion(tx, version)
  await agree(tx, member_id, version)
}

const agree = (tx: Tx, member_id: string, version: number) =>
  store.insertAgreement.all(tx, { agreement_id: newId(tx.now), member_id, version, now: tx.now })

interface Announcement {
  readonly in_force_at: Date
  readonly proposed_by: string
  readonly approved_by: string
}

/**
 * A new version, in the transaction that holds lockTerms and stores its texts; returns its number. Refuses `terms_come_too_soon` (less than thirty
 * days from now) and `terms_come_before_the_last`.
 */
export async function announceTerms(
  tx: Tx,
  { in_force_at, proposed_by, approved_by }: Announcement,
): Promise<number> {
  const last = await enforceTermsDay(tx, in_force_at)
  const version = last.version + 1
  await store.insertTermsVersion.all(tx, { version, now: tx.now, in_force_at, proposed_by, approved_by })
  return version
}

/** Refuses as announceTerms does; returns the last version. */
export async function enforceTermsDay(tx: Tx, in_force_at: Date): Promise<TermsVersion> {
  const earliest = new Date(tx.now.getTime() + TERMS_NOTICE_DAYS * DAY_MS)
  if (in_force_at < earliest)
    throw refuse('terms_come_too_soon', { earliest: earliest.toISOString(), days: TERMS_NOTICE_DAYS })
  const [last] = await announcedTerms(tx)
  if (new Date(last!.in_force_at) >= in_force_at)
    throw refuse('terms_come_before_the_last', { in_force_at: last!.in_force_at })
  return last!
}

/**
 * The next members to tell of a version, at most 500, and notes that they are told: in the transaction that tells them, so that
 * after a crash nobody is told twice or left out. Serialized by the version's row lock. `more`: call again.
 */
export async function nextToNotify(
  tx: Tx,
  version: number,
): Promise<{ version: TermsVersion; member_ids: string[]; more: boolean }> {
  const row = await store.selectAnnouncementLocked.one(tx, { version })
  const told = { version: versionOnWire(row), member_ids: [] as string[], more: false }
  if (row.told_at !== null) return told
  const { announced_at, told_to: after } = row
  const members = await store.selectToTell.all(tx, { announced_at, after, max_rows: BATCH_SIZE })
  const more = members.length === BATCH_SIZE
  const told_to = members.at(-1)?.id ?? after
  await store.updateAnnouncement.all(tx, { version, told_to, told_at: more ? null : tx.now })
  return { ...told, member_ids: members.map(({ id }) => id), more }
}
