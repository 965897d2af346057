// Content pages as operators change them; the product's own text can always be restored.
import {
  type AdminPage,
  PAGES_PROPOSAL,
  pageContent,
  RECEIVING_PAGE,
  RECEIVING_PAGE_PROPOSAL,
} from '@fairturn/contract/backoffice/content'
import { may, type StaffRole } from '@fairturn/contract/backoffice/roles'
import { PAGES, type PageName } from '@fairturn/contract/content'
import { locale } from '@fairturn/contract/fields'
import { type Locale, LOCALES } from '@fairturn/contract/locales'
import { z } from 'zod'
import type { Queryable, Tx } from '../platform/database/database.ts'
import { typed, statement } from '../platform/database/statement.ts'
import type { Operator } from '../platform/http/app.ts'
import { refuse } from '../platform/http/refusal.ts'
import { defineProposal, propose, type ProposalKind, recordAuditEvent } from '../staff/staff.ts'
import { actorOfChange, type ChangeAuthors, type VersionedChange } from './change-proposals.ts'
import { droppedOf, pageOf, sanitise } from './pages.ts'
import { saveVersion, lastVersions, lockForChange, putsBackApproved } from './versions.ts'

const listStored = statement(
  `-- content_stored_pages
  select name, locale, updated_at from page`,
  {
    columns: { name: typed<PageName>('text'), locale: typed<Locale>('text'), updated_at: 'timestamptz' },
  },
)
const putPage = statement(
  `-- content_put_page
  insert into page (name, locale, html, updated_at) values ($name, $locale, $html, $updated_at)
  on conflict (name, locale) do update set html = excluded.html, updated_at = excluded.updated_at`,
  { params: { name: 'text', locale: 'text', html: 'text', updated_at: 'timestamptz' } },
)
const deletePage = statement(
  `-- content_delete_page
  delete from page where name = $name and locale = $locale`,
  { params: { name: 'text', locale: 'text' } },
)

export interface ChosenPage {
  readonly name: PageName
  readonly locale: Locale
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
 * Proposes the sanitised text. With null the product's default, and with the last approved text that one, is restored at
 * once, but for the receiving page, which always takes two. Refuses `somebody_else_has_changed_this`, `nothing_would_change`, `page_is_empty` and `your_role_may_not_do_this`.
 */
export async function changeOrProposePage(
  tx: Tx,
  change: PageChange,
  operator: Operator,
): Promise<Omit<AdminPage, 'version'> & { version: number | null; proposal_id: string | null }> {
  const { html, ...page } = change.value
  const kind = kindOfPages([page])
  const dropped = html === null ? [] : droppedOf(html)
  const { before, after } = await validate(tx, change)
  if (!kind.proposers.includes(operator.role)) throw refuse('your_role_may_not_do_this')
  const byOne =
    page.name !== RECEIVING_PAGE &&
    (after.html === null || (await putsBackApproved(tx, { kind: 'page', key: pageKey(page), before, after })))
  const result = byOne
    ? { version: await applyPage(tx, change, operator), proposal_id: null }
    : { version: null, proposal_id: await proposePages(tx, [change], operator) }
  return { ...(await adminPage(tx, page, dropped)), ...result }
}

/** Proposes several pages and languages as one. Refuses as changeOrProposePage, and `receiving_page_is_proposed_alone`. */
export async function proposePages(
  tx: Tx,
  changes: readonly PageChange[],
  operator: Operator,
): Promise<string> {
  const kind = kindOfPages(changes.map(({ value }) => value))
  const pages = []
  for (const change of changes) {
    const { shown, after } = await validate(tx, change)
    const { name, locale } = change.value
    const { expected, restored_from } = change
    // Includes the product's default text, so that the approver sees a diff rather than an all-new page.
    pages.push({ name, locale, ...after, before: shown, expected, restored_from })
  }
  return await propose(tx, kind, { pages }, changes[0]!.reason, operator)
}

function kindOfPages(pages: readonly ChosenPage[]): ProposalKind {
  const receiving = pages.filter(({ name }) => name === RECEIVING_PAGE).length
  if (receiving > 0 && receiving < pages.length) throw refuse('receiving_page_is_proposed_alone')
  return receiving > 0 ? receivingPageProposal : pagesProposal
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
  if (after.html === null) await deletePage.all(tx, { name: value.name, locale: value.locale })
  else await putPage.all(tx, { name: value.name, locale: value.locale, html: after.html, updated_at: tx.now })
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

const pagesKind = (kind: string, roles: readonly StaffRole[]): ProposalKind =>
  defineProposal({
    kind,
    subjects: ({ pages }) => pages.map(({ name, locale: of }) => ({ pages: [{ name, locale: of }] })),
    content: z.strictObject({
      pages: z.array(
        z.strictObject({
          ...pageContent.shape,
          name: z.enum(PAGES),
          locale,
          before: z.string(),
          expected: z.int(),
          restored_from: z.int().optional(),
        }),
      ),
    }),
    proposers: roles,
    approvers: roles,
    async execute(tx, { pages }, { proposed_by, approved_by, reason }) {
      for (const { expected, restored_from, before: _, ...value } of pages)
        await applyPage(
          tx,
          { value, reason, expected, restored_from },
          { operator_id: proposed_by, approved_by },
        )
    },
  })
const pagesProposal = pagesKind(PAGES_PROPOSAL, may.change_content)
const receivingPageProposal = pagesKind(RECEIVING_PAGE_PROPOSAL, may.change_rules)

export const pageProposals: readonly ProposalKind[] = [pagesProposal, receivingPageProposal]
