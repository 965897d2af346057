import {
  adminBankingCalls as calls,
  adminBankingFiles as files,
  LINES_TO_REVIEW,
} from '@fairturn/contract/backoffice/banking'
import { type CsvMapping, csvMappingForm } from '@fairturn/contract/backoffice/csv-mapping'
import { may } from '@fairturn/contract/backoffice/roles'
import { id } from '@fairturn/contract/ids'
import { owedVat } from '../ledger/ledger.ts'
import type { Queryable } from '../platform/database/database.ts'
import { statement, toColumn, typed } from '../platform/database/statement.ts'
import type { Operator, Routes } from '../platform/http/app.ts'
import { bind, parsePart } from '../platform/http/bind.ts'
import { refuse, orRefuse, refuseField } from '../platform/http/refusal.ts'
import { actorOf, bindList, operatorsOfSides } from '../staff/staff.ts'
import { keepAboveAnnounced, proposeAboveAnnounced } from './above-announced.proposal.ts'
import { mayBeCharge, proposeBankCharge } from './bank-charge.proposal.ts'
import { listRefusedFiles } from './bank-connection.ts'
import { bankFileOf, takeBankFiles } from './bank-file-upload.ts'
import {
  type ListedLine,
  listLines,
  selectLineInDetail,
  selectMembersOfLine,
  selectOwnLines,
} from './bank-lines.store.ts'
import { listMasked, listStatements, selectStatement } from './bank-statements.store.ts'
import {
  bankStatementOnWire,
  lineInDetailOnWire,
  lineOnWire,
  listedLineOnWire,
  mappingOnWire,
  refundOnWire,
} from './banking.dto.ts'
import type { BankingHooks } from './banking.hooks.ts'
import { csvMappings, saveMapping } from './csv-mappings.ts'
import { connectionStatus, proposeHandImport } from './hand-import.proposal.ts'
import { proposeOpeningBalance } from './opening-balance.proposal.ts'
import { payoutAccountRoutes } from './payout-account.proposal.ts'
import { ourBankAccount } from './receiving-account.ts'
import { bankBalances, reconciliation } from './reconciliation.ts'
import { proposeTakingBack } from './refund-taken-back.proposal.ts'
import { proposeRefund, recordDifference } from './refund.proposal.ts'
import {
  confirmStatement,
  discardStatement,
  linesAskedFor,
  shownByDemoBank,
} from './statement-confirmation.ts'
import { importStatements, tryMapping } from './statement-import.ts'
import { listRefunds } from './unmatched-payments.store.ts'
import { resolveBankLine } from './unmatched-payments.ts'

const MAX_DAYS = 92
const WAITING: ReadonlySet<string> = new Set(LINES_TO_REVIEW)
const MASKED_LINES = 200
const REFUSED_FILES_MS = 30 * 86_400_000

/** Of these refunds, those that $actor may not put into a payment file, and why: the function that the file's own check uses. */
const selectRefundDuties = statement(
  `-- banking_refund_duties
  select reference, why from payouts_not_releasable('{}'::uuid[], $ids::uuid[], $actor, $now)`,
  {
    params: { ids: 'uuid[]', actor: 'text', now: 'timestamptz' },
    columns: { reference: 'text', why: typed<'approved' | 'brought_in'>('text') },
  },
)

export async function bankingAdminRoutes(routes: Routes, hooks: BankingHooks): Promise<void> {
  bindStatementList(routes)
  bindStatements(routes, hooks)
  bindReconciliation(routes)
  bindLines(routes)
  bindRefunds(routes)
  bindConnection(routes)
  payoutAccountRoutes(routes)
  await takeBankFiles(routes, (uploads) => {
    bindImport(uploads)
    bindTrial(uploads)
  })
}

/** Who can sign in on the side that brings money in. */
const sideIn = async (on: Queryable, now: Date): Promise<string[]> => (await operatorsOfSides(on, now)).in

const isConnected = ({ app }: Routes): boolean => app.config.bankFeedDir !== undefined

/** As for the taps of members (web.ts): a demo has a bank of its own unless it is connected to a real one. */
const hasDemoBank = (routes: Routes): boolean => routes.app.config.demo && !isConnected(routes)

