// The queues of finance when the demo begins: a statement to confirm, bank lines that match nobody, withdrawals at each
// step, a refund, a payment file and a card dispute, all made by the product's own code. The account numbers are invalid or
// the examples of standards: none could be paid into.
import { nextExecutionDay } from '@fairturn/contract/banking-days'
import {
  proposeRefund,
  readPayee,
  unmatchedPaymentRefund,
  saveAddress,
  saveBankDetails,
  selectLinesOfStatement,
  todayAtBank,
} from '../banking/banking.ts'
import { createDeposit, receiveCardEvent } from '../deposits/deposits.ts'
import { approveProposal, getProposal } from '../staff/staff.ts'
import { approveWithdrawal, createPayoutBatch, requestWithdrawals } from '../withdrawals/withdrawals.ts'
import { demoMembers } from './dataset.ts'
import type { DemoHistory } from './demo-history.ts'
import type { DemoBank } from './demo-statements.ts'
import { demoActor, demoOperator } from './staff.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const CARD_PROVIDER = 'stripe'
const CARD_PAYMENT = { payment_id: 'pi_demo_4711', amount_minor: 80_00n, currency: 'usd' } as const
const DISPUTED = { username: 'tocak.bg', days_ago: 6 } as const

type Username = (typeof demoMembers)[number]['username']

interface Payee {
  readonly username: Username
  readonly holder: string
  readonly account:
    | { readonly bank_code: string; readonly account_number: string }
    | { readonly iban: string }
  readonly city: string
  readonly country: string
}

/** Two members with one payout account are a ring: their orders are in review. */
const SHARED = { bank_code: 'VCB', account_number: '0000444455556666' }
const PAYEES = {
  lan_huong: {
    username: 'lan.huong',
    holder: 'NGUYEN LAN HUONG',
    account: { bank_code: 'VCB', account_number: '0000222233334444' },
    city: 'Huế',
    country: 'VN',
  },
  songxanh: {
    username: 'songxanh',
    holder: 'CONG TY SONG XANH',
    account: { bank_code: 'VCB', account_number: '0000333344445555' },
    city: 'Hội An',
    country: 'VN',
  },
  aoba: {
    username: 'aoba_kyoto',
    holder: 'AOBA TEA',
    account: { iban: 'BE68539007547034' },
    city: 'Kyoto',
    country: 'JP',
  },
  pagelamp: {
    username: 'pagelamp',
    holder: 'PAGELAMP BOOKS LTD',
    account: { iban: 'GB82WEST12345698765432' },
    city: 'London',
    country: 'GB',
  },
  quocbao: {
    username: 'quocbao',
    holder: 'TRAN QUOC BAO',
    account: SHARED,
    city: 'Đà Nẵng',
    country: 'VN',
  },
  seojun: { username: 'seojun', holder: 'KIM SEOJUN', account: SHARED, city: 'Seoul', country: 'KR' },
} as const satisfies Record<string, Payee>

/** How many hours before the end of the history each is requested, and how far it has come by then. */
const WITHDRAWALS = [
  { who: 'lan_huong', amount_minor: 25_00n, hoursAgo: 70, until: 'requested' },
  { who: 'songxanh', amount_minor: 60_00n, hoursAgo: 22, until: 'requested' },
  { who: 'aoba', amount_minor: 120_00n, hoursAgo: 22, until: 'approved' },
  { who: 'pagelamp', amount_minor: 45_00n, hoursAgo: 22, until: 'in_file' },
] as const satisfies readonly {
  who: keyof typeof PAYEES
  amount_minor: bigint
  hoursAgo: number
  until: 'requested' | 'approved' | 'in_file'
}[]

type Step = (typeof WITHDRAWALS)[number]['until']

