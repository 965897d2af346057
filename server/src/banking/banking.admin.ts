// Operators' calls: statements and lines of the bank, mappings, the reconciliation, and money sent back to who sent it.
import type { QueryOf } from '@fairturn/contract/endpoint'
import { adminBankingCalls, adminBankingFiles } from '@fairturn/contract/backoffice/banking'
import { csvMapping } from '@fairturn/contract/backoffice/csv-mapping'
import { id } from '@fairturn/contract/ids'
import type { Database } from '../database/database.ts'
import type { Routes } from '../http/app.ts'
import { bind } from '../http/bind.ts'
import { refuse } from '../http/refusal.ts'
import { actorOf } from '../staff/staff.ts'
import { bankFileOf, takeBankFiles } from './bank-file-upload.ts'
import { listLines, listStatements, selectLineInDetail, selectStatement } from './bank-lines.store.ts'
import {
  bankStatementOnWire,
  lineInDetailOnWire,
  lineOnWire,
  mappingOnWire,
  refundOnWire,
} from './banking.dto.ts'
import { csvMappings, saveMapping } from './csv-mappings.ts'
import { payoutAccountRoutes } from './payout-account.proposal.ts'
import { bankBalances, reconciliation } from './reconciliation.ts'
import { proposeRefund } from './refund.proposal.ts'
import { confirmHeldLine, confirmStatement, discardStatement } from './statement-holds.ts'
import { importStatements, tryMapping } from './statement-import.ts'
import { listRefunds } from './unmatched-payments.store.ts'
import { resolveBankLine } from './unmatched-payments.ts'
import { bindFile } from '../http/bind-file.ts'
import { csvOf, mapped } from '../http/csv.ts'
import { containing, yesOrNo } from '../http/filters.ts'
import { nameExport } from './money-export.ts'

const PAGE_SIZE = 50
const MAX_DAYS = 92

/** Decides about lines of the bank before a call is answered: of withdrawals, which knows what a line may mean. */
export interface Matching {
  readonly decideFewNewLines: (database: Database) => Promise<void>
}

export async function bankingAdminRoutes(routes: Routes, matching: Matching): Promise<void> {
  bindStatements(routes, matching)
  bindLines(routes, matching)
  payoutAccountRoutes(routes)
  bindExports(routes)
  await takeBankFiles(routes, (uploads) => {
    bindImport(uploads, matching)
    bindTrial(uploads)
  })
}

function bindImport(routes: Routes, { decideFewNewLines }: Matching): void {
  const { database } = routes.app
  bind(routes, adminBankingCalls.importStatements, async ({ operator, request }) => {
    const { bytes, name, fields } = await bankFileOf(request)
    const mapping_id = fields.get('mapping_id')
    if (mapping_id !== undefined && !id.safeParse(mapping_id).success) throw refuse('csv_mapping_is_unknown')
    const imported = await importStatements(database, { bytes, name, mapping_id, actor: actorOf(operator) })
    // The job decides the lines of a long statement, and what is left when this process ends here.
    await decideFewNewLines(database)
    return {
      data: {
        list: imported.map(({ statement, new_lines, repeated }) =>
          Object.assign(bankStatementOnWire(statement, actorOf(operator)), { new_lines, repeated }),
        ),
      },
    }
  })
}

function bindTrial(routes: Routes): void {
  bind(routes, adminBankingCalls.tryMapping, async ({ request }) => {
    const { bytes, fields } = await bankFileOf(request)
    const mapping = csvMapping.safeParse(jsonOf(fields.get('mapping')))
    if (!mapping.success)
      throw refuse('field_is_invalid', {
        fields: mapping.error.issues.map(({ path }) => ({ field: path.join('.'), code: 'field_is_invalid' })),
      })
    return { data: await tryMapping(routes.app.database, bytes, mapping.data) }
  })
}

/** Undefined for what is none. */
function jsonOf(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}

