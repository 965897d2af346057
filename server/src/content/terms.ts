import { may } from '@fairturn/contract/backoffice/roles'
// The texts of the terms and the privacy notice. Operators edit them as content pages; what members read is the version in
// force, whose texts were stored when it was announced. The first version, which came with the product, is stored when the
// first member registers: until then what operators have edited is shown.
import { type AdminTerms, TERMS_PROPOSAL } from '@fairturn/contract/backoffice/terms'
import { AGREED_PAGES, type AgreedPage } from '@fairturn/contract/content'
import { locale } from '@fairturn/contract/fields'
import { type Locale, LOCALES } from '@fairturn/contract/locales'
import { type AgreedPageAnswer, TERMS_NOTICE_DAYS, type TermsVersion } from '@fairturn/contract/terms'
import { z } from 'zod'
import {
  announcedTerms,
  announceTerms,
  countAgreements,
  enforceTermsDay,
  getTermsVersion,
  lockTerms,
  nextToNotify,
  termsInForce,
} from '../members/members.ts'
import { notifyAll } from '../notices/notices.ts'
import type { Database, Queryable, Tx } from '../platform/database/database.ts'
import type { Operator } from '../platform/http/app.ts'
import { refuse } from '../platform/http/refusal.ts'
import { defineJob, enqueue, handle, type JobHandler } from '../platform/queue/queue.ts'
import { actorOf, defineProposal, propose, type ProposalKind, recordAuditEvent } from '../staff/staff.ts'
import { pageOf } from './pages.ts'
import { settingsOf } from './settings.ts'
import * as store from './terms.store.ts'
import type { TermsText } from './terms.store.ts'

// Reading --------------------------------------------------------------------------------------------------------------

/** As in force, or of a version; refuses `terms_version_is_unknown`. */
export async function termsPage(
  on: Queryable,
  { name, locale, now, version }: { name: AgreedPage; locale: Locale; now: Date; version?: number },
): Promise<AgreedPageAnswer> {
  const { in_force, next } = await termsInForce(on, now)
  const shown = version === undefined ? in_force : await getTermsVersion(on, version)
  return {
    content: await textOf(on, shown, name, locale),
    updated_at: shown.announced_at,
    version: shown.version,
    in_force_at: shown.in_force_at,
    next,
  }
}

async function textOf(
  on: Queryable,
  { version }: TermsVersion,
  name: AgreedPage,
  locale: Locale,
): Promise<string> {
  const stored = await store.selectTermsText.maybe(on, { version, name, locale })
  return stored?.html ?? (await pageOf(on, name, locale)).content
}

/** What the two pages say in every language, as edited. */
const editedTexts = async (on: Queryable): Promise<TermsText[]> =>
  await Promise.all(
    AGREED_PAGES.flatMap((name) =>
      LOCALES.map(async (locale) => ({ name, locale, html: (await pageOf(on, name, locale)).content })),
    ),
  )

/** Before somebody agrees to it, so that what they agreed to can be read later. */
export async function storeTermsInForce(tx: Tx): Promise<void> {
  const { in_force } = await termsInForce(tx, tx.now)
  const { version } = in_force
  const stored = await store.selectTermsText.maybe(tx, { version, name: 'terms', locale: 'vn' })
  if (stored === undefined) await storeTexts(tx, version, await editedTexts(tx))
}

async function storeTexts(tx: Tx, version: number, texts: readonly TermsText[]): Promise<void> {
  await store.insertTermsTexts.all(tx, {
    version,
    names: texts.map(({ name }) => name),
    locales: texts.map(({ locale }) => locale),
    texts: texts.map(({ html }) => html),
  })
}

// Announcing -----------------------------------------------------------------------------------------------------------

export async function adminTerms(on: Queryable, now: Date): Promise<AdminTerms> {
  const { time_zone } = await settingsOf(on)
  const [versions, counts, changed, { day }] = await Promise.all([
    announcedTerms(on),
    countAgreements.all(on),
    changedTexts(on),
    store.earliestDay.one(on, { now, days: TERMS_NOTICE_DAYS, time_zone }),
  ])
  const agreed = new Map(counts.map((row) => [row.version, row.agreed]))
  return {
    list: versions.map((each) => Object.assign(each, { agreed: agreed.get(each.version) ?? 0 })),
    changed: changed.map(({ name, locale }) => ({ name, locale })),
    earliest_day: day,
  }
}

