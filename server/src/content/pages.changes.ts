// Content pages as operators change them: what the sanitiser leaves is what is kept, version by version, and the text that
// came with the product can always be had back.
import type { AdminPage } from '@fairturn/contract/backoffice/content'
import { PAGES, type PageName } from '@fairturn/contract/content'
import { type Locale, LOCALES } from '@fairturn/contract/locales'
import type { Queryable, Tx } from '../database/database.ts'
import { statement } from '../database/statement.ts'
import { refuse } from '../http/refusal.ts'
import { recordAct } from '../staff/staff.ts'
import { droppedOf, pageOf, sanitise } from './pages.ts'
import { saveVersion, lastVersions, lockForChange } from './versions.ts'

const listStored = statement<{ name: PageName; locale: Locale; updated_at: Date }>(
  'content_stored_pages',
  `select name, locale, updated_at from page`,
)
const putPage = statement(
  'content_put_page',
  `insert into page (name, locale, html, updated_at) values ($1, $2, $3, $4)
   on conflict (name, locale) do update set html = excluded.html, updated_at = excluded.updated_at`,
)
const deletePage = statement('content_delete_page', `delete from page where name = $1 and locale = $2`)

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

/** What its versions are kept under. */
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

/**
 * Keeps what the sanitiser leaves of the text, or with null goes back to the one that came with the product; returns the
 * page and what was taken out. Refuses `somebody_else_has_changed_this`, `nothing_would_change`, and `page_is_empty` where
 * nothing is left to read.
 */
export async function changePage(
  tx: Tx,
  chosen: ChosenPage,
  change: Change<{ html: string | null }>,
): Promise<AdminPage> {
  const { content, operator_id, ...kept } = change
  const key = pageKey(chosen)
  await lockForChange(tx, { kind: 'page', key, expected: kept.expected })
  const held = await pageOf(tx, chosen.name, chosen.locale)
  const before = { html: held.own ? held.content : null }
  const after = { html: content.html === null ? null : sanitise(content.html) }
  if (after.html === before.html) throw refuse('nothing_would_change')
  if (after.html !== null && after.html.replace(/<(?!img)[^>]*>|&nbsp;|\s/g, '') === '')
    throw refuse('page_is_empty')
  const version = await saveVersion(tx, { ...kept, kind: 'page', key, content: after, before, operator_id })
  if (after.html === null) await deletePage.all(tx, chosen.name, chosen.locale)
  else await putPage.all(tx, chosen.name, chosen.locale, after.html, tx.now)
  await recordAct(tx, {
    actor: `operator:${operator_id}`,
    action: 'page_changed',
    object: { kind: 'page', id: key },
    member_id: null,
    reason: kept.reason,
    before: { version: version - 1, own: before.html !== null },
    after: { version, own: after.html !== null, restored_from: kept.restored_from ?? null },
  })
  return await adminPage(tx, chosen, content.html === null ? [] : droppedOf(content.html))
}