/** How many days before the end of the history the accepted statement's day is; the next one waits. */
const ACCEPTED_DAYS_AGO = 4
const STRANGERS = [
  {
    amount_minor: 30_00n,
    text: 'Rechnung 4711',
    name: 'Erika Muster',
    iban: 'DE02120300000000202051',
    city: 'Berlin',
    country: 'DE',
    reason: 'An invoice of another company, not of a member.',
  },
  {
    amount_minor: 18_00n,
    text: 'najem prosinec',
    name: 'Jan Novak',
    iban: 'CZ6508000000192000145399',
    city: 'Praha',
    country: 'CZ',
    reason: 'A rent that was sent to us by mistake.',
  },
] as const

/** What is remembered until the end of the history. */
interface Desk {
  readonly past: DemoHistory
  readonly bank: DemoBank
  readonly members: readonly string[]
  readonly requested: { readonly id: string; readonly until: Step }[]
}

export function openMoneyQueues(past: DemoHistory, bank: DemoBank, members: readonly string[]) {
  const desk: Desk = { past, bank, members, requested: [] }
  return {
    /** After the orders of a day. */
    async endDay(days_ago: number): Promise<void> {
      if (days_ago === DISPUTED.days_ago) await payByCard(desk)
      await requestOfDay(desk, days_ago)
    },
    /** At the end of the history. */
    async fill(): Promise<void> {
      await savePayee(desk, PAYEES.quocbao)
      await savePayee(desk, PAYEES.seojun)
      await refund(desk, await fillStatements(desk))
      await approveRequested(desk)
      await dispute(desk)
    },
  }
}

const idOf = ({ members }: Desk, username: Username): string =>
  members[demoMembers.findIndex((one) => one.username === username)]!

async function savePayee(desk: Desk, { username, holder, account, city, country }: Payee): Promise<string> {
  const member_id = idOf(desk, username)
  const address = { name: holder, street: '1 Demo Street', city, postal_code: '10000', region: '', country }
  await desk.past.database.transaction(async (tx) => {
    await saveAddress(tx, member_id, address)
    const payee = await readPayee(tx, { holder, ...account })
    await saveBankDetails(tx, { member_id, payee, confirmed: true })
  })
  return member_id
}

async function requestOfDay(desk: Desk, days_ago: number): Promise<void> {
  const { clock, database, now } = desk.past
  for (const { who, amount_minor, hoursAgo, until } of WITHDRAWALS) {
    // Between the orders of this day and those of the next, which begin six hours before its end.
    if (Math.floor(hoursAgo / 24) + 1 !== days_ago) continue
    clock.set(new Date(now.getTime() - hoursAgo * HOUR_MS))
    const member_id = await savePayee(desk, PAYEES[who])
    const [withdrawal] = await database.transaction((tx) =>
      requestWithdrawals(tx, { member_id, amount_minor }),
    )
    desk.requested.push({ id: withdrawal!.id, until })
  }
}

/** An announced deposit; what the bank brings for it stands in a statement. */
async function announce(desk: Desk, username: Username, amount_minor: bigint): Promise<string> {
  const deposit = { member_id: idOf(desk, username), amount_minor, method: 'bank_transfer' as const }
  const { reference } = await desk.past.database.transaction((tx) => createDeposit(tx, deposit))
  return reference
}

/** One letter off: the payer's mistake that a suggestion finds. */
const mistyped = (reference: string): string => reference.slice(0, -1) + (reference.endsWith('7') ? '8' : '7')

