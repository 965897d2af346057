// The double-entry ledger: accounts, entries, postings, holds; checks and freezes. Only post() moves money; nothing sets a
// balance, updates or deletes a posting (rights.test.ts).
import type { HolderKind } from '@fairturn/contract/accounting'
import { formatMoney } from '@fairturn/contract/minor-units'
import { LostRace, type Queryable, type Tx } from '../platform/database/database.ts'
import { typed, statement, ofAnyLength } from '../platform/database/statement.ts'
import { refuse } from '../platform/http/refusal.ts'
import { recordAuditEvent, type StaffActionCode } from '../staff/staff.ts'
import type { Balance } from './balances.ts'
import {
  type AccountId,
  accountOf,
  assertSound,
  batchArguments,
  entryId,
  isBalanced,
  isMembersAccount,
  platformAccount,
  mergePostings,
  type NewEntry,
  splitRepeats,
} from './entries.ts'
import { postingsOfSide, type Side } from './sides.ts'

export {
  balancesBefore,
  entryHash,
  foldDailyTotals,
  platformTotals,
  postingsOf,
  type Balance,
  type StatementLine,
  type StatementPage,
} from './balances.ts'
export { beyondAwards, movedOn, recordCorrection } from './corrections.ts'
export { lostCreditsOf, payCreditLosses, recordCreditLoss, type Returned } from './credit-losses.ts'
export { checkLedger, type Finding } from './invariants.ts'
export {
  requestedCheck,
  ledgerAlarm,
  runHourlyChecks,
  runLedgerChecks,
  type Checker,
  type CheckFinding,
  type CheckRunRow,
  checkReach,
  findCheck,
  lastCheck,
  ledgerCheck,
} from './checks.ts'
export { ledgerChecker } from './affected-accounts.ts'
export { takenFrom } from './sides.ts'
export { requireNotPaidFor } from './paid-for.ts'
export {
  advanceVat,
  earnedOf,
  owedVat,
  beyondRevenue,
  lockVatAdvances,
  requireOwedVat,
  requireOwnMoneyForVat,
  setOffVat,
  type VatMovement,
} from './vat-advance.ts'
export { openMembers, requireOpenMember } from './open-members.ts'
export { IN_FLIGHT } from './checkpoint.ts'
export { checkRange, NO_END } from './span.ts'
export { dailyVerification, verifyChunks } from './daily-verification.ts'
export {
  campaignMoneyOf,
  campaignPaymentsOf,
  type FreezeScope,
  isFrozen,
  moneyOf,
  type OpenFreeze,
  openFreezes,
  PAYOUTS,
  refuseWhileFrozen,
} from './freezes.ts'
export {
  type AccountId,
  accountOf,
  type EntryId,
  entryId,
  type NewEntry,
  type NewPosting,
  platformAccount,
} from './entries.ts'

export type RefusalReason =
  | 'insufficient_funds'
  | 'hold_not_open'
  | 'hold_exceeded'
  | 'account_unknown'
  | 'id_reused'
  | 'unbalanced'

type Answer = 'posted' | 'replayed' | RefusalReason
export type PostAnswer = { status: 'posted' | 'replayed' } | { status: 'refused'; reason: RefusalReason }

/**
 * Thrown when an entry is refused that the caller had already checked, or when the caller prefers an exception. Money that was
 * there when it was checked has been spent meanwhile: the transaction is retried, and reads what is left.
 */
export class LedgerRefusal extends LostRace {
  readonly reason: RefusalReason
  readonly entry: NewEntry
  readonly isLost: boolean

  constructor(reason: RefusalReason, entry: NewEntry) {
    super(`the ledger refused ${entry.type} of ${entry.refers_to}: ${reason}`)
    this.reason = reason
    this.entry = entry
    this.isLost = reason === 'insufficient_funds'
  }
}

