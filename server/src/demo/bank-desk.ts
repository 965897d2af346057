// What the demo's operators do for a withdrawal when whoever tries the demo taps: approve it, create its payment file and
// release it, each by another of them, through the functions behind the back office and so under all their rules: two of them
// approve what takes two, and nobody releases what they have approved. Then the demo's bank books it.
import { nextExecutionDay } from '@fairturn/contract/banking-days'
import type { DemoPayout, PayoutStep } from '@fairturn/contract/demo'
import type { Locale } from '@fairturn/contract/locales'
import type { WithdrawalStatus } from '@fairturn/contract/withdrawals'
import { todayAtBank } from '../banking/banking.ts'
import { settingsOf } from '../content/content.ts'
import type { Database, Queryable, Tx } from '../platform/database/database.ts'
import { typed, statement, toColumn } from '../platform/database/statement.ts'
import { Refusal } from '../platform/http/refusal.ts'
import { actorOf, approveProposal, getProposal } from '../staff/staff.ts'
import {
  approveWithdrawal,
  batchOf,
  createPayoutBatch,
  exportBatch,
  getWithdrawal,
  paidOut,
  proposeApproval,
  sendBatch,
  takesTwoNow,
  withdrawalOnWire,
  withdrawalOverThreshold,
} from '../withdrawals/withdrawals.ts'
import { book } from './bank.ts'
import { DEMO_STAFF } from './staff.ts'

const selectDesk = statement(
  `-- demo_select_desk
  select id, username, role from operator o
  where username = any ($usernames) and disabled_at is null and operator_side(o, $now) = 'out' and role in ('finance', 'owner')
  order by array_position($usernames, username)`,
  {
    params: { usernames: 'text[]', now: 'timestamptz' },
    columns: { id: 'uuid', username: 'text', role: typed<'finance' | 'owner'>('text') },
  },
)

const selectNames = statement(
  `-- demo_select_names
  select username from operator o where 'operator:' || o.id = any ($actors) order by array_position($actors, 'operator:' || o.id)`,
  { params: { actors: 'text[]' }, columns: { username: 'text' } },
)

interface Own {
  readonly member_id: string
  readonly withdrawal_id: string
}

/** Who sends money out in the demo, as far as they still do. */
async function deskOf(on: Queryable, now: Date) {
  const usernames = DEMO_STAFF.operators.filter((one) => 'side' in one && one.side === 'out')
  const rows = await selectDesk.all(on, { usernames: toColumn(usernames, 'username'), now })
  return rows.map(({ id, username, role }) => ({ operator_id: id, username, role, side: 'out' as const }))
}

/** The steps of a withdrawal with who has done them, or is about to. Refuses `withdrawal_is_unknown`. */
export async function payoutOf(database: Database, own: Own, locale: Locale): Promise<DemoPayout> {
  const now = database.clock.now()
  const row = await getWithdrawal(database, own)
  const desk = await deskOf(database, now)
  const approved = await namesOf(database, [row.proposed_by, row.approved_by])
  const released = await namesOf(database, [row.sent_by])
  const takes_two = desk[0] && (await takesTwoNow(database, row.id, actorOf(desk[0]), now))
  const approvers =
    approved.length > 0 ? approved : desk.slice(0, takes_two ? 2 : 1).map(({ username }) => username)
  const releaser = desk.map(({ username }) => username).filter((name) => !approvers.includes(name))
  const done = (...statuses: WithdrawalStatus[]) => statuses.includes(row.status)
  return {
    withdrawal: withdrawalOnWire(row, locale),
    steps: [
      { step: 'approve', by: approvers, done: done('approved', 'sent', 'paid') },
      {
        step: 'release',
        by: released.length > 0 ? released : releaser.slice(0, 1),
        done: done('sent', 'paid'),
      },
      { step: 'book', by: [], done: done('paid') },
    ],
  }
}

const namesOf = async (on: Queryable, actors: readonly (string | null)[]): Promise<string[]> =>
  toColumn(await selectNames.all(on, { actors: actors.filter((actor) => actor !== null) }), 'username')

const FROM: Readonly<Record<PayoutStep, WithdrawalStatus>> = {
  approve: 'requested',
  release: 'approved',
  book: 'sent',
}

/** Does the step if it is the next one; otherwise nothing. Refuses what the back office's own calls refuse. */
export async function advance(database: Database, own: Own, step: PayoutStep): Promise<void> {
  const { status, card_deposit_id } = await getWithdrawal(database, own)
  if (status !== FROM[step] || card_deposit_id !== null) return
  if (step === 'book') return await bookPayout(database, own)
  const desk = await deskOf(database, database.clock.now())
  if (step === 'approve') return await approveByDesk(database, own, desk)
  await firstAllowed(desk, (operator) => database.transaction((tx) => release(tx, own, actorOf(operator))))
}

type Desk = Awaited<ReturnType<typeof deskOf>>

/** What bars one person and leaves the next. */
const NOT_YOU = new Set([
  'who_approved_a_payment_does_not_release_it',
  'who_brought_money_in_does_not_send_it_out',
])

async function firstAllowed(desk: Desk, act: (operator: Desk[number]) => Promise<void>): Promise<void> {
  for (const [i, operator] of desk.entries()) {
    try {
      return await act(operator)
    } catch (error) {
      if (!(error instanceof Refusal) || !NOT_YOU.has(error.code) || i === desk.length - 1) throw error
    }
  }
}

async function approveByDesk(database: Database, { withdrawal_id }: Own, desk: Desk): Promise<void> {
  const [first, second] = desk
  try {
    await firstAllowed(desk, async (operator) => {
      await database.transaction((tx) => approveWithdrawal(tx, { withdrawal_id, actor: actorOf(operator) }))
    })
  } catch (error) {
    const two = error instanceof Refusal && error.code === 'withdrawal_takes_two_people'
    if (!two || first === undefined || second === undefined) throw error
    const reason = 'The demo: both of us have looked at it.'
    const proposal_id = await database.transaction((tx) =>
      proposeApproval(tx, { withdrawal_id, reason }, first),
    )
    const { content_hash } = await getProposal(database, proposal_id)
    await approveProposal(database, [withdrawalOverThreshold], {
      proposal_id,
      content_hash: content_hash.toString('hex'),
      operator: second,
    })
  }
}

/** Creates the file, unless an operator has, exports it and marks it as sent. */
async function release(tx: Tx, { withdrawal_id }: Own, actor: string): Promise<void> {
  const { currency } = await settingsOf(tx)
  const execution_day = nextExecutionDay(await todayAtBank(tx, tx.now), currency)
  const batch_id =
    (await batchOf(tx, withdrawal_id)) ??
    (
      await createPayoutBatch(tx, {
        withdrawal_ids: [withdrawal_id],
        refund_ids: [],
        format: 'pain.001.001.09',
        execution_day,
        actor,
      })
    ).id
  await exportBatch(tx, { batch_id, actor })
  await sendBatch(tx, { batch_id, actor })
}

const bookPayout = (database: Database, own: Own): Promise<void> =>
  book(database, async (tx) => {
    const row = await getWithdrawal(tx, own)
    if (row.status !== 'sent') return undefined
    return {
      direction: 'debit',
      amount_minor: paidOut(row),
      reference: row.reference,
      counterparty: row.holder,
    }
  })