/** An accepted statement, whose lines match nobody or not exactly, and one that waits to be confirmed. Returns the first's id. */
async function fillStatements(desk: Desk): Promise<string> {
  const { bank, past } = desk
  const dayBefore = (days: number) => new Date(past.now.getTime() - days * DAY_MS).toISOString().slice(0, 10)
  const hers = mistyped(await announce(desk, 'lan.huong', 40_00n))
  const anothers = mistyped(await announce(desk, 'pagelamp', 27_00n))
  const accepted = await bank.book(dayBefore(ACCEPTED_DAYS_AGO), [
    { amount_minor: 40_00n, text: hers, name: 'Nguyen Lan Huong' },
    // Not the holder of the member's payout account: nothing is suggested.
    { amount_minor: 27_00n, text: anothers, name: 'Daniel Whitmore' },
    { amount_minor: 75_00n, text: await announce(desk, 'songxanh', 50_00n), name: 'Cong ty Song Xanh' },
    ...STRANGERS,
    { amount_minor: -4_50n, text: 'Account maintenance fee', name: 'No bank (demo)' },
  ])
  const text = await announce(desk, 'aoba_kyoto', 35_00n)
  await bank.import(dayBefore(ACCEPTED_DAYS_AGO - 1), [
    { amount_minor: 35_00n, text, name: 'Aoba Tea', iban: PAYEES.aoba.account.iban },
    { amount_minor: 20_00n, text: 'Nap tien', name: 'Pham Minh Anh' },
  ])
  return accepted
}

/** Strangers' payments of the statement go back: of one two people have decided, the other waits for the second. */
async function refund({ past: { database } }: Desk, statement_id: string): Promise<void> {
  const proposer = await demoOperator(database, 'demo.finance2')
  const proposed: string[] = []
  for (const { name: holder, iban: account, city, country, reason } of STRANGERS) {
    const order = { holder, account, city, country, reason }
    const proposal_id = await database.transaction(async (tx) => {
      const lines = await selectLinesOfStatement.all(tx, { statement_id })
      const { id: line_id } = lines.find((line) => line.counterparty_name === holder)!
      return await proposeRefund(tx, { line_id, ...order }, proposer)
    })
    proposed.push(proposal_id)
  }
  const { id: proposal_id, content_hash } = await getProposal(database, proposed[0]!)
  const operator = await demoOperator(database, 'demo.owner2')
  await approveProposal(database, [unmatchedPaymentRefund], {
    proposal_id,
    content_hash: content_hash.toString('hex'),
    operator,
  })
}

async function approveRequested({ past: { database }, requested }: Desk): Promise<void> {
  const approver = await demoActor(database, 'demo.finance2')
  for (const { id: withdrawal_id, until } of requested)
    if (until !== 'requested')
      await database.transaction((tx) => approveWithdrawal(tx, { withdrawal_id, actor: approver }))
  const withdrawal_ids = requested.filter(({ until }) => until === 'in_file').map(({ id }) => id)
  const releaser = await demoActor(database, 'demo.finance3')
  await database.transaction(async (tx) => {
    const execution_day = nextExecutionDay(await todayAtBank(tx, tx.now), 'USD')
    const batch = { withdrawal_ids, refund_ids: [], format: 'pain.001.001.09' as const, execution_day }
    await createPayoutBatch(tx, { ...batch, actor: releaser })
  })
}

async function payByCard(desk: Desk): Promise<void> {
  const { clock, database } = desk.past
  const deposit = { member_id: idOf(desk, DISPUTED.username), amount_minor: CARD_PAYMENT.amount_minor }
  await database.transaction(async (tx) => {
    const { id: deposit_id } = await createDeposit(tx, { ...deposit, method: 'card' }, true)
    await receiveCardEvent(tx, CARD_PROVIDER, {
      id: 'evt_demo_paid',
      type: 'checkout.session.completed',
      happened_at: clock.now(),
      of: { checkout: { id: 'cs_demo_4711', deposit_id, state: 'paid', ...CARD_PAYMENT } },
    })
  })
}

/** The card's issuer takes back what a member paid in: an operator answers it. */
async function dispute({ past: { clock, database } }: Desk): Promise<void> {
  await database.transaction((tx) =>
    receiveCardEvent(tx, CARD_PROVIDER, {
      id: 'evt_demo_disputed',
      type: 'charge.dispute.created',
      happened_at: clock.now(),
      of: { dispute: { id: 'dp_demo_4711', status: 'open', ...CARD_PAYMENT } },
    }),
  )
}
