import { approvalCalls, approvalFiles, type Proposal } from '@fairturn/contract/backoffice/approvals'
import {
  dottedNamesIn,
  findContactDetailsInHtml,
  findPromises,
  withoutNames,
} from '@fairturn/contract/contact-details'
import type { Locale } from '@fairturn/contract/locales'
import { MESSAGE_STATUS, type MessageCode } from '@fairturn/contract/messages'
import type { z } from 'zod'
import type { Operator, Routes } from '../platform/http/app.ts'
import { bind } from '../platform/http/bind.ts'
import { textOf } from '../platform/texts/messages.ts'
import {
  countWaiting,
  listProposals,
  type ProposalRow,
  selectKnownNames,
  selectOpenProposals,
  type ShownProposalRow,
} from './approvals.store.ts'
import {
  approve,
  approversOf,
  decidingSide,
  getProposal,
  kindsDecidedBy,
  type ProposalKind,
  reject,
  withdraw,
} from './approvals.ts'
import { bindList } from './list.ts'
import { ownHosts } from './member-texts.ts'
import { activeOperators } from './sides.ts'

const PAGE_SIZE = 30

/** Binds the calls; `kinds` are the proposal kinds of all modules. */
export function approvalRoutes(routes: Routes, kinds: readonly ProposalKind[]): void {
  const { database } = routes.app

  const viewOf: ViewOf = async ({ operator, locale, now }, rows) => {
    const everybody = await activeOperators(database, now)
    const names = rows.flatMap((row) => namingTexts(row).flatMap(dottedNamesIn))
    const known =
      names.length === 0 ? [] : await selectKnownNames.all(database, { names: [...new Set(names)] })
    return {
      operator,
      locale,
      now,
      kinds,
      own_hosts: ownHosts(routes.app),
      everybody,
      names: known.map(({ name }) => name),
    }
  }

  const decidedOnWire = async (proposal_id: string, call: Parameters<ViewOf>[0]) => {
    const row = await getProposal(database, proposal_id)
    return maskedOnWire(row, await viewOf(call, [row]))
  }

  bindProposalList(routes, kinds, viewOf)

  bind(routes, approvalCalls.open, async (call) => {
    const { kinds: named, member_id = null, ...about } = call.query
    const rows = await selectOpenProposals.all(database, {
      now: call.now,
      kinds: named?.split(',') ?? null,
      member_id,
      about: JSON.stringify(contentAbout(about)),
    })
    const view = await viewOf(call, rows)
    return { data: { list: rows.map((row) => maskedOnWire(row, view)) } }
  })

  bind(routes, approvalCalls.detail, async (call) => {
    const row = await getProposal(database, call.params.proposal_id)
    const members = row.member_id === null || !namesAccount(row.content) ? [] : [row.member_id]
    return { data: onWire(row, await viewOf(call, [row])), looks: { members } }
  })

  bind(routes, approvalCalls.approve, async (call) => {
    const { operator, params, body } = call
    const shown = await approve(database, kinds, { ...params, ...body, operator })
    return { data: { proposal: await decidedOnWire(params.proposal_id, call), shown } }
  })

  bind(routes, approvalCalls.reject, async (call) => {
    const { operator, params, body, transaction } = call
    await transaction((tx) => reject(tx, kinds, { ...params, ...body, operator }))
    return { data: await decidedOnWire(params.proposal_id, call) }
  })

  bind(routes, approvalCalls.withdraw, async (call) => {
    const { operator, params, transaction } = call
    await transaction((tx) => withdraw(tx, { ...params, operator }))
    return { data: await decidedOnWire(params.proposal_id, call) }
  })
}

/** What the content of a proposal about this contains. */
const contentAbout = ({
  operator_id,
  broadcast_id,
  page,
  locale,
}: Pick<z.output<typeof approvalCalls.open.query>, 'operator_id' | 'broadcast_id' | 'page' | 'locale'>) => ({
  ...(operator_id !== undefined && { operator_id }),
  ...(broadcast_id !== undefined && { broadcast_id }),
  ...(page === undefined
    ? locale !== undefined && { after: { locale } }
    : { pages: [{ name: page, ...(locale !== undefined && { locale }) }] }),
})

