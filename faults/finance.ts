// The operators of a drill: bank statements are imported, withdrawals decided (with dual approval where needed), payment
// files created, sent and returned, campaigns reviewed. One operator at a time, so that the effect of a lost response can
// be read afterwards.
import { setTimeout as sleep } from 'node:timers/promises'
import { approvalCalls } from '@fairturn/contract/backoffice/approvals'
import { ledgerCalls } from '@fairturn/contract/backoffice/ledger'
import { adminCampaignCalls } from '@fairturn/contract/backoffice/reviews'
import { adminWithdrawalCalls } from '@fairturn/contract/backoffice/withdrawals'
import { nextExecutionDay } from '@fairturn/contract/banking-days'
import { documentCalls } from '@fairturn/contract/documents'
import { formatMoney, parseMoney } from '@fairturn/contract/minor-units'
import { entryId } from '../server/src/ledger/ledger.ts'
import { chance, random } from '../testing/random.ts'
import { anyOf, type CallAnswer, newKey } from '../testing/requests.ts'
import {
  acknowledgeArrival,
  type Arrival,
  arrivalOf,
  confirmDay,
  confirmWaiting,
  upload,
} from './bank-day.ts'
import { type Line, camt053 } from './bank-file.ts'
import { THRESHOLD_MINOR } from './invariants.ts'
import { effect } from './records.ts'
import {
  type RequestedApproval,
  type Operator,
  type Person,
  type World,
  requestAs,
  requestAsStaff,
} from './world.ts'

const PAUSE_MS = 60
const LINES_A_FILE = 60
const MAX_PAYMENTS = 100
const REFUSED = 0.1
/** Share left undecided for a while, so that members can cancel them. */
const LEFT = 0.25
const REJECTED = 0.08
/** Share of rounds. */
const ADJUSTED = 0.2
const COMES_BACK = 0.12
const IMPORTED_TWICE = 0.1
const ARRIVES_OTHERWISE = 0.1
const DAY_MS = 86_400_000
/** Day of the first statement: there is one per day, and a drill imports many. */
const DAYS_BACK = 7_000

/** Always the first time, so that a short drill covers it too; afterwards with probability `share`. */
const nowAndThen = ({ records }: World, operation: string, share: number): boolean =>
  !records.counts.has(operation) || chance(share)

interface Sent {
  readonly withdrawal_id: string
  readonly member_id: string
  readonly amount: string
  readonly reference: string
  readonly payout: string
}

/** State of finance between two rounds. */
interface Desk {
  /** Amounts above their announcement that wait for the second person, by deposit. */
  readonly above: Map<string, Arrival>
  readonly approved: RequestedApproval[]
  /** Sent and not yet booked by the bank. */
  readonly sent: Sent[]
  /** Booked; some of them are returned. */
  readonly booked: Sent[]
  batch_id: string | undefined
  statements: number
  balance_minor: bigint
}

/** Works while `goesOn` returns true, then processes everything still open. */
export async function runOperators(world: World, goesOn: () => boolean): Promise<void> {
  const desk: Desk = {
    above: new Map(),
    approved: [],
    sent: [],
    booked: [],
    batch_id: undefined,
    statements: 0,
    balance_minor: 0n,
  }
  while (goesOn()) {
    await review(world)
    await decide(world, desk)
    await payOut(world, desk)
    await importDay(world, desk)
    await confirmWaiting(world, desk.above, agree)
    if (nowAndThen(world, 'adjustment by two', ADJUSTED)) await adjust(world)
    await sleep(PAUSE_MS)
    await world.pause('staff')
  }
  await importDay(world, desk)
  await confirmWaiting(world, desk.above, agree)
}

async function review(world: World): Promise<void> {
  for (const campaign_id of world.in_review.splice(0)) {
    const params = { campaign_id }
    const rejected =
      world.records.counts.has('campaign approved') && nowAndThen(world, 'campaign rejected', REJECTED)
    const answer = rejected
      ? await requestAsStaff(world, world.owner, adminCampaignCalls.reject, {
          params,
          body: { reason: 'Not for us. It is written down.' },
        })
      : await requestAsStaff(world, world.owner, adminCampaignCalls.approve, { params })
    const operation = rejected ? 'campaign rejected' : 'campaign approved'
    // Refused: its placer has cancelled it meanwhile, or it was done although the response was lost.
    if (answer.status === 200) world.records.acknowledge({ operation, thing: campaign_id, effects: [] })
  }
}

async function decide(world: World, desk: Desk): Promise<void> {
  for (const stats of world.withdrawals.splice(0)) {
    if (chance(LEFT)) world.withdrawals.push(stats)
    else if (nowAndThen(world, 'withdrawal refused', REFUSED)) await refuse(world, stats)
    else if (await approve(world, stats)) desk.approved.push(stats)
  }
}

