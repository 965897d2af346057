// Names of what answers mention by id, for what the caller's role may read, and the id of what people write.
import {
  type Named,
  NAMED,
  nameCalls,
  type NamedKind,
  FORM_FIELDS,
  type FormFieldKind,
} from '@fairturn/contract/backoffice/names'
import { may, type StaffRole } from '@fairturn/contract/backoffice/roles'
import { UUID } from '@fairturn/contract/ids'
import { formatMoney } from '@fairturn/contract/minor-units'
import { readReference } from '../banking/banking.ts'
import { maskName, searchTermsOfMember } from '../members/members.ts'
import type { Queryable } from '../platform/database/database.ts'
import type { Routes } from '../platform/http/app.ts'
import { bind } from '../platform/http/bind.ts'
import { escaped } from '../platform/http/filters.ts'
import { refuse } from '../platform/http/refusal.ts'
import { type NameRow, selectNames, selectWritten, type WrittenAs } from './names.store.ts'

const KINDS = Object.keys(NAMED) as NamedKind[]
const EVERY_UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
/** An answer is a page of a list, or one record; whatever mentions more is not meant to be read by a person. */
const MAX_IDS = 2000
const PREFIXES = ['FT', 'FW', 'FB', 'FR'] as const
const ENTRY_NO = /^#?(\d{1,18})$/
/** A link code, alone or at the end of a tracked link. */
const LINK_CODE = /^(?:https?:\/\/\S+\/r\/)?([0-9A-Za-z]{4,40})$/

const has = (roles: readonly string[], role: StaffRole): boolean => roles.includes(role)

/** Names of all ids in an answer. */
export async function namesIn(on: Queryable, role: StaffRole, answer: unknown): Promise<Named[]> {
  const ids = [...new Set(JSON.stringify(answer).match(EVERY_UUID) ?? [])].slice(0, MAX_IDS)
  if (ids.length === 0) return []
  const kinds = KINDS.filter((kind) => has(NAMED[kind].read, role))
  const rows = await selectNames.all(on, { ids, kinds })
  return rows.map((row) => nameOnWire(row, role))
}

function nameOnWire({ id, kind, name, locale, screen, screen_id }: NameRow, role: StaffRole): Named {
  const page = screen === null ? { screen: kind, _id: id } : { screen, _id: screen_id! }
  return {
    _id: id,
    kind,
    name: kind === 'bank-lines' ? nameOfLine(name) : name,
    ...(locale !== null && { locale }),
    page: has(NAMED[page.screen].open, role) ? page : null,
  }
}

/** By account, day, masked counterparty and amount: `…2345 · 27-11-2026 · Ngu****n · 1 234,50`. */
function nameOfLine(parts: string): string {
  const [account, day, counterparty, amount_minor] = JSON.parse(parts) as [string, string, string, string]
  const amount = formatMoney(BigInt(amount_minor))
    .replace('.', ',')
    .replaceAll(/\B(?=(\d{3})+,)/g, '\u00a0')
  const masked = counterparty === '' ? [] : [maskName(counterparty)]
  return [`…${account.slice(-4)}`, day, ...masked, amount].join(' · ')
}

export function nameRoutes(routes: Routes): void {
  const { database } = routes.app
  bind(routes, nameCalls.resolve, async ({ query: { text, of }, operator }) => {
    if (!has(FORM_FIELDS[of].roles, operator.role)) throw refuse('your_role_may_not_do_this')
    return { data: await resolve(await database.replica(), { text, of, role: operator.role }) }
  })
}

/** Refuses `nothing_has_this_name` and `several_have_this_name`. */
async function resolve(
  on: Queryable,
  { text, of, role }: { text: string; of: FormFieldKind; role: StaffRole },
): Promise<Named> {
  const kinds: readonly NamedKind[] = FORM_FIELDS[of].kinds
  const { ids: typed, ...written } = writtenAs(text)
  // Whose payment it is is for those who read payments, as in search.
  const references = has(may.read_money, role) ? written.references : []
  const found = await selectWritten.all(on, { ...written, references, kinds })
  const ids = [...typed, ...found.map(({ id }) => id)]
  const [row, ...others] = ids.length === 0 ? [] : await selectNames.all(on, { ids, kinds })
  if (row === undefined) throw refuse('nothing_has_this_name')
  if (others.length > 0) throw refuse('several_have_this_name')
  return nameOnWire(row, role)
}

export function writtenAs(text: string): WrittenAs {
  const lower = text.toLowerCase()
  const { name, phones, code } = searchTermsOfMember(text)
  return {
    ids: UUID.test(lower) ? [lower] : [],
    name,
    phones,
    code,
    link_code: LINK_CODE.exec(text)?.[1] ?? null,
    brand: escaped(text),
    references: PREFIXES.flatMap((prefix) => readReference(prefix, text) ?? []),
    operator: lower,
    file: text,
    entry_no: ENTRY_NO.test(text) ? BigInt(ENTRY_NO.exec(text)![1]!) : null,
  }
}