type ViewOf = (
  call: Pick<View, 'operator' | 'locale' | 'now'>,
  rows: readonly ShownProposalRow[],
) => Promise<View>

function bindProposalList(routes: Routes, kinds: readonly ProposalKind[], viewOf: ViewOf): void {
  bindList(routes, {
    call: approvalCalls.list,
    file: approvalFiles.exportProposals,
    kind: 'approvals',
    name: 'approvals',
    rows: listProposals,
    pageSize: PAGE_SIZE,
    async items(rows, call) {
      const view = await viewOf(call, rows)
      return rows.map((row) => maskedOnWire(row, view))
    },
    async extra({ on, operator, now }) {
      const { operator_id } = operator
      const { open, waiting, due_at } = await countWaiting.one(on, {
        now,
        operator_id,
        kinds: kindsDecidedBy(kinds, operator),
      })
      return { open, waiting, due_by: due_at?.toISOString() ?? null }
    },
    named: ['member_id', 'content'],
    columns: {
      proposal_id: (proposal) => proposal._id,
      kind: (proposal) => proposal.kind,
      status: (proposal) => proposal.status,
      reason: (proposal) => ({ text: proposal.reason }),
      member_id: (proposal) => proposal.member_id,
      proposed_by: (proposal) => ({ text: proposal.proposed_by.username }),
      proposed_at: (proposal) => proposal.proposed_at,
      expires_at: (proposal) => proposal.expires_at,
      side: (proposal) => proposal.side,
      waits_for: (proposal) => ({ text: proposal.waits_for.join(', ') }),
      decided_by: (proposal) => ({ text: proposal.decided_by?.username ?? null }),
      decided_at: (proposal) => proposal.decided_at,
      decision_reason: (proposal) => ({ text: proposal.decision_reason }),
      content: (proposal) => ({ text: JSON.stringify(proposal.content) }),
      content_hash: (proposal) => proposal.content_hash,
    },
  })
}

interface View {
  readonly operator: Pick<Operator, 'operator_id'>
  readonly locale: Locale
  readonly now: Date
  readonly kinds: readonly ProposalKind[]
  readonly own_hosts: readonly string[]
  readonly everybody: Awaited<ReturnType<typeof activeOperators>>
  /** Of persons, that stand in these proposals and look like links. */
  readonly names: readonly string[]
}

function onWire(row: ShownProposalRow, view: View): Proposal {
  const { operator, locale, now, kinds, everybody } = view
  const status = row.status === 'open' && row.expires_at <= now ? ('expired' as const) : row.status
  const mine = row.proposed_by === operator.operator_id
  const kind = kinds.find((each) => each.kind === row.kind)
  const able = status === 'open' && kind !== undefined ? approversOf(kind, row, everybody) : []
  return {
    _id: row.id,
    kind: row.kind,
    content: row.content,
    content_hash: row.content_hash.toString('hex'),
    reason: row.reason,
    found: foundIn(row, view),
    member_id: row.member_id,
    proposed_by: { _id: row.proposed_by, username: row.proposer },
    proposed_at: row.proposed_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    side: (kind && decidingSide(kind)) ?? null,
    waits_for: able.map(({ username }) => username),
    status,
    decided_by: row.decided_by === null ? null : { _id: row.decided_by, username: row.decider! },
    decided_at: row.decided_at?.toISOString() ?? null,
    decision_reason: row.decision_reason,
    voided: voidedOnWire(row),
    failure: failureOnWire(row, locale),
    may: {
      approve: able.some(({ id }) => id === operator.operator_id),
      withdraw: status === 'open' && mine,
    },
  }
}

function maskedOnWire(row: ShownProposalRow, view: View): Proposal {
  const shown = onWire(row, view)
  const found = shown.found.map((each) =>
    each.kind === 'payer' ? { ...each, text: masked(each.text) } : each,
  )
  return { ...shown, found, content: maskedContent(row.content) }
}