function bindImport(routes: Routes): void {
  const { database } = routes.app
  bind(routes, calls.importStatements, async ({ operator, request, now }) => {
    const { bytes, name, fields } = await bankFileOf(request)
    const mapping_id = fields.get('mapping_id')
    if (mapping_id !== undefined && !id.safeParse(mapping_id).success) throw refuse('csv_mapping_is_unknown')
    const file = { bytes, name, mapping_id, actor: actorOf(operator) }
    const imported = await importStatements(database, file, { connected: isConnected(routes) })
    const side = await sideIn(database, now)
    return {
      data: {
        list: imported.map(({ statement, ...result }) =>
          Object.assign(bankStatementOnWire(statement, actorOf(operator), side), result),
        ),
      },
    }
  })
}

function bindTrial(routes: Routes): void {
  bind(routes, calls.tryMapping, async ({ request }) => {
    const { bytes, fields } = await bankFileOf(request)
    const mapping = parsePart(csvMappingForm, jsonOf(fields.get('mapping')), 'form') as CsvMapping
    return { data: await tryMapping(routes.app.database, bytes, mapping) }
  })
}

/** Undefined if it is not JSON. */
function jsonOf(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}

function bindStatementList(routes: Routes): void {
  bindList(routes, {
    call: calls.statements,
    file: files.exportStatements,
    kind: 'money',
    name: 'bank-statements',
    rows: listStatements,
    async items(rows, { on, operator, now }) {
      const side = await sideIn(on, now)
      return rows.map((row) => bankStatementOnWire(row, actorOf(operator), side))
    },
    columns: {
      statement: (statement) => ({ text: statement.statement_id }),
      format: (statement) => statement.format,
      account: (statement) => ({ text: statement.account }),
      from_day: (statement) => statement.from_day,
      to_day: (statement) => statement.to_day,
      opening: (statement) => statement.opening,
      closing: (statement) => statement.closing,
      gap: (statement) => String(statement.gap),
      status: (statement) => statement.status,
      unconfirmed_reason: (statement) => statement.unconfirmed_reason,
      imported_by: (statement) => ({ text: statement.imported_by }),
      confirmed_by: (statement) => ({ text: statement.confirmed_by }),
      lines: (statement) => statement.lines,
      known_lines: (statement) => statement.known_lines,
      file: (statement) => ({ text: statement.file_name }),
      imported_at: (statement) => statement.imported_at,
      statement_id: (statement) => statement._id,
    },
  })
}

function bindStatements(routes: Routes, { decideFewNewLines }: BankingHooks): void {
  const { database } = routes.app

  bind(routes, calls.unconfirmedLines, async ({ params: { statement_id }, query: { cursor } }) => {
    orRefuse(await selectStatement.maybe(database, { id: statement_id }), 'bank_statement_is_unknown')
    const after = cursor === undefined ? 0 : Number(cursor)
    if (!Number.isSafeInteger(after)) throw refuse('cursor_is_invalid')
    const list = await listMasked.all(database, { statement_id, after, limit: MASKED_LINES })
    return { data: { list, cursor: list.length < MASKED_LINES ? null : String(list.at(-1)!.line_no) } }
  })
  bind(routes, calls.confirmation, async ({ params: { statement_id }, operator }) => {
    const actor = actorOf(operator)
    const { requested, tries_left } = await linesAskedFor(database, statement_id, actor)
    const demo_bank = hasDemoBank(routes) ? await shownByDemoBank(database, statement_id, actor) : null
    const lines = requested.map(
      ({ above_threshold, collective, by_account, line: { line_no, booking_day, direction } }) => ({
        line_no,
        booking_day,
        direction,
        above_threshold,
        collective,
        by_account,
      }),
    )
    return { data: { lines, tries_left, demo_bank } }
  })
  bind(routes, calls.confirmStatement, {
    async handler({ params: { statement_id }, body: answers, operator, transaction, now }) {
      const actor = actorOf(operator)
      const data = await transaction(async (tx) => {
        const side = await sideIn(tx, now)
        const answer = await confirmStatement(tx, { statement_id, answers, actor })
        const row = await selectStatement.one(tx, { id: statement_id })
        return { ...answer, statement: bankStatementOnWire(row, actor, side) }
      })
      return { data }
    },
    // The job decides the lines of a long statement, and those left if this process stops.
    async after({ data: { right, tries_left } }, { params: { statement_id }, operator, now }) {
      if (right) await decideFewNewLines(database)
      const row = await selectStatement.one(database, { id: statement_id })
      const statement = bankStatementOnWire(row, actorOf(operator), await sideIn(database, now))
      return { data: { right, tries_left, statement } }
    },
  })
  bind(routes, calls.discardStatement, async ({ params: { statement_id }, body, operator, transaction }) => {
    const actor = actorOf(operator)
    await transaction((tx) => discardStatement(tx, { statement_id, ...body, actor }))
    return { data: { statement_id } }
  })
  bind(routes, calls.statement, async ({ params, operator, now }) => {
    const row = orRefuse(
      await selectStatement.maybe(database, { id: params.statement_id }),
      'bank_statement_is_unknown',
    )
    return { data: bankStatementOnWire(row, actorOf(operator), await sideIn(database, now)) }
  })
  bind(routes, calls.mappings, async () => ({
    data: { list: (await csvMappings(database)).map(mappingOnWire) },
  }))
  bind(routes, calls.saveMapping, async ({ body, operator, transaction }) => ({
    data: mappingOnWire(await transaction((tx) => saveMapping(tx, { ...body, actor: actorOf(operator) }))),
  }))
}

