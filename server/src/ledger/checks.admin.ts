// The operators' calls on checks and freezes: findings, frozen scopes, and proposals to release one.
import {
  ledgerCalls as calls,
  ledgerFiles as files,
  type CheckRun,
  type Freeze,
} from '@fairturn/contract/backoffice/ledger'
import type { QueryOf } from '@fairturn/contract/endpoint'
import { formatMoney } from '@fairturn/contract/money'
import type { Routes } from '../http/app.ts'
import { bindFile } from '../http/bind-file.ts'
import { bind } from '../http/bind.ts'
import { csvOf } from '../http/csv.ts'
import { refuse } from '../http/refusal.ts'
import { enqueue } from '../queue/queue.ts'
import { propose, recordAct } from '../staff/staff.ts'
import { askedCheck, type CheckRunRow, findCheck, type FindingRow, lastCheck, listRuns } from './checks.ts'
import { freezeRelease, type FreezeRow, getReleasable, listFreezes, openFreezes } from './freezes.ts'

const PAGE_SIZE = 50

export function checkAdminRoutes(routes: Routes): void {
  checks(routes)
  freezes(routes)
  exports(routes)
}

const runOnWire = (row: CheckRunRow): CheckRun => ({
  _id: row.id,
  asked_by: row.asked_by,
  asked_by_name: row.asked_by_name,
  started_at: row.started_at.toISOString(),
  finished_at: row.finished_at.toISOString(),
  entries: Number(row.entry_count),
  head: row.head,
  liabilities: formatMoney(row.liabilities_minor),
  revenue: formatMoney(row.revenue_minor),
  cash: formatMoney(row.cash_minor),
  findings: row.finding_count,
})

const findingOnWire = ({ checker, kind, subject, detail, scope, scope_subject }: FindingRow) => ({
  checker,
  kind,
  subject,
  detail,
  freezes: scope === null ? null : { scope, subject: scope_subject! },
})

const runFilterOf = ({ found, from, to }: Omit<QueryOf<typeof calls.checks>, 'cursor'>) => [
  found === undefined ? null : true,
  from ?? null,
  to ?? null,
]

function checks(routes: Routes): void {
  const { database } = routes.app
  const lastOnWire = async () => {
    const last = await lastCheck(database)
    return last === undefined ? null : runOnWire(last)
  }
  bind(routes, calls.checks, async ({ query }) => {
    const { rows, cursor } = await listRuns.page(database, query, PAGE_SIZE, ...runFilterOf(query))
    return { data: { list: rows.map(runOnWire), cursor } }
  })
  bind(routes, calls.check, async ({ params: { run_id } }) => {
    const check = await findCheck(database, run_id)
    if (check === undefined) throw refuse('check_is_unknown')
    return { data: { ...runOnWire(check.run), found: check.found.map(findingOnWire) } }
  })
  bind(routes, calls.runCheck, async ({ operator, transaction }) => {
    const asked_by = `operator:${operator.operator_id}`
    const last_check = await lastOnWire()
    await transaction(async (tx) => {
      const object = { kind: 'ledger', id: 'all' }
      await recordAct(tx, { actor: asked_by, action: 'books_checked', object, member_id: null })
      // Reading the whole ledger takes time, so it is a job and no request waits for it.
      await enqueue(tx, askedCheck, { asked_by }, { job_key: askedCheck.name })
    })
    return { data: { last_check } }
  })
  bind(routes, calls.standing, async () => {
    const [open, last_check] = await Promise.all([openFreezes(database), lastOnWire()])
    return { data: { frozen: open.length, last_check } }
  })
}

const freezeOnWire = (row: FreezeRow): Freeze => ({
  _id: row.id,
  scope: row.scope,
  subject: row.subject,
  finding: {
    checker: row.checker,
    kind: row.kind,
    subject: row.found_subject,
    detail: row.detail,
    freezes: { scope: row.scope, subject: row.subject },
  },
  run_id: row.run_id,
  frozen_at: row.frozen_at.toISOString(),
  released_at: row.released_at?.toISOString() ?? null,
  release_proposed_by: row.proposer,
  released_by: row.releaser,
  release_reason: row.release_reason,
})

const freezeFilterOf = ({ scope, open, subject }: Omit<QueryOf<typeof calls.freezes>, 'cursor'>) => [
  scope ?? null,
  open === undefined ? null : open === 'true',
  subject ?? null,
]

function freezes(routes: Routes): void {
  const { database } = routes.app
  bind(routes, calls.freezes, async ({ query }) => {
    const { rows, cursor } = await listFreezes.page(database, query, PAGE_SIZE, ...freezeFilterOf(query))
    return { data: { list: rows.map(freezeOnWire), cursor } }
  })
  bind(routes, calls.proposeRelease, async ({ params: { freeze_id }, body, operator, transaction }) => {
    const proposal_id = await transaction(async (tx) => {
      const { scope, subject } = await getReleasable(tx, freeze_id)
      return await propose(tx, freezeRelease, { freeze_id, scope, subject }, body.reason, operator)
    })
    return { data: { proposal_id } }
  })
}

const RUN_COLUMNS = [
  'check_id',
  'asked_by',
  'started_at',
  'finished_at',
  'entries',
  'head',
  'liabilities',
  'revenue',
  'cash',
  'findings',
] as const
const FREEZE_COLUMNS = [
  'freeze_id',
  'scope',
  'subject',
  'checker',
  'kind',
  'found_on',
  'detail',
  'frozen_at',
  'released_at',
  'release_proposed_by',
  'released_by',
  'release_reason',
] as const

function exports(routes: Routes): void {
  const { database } = routes.app
  const nameOf = (list: string, now: Date) => `${list}-${now.toISOString().slice(0, 10)}.csv`
  bindFile(routes, files.exportChecks, async ({ query, now }) => ({
    name: nameOf('checks', now),
    body: csvOf(RUN_COLUMNS, runLines(listRuns.every(database, query, ...runFilterOf(query)))),
  }))
  bindFile(routes, files.exportFreezes, async ({ query, now }) => ({
    name: nameOf('freezes', now),
    body: csvOf(FREEZE_COLUMNS, freezeLines(listFreezes.every(database, query, ...freezeFilterOf(query)))),
  }))
}

async function* runLines(pages: AsyncIterable<CheckRunRow[]>) {
  for await (const rows of pages)
    yield rows.map((row) => {
      const { _id: check_id, asked_by, asked_by_name, ...rest } = runOnWire(row)
      return Object.assign(rest, { check_id, asked_by: { text: asked_by_name ?? asked_by } })
    })
}

async function* freezeLines(pages: AsyncIterable<FreezeRow[]>) {
  for await (const rows of pages)
    yield rows.map((row) => {
      const { _id: freeze_id, scope, subject, finding, frozen_at, released_at, ...rest } = freezeOnWire(row)
      return {
        freeze_id,
        scope,
        subject,
        checker: finding.checker,
        kind: finding.kind,
        found_on: { text: finding.subject },
        detail: { text: finding.detail },
        frozen_at,
        released_at,
        release_proposed_by: rest.release_proposed_by,
        released_by: rest.released_by,
        release_reason: { text: rest.release_reason },
      }
    })
}
