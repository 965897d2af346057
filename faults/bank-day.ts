// Import of a bank statement in a drill: retried until it is accepted, confirmed by a second person where required, and its
// money recorded as promised.
import { setTimeout as sleep } from 'node:timers/promises'
import { adminBankingCalls } from '@fairturn/contract/backoffice/banking'
import { formatMoney } from '@fairturn/contract/minor-units'
import { anyOf, send } from '../testing/requests.ts'
import type { Line } from './bank-file.ts'
import { effect } from './records.ts'
import { type Announced, type Operator, type World, requestAsStaff, staffHeaders } from './world.ts'

export function acknowledgeArrival(world: World, { announced, amount_minor }: Arrival): void {
  const { deposit_id, member_id } = announced
  world.records.acknowledge({
    operation: 'deposit imported',
    thing: deposit_id,
    effects: [effect('deposit_credited', deposit_id, ['member_available', member_id], amount_minor)],
  })
}

const REASON = { reason: 'Compared with the bank.' }

/** The confirmer reads at the bank what the statement says; no statement credits anybody before. */
export async function confirmDay(
  world: World,
  { closing_minor, lines }: { closing_minor: bigint; lines: readonly Line[] },
): Promise<void> {
  const { data } = await requestAsStaff(world, world.confirmer, adminBankingCalls.statements, {
    query: { status: 'unconfirmed' },
  })
  for (const { _id: statement_id } of data.list) {
    const params = { statement_id }
    const asked = await requestAsStaff(world, world.confirmer, adminBankingCalls.confirmation, { params })
    // Confirmed, although the response was lost.
    if (asked.status !== 200) continue
    const credits_minor = lines.reduce(
      (sum, { amount_minor }) => (amount_minor > 0n ? sum + amount_minor : sum),
      0n,
    )
    const body = {
      closing: formatMoney(closing_minor),
      credits: formatMoney(credits_minor),
      lines: asked.data.lines.map(({ line_no }) => ({
        line_no,
        reference: lines[line_no - 1]!.reference,
        payer: '',
      })),
    }
    const sent = { params, body }
    const alone = await requestAsStaff(world, world.importer, adminBankingCalls.confirmStatement, sent)
    if (alone.status === 200) world.faults.push('who imported a statement confirmed it')
    const confirmed = await requestAsStaff(world, world.confirmer, adminBankingCalls.confirmStatement, sent)
    if (confirmed.status === 200 && !confirmed.data.right)
      world.faults.push('a statement says something else than its file')
  }
}

/** Two confirm amounts above their announcement; from then on those are promised too. */
export async function confirmWaiting(
  world: World,
  above: Map<string, Arrival>,
  agree: (world: World, proposal_id: string, two: [Operator, Operator]) => Promise<boolean>,
): Promise<void> {
  const { data } = await requestAsStaff(world, world.confirmer, adminBankingCalls.lines, {
    query: { state: 'unconfirmed' },
  })
  for (const { _id: line_id, deposit_id, finding } of data.list) {
    const arrival = deposit_id === null ? undefined : above.get(deposit_id)
    if (finding !== 'more_than_announced' || arrival === undefined) continue
    const sent = { params: { line_id }, body: { credit: true, ...REASON } }
    const proposed = await requestAsStaff(world, world.confirmer, adminBankingCalls.confirmLine, sent)
    if (proposed.status !== 200 && proposed.code !== 'bank_line_is_in_another_state') {
      world.faults.push(`a payment above its announcement was not proposed: ${proposed.code}`)
      continue
    }
    // Otherwise done, although the response was lost.
    if (proposed.status === 200) {
      const two: [Operator, Operator] = [world.confirmer, world.importer]
      if (!(await agree(world, proposed.data.proposal_id!, two))) continue
    }
    above.delete(deposit_id!)
    acknowledgeArrival(world, arrival)
  }
}

export interface Arrival {
  readonly announced: Announced
  readonly amount_minor: bigint
  readonly line: Line
}

export function arrivalOf(announced: Announced, more: boolean): Arrival {
  const { reference } = announced
  const amount_minor = announced.amount_minor + (more ? 1n : 0n)
  return { announced, amount_minor, line: { amount_minor, reference } }
}

const UPLOAD_PAUSE_MS = 150

/** Retries until it is accepted; importing the same file again is idempotent. */
export async function upload(world: World, content: string): Promise<void> {
  const boundary = 'bank-file'
  const body =
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="bank.xml"\r\n` +
    `content-type: application/xml\r\n\r\n${content}\r\n--${boundary}--\r\n`
  const untilMs = performance.now() + 120_000
  for (;;) {
    const port = anyOf(world.ports.web)
    const headers = {
      ...(await staffHeaders(world, world.importer)),
      origin: `http://127.0.0.1:${port}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    }
    const answer = await send({
      port,
      path: '/api/backoffice/bank-statements',
      method: 'POST',
      headers,
      body,
    })
    if (answer?.status === 200) return
    if (answer !== undefined && answer.status < 500 && answer.status !== 429)
      return void world.faults.push(`a bank statement was refused: ${answer.body.slice(0, 200)}`)
    if (world.stats.hopeless || performance.now() > untilMs) {
      world.stats.unsettled.push('a bank statement')
      throw new Error('a bank statement was never answered')
    }
    world.stats.unknown += 1
    await sleep(UPLOAD_PAUSE_MS)
  }
}