function bindReconciliation(routes: Routes): void {
  const { database } = routes.app
  bind(routes, calls.bankBalances, async ({ query: { from, to } }) => {
    const days = (Date.parse(to) - Date.parse(from)) / 86_400_000
    if (!(days >= 0 && days < MAX_DAYS)) throw refuseField('field_is_invalid', 'to')
    return { data: { list: await bankBalances(database, from, to) } }
  })
  bind(routes, calls.reconciliation, async ({ query }) => ({
    data: await reconciliation(database, query.day),
  }))
}

function bindConnection(routes: Routes): void {
  const { database } = routes.app
  bind(routes, calls.connection, async ({ now }) => {
    const account = (await ourBankAccount(database).catch(() => undefined))?.account ?? ''
    const { configured, read_at, by_hand_until } = await connectionStatus(
      database,
      account,
      isConnected(routes),
    )
    const refused = await listRefusedFiles.all(database, {
      since: new Date(now.getTime() - REFUSED_FILES_MS),
    })
    return {
      data: {
        configured,
        read_at: read_at?.toISOString() ?? null,
        by_hand_until: by_hand_until?.toISOString() ?? null,
        refused: refused.map(({ file_name, seen_at, refusal }) => ({
          file_name,
          seen_at: seen_at.toISOString(),
          refusal,
        })),
      },
    }
  })
  bind(routes, calls.proposeHandImport, async ({ body, operator, transaction }) => ({
    data: { proposal_id: await transaction((tx) => proposeHandImport(tx, body.reason, operator)) },
  }))
  bind(routes, calls.proposeOpeningBalance, async ({ body, operator, transaction }) => ({
    data: { proposal_id: await transaction((tx) => proposeOpeningBalance(tx, body.reason, operator)) },
  }))
}

/** Ids of the lines that wait for this operator. */
async function ownLines(
  on: Queryable,
  lines: readonly ListedLine[],
  { now, operator }: { readonly now: Date; readonly operator: Operator },
): Promise<Set<string>> {
  if (!may.move_money.some((role) => role === operator.role)) return new Set()
  const ids = lines.filter(({ status }) => WAITING.has(status)).map(({ id }) => id)
  if (ids.length === 0) return new Set()
  const own = await selectOwnLines.all(on, { ids, now, actor: actorOf(operator), side: operator.side })
  return new Set(toColumn(own, 'id'))
}