const openAll = statement(
  `-- ledger_open_accounts
  select ledger_open_accounts($kinds::text[], $holder_ids::text[])`,
  { params: { kinds: 'text[]', holder_ids: 'text[]' } },
)
const postAll = statement(
  `-- ledger_post
  select ledger_post($ids::uuid[], $types::text[], $refers_to::text[], $actors::text[], $notes::text[], $event_at::timestamptz[], $captures::uuid[],
    $posting_counts::int[], $accounts::uuid[], $entries::int[], $posting_nos::int[], $slots::int[], $amounts_minor::bigint[]) as answers`,
  {
    params: {
      ids: 'uuid[]',
      types: 'text[]',
      refers_to: 'text[]',
      actors: 'text[]',
      notes: 'text[]',
      event_at: 'timestamptz[]',
      captures: 'uuid[]',
      posting_counts: 'int4[]',
      accounts: 'uuid[]',
      entries: 'int4[]',
      posting_nos: 'int4[]',
      slots: 'int4[]',
      amounts_minor: 'int8[]',
    },
    columns: { answers: typed<Answer[]>('text[]') },
  },
)
const createOne = statement(
  `-- ledger_place_hold
  select ledger_place_hold($hold_id, $account, $amount_minor, $refers_to, $expires_at) as answer`,
  {
    params: {
      hold_id: 'uuid',
      account: 'uuid',
      amount_minor: 'int8',
      refers_to: 'text',
      expires_at: 'timestamptz',
    },
    columns: { answer: typed<'placed' | 'insufficient_funds' | 'account_unknown' | 'id_reused'>('text') },
  },
)
const releaseAll = statement(
  `-- ledger_release_holds
  select ledger_release_holds($hold_ids::uuid[]) as released`,
  { params: { hold_ids: 'uuid[]' }, columns: { released: 'int4' } },
)

const selectBalances = statement(
  `-- ledger_balances
  select id, balance_minor, reserved_minor from account where id = any (${ofAnyLength('$account_ids::uuid[]')})`,
  {
    params: { account_ids: 'uuid[]' },
    columns: { id: 'uuid', balance_minor: 'int8', reserved_minor: 'int8' },
  },
)

/** Opens accounts with balance zero; idempotent. */
export async function openAccounts(
  tx: Queryable,
  accounts: { kind: HolderKind; holder_id: string }[],
): Promise<void> {
  const kinds = accounts.map((account) => account.kind)
  await openAll.all(tx, { kinds, holder_ids: accounts.map((account) => account.holder_id) })
}

/**
 * Posts a batch of entries in one round trip and returns one result per entry, in order; a refused entry does not affect
 * the others. Idempotent by entry id: an existing id is `replayed` if the content is equal, and refused as `id_reused`
 * otherwise. Refusals: `unbalanced` (fewer than two postings, or a sum other than zero), `account_unknown`,
 * `hold_not_open`, `hold_exceeded`, `insufficient_funds` (a balance would fall below zero or below the account's holds).
 * Lock order: the accounts stay locked until the transaction ends, so post last.
 */
export async function post(tx: Queryable, entries: NewEntry[]): Promise<PostAnswer[]> {
  const sound = entries.map((entry) => {
    assertSound(entry)
    return { ...entry, postings: mergePostings(entry.postings) }
  })
  const answers = new Map<NewEntry, Answer>()
  for (const run of splitRepeats(sound.filter(isBalanced))) {
    const posted = await postAll.one(tx, batchArguments(run))
    run.forEach((entry, i) => answers.set(entry, posted.answers[i] as Answer))
  }
  return sound.map((entry) => {
    const answer = answers.get(entry) ?? 'unbalanced'
    return answer === 'posted' || answer === 'replayed'
      ? { status: answer }
      : { status: 'refused', reason: answer }
  })
}

/**
 * Posts entries that must all succeed. Throws LedgerRefusal for the first refused one, so that the transaction rolls
 * back.
 */
export async function postOrRefuse(tx: Tx, entries: NewEntry[]): Promise<void> {
  const answers = await post(tx, entries)
  answers.forEach((answer, i) => {
    if (answer.status === 'refused') throw new LedgerRefusal(answer.reason, entries[i] as NewEntry)
  })
}

export interface NewHold {
  /** Idempotency key. */
  id: string
  account: AccountId
  amount_minor: bigint
  refers_to: string
  /** When its creator intends to release it; the ledger itself expires nothing. */
  expires_at: Date
}

