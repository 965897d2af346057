// The operators' calls on money that came: statements and lines of the bank, deposits, refunds, card events. What goes out:
// payouts.admin.ts.
import { officePaymentCalls as calls } from '@fairturn/contract/backoffice/payments'
import { formatMoney } from '@fairturn/contract/money'
import multipart from '@fastify/multipart'
import type { Routes } from '../http/app.ts'
import { bind } from '../http/bind.ts'
import { refuse } from '../http/refusal.ts'
import { propose, recordAct } from '../staff/staff.ts'
import { type LineRow, listLines, listStatements, selectLine } from './bank-lines.store.ts'
import { LARGEST_FILE_BYTES } from './bank-xml.ts'
import { csvMappings, type MappingRow, saveMapping } from './csv-mappings.ts'
import { refuseDeposit } from './deposits.ts'
import { decideNewLines } from './matching.ts'
import {
  listCardEvents,
  listOfficeDeposits,
  resolveCardEvent,
  selectCardEventLocked,
} from './office.store.ts'
import {
  bankStatementOnWire,
  cardEventOnWire,
  lineOnWire,
  officeDepositOnWire,
  refundOnWire,
} from './office.wire.ts'
import { actorOf, bankFileOf, beforeOf, pageOf, ROWS } from './payments.office.ts'
import { receiptRefund } from './payments.proposals.ts'
import { bindReports, payoutAdminRoutes } from './payouts.admin.ts'
import { listRefunds } from './receipts.store.ts'
import { assignReceipt, resolveBankLine, senderOf } from './receipts.ts'
import { bankBalances, reconciliation } from './reconciliation.ts'
import { importStatements } from './statement-import.ts'

const EVENT_ID = /^[\w:.-]{1,200}$/
const MOST_DAYS = 92

/** All of payments' calls for operators. */
export async function paymentAdminRoutes(routes: Routes): Promise<void> {
  bindStatements(routes)
  bindLines(routes)
  bindRest(routes)
  payoutAdminRoutes(routes)
  // In a context of its own: no other call of the back office takes a form with a file.
  await routes.fastify.register(async (fastify) => {
    await fastify.register(multipart, {
      limits: { fileSize: LARGEST_FILE_BYTES, files: 1, fields: 2, fieldSize: 200, parts: 3 },
    })
    const uploads = { ...routes, fastify }
    bindImport(uploads)
    bindReports(uploads)
  })
}

function bindImport(routes: Routes): void {
  const { database } = routes.app
  bind(routes, calls.importStatements, async ({ operator, request }) => {
    const { bytes, name, fields } = await bankFileOf(request)
    const mapping_id = fields.get('mapping_id')
    if (mapping_id !== undefined && !/^[0-9a-f-]{36}$/.test(mapping_id))
      throw refuse('csv_mapping_is_unknown')
    const imported = await importStatements(database, { bytes, name, mapping_id, actor: actorOf(operator) })
    // The job does what is left of it when this process ends here.
    await decideNewLines(database)
    return {
      data: {
        list: imported.map(({ statement, new_lines, repeated }) =>
          Object.assign(bankStatementOnWire(statement), { new_lines, repeated }),
        ),
      },
    }
  })
}

