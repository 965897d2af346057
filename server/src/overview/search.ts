import { may, type StaffRole } from '@fairturn/contract/backoffice/roles'
import { SEARCHED, type Searched, type Found, searchCalls } from '@fairturn/contract/backoffice/search'
// The back office's search: each kind is searched only for roles that may read its list.
import { formatMoney } from '@fairturn/contract/minor-units'
import { maskedBankAccount } from '../banking/banking.ts'
import { campaignOfQuote } from '../invoices/invoices.ts'
import { maskName, maskPhone } from '../members/members.ts'
import type { Routes } from '../platform/http/app.ts'
import { bind } from '../platform/http/bind.ts'
import { containing } from '../platform/http/filters.ts'
import { writtenAs } from './names.ts'
import { type FoundRow, SEARCHES, type SearchTerms } from './search.store.ts'

/** A trigram index cannot narrow down shorter ones. */
const MIN_PART_LENGTH = 3
/** Of an invoice or credit note. */
const DOCUMENT = /^(F[IC])-(\d{4})-0*(\d{1,9})$/
/** An account number or IBAN, without the spaces people write. */
const ACCOUNT = /^[0-9A-Z]{4,34}$/

export function searchRoutes(routes: Routes): void {
  const { database } = routes.app
  bind(routes, searchCalls.all, async ({ query: { text }, operator }) => {
    const terms = termsOf(text, operator.role)
    const kinds = (Object.keys(SEARCHED) as Searched[]).filter((kind) =>
      SEARCHED[kind].some((role: StaffRole) => role === operator.role),
    )
    const on = await database.replica()
    const found = await Promise.all(
      kinds.map(async (kind) => {
        const rows = await SEARCHES[kind].all(on, terms)
        return rows.map((row) => foundOnWire(kind, row))
      }),
    )
    return { data: { list: found.flat() } }
  })
}

function termsOf(text: string, role: StaffRole): SearchTerms {
  const { ids, references, ...written } = writtenAs(text)
  const account = text.toUpperCase().replace(/[\s.-]/g, '')
  // Whoever may not read account numbers is not told whose one is either.
  const readsAccounts = may.read_money.some((reader: StaffRole) => reader === role)
  const reference = references[0] ?? null
  const quoted = campaignOfQuote(text)
  const part = text.length < MIN_PART_LENGTH ? null : containing(text)
  return {
    ...written,
    holder: readsAccounts ? written.name : '',
    id: ids[0] ?? null,
    reference,
    part,
    part_of_reference: reference === null ? part : null,
    document: DOCUMENT.exec(text.toUpperCase())?.slice(1).join('-') ?? null,
    quoted_from: quoted?.from ?? null,
    quoted_to: quoted?.to ?? null,
    account: readsAccounts && ACCOUNT.test(account) ? account : null,
  }
}

/** No more than the lists show: phones, payers and account numbers are masked. */
function foundOnWire(kind: Searched, row: FoundRow): Found {
  const shown = { title: row.title, detail: row.detail }
  if (kind === 'members') shown.detail = maskPhone(row.detail)
  if (kind === 'bank-lines') {
    shown.title = row.title === '' ? row.id : maskName(row.title)
    shown.detail = row.detail === '' ? '' : maskedBankAccount({ iban: null, account_number: row.detail })
  }
  return {
    _id: row.id,
    kind,
    ...shown,
    status: row.status,
    amount: row.amount_minor === null ? null : formatMoney(row.amount_minor),
    at: row.at.toISOString(),
    page: pageOf(kind, row),
  }
}

function pageOf(kind: Searched, { id, campaign_id, line_id }: FoundRow): Found['page'] {
  if (campaign_id) return { screen: 'campaigns', _id: campaign_id }
  return line_id ? { screen: 'bank-lines', _id: line_id } : { screen: kind, _id: id }
}