function bindLines(routes: Routes): void {
  const { database } = routes.app
  const getLine = async (on: Queryable, line_id: string) =>
    orRefuse(
      await selectLineInDetail.maybe(on, { line_id, now: database.clock.now() }),
      'bank_line_is_unknown',
    )

  bindList(routes, {
    call: calls.lines,
    file: files.exportLines,
    kind: 'money',
    name: 'bank-lines',
    rows: listLines,
    async items(rows, { on, now, operator }) {
      const own = await ownLines(on, rows, { now, operator })
      return rows.map((row) => listedLineOnWire(row, now, own.has(row.id)))
    },
    named: ['deposit_id', 'withdrawal_id', 'refund_id'],
    columns: {
      booking_day: (line) => line.booking_day,
      value_day: (line) => line.value_day,
      direction: (line) => line.direction,
      amount: (line) => line.amount,
      fee: (line) => line.fee,
      state: (line) => line.state,
      finding: (line) => line.finding,
      counterparty: (line) => ({ text: line.counterparty.name }),
      account: (line) => ({ text: line.counterparty.account }),
      remittance: (line) => ({ text: line.remittance }),
      end_to_end_id: (line) => ({ text: line.end_to_end_id }),
      bank_reference: (line) => ({ text: line.bank_reference }),
      reversal: (line) => String(line.reversal),
      return_reason: (line) => ({ text: line.return_reason }),
      deposit_id: (line) => line.deposit_id,
      withdrawal_id: (line) => line.withdrawal_id,
      refund_id: (line) => line.refund_id,
      resolution: (line) => ({ text: line.resolution }),
      line_id: (line) => line._id,
    },
  })
  bind(routes, calls.line, async ({ params: { line_id }, operator }) => {
    const line = await getLine(database, line_id)
    const may_be_charge = await mayBeCharge(database, line)
    const owed_minor = may_be_charge && line.direction === 'debit' ? await owedVat(database) : null
    return {
      data: lineInDetailOnWire(line, actorOf(operator), { may_be_charge, owed_minor }),
      looks: { members: toColumn(await selectMembersOfLine.all(database, { line_id }), 'member_id') },
    }
  })
  bind(routes, calls.confirmLine, async ({ params: { line_id }, body, operator, transaction }) => {
    const { credit, reason } = body
    const data = await transaction(async (tx) => {
      const proposal_id = credit ? await proposeAboveAnnounced(tx, { line_id, reason }, operator) : null
      if (!credit) await keepAboveAnnounced(tx, { line_id, reason, actor: actorOf(operator) })
      return { line: lineOnWire(await getLine(tx, line_id)), proposal_id }
    })
    return { data }
  })
  bind(routes, calls.resolveLine, async ({ params: { line_id }, body, operator, transaction }) => {
    const data = await transaction(async (tx) => {
      await resolveBankLine(tx, { line_id, ...body, actor: actorOf(operator) })
      return lineOnWire(await getLine(tx, line_id))
    })
    return { data }
  })
  bind(routes, calls.proposeCharge, async ({ params: { line_id }, body, operator, transaction }) => ({
    data: { proposal_id: await transaction((tx) => proposeBankCharge(tx, { line_id, ...body }, operator)) },
  }))
}

function bindRefunds(routes: Routes): void {
  const { database } = routes.app
  bind(routes, calls.proposeRefund, {
    // In a transaction of its own: what was read differently stays recorded although the call is refused.
    before: async ({ params: { line_id }, body: { account }, operator }) => {
      const differs = await database.transaction((tx) => recordDifference(tx, { line_id, account }, operator))
      if (differs) throw refuse('account_differs_from_the_imported_file')
    },
    async handler({ params: { line_id }, body, operator, transaction }) {
      const proposal_id = await transaction((tx) => proposeRefund(tx, { line_id, ...body }, operator))
      return { data: { proposal_id } }
    },
  })
  bind(routes, calls.takeRefundBack, async ({ params: { refund_id }, body, operator, transaction }) => ({
    data: {
      proposal_id: await transaction((tx) => proposeTakingBack(tx, { refund_id, ...body }, operator)),
    },
  }))
  bindList(routes, {
    call: calls.refunds,
    file: files.exportRefunds,
    kind: 'money',
    name: 'refunds',
    rows: listRefunds,
    async items(rows, { on, operator, now }) {
      const barred = await selectRefundDuties.all(on, {
        ids: toColumn(rows, 'id'),
        actor: actorOf(operator),
        now,
      })
      const duties = new Map(barred.map(({ reference, why }) => [reference, why]))
      return rows.map((row) => refundOnWire(row, duties.get(row.reference) ?? null))
    },
    named: ['batch_id', 'line_id'],
    columns: {
      approved_at: (refund) => refund.approved_at,
      status: (refund) => refund.status,
      amount: (refund) => refund.amount,
      reference: (refund) => refund.reference,
      holder: (refund) => ({ text: refund.holder }),
      account: (refund) => ({ text: refund.account }),
      reason: (refund) => ({ text: refund.reason }),
      sent_at: (refund) => refund.sent_at,
      settled_at: (refund) => refund.settled_at,
      settled_reason: (refund) => ({ text: refund.settled_reason }),
      batch_id: (refund) => refund.batch_id,
      line_id: (refund) => refund.line_id,
      refund_id: (refund) => refund._id,
    },
  })
}
