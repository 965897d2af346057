// Four eyes over HTTP: reading proposals and deciding about a colleague's.
import { approvalCalls, approvalFiles, type Proposal } from '@fairturn/contract/backoffice/approvals'
import type { QueryOf } from '@fairturn/contract/endpoint'
import type { Locale } from '@fairturn/contract/locales'
import { messages, type MessageCode } from '@fairturn/contract/messages'
import type { Operator, Routes } from '../http/app.ts'
import { bindFile } from '../http/bind-file.ts'
import { bind } from '../http/bind.ts'
import { csvOf } from '../http/csv.ts'
import { textOf } from '../http/texts.ts'
import { approve, getProposal, type ProposalKind, reject, withdraw } from './approvals.ts'
import { countWaiting, listProposals, type ProposalRow } from './approvals.store.ts'

const PAGE_SIZE = 30

/** Binds them; `kinds` are all there are, of every module. */
export function approvalRoutes(routes: Routes, kinds: readonly ProposalKind[]): void {
  const { database } = routes.app

  function onWire(row: ProposalRow, operator: Operator, locale: Locale): Proposal {
    const status =
      row.status === 'open' && row.expires_at <= database.clock.now() ? ('expired' as const) : row.status
    const mine = row.proposed_by === operator.operator_id
    const approvers = kinds.find(({ kind }) => kind === row.kind)?.approvers ?? []
    return {
      _id: row.id,
      kind: row.kind,
      content: row.content,
      content_hash: row.content_hash.toString('hex'),
      reason: row.reason,
      member_id: row.member_id,
      proposed_by: { _id: row.proposed_by, username: row.proposer },
      proposed_at: row.proposed_at.toISOString(),
      expires_at: row.expires_at.toISOString(),
      status,
      decided_by: row.decided_by === null ? null : { _id: row.decided_by, username: row.decider! },
      decided_at: row.decided_at?.toISOString() ?? null,
      decision_reason: row.decision_reason,
      failure: failureOnWire(row, locale),
      may: {
        approve: status === 'open' && !mine && approvers.includes(operator.role),
        withdraw: status === 'open' && mine,
      },
    }
  }

  bind(routes, approvalCalls.list, async ({ operator, query, locale, now }) => {
    const mine = kinds.filter(({ approvers }) => approvers.includes(operator.role)).map((each) => each.kind)
    const [{ rows, cursor }, { waiting }] = await Promise.all([
      listProposals.page(database, query, PAGE_SIZE, ...wantedOf(query, now)),
      countWaiting.one(database, now, operator.operator_id, mine),
    ])
    return { data: { list: rows.map((row) => onWire(row, operator, locale)), cursor, waiting } }
  })

  bindFile(routes, approvalFiles.exportProposals, async ({ operator, query, locale, now }) => {
    async function* lines() {
      for await (const rows of listProposals.every(database, query, ...wantedOf(query, now)))
        yield rows.map((row) => lineOf(onWire(row, operator, locale)))
    }
    return { name: `approvals-${now.toISOString().slice(0, 10)}.csv`, body: csvOf(COLUMNS, lines()) }
  })

  bind(routes, approvalCalls.detail, async ({ operator, params, locale }) => ({
    data: onWire(await getProposal(database, params.proposal_id), operator, locale),
  }))

  bind(routes, approvalCalls.approve, async ({ operator, params, body, locale }) => {
    const shown = await approve(database, kinds, { ...params, ...body, operator })
    const row = await getProposal(database, params.proposal_id)
    return { data: { proposal: onWire(row, operator, locale), shown } }
  })

  bind(routes, approvalCalls.reject, async ({ operator, params, body, locale, transaction }) => {
    await transaction((tx) => reject(tx, kinds, { ...params, ...body, operator }))
    return { data: onWire(await getProposal(database, params.proposal_id), operator, locale) }
  })

  bind(routes, approvalCalls.withdraw, async ({ operator, params, locale, transaction }) => {
    await transaction((tx) => withdraw(tx, { ...params, operator }))
    return { data: onWire(await getProposal(database, params.proposal_id), operator, locale) }
  })
}

const wantedOf = ({ status, kind, member_id }: QueryOf<typeof approvalCalls.list>, now: Date) => [
  status ?? null,
  kind ?? null,
  member_id ?? null,
  now,
]

const COLUMNS = [
  'proposal_id',
  'kind',
  'status',
  'reason',
  'member_id',
  'proposed_by',
  'proposed_at',
  'expires_at',
  'decided_by',
  'decided_at',
  'decision_reason',
  'content',
  'content_hash',
] as const

const lineOf = (proposal: Proposal) => ({
  ...proposal,
  proposal_id: proposal._id,
  reason: { text: proposal.reason },
  proposed_by: { text: proposal.proposed_by.username },
  decided_by: { text: proposal.decided_by?.username ?? null },
  decision_reason: { text: proposal.decision_reason },
  content: { text: JSON.stringify(proposal.content) },
})

function failureOnWire({ failed_at, failure }: ProposalRow, locale: Locale): Proposal['failure'] {
  if (failed_at === null || failure === null) return null
  const code: MessageCode = Object.hasOwn(messages, failure)
    ? (failure as MessageCode)
    : 'error_please_try_again'
  return { at: failed_at.toISOString(), code, message: textOf(code, locale) }
}