/** Reserves money. `insufficient_funds` if less is available. Throws for an unknown account or a used id. */
export async function createHold(tx: Tx, hold: NewHold): Promise<'placed' | 'insufficient_funds'> {
  if (hold.amount_minor <= 0n) throw new RangeError('a hold is of more than nothing')
  const { answer } = await createOne.one(tx, {
    hold_id: hold.id,
    account: hold.account,
    amount_minor: hold.amount_minor,
    refers_to: hold.refers_to,
    expires_at: hold.expires_at,
  })
  if (answer === 'placed' || answer === 'insufficient_funds') return answer
  throw new Error(`the hold ${hold.id} was refused: ${answer}`)
}

/** Releases those holds that are still open; returns how many. */
export async function releaseHolds(tx: Tx, hold_ids: string[]): Promise<number> {
  if (hold_ids.length === 0) return 0
  return (await releaseAll.one(tx, { hold_ids })).released
}

/** A member's available balance in minor units: what they can spend or withdraw. */
export async function availableOf(on: Queryable, member_id: string): Promise<bigint> {
  const account = accountOf('member_available', member_id)
  const { balance_minor, reserved_minor } = (await balancesOf(on, [account])).get(account)!
  return balance_minor - reserved_minor
}

const lockMoney = statement(
  `-- ledger_lock_money
  select from ledger_lock_money($member_id)`,
  { params: { member_id: 'uuid' } },
)

/**
 * Locks a member's money until the transaction ends, as posting does and in its order, for amounts that depend on each
 * other. Last in the lock order.
 */
export const lockMoneyOf = (tx: Tx, member_id: string): Promise<unknown> => lockMoney.all(tx, { member_id })

/** Balances of those accounts that exist. */
export async function balancesOf(on: Queryable, account_ids: AccountId[]): Promise<Map<AccountId, Balance>> {
  const rows = await selectBalances.all(on, { account_ids })
  return new Map(rows.map(({ id, balance_minor, reserved_minor }) => [id, { balance_minor, reserved_minor }]))
}

interface Movement {
  readonly from: Side
  readonly to: Side
  readonly amount_minor: bigint
  /** Of the amount, what the platform loses instead of `from`. */
  readonly loss_minor?: bigint
  /** Of the amount, the VAT that is not due any more. */
  readonly vat?: { readonly from: Side; readonly amount_minor: bigint }
  readonly refers_to: string
  /** Subject of the audit event. */
  readonly action: StaffActionCode
  readonly approval: { readonly proposal_id: string; readonly actor: string; readonly reason: string }
}

/**
 * Posts one `adjustment` per proposal, with the audit events its members read. Refuses
 * `adjustment_exceeds_what_is_there`. Returns the entry's id.
 */
export async function postAdjustment(
  tx: Tx,
  { from, to, amount_minor, loss_minor = 0n, vat, refers_to, action, approval }: Movement,
): Promise<string> {
  const { proposal_id, actor, reason } = approval
  const entry_id = entryId('adjustment', proposal_id)
  for (const [side, signed] of [
    [from, loss_minor - amount_minor],
    [to, amount_minor],
  ] as const) {
    if (!isMembersAccount(side.kind)) continue
    const after = { amount: formatMoney(signed), proposal_id }
    const object = { kind: 'entry', id: entry_id }
    await recordAuditEvent(tx, { actor, action, object, member_id: side.holder_id!, reason, after })
  }
  const vat_minor = vat?.amount_minor ?? 0n
  const taken_minor = amount_minor - loss_minor - vat_minor
  const postings = [
    ...(taken_minor > 0n ? await postingsOfSide(tx, from, taken_minor, -1n) : []),
    ...(vat && vat_minor > 0n ? await postingsOfSide(tx, vat.from, vat_minor, -1n) : []),
    ...(loss_minor > 0n
      ? [{ account: platformAccount('own_money', entry_id), amount_minor: -loss_minor }]
      : []),
    ...(await postingsOfSide(tx, to, amount_minor, 1n)),
  ]
  const entry = {
    id: entry_id,
    type: 'adjustment',
    refers_to,
    actor,
    note: reason,
    event_at: tx.now,
    postings,
  } as const
  const [answer] = await post(tx, [entry])
  if (answer!.status !== 'refused') return entry_id
  if (answer!.reason === 'insufficient_funds') throw refuse('adjustment_exceeds_what_is_there')
  throw new LedgerRefusal(answer!.reason, entry)
}