function bindStatements(routes: Routes, { decideFewNewLines }: Matching): void {
  const { database } = routes.app
  bind(routes, adminBankingCalls.statements, async ({ query, operator }) => {
    const { rows, cursor } = await listStatements.page(
      database,
      query,
      PAGE_SIZE,
      ...filterOf.statements(query),
    )
    const actor = actorOf(operator)
    return { data: { list: rows.map((row) => bankStatementOnWire(row, actor)), cursor } }
  })
  bind(
    routes,
    adminBankingCalls.confirmStatement,
    async ({ params: { statement_id }, body, operator, transaction }) => {
      const actor = actorOf(operator)
      await transaction((tx) => confirmStatement(tx, { statement_id, reason: body.reason, actor }))
      await decideFewNewLines(database)
      return { data: bankStatementOnWire(await selectStatement.one(database, statement_id), actor) }
    },
  )
  bind(
    routes,
    adminBankingCalls.discardStatement,
    async ({ params: { statement_id }, body, operator, transaction }) => {
      const actor = actorOf(operator)
      await transaction((tx) => discardStatement(tx, { statement_id, reason: body.reason, actor }))
      return { data: { statement_id } }
    },
  )
  bind(routes, adminBankingCalls.statement, async ({ params, operator }) => {
    const row = await selectStatement.maybe(database, params.statement_id)
    if (row === undefined) throw refuse('bank_statement_is_unknown')
    return { data: bankStatementOnWire(row, actorOf(operator)) }
  })
  bind(routes, adminBankingCalls.mappings, async () => ({
    data: { list: (await csvMappings(database)).map(mappingOnWire) },
  }))
  bind(routes, adminBankingCalls.saveMapping, async ({ body, operator, transaction }) => ({
    data: mappingOnWire(await transaction((tx) => saveMapping(tx, { ...body, actor: actorOf(operator) }))),
  }))
  bind(routes, adminBankingCalls.bankBalances, async ({ query: { from, to } }) => {
    const days = (Date.parse(to) - Date.parse(from)) / 86_400_000
    if (!(days >= 0 && days < MAX_DAYS))
      throw refuse('field_is_invalid', { fields: [{ field: 'to', code: 'field_is_invalid' }] })
    return { data: { list: await bankBalances(database, from, to) } }
  })
  bind(routes, adminBankingCalls.reconciliation, async ({ query }) => ({
    data: await reconciliation(database, query.day),
  }))
}

function bindLines(routes: Routes, { decideFewNewLines }: Matching): void {
  const { database } = routes.app
  const getLine = async (line_id: string) => {
    const line = await selectLineInDetail.maybe(database, line_id, database.clock.now())
    if (line === undefined) throw refuse('bank_line_is_unknown')
    return line
  }

  bind(routes, adminBankingCalls.lines, async ({ query }) => {
    const { rows, cursor } = await listLines.page(database, query, PAGE_SIZE, ...filterOf.lines(query))
    return { data: { list: rows.map(lineOnWire), cursor } }
  })
  bind(routes, adminBankingCalls.line, async ({ params, operator }) => ({
    data: lineInDetailOnWire(await getLine(params.line_id), actorOf(operator)),
  }))
  bind(
    routes,
    adminBankingCalls.confirmLine,
    async ({ params: { line_id }, body, operator, transaction }) => {
      const actor = actorOf(operator)
      await transaction((tx) => confirmHeldLine(tx, { line_id, ...body, actor }))
      await decideFewNewLines(database)
      return { data: lineOnWire(await getLine(line_id)) }
    },
  )
  bind(
    routes,
    adminBankingCalls.resolveLine,
    async ({ params: { line_id }, body, operator, transaction }) => {
      await transaction((tx) =>
        resolveBankLine(tx, { line_id, reason: body.reason, actor: actorOf(operator) }),
      )
      return { data: lineOnWire(await getLine(line_id)) }
    },
  )
  bind(
    routes,
    adminBankingCalls.proposeRefund,
    async ({ params: { line_id }, body, operator, transaction }) => {
      return {
        data: { proposal_id: await transaction((tx) => proposeRefund(tx, { line_id, ...body }, operator)) },
      }
    },
  )
  bind(routes, adminBankingCalls.refunds, async ({ query }) => {
    const { rows, cursor } = await listRefunds.page(database, query, PAGE_SIZE, ...filterOf.refunds(query))
    return { data: { list: rows.map(refundOnWire), cursor } }
  })
}

