// The operators' calls on money that came: statements and lines of the bank, deposits, refunds, card events. What goes out:
// payouts.admin.ts; the lists as files: exports.admin.ts.
import { csvMapping } from '@fairturn/contract/backoffice/csv-mapping'
import { adminBankingCalls } from '@fairturn/contract/backoffice/banking'
import { adminDepositCalls } from '@fairturn/contract/backoffice/deposits'
import { id } from '@fairturn/contract/ids'
import multipart from '@fastify/multipart'
import type { Routes } from '../http/app.ts'
import { bind } from '../http/bind.ts'
import { refuse } from '../http/refusal.ts'
import { recordAct } from '../staff/staff.ts'
import {
  listLines,
  listStatements,
  selectLineInDetail,
  selectStatement,
  MAX_FILE_BYTES,
  csvMappings,
  type MappingRow,
  saveMapping,
  payoutAccountRoutes,
  listRefunds,
  resolveBankLine,
  bankBalances,
  reconciliation,
  confirmHeldLine,
  confirmStatement,
  discardStatement,
  importStatements,
  tryMapping,
} from '../banking/banking.ts'
import { refuseDeposit, assignPayment } from '../deposits/deposits.ts'
import { moneyExportRoutes } from './exports.admin.ts'
import { decideFewNewLines } from './matching.ts'
import {
  listCardEvents,
  listOfficeDeposits,
  resolveCardEvent,
  selectCardEventLocked,
  selectOfficeDeposit,
} from './payments.admin.store.ts'
import {
  bankStatementOnWire,
  cardEventOnWire,
  lineInDetailOnWire,
  lineOnWire,
  adminDepositOnWire,
  refundOnWire,
} from './payments.admin.dto.ts'
import { PAGE_SIZE, actorOf, bankFileOf, filterOf } from './payments.admin.lists.ts'
import { proposeRefund } from './payments.proposals.ts'
import { bindReports, payoutAdminRoutes } from './payouts.admin.ts'

const MAX_DAYS = 92

/** All of payments' calls for operators. */
export async function paymentAdminRoutes(routes: Routes): Promise<void> {
  bindStatements(routes)
  bindLines(routes)
  bindDeposits(routes)
  bindCardEvents(routes)
  payoutAdminRoutes(routes)
  payoutAccountRoutes(routes)
  moneyExportRoutes(routes)
  // In a context of its own: no other call of the back office takes a form with a file.
  await routes.fastify.register(async (fastify) => {
    await fastify.register(multipart, {
      limits: { fileSize: MAX_FILE_BYTES, files: 1, fields: 2, fieldSize: 4096, parts: 3 },
    })
    const uploads = { ...routes, fastify }
    bindImport(uploads)
    bindTrial(uploads)
    bindReports(uploads)
  })
}

function bindImport(routes: Routes): void {
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

function bindStatements(routes: Routes): void {
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

const mappingOnWire = ({ id, name, mapping, changed_at }: MappingRow) => ({
  _id: id,
  name,
  mapping,
  changed_at: changed_at.toISOString(),
})

function bindLines(routes: Routes): void {
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
  bind(routes, adminDepositCalls.assignLine, async ({ params: { line_id }, body, operator, transaction }) => {
    const { reason } = body
    const to = 'deposit_id' in body ? { deposit_id: body.deposit_id } : { member_id: body.member_id }
    const { id } = await transaction((tx) =>
      assignPayment(tx, { line_id, to, reason, actor: actorOf(operator) }),
    )
    return { data: { line: lineOnWire(await getLine(line_id)), deposit_id: id } }
  })
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

function bindDeposits(routes: Routes): void {
  const { database } = routes.app
  const get = async (deposit_id: string) => {
    const row = await selectOfficeDeposit.maybe(database, deposit_id)
    if (row === undefined) throw refuse('deposit_is_unknown')
    return row
  }

  bind(routes, adminDepositCalls.deposits, async ({ query }) => {
    const { rows, cursor } = await listOfficeDeposits.page(
      database,
      query,
      PAGE_SIZE,
      ...filterOf.deposits(query),
    )
    return { data: { list: rows.map(adminDepositOnWire), cursor } }
  })
  bind(routes, adminDepositCalls.deposit, async ({ params }) => ({
    data: adminDepositOnWire(await get(params.deposit_id)),
  }))
  bind(
    routes,
    adminDepositCalls.refuseDeposit,
    async ({ params: { deposit_id }, body, operator, transaction }) => {
      const refused = { deposit_id, reason: body.reason, actor: actorOf(operator) }
      await transaction((tx) => refuseDeposit(tx, refused))
      return { data: adminDepositOnWire(await get(deposit_id)) }
    },
  )
}

function bindCardEvents(routes: Routes): void {
  const { database } = routes.app
  bind(routes, adminDepositCalls.cardEvents, async ({ query }) => {
    const { rows, cursor } = await listCardEvents.page(
      database,
      query,
      PAGE_SIZE,
      ...filterOf.card_events(query),
    )
    return { data: { list: rows.map(cardEventOnWire), cursor } }
  })
  bind(
    routes,
    adminDepositCalls.resolveCardEvent,
    async ({ params: { event_id }, body, operator, transaction }) => {
      const actor = actorOf(operator)
      const resolved = await transaction(async (tx) => {
        const event = await selectCardEventLocked.maybe(tx, event_id)
        if (event === undefined) throw refuse('card_event_is_unknown')
        if (event.state !== 'needs_review') throw refuse('card_event_needs_no_review', { state: event.state })
        const object = { kind: 'card_event', id: event_id }
        await recordAct(tx, {
          actor,
          action: 'card_event_resolved',
          object,
          member_id: null,
          reason: body.reason,
        })
        return await resolveCardEvent.one(tx, event_id, actor, tx.now, body.reason)
      })
      return { data: cardEventOnWire(resolved) }
    },
  )
}