async function refuse(
  world: World,
  { withdrawal_id, member_id, amount_minor }: RequestedApproval,
): Promise<void> {
  const params = { withdrawal_id }
  const body = { reason: 'bank_cannot_be_reached' as const }
  const answer = await requestAsStaff(world, world.finance, adminWithdrawalCalls.refuseWithdrawal, {
    params,
    body,
  })
  if (answer.status !== 200 && (await statusOf(world, withdrawal_id)) !== 'refused') return
  world.records.acknowledge({
    operation: 'withdrawal refused',
    thing: withdrawal_id,
    effects: [
      effect('withdrawal_returned', withdrawal_id, ['member_held', member_id], -amount_minor),
      effect('withdrawal_returned', withdrawal_id, ['member_available', member_id], amount_minor),
    ],
  })
}

/** Whether it is approved now, and how many approvers it needs. */
async function approve(world: World, { withdrawal_id, amount_minor }: RequestedApproval): Promise<boolean> {
  const params = { withdrawal_id }
  const body = { reason: 'Checked with the bank.' }
  const answer = await requestAsStaff(world, world.finance, adminWithdrawalCalls.approveWithdrawal, {
    params,
    body,
  })
  const proposal_id = answer.data?.proposal_id ?? undefined
  if (answer.status === 200 && proposal_id === undefined && amount_minor >= THRESHOLD_MINOR)
    world.faults.push('one operator alone approved a large withdrawal')
  if (proposal_id !== undefined) await agree(world, proposal_id)
  const status =
    answer.status === 200 && proposal_id === undefined ? 'approved' : await statusOf(world, withdrawal_id)
  if (status !== 'approved') return false
  const by = proposal_id === undefined ? '' : ' by two'
  world.records.acknowledge({ operation: `withdrawal approved${by}`, thing: withdrawal_id, effects: [] })
  return true
}

/** The second person's approval, and whether it succeeded; must not be the first person. */
async function agree(
  world: World,
  proposal_id: string,
  [first, second] = [world.finance, world.owner],
): Promise<boolean> {
  const params = { proposal_id }
  const read = () => requestAsStaff(world, second, approvalCalls.detail, { params })
  const detail = await read()
  if (detail.status !== 200) return false
  const sent = { params, body: { content_hash: detail.data.content_hash } }
  const alone = await requestAsStaff(world, first, approvalCalls.approve, sent)
  if (alone.status === 200) world.faults.push('who proposed it approved it')
  await requestAsStaff(world, second, approvalCalls.approve, sent)
  return (await read()).data.status === 'executed'
}

/** An adjustment of a small amount credited to the wrong member, by dual approval. */
async function adjust(world: World): Promise<void> {
  const [from, to] = [anyOf(world.members), anyOf(world.members)]
  if (from === to) return
  const corrected = await lineOf(world, from, ({ type }) => type === 'deposit_credited')
  if (corrected === undefined) return
  const refers_to = `drill ${newKey()}`
  const amount_minor = BigInt(1 + Math.floor(random() * 500))
  const body = {
    adjustment: 'credited_to_another' as const,
    from: { kind: 'member_available' as const, holder_id: from._id },
    to: { kind: 'member_available' as const, holder_id: to._id },
    amount: formatMoney(amount_minor),
    refers_to,
    corrects: corrected._id.split(':')[0]!,
    reason: 'It was meant for another member.',
  }
  const two: [Operator, Operator] = [world.importer, world.confirmer]
  const proposed = await requestAsStaff(world, two[0], ledgerCalls.proposeAdjustment, { key: newKey(), body })
  // Not possible, or not with this money: nothing was proposed, or nothing was executed.
  if (proposed.status !== 200 || !(await agree(world, proposed.data.proposal_id, two))) return
  // As much as was beyond the member's awards.
  const entry_id = entryId('adjustment', proposed.data.proposal_id)
  const taken = (await lineOf(world, from, ({ _id }) => _id.startsWith(entry_id)))?.amount
  world.records.acknowledge({
    operation: 'adjustment by two',
    thing: proposed.data.proposal_id,
    effects: [
      ...(taken === undefined
        ? []
        : [effect('adjustment', refers_to, ['member_available', from._id], parseMoney(taken))]),
      effect('adjustment', refers_to, ['member_available', to._id], amount_minor),
    ],
  })
}

type StatementLine = CallAnswer<typeof documentCalls.statements>['data']['list'][number]

/** The newest line of a member's statement that fits; while an approval is retried, others push it off the first page. */
async function lineOf(
  world: World,
  person: Person,
  fits: (line: StatementLine) => boolean,
): Promise<StatementLine | undefined> {
  let cursor: string | undefined
  do {
    const query = cursor === undefined ? {} : { cursor }
    const { data } = await requestAs(world, person, documentCalls.statements, { query })
    const found = data?.list.find(fits)
    if (found !== undefined) return found
    cursor = data?.cursor ?? undefined
  } while (cursor !== undefined)
  return undefined
}

