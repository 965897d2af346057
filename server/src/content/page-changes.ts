// Content pages as operators change them; the product's own text can always be restored.
import {
  type AdminPage,
  PAGE_PROPOSAL,
  pageContent,
  REQUIRES_APPROVAL_PAGES,
} from '@fairturn/contract/backoffice/content'
import { may } from '@fairturn/contract/backoffice/roles'
import { PAGES, type PageName } from '@fairturn/contract/content'
import { locale } from '@fairturn/contract/locale-shapes'
import { type Locale, LOCALES } from '@fairturn/contract/locales'
import { z } from 'zod'
import type { Queryable, Tx } from '../platform/database/database.ts'
import { statement } from '../platform/database/statement.ts'
import type { Operator } from '../platform/http/app.ts'
import { refuse } from '../platform/http/refusal.ts'
import { type ProposalKind, recordAuditEvent } from '../staff/staff.ts'
import {
  actorOfChange,
  type ChangeAuthors,
  defineChangeProposal,
  proposeChange,
  type VersionedChange,
} from './change-proposals.ts'
import { droppedOf, pageOf, sanitise } from './pages.ts'
import { saveVersion, lastVersions, lockForChange } from './versions.ts'

const listStored = statement<{ name: PageName; locale: Locale; updated_at: Date }>(`-- content_stored_pages
  select name, locale, updated_at from page`)
const putPage = statement(`-- content_put_page
  insert into page (name, locale, html, updated_at) values ($1, $2, $3, $4)
  on conflict (name, locale) do update set html = excluded.html, updated_at = excluded.updated_at`)
const deletePage = statement(`-- content_delete_page
  delete from page where name = $1 and locale = $2`)

export interface ChosenPage {
  readonly name: PageName
  readonly locale: Locale
}

export interface Change<Content> {
  readonly content: Content
  readonly expected: number
  readonly reason: string
  readonly operator_id: string
  readonly restored_from?: number
}

/** Key of its versions. */
export const pageKey = ({ name, locale }: ChosenPage): string => `${name}/${locale}`

/** Every page in every language, in the order of the contract. */
export async function allPages(on: Queryable) {
  const [stored, versions] = await Promise.all([listStored.all(on), lastVersions(on, 'page')])
  return PAGES.flatMap((name) =>
    LOCALES.map((locale) => {
      const own = stored.find((row) => row.name === name && row.locale === locale)
      return {
        name,
        locale,
        version: versions.get(pageKey({ name, locale })) ?? 0,
        own: own !== undefined,
        changed_at: own?.updated_at.toISOString() ?? null,
      }
    }),
  )
}

export async function adminPage(
  on: Queryable,
  chosen: ChosenPage,
  dropped: string[] = [],
): Promise<AdminPage> {
  const [{ content, own }, versions] = await Promise.all([
    pageOf(on, chosen.name, chosen.locale),
    lastVersions(on, 'page'),
  ])
  return { ...chosen, version: versions.get(pageKey(chosen)) ?? 0, html: content, own, dropped }
}

type PageChange = VersionedChange<ChosenPage & { readonly html: string | null }>

/**
 * Stores the sanitised text, or with null restores the product's default; a page with the receiving account is proposed
 * instead (dual approval). Refuses `somebody_else_has_changed_this`, `nothing_would_change` and `page_is_empty`.
 */
export async function changeOrProposePage(
  tx: Tx,
  change: PageChange,
  operator: Operator,
): Promise<Omit<AdminPage, 'version'> & { version: number | null; proposal_id: string | null }> {
  const { name, html } = change.value
  const dropped = html === null ? [] : droppedOf(html)
  const result = REQUIRES_APPROVAL_PAGES.includes(name)
    ? await proposePage(tx, change, operator)
    : { version: await applyPage(tx, change, operator), proposal_id: null }
  return { ...(await adminPage(tx, change.value, dropped)), ...result }
}

async function proposePage(tx: Tx, change: PageChange, operator: Operator) {
  const { shown, after } = await validate(tx, change)
  const { name, locale } = change.value
  return await proposeChange(
    tx,
    pageProposal,
    { ...change, value: { name, locale, ...after } },
    // Includes the product's default text, so that the approver sees a diff rather than an all-new page.
    { before: { name, locale, html: shown }, operator },
  )
}

/** The current and the proposed text: not empty, and different. Locked until the transaction ends. */
async function validate(tx: Tx, { value: { name, locale, html }, expected }: PageChange) {
  await lockForChange(tx, { kind: 'page', key: pageKey({ name, locale }), expected })
  const current = await pageOf(tx, name, locale)
  const before = { html: current.own ? current.content : null }
  const after = { html: html === null ? null : sanitise(html) }
  if (after.html === before.html) throw refuse('nothing_would_change')
  if (after.html !== null && after.html.replace(/<(?!img)[^>]*>|&nbsp;|\s/g, '') === '')
    throw refuse('page_is_empty')
  return { shown: current.content, before, after }
}

async function applyPage(tx: Tx, change: PageChange, authors: ChangeAuthors): Promise<number> {
  const { before, after } = await validate(tx, change)
  const { reason, expected, restored_from, value } = change
  const { operator_id, approved_by } = authors
  const key = pageKey(value)
  const version = await saveVersion(tx, {
    kind: 'page',
    key,
    content: after,
    before,
    reason,
    expected,
    operator_id,
    approved_by,
    restored_from,
  })
  if (after.html === null) await deletePage.all(tx, value.name, value.locale)
  else await putPage.all(tx, value.name, value.locale, after.html, tx.now)
  await recordAuditEvent(tx, {
    actor: actorOfChange(authors),
    action: 'page_changed',
    object: { kind: 'page', id: key },
    reason,
    before: { version: version - 1, own: before.html !== null },
    after: { version, own: after.html !== null, restored_from: restored_from ?? null },
  })
  return version
}

/** For every page that requires dual approval. */
export const pageProposal: ProposalKind = defineChangeProposal({
  kind: PAGE_PROPOSAL,
  value: pageContent.extend({ name: z.enum(PAGES), locale }).strict(),
  proposers: may.change_content,
  apply: applyPage,
})