function bindStatements(routes: Routes): void {
  const { database } = routes.app
  bind(routes, calls.statements, async ({ query }) => {
    const rows = await listStatements.all(database, query.gap === 'true', beforeOf(query.cursor), ROWS)
    const { page, cursor } = pageOf(rows)
    return { data: { list: page.map(bankStatementOnWire), cursor } }
  })
  bind(routes, calls.mappings, async () => ({
    data: { list: (await csvMappings(database)).map(mappingOnWire) },
  }))
  bind(routes, calls.saveMapping, async ({ body, operator, transaction }) => ({
    data: mappingOnWire(await transaction((tx) => saveMapping(tx, { ...body, actor: actorOf(operator) }))),
  }))
  bind(routes, calls.bankBalances, async ({ query: { from, to } }) => {
    const days = (Date.parse(to) - Date.parse(from)) / 86_400_000
    if (!(days >= 0 && days < MOST_DAYS))
      throw refuse('field_is_invalid', { fields: [{ field: 'to', code: 'field_is_invalid' }] })
    return { data: { list: await bankBalances(database, from, to) } }
  })
  bind(routes, calls.reconciliation, async ({ query }) => ({
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
  const getLine = async (line_id: string): Promise<LineRow> => {
    const line = await selectLine.maybe(database, line_id)
    if (line === undefined) throw refuse('bank_line_is_unknown')
    return line
  }

  bind(routes, calls.lines, async ({ query }) => {
    const { state, direction = null, statement_id = null, search, from = null, to = null } = query
    const like = search === undefined ? null : `%${search.replace(/[\\%_]/g, String.raw`\$&`)}%`
    const states = state === undefined ? null : [state]
    const before = beforeOf(query.cursor)
    const { page, cursor } = pageOf(
      await listLines.all(database, states, direction, statement_id, like, from, to, before, ROWS),
    )
    return { data: { list: page.map(lineOnWire), cursor } }
  })
  bind(routes, calls.line, async ({ params }) => ({ data: lineOnWire(await getLine(params.line_id)) }))
  bind(routes, calls.assignLine, async ({ params: { line_id }, body, operator, transaction }) => {
    const { reason } = body
    const to = 'deposit_id' in body ? { deposit_id: body.deposit_id } : { member_id: body.member_id }
    const { id } = await transaction((tx) =>
      assignReceipt(tx, { line_id, to, reason, actor: actorOf(operator) }),
    )
    return { data: { line: lineOnWire(await getLine(line_id)), deposit_id: id } }
  })
  bind(routes, calls.resolveLine, async ({ params: { line_id }, body, operator, transaction }) => {
    await transaction((tx) => resolveBankLine(tx, { line_id, reason: body.reason, actor: actorOf(operator) }))
    return { data: lineOnWire(await getLine(line_id)) }
  })
  bind(routes, calls.proposeRefund, async ({ params: { line_id }, body, operator, transaction }) => {
    const line = await getLine(line_id)
    if (line.state !== 'unmatched') throw refuse('bank_line_is_in_another_state', { state: line.state })
    const account = body.account.replace(/\s/g, '').toUpperCase()
    const { account: sender } = senderOf(line)
    if (sender !== null && sender.toUpperCase() !== account) throw refuse('refund_goes_to_the_sender')
    const content = { line_id, holder: body.holder, account, amount: formatMoney(line.amount_minor) }
    const proposal_id = await transaction((tx) => propose(tx, receiptRefund, content, body.reason, operator))
    return { data: { proposal_id } }
  })
}

function bindRest(routes: Routes): void {
  const { database } = routes.app
  bind(routes, calls.refunds, async ({ query }) => {
    const rows = await listRefunds.all(database, query.status ?? null, beforeOf(query.cursor), ROWS)
    const { page, cursor } = pageOf(rows)
    return { data: { list: page.map(refundOnWire), cursor } }
  })
  bind(routes, calls.deposits, async ({ query }) => {
    const { status = null, member_id = null, reference } = query
    const named = reference?.trim().toUpperCase() ?? null
    const rows = await listOfficeDeposits.all(
      database,
      status,
      member_id,
      named,
      beforeOf(query.cursor),
      ROWS,
    )
    const { page, cursor } = pageOf(rows)
    return { data: { list: page.map(officeDepositOnWire), cursor } }
  })
  bind(routes, calls.refuseDeposit, async ({ params: { deposit_id }, body, operator, transaction }) => {
    const refused = { deposit_id, reason: body.reason, actor: actorOf(operator) }
    return { data: officeDepositOnWire(await transaction((tx) => refuseDeposit(tx, refused))) }
  })
  bind(routes, calls.cardEvents, async ({ query }) => {
    const before = beforeOf(query.cursor, EVENT_ID)
    const { page, cursor } = pageOf(await listCardEvents.all(database, query.state ?? null, before, ROWS))
    return { data: { list: page.map(cardEventOnWire), cursor } }
  })
  bind(routes, calls.resolveCardEvent, async ({ params: { event_id }, body, operator, transaction }) => {
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
  })
}