/** What of a query filters its list, as the list's statement takes it. */
const filterOf = {
  statements: ({ gap, held }: QueryOf<typeof adminBankingFiles.exportStatements>) => [
    gap === 'true',
    yesOrNo(held),
  ],
  lines: ({
    state,
    direction,
    statement_id,
    search,
    from,
    to,
  }: QueryOf<typeof adminBankingFiles.exportLines>) => [
    state ?? null,
    direction ?? null,
    statement_id ?? null,
    containing(search),
    from ?? null,
    to ?? null,
  ],
  refunds: ({ status, undrawn }: QueryOf<typeof adminBankingFiles.exportRefunds>) => [
    status ?? null,
    yesOrNo(undrawn),
  ],
}

const STATEMENT = [
  'statement',
  'format',
  'account',
  'from_day',
  'to_day',
  'opening',
  'closing',
  'gap',
  'hold',
  'imported_by',
  'confirmed_by',
  'lines',
  'known_lines',
  'file',
  'imported_at',
  'statement_id',
] as const
const LINE = [
  'booking_day',
  'value_day',
  'direction',
  'amount',
  'state',
  'finding',
  'counterparty',
  'account',
  'remittance',
  'end_to_end_id',
  'bank_reference',
  'reversal',
  'return_reason',
  'deposit_id',
  'withdrawal_id',
  'refund_id',
  'resolution',
  'line_id',
] as const

const REFUND = [
  'approved_at',
  'status',
  'amount',
  'reference',
  'holder',
  'account',
  'reason',
  'sent_at',
  'settled_at',
  'settled_reason',
  'batch_id',
  'line_id',
  'refund_id',
] as const
function bindExports(routes: Routes): void {
  const { database } = routes.app
  bindFile(routes, adminBankingFiles.exportStatements, async ({ query, operator }) => {
    const pages = listStatements.every(database, query, ...filterOf.statements(query))
    const lines = mapped(pages, (row) => {
      const { _id, statement_id, file_name, account, gap, ...rest } = bankStatementOnWire(row, '')
      return {
        ...rest,
        statement_id: _id,
        statement: { text: statement_id },
        account: { text: account },
        file: { text: file_name },
        gap: String(gap),
        imported_by: { text: rest.imported_by },
        confirmed_by: { text: rest.confirmed_by },
      }
    })
    return { name: await nameExport(routes, 'bank-statements', operator), body: csvOf(STATEMENT, lines) }
  })
  bindFile(routes, adminBankingFiles.exportLines, async ({ query, operator }) => {
    const pages = listLines.every(database, query, ...filterOf.lines(query))
    const lines = mapped(pages, (row) => {
      const { _id: line_id, counterparty, reversal, ...line } = lineOnWire(row)
      return {
        ...line,
        line_id,
        counterparty: { text: counterparty.name },
        account: { text: counterparty.account },
        remittance: { text: line.remittance },
        end_to_end_id: { text: line.end_to_end_id },
        bank_reference: { text: line.bank_reference },
        return_reason: { text: line.return_reason },
        resolution: { text: line.resolution },
        reversal: String(reversal),
      }
    })
    return { name: await nameExport(routes, 'bank-lines', operator), body: csvOf(LINE, lines) }
  })
  bindFile(routes, adminBankingFiles.exportRefunds, async ({ query, operator }) => {
    const pages = listRefunds.every(database, query, ...filterOf.refunds(query))
    const lines = mapped(pages, (row) => {
      const { _id: refund_id, ...refund } = refundOnWire(row)
      return {
        ...refund,
        refund_id,
        holder: { text: refund.holder },
        account: { text: refund.account },
        reason: { text: refund.reason },
        settled_reason: { text: refund.settled_reason },
      }
    })
    return { name: await nameExport(routes, 'refunds', operator), body: csvOf(REFUND, lines) }
  })
}
