// Admin calls for checks and freezes: findings, frozen scopes, proposals to release a freeze.
import {
  ledgerCalls as calls,
  ledgerFiles as files,
  type CheckRun,
  type Freeze,
} from '@fairturn/contract/backoffice/ledger'
import { formatMoney } from '@fairturn/contract/minor-units'
import type { Routes } from '../platform/http/app.ts'
import { bind } from '../platform/http/bind.ts'
import { orRefuse } from '../platform/http/refusal.ts'
import { enqueue } from '../platform/queue/queue.ts'
import { actorOf, bindList, propose, recordAuditEvent } from '../staff/staff.ts'
import {
  requestedCheck,
  checkReach,
  type CheckRunRow,
  findCheck,
  type FindingRow,
  lastCheck,
  listRuns,
} from './checks.ts'
import { freezeRelease, type FreezeRow, getReleasable, listFreezes, openFreezes } from './freezes.ts'

export function checkAdminRoutes(routes: Routes): void {
  checks(routes)
  freezes(routes)
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
  mode: row.mode,
  since: row.since?.toISOString() ?? null,
})

const findingOnWire = ({ checker, kind, subject, detail, scope, scope_subject }: FindingRow) => ({
  checker,
  kind,
  subject,
  detail,
  freezes: scope === null ? null : { scope, subject: scope_subject! },
})

function checks(routes: Routes): void {
  const { database } = routes.app
  const lastOnWire = async () => {
    const last = await lastCheck.maybe(database)
    return last === undefined ? null : runOnWire(last)
  }
  bindList(routes, {
    call: calls.checks,
    file: files.exportChecks,
    kind: 'ledger',
    name: 'checks',
    rows: listRuns,
    items: (rows) => rows.map(runOnWire),
    columns: {
      check_id: (run) => run._id,
      asked_by: (run) => ({ text: run.asked_by_name ?? run.asked_by }),
      started_at: (run) => run.started_at,
      finished_at: (run) => run.finished_at,
      entries: (run) => run.entries,
      head: (run) => run.head,
      liabilities: (run) => run.liabilities,
      revenue: (run) => run.revenue,
      cash: (run) => run.cash,
      findings: (run) => run.findings,
      mode: (run) => run.mode,
      since: (run) => run.since,
    },
  })
  bind(routes, calls.check, async ({ params: { run_id } }) => {
    const check = orRefuse(await findCheck(database, run_id), 'check_is_unknown')
    return { data: { ...runOnWire(check.run), found: check.found.map(findingOnWire) } }
  })
  bind(routes, calls.runCheck, async ({ operator, transaction }) => {
    const asked_by = actorOf(operator)
    const last_check = await lastOnWire()
    await transaction(async (tx) => {
      const object = { kind: 'ledger', id: 'all' }
      await recordAuditEvent(tx, { actor: asked_by, action: 'ledger_checked', object })
      // A full scan of the ledger is slow, so it runs as a job and no request waits for it.
      await enqueue(tx, requestedCheck, { asked_by }, { job_key: requestedCheck.name })
    })
    return { data: { last_check } }
  })
  bind(routes, calls.standing, async () => {
    const [open, last_check, reach] = await Promise.all([
      openFreezes.all(database),
      lastOnWire(),
      checkReach.one(database),
    ])
    const full_at = reach.full_at?.toISOString() ?? null
    return { data: { frozen: open.length, last_check, full_at, progress: reach.progress } }
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

function freezes(routes: Routes): void {
  bindList(routes, {
    call: calls.freezes,
    file: files.exportFreezes,
    kind: 'ledger',
    name: 'freezes',
    rows: listFreezes,
    items: (rows) => rows.map(freezeOnWire),
    named: ['subject', 'found_on'],
    columns: {
      freeze_id: (freeze) => freeze._id,
      scope: (freeze) => freeze.scope,
      subject: (freeze) => freeze.subject,
      checker: (freeze) => freeze.finding.checker,
      kind: (freeze) => freeze.finding.kind,
      found_on: (freeze) => ({ text: freeze.finding.subject }),
      detail: (freeze) => ({ text: freeze.finding.detail }),
      frozen_at: (freeze) => freeze.frozen_at,
      released_at: (freeze) => freeze.released_at,
      release_proposed_by: (freeze) => ({ text: freeze.release_proposed_by }),
      released_by: (freeze) => ({ text: freeze.released_by }),
      release_reason: (freeze) => ({ text: freeze.release_reason }),
    },
  })
  bind(routes, calls.proposeRelease, async ({ params: { freeze_id }, body, operator, transaction }) => {
    const proposal_id = await transaction(async (tx) => {
      const { scope, subject, detail: finding } = await getReleasable(tx, freeze_id)
      return await propose(tx, freezeRelease, { freeze_id, scope, subject, finding }, body.reason, operator)
    })
    return { data: { proposal_id } }
  })
}