interface ChangedText extends TermsText {
  /** What the last version says. */
  readonly before: string
}

/** Before the first version is stored nothing differs from it: what is edited is what is shown. */
async function changedTexts(on: Queryable): Promise<ChangedText[]> {
  const [last] = await announcedTerms(on)
  const stored = await store.selectTermsTexts.all(on, { version: last!.version })
  if (stored.length === 0) return []
  return (await editedTexts(on)).flatMap(({ name, locale, html }) => {
    const before = stored.find((row) => row.name === name && row.locale === locale)?.html ?? ''
    return before === html ? [] : [{ name, locale, before, html }]
  })
}

/** Refuses `terms_come_too_soon`, `terms_come_before_the_last` and `nothing_would_change`. */
export async function proposeTerms(
  tx: Tx,
  { in_force_on, reason }: { in_force_on: string; reason: string },
  operator: Operator,
): Promise<string> {
  await enforceTermsDay(tx, await beginningOf(tx, in_force_on))
  const pages = await changedTexts(tx)
  if (pages.length === 0) throw refuse('nothing_would_change')
  const content = { in_force_on, pages }
  return await propose(tx, termsProposal, content, reason, operator)
}

async function beginningOf(on: Queryable, day: string): Promise<Date> {
  const { time_zone } = await settingsOf(on)
  return (await store.firstInstant.one(on, { day, time_zone })).at
}

/** The second operator reads every changed text beside what the last version says; exactly these are announced. */
export const termsProposal: ProposalKind = defineProposal({
  kind: TERMS_PROPOSAL,
  oneOpenFor: 'content',
  content: z.strictObject({
    in_force_on: z.iso.date(),
    pages: z.array(
      z.strictObject({ name: z.enum(AGREED_PAGES), locale, before: z.string(), html: z.string() }),
    ),
  }),
  proposers: may.change_content,
  approvers: may.change_content,
  async execute(tx, { in_force_on, pages }, { proposed_by, approved_by, reason }) {
    const in_force_at = await beginningOf(tx, in_force_on)
    await lockTerms.all(tx)
    const now = await changedTexts(tx)
    if (JSON.stringify(now.map(keyed)) !== JSON.stringify(pages.map(keyed)))
      throw refuse('somebody_else_has_changed_this')
    const version = await announceTerms(tx, { in_force_at, proposed_by, approved_by })
    await storeTexts(tx, version, await editedTexts(tx))
    await enqueue(tx, notifyOfTerms, { version }, { job_key: notifyKey(version) })
    await recordAuditEvent(tx, {
      actor: actorOf({ operator_id: approved_by }),
      action: 'terms_announced',
      object: { kind: 'terms', id: String(version) },
      reason,
      before: { version: version - 1 },
      after: { version, in_force_on, pages: pages.map(({ name, locale }) => `${name}/${locale}`).join(' ') },
    })
  },
})

/** Compared whatever order the database gave the fields back in. */
const keyed = ({ name, locale, before, html }: ChangedText) => [name, locale, before, html]

const notifyOfTerms = defineJob({ name: 'notify_of_terms', payload: z.object({ version: z.int() }) })
const notifyKey = (version: number) => `notify_of_terms:${version}`

export const termsHandlers: readonly JobHandler[] = [
  handle(notifyOfTerms, (database, { version }) => notifyNext(database, version)),
]

/** What was announced and not told to everybody, as after an upgrade; for an hourly job. */
export async function resumeAnnouncements(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    for (const { version } of await store.selectUntold.all(tx))
      await enqueue(tx, notifyOfTerms, { version }, { job_key: notifyKey(version) })
  })
}

async function notifyNext(database: Database, version: number): Promise<void> {
  await database.transaction(async (tx) => {
    const { time_zone } = await settingsOf(tx)
    const told = await nextToNotify(tx, version)
    const from = dayIn(told.version.in_force_at, time_zone)
    await notifyAll(
      tx,
      told.member_ids.map((member_id) => ({
        member_id,
        kind: 'terms_announced' as const,
        params: { from },
        path: '/terms',
      })),
    )
    if (told.more) await enqueue(tx, notifyOfTerms, { version }, { job_key: notifyKey(version) })
  })
}

/** `dd-MM-yyyy`, with hyphens that do not break. */
const dayIn = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, day: '2-digit', month: '2-digit', year: 'numeric' })
    .format(new Date(instant))
    .replaceAll('/', '-')