async function statusOf(world: World, withdrawal_id: string): Promise<string> {
  const params = { withdrawal_id }
  const detail = await requestAsStaff(world, world.finance, adminWithdrawalCalls.withdrawal, { params })
  return detail.data.status
}

/** One payment file from creation to sending; after a lost response, the stored state determines how far it is. */
async function payOut(world: World, desk: Desk): Promise<void> {
  if (desk.approved.length === 0) return
  const withdrawal_ids = desk.approved.splice(0, MAX_PAYMENTS).map(({ withdrawal_id }) => withdrawal_id)
  const today = world.database.clock.now().toLocaleDateString('en-CA', { timeZone: 'Asia/Ho_Chi_Minh' })
  // The drill may run at a weekend of the bank's time zone.
  const execution_day = nextExecutionDay(today, 'USD')
  const wish = { withdrawal_ids, format: 'pain.001.001.09' as const, execution_day }
  const created = await requestAsStaff(world, world.releaser, adminWithdrawalCalls.createBatch, {
    body: wish,
  })
  const batch_id = created.status === 200 ? created.data._id : await lastBatch(world)
  if (batch_id === undefined) return void world.faults.push(`no payment file was created: ${created.code}`)
  const params = { batch_id }
  const exported = await requestAsStaff(world, world.releaser, adminWithdrawalCalls.exportBatch, { params })
  const sent = await requestAsStaff(world, world.releaser, adminWithdrawalCalls.sendBatch, { params })
  if (exported.status !== 200 || sent.status !== 200)
    return void world.faults.push(`a payment file was not sent: ${exported.code} ${sent.code}`)
  for (const withdrawal_id of withdrawal_ids) {
    const { data } = await requestAsStaff(world, world.finance, adminWithdrawalCalls.withdrawal, {
      params: { withdrawal_id },
    })
    const { member_id, amount, reference, payout } = data
    const effects = [
      effect('withdrawal_sent', withdrawal_id, ['member_held', member_id], -parseMoney(amount)),
    ]
    world.records.acknowledge({ operation: 'withdrawal sent', thing: withdrawal_id, effects })
    desk.sent.push({ withdrawal_id, member_id, amount, reference, payout })
  }
}

async function lastBatch(world: World): Promise<string | undefined> {
  const query = { state: 'created' as const }
  const { data } = await requestAsStaff(world, world.finance, adminWithdrawalCalls.batches, { query })
  return data.list[0]?._id
}

/** The bank statement: announced money arrives, sent payments are booked, some booked ones are returned. */
async function importDay(world: World, desk: Desk): Promise<void> {
  const arriving = world.announced
    .splice(0, LINES_A_FILE)
    .map((announced) => arrivalOf(announced, chance(ARRIVES_OTHERWISE)))
  const returned = desk.booked.splice(0).filter(() => nowAndThen(world, 'withdrawal returned', COMES_BACK))
  const booked = desk.sent.splice(0)
  const lines: Line[] = [
    ...arriving.map(({ line }) => line),
    ...booked.map(({ payout, reference }) => ({ amount_minor: -parseMoney(payout), reference })),
    ...returned.map(({ payout, reference }) => ({
      amount_minor: parseMoney(payout),
      reference,
      returned: 'AC04',
    })),
  ]
  if (lines.length === 0) return
  const opening_minor = desk.balance_minor
  desk.balance_minor = lines.reduce((sum, { amount_minor }) => sum + amount_minor, opening_minor)
  desk.statements += 1
  const day = new Date(Date.now() + (desk.statements - DAYS_BACK) * DAY_MS).toISOString().slice(0, 10)
  const file = camt053({
    id: `D${desk.statements}`,
    day,
    opening_minor,
    closing_minor: desk.balance_minor,
    lines,
  })
  await upload(world, file)
  await confirmDay(world, { closing_minor: desk.balance_minor, lines })
  // From here on the money is promised: the worker credits it despite any crash.
  for (const arrival of arriving)
    if (arrival.amount_minor > arrival.announced.amount_minor)
      desk.above.set(arrival.announced.deposit_id, arrival)
    else acknowledgeArrival(world, arrival)
  for (const { withdrawal_id } of booked)
    world.records.acknowledge({ operation: 'withdrawal paid', thing: withdrawal_id, effects: [] })
  for (const { withdrawal_id, member_id, amount } of returned)
    world.records.acknowledge({
      operation: 'withdrawal returned',
      thing: withdrawal_id,
      effects: [
        effect('withdrawal_returned', withdrawal_id, ['member_available', member_id], parseMoney(amount)),
      ],
    })
  desk.booked.push(...booked)
  if (chance(IMPORTED_TWICE)) await upload(world, file)
}