/** Contact details that members would read: names of persons where only operators read them are none. */
const foundIn = (row: ShownProposalRow, { own_hosts, names }: View): Proposal['found'] => {
  const { content, member } = row
  const hosts = [
    ...own_hosts,
    ...(Array.isArray(content['own_hosts']) ? (content['own_hosts'] as string[]) : []),
  ]
  const named = member === null || member === '' ? names : [member, ...names]
  const naming = namingTexts(row).map((text) => withoutNames(text, named))
  const found = [
    ...[...naming, ...memberTexts(row)].flatMap((text) => findContactDetailsInHtml(text, hosts)),
    ...(row.kind === 'text_of_support' ? memberTexts(row).flatMap(findPromises) : []),
    ...otherPayer(content),
    ...namedByBank(content),
  ]
  return [...new Map(found.map((each) => [`${each.kind} ${each.text}`, each])).values()]
}

/** Who paid, where the money goes to somebody of another name: sent back, or assigned to a member. */
const otherPayer = ({ payer, payer_differs }: ProposalRow['content']): Proposal['found'] =>
  payer_differs === true && typeof payer === 'string' ? [{ kind: 'payer', text: payer }] : []

/** Of money that is assigned to a member: what else the bank's text names. */
const namedByBank = ({ names_payout, names_deposits }: ProposalRow['content']): Proposal['found'] => [
  ...(typeof names_payout === 'string' ? [{ kind: 'payout' as const, text: names_payout }] : []),
  ...(Array.isArray(names_deposits)
    ? (names_deposits as { reference: string; username: string }[]).map(({ reference, username }) => ({
        kind: 'deposit' as const,
        text: `${reference} · ${username}`,
      }))
    : []),
]

/** Where persons are named for operators: the reason, and what stands in the content itself. */
const namingTexts = ({ reason, content }: ProposalRow): string[] => [
  reason,
  ...(content['texts'] === undefined
    ? leavesOf(fieldsOf(content, (value) => typeof value === 'string'))
    : []),
]

/** Texts within the content: those of a page, a message, a setting. */
const memberTexts = ({ content }: ProposalRow): string[] =>
  leavesOf(content['texts'] ?? fieldsOf(content, (value) => typeof value !== 'string'))

/** A new value is always read as a text. */
const fieldsOf = (content: ProposalRow['content'], of: (value: unknown) => boolean) =>
  Object.fromEntries(
    Object.entries(content).filter(([field, value]) => of(field === 'after' ? [value] : value)),
  )

/** Every text of a content, but what it was before, and fields that name an account: that money goes there is what it is about. */
function leavesOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(leavesOf)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([field, part]) =>
    NAMING.has(field) || field === 'before' || /(?:_id|_hash|_at|_since)$/.test(field) ? [] : leavesOf(part),
  )
}

/** Fields of contents that name a person or an account. */
const NAMING = new Set(['holder', 'payer', 'iban', 'account_number', 'account', 'names_deposits'])

const masked = (text: string): string => `•••• ${text.slice(-4)}`

const namesAccount = (content: ProposalRow['content']): boolean =>
  Object.keys(content).some((field) => NAMING.has(field))

const maskedContent = (content: ProposalRow['content']): ProposalRow['content'] =>
  Object.fromEntries(
    Object.entries(content).map(([field, value]) =>
      NAMING.has(field) && typeof value === 'string' ? [field, masked(value)] : [field, value],
    ),
  )

const voidedOnWire = ({ void_because, void_by, decided_at }: ShownProposalRow): Proposal['voided'] =>
  void_because === null || decided_at === null
    ? null
    : { what: void_because, by: void_by, at: decided_at.toISOString() }

function failureOnWire({ failed_at, failure }: ProposalRow, locale: Locale): Proposal['failure'] {
  if (failed_at === null || failure === null) return null
  const code: MessageCode = Object.hasOwn(MESSAGE_STATUS, failure)
    ? (failure as MessageCode)
    : 'error_please_try_again'
  return { at: failed_at.toISOString(), code, message: textOf(code, locale) }
}
