import type { StaffRole } from '@fairturn/contract/backoffice/roles'
import { SEARCHED, type Searched, type Found, searchCalls } from '@fairturn/contract/backoffice/search'
// The back office's search: each kind is searched only for roles that may read its list.
import { UUID } from '@fairturn/contract/ids'
import { formatMoney } from '@fairturn/contract/money'
import { maskPhone, searchTermsOfMember } from '../members/members.ts'
import type { Routes } from '../platform/http/app.ts'
import { bind } from '../platform/http/bind.ts'
import { containing } from '../platform/http/filters.ts'
import { type FoundRow, SEARCHES, type SearchTerms } from './search.store.ts'

const REFERENCE = /^F[TW]-[0-9A-Z]{4}-[0-9A-Z]{4}$/
const ENTRY_NO = /^\d{1,18}$/
/** A link code, alone or at the end of a tracked link. */
const LINK_CODE = /^(?:https?:\/\/\S+\/r\/)?([0-9A-Za-z]{4,40})$/
/** A trigram index cannot narrow down shorter ones. */
const MIN_PART_LENGTH = 3

export function searchRoutes(routes: Routes): void {
  const { database } = routes.app
  bind(routes, searchCalls.all, async ({ query: { text }, operator }) => {
    const terms = termsOf(text)
    const kinds = (Object.keys(SEARCHED) as Searched[]).filter((kind) =>
      SEARCHED[kind].some((role: StaffRole) => role === operator.role),
    )
    const on = await database.replica()
    const found = await Promise.all(
      kinds.map(async (kind) => {
        const { find, values } = SEARCHES[kind]
        return (await find.all(on, ...values(terms))).map((row) => foundOnWire(kind, row))
      }),
    )
    return { data: { list: found.flat() } }
  })
}

const termsOf = (text: string): SearchTerms => ({
  ...searchTermsOfMember(text),
  id: UUID.test(text.toLowerCase()) ? text : null,
  reference: REFERENCE.test(text.toUpperCase()) ? text.toUpperCase() : null,
  part: text.length < MIN_PART_LENGTH ? null : containing(text),
  link_code: LINK_CODE.exec(text)?.[1] ?? null,
  entry_no: ENTRY_NO.test(text) ? BigInt(text) : null,
})

const foundOnWire = (kind: Searched, row: FoundRow): Found => ({
  _id: row.id,
  kind,
  title: row.title,
  detail: kind === 'members' ? maskPhone(row.detail) : row.detail,
  status: row.status,
  amount: row.amount_minor === null ? null : formatMoney(row.amount_minor),
  at: row.at.toISOString(),
  page: row.campaign_id ? { screen: 'campaigns', _id: row.campaign_id } : { screen: kind, _id: row.id },
})
