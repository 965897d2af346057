import type { DepositMethod } from '@fairturn/contract/deposits'
import { newId } from '@fairturn/contract/ids'
import { formatMoney } from '@fairturn/contract/minor-units'
import { withNewReference } from '../banking/banking.ts'
import { settingsOf, type SettingValues } from '../content/content.ts'
import { notifyAll } from '../notices/notices.ts'
import type { Database, Queryable, Tx } from '../platform/database/database.ts'
import { refuse } from '../platform/http/refusal.ts'
import { settleTogether } from '../platform/queue/batches.ts'
import type { DepositsHooks } from './deposits.hooks.ts'
import {
  type DepositRow,
  endTransferAwaited,
  expireDeposits,
  findOverdue,
  insertDeposit,
  selectDeposit,
  selectDepositLocked,
  selectTransfersAwaited,
  settleDeposit,
} from './deposits.store.ts'

const EXPIRES_AFTER_MS: Readonly<Record<DepositMethod, number>> = {
  bank_transfer: 14 * 86_400_000,
  // The provider expires a checkout within a day and sends a webhook; this timeout is the fallback.
  card: 2 * 86_400_000,
}
/** The provider's limits for one payment, in minor units. */
const BY_CARD = { from: 100n, to: 99_999_999n }
const EXPIRED_AT_ONCE = 200

export const depositMethods = (
  { receive_account }: Pick<SettingValues, 'receive_account'>,
  takesCard: boolean,
): DepositMethod[] => [
  ...(receive_account === null ? [] : (['bank_transfer'] as const)),
  ...(takesCard ? (['card'] as const) : []),
]

interface NewDeposit {
  readonly member_id: string
  readonly amount_minor: bigint
  readonly method: DepositMethod
  /** That it pays; the caller has checked that it can, and nothing else is awaited for it. */
  readonly campaign_id?: string | null
}

/**
 * Creates a deposit that expires after 14 days, by card after 2. Refuses `deposit_method_is_not_available` and
 * `deposit_is_too_high`, `card_amount_is_out_of_range`.
 */
export async function createDeposit(
  tx: Tx,
  { member_id, amount_minor, method, campaign_id = null }: NewDeposit,
  takesCard = false,
): Promise<DepositRow> {
  const settings = await settingsOf(tx)
  if (
    !depositMethods(settings, takesCard).includes(method) ||
    (campaign_id !== null && method !== 'bank_transfer')
  )
    throw refuse('deposit_method_is_not_available')
  if (amount_minor > settings.highest_deposit_minor)
    throw refuse('deposit_is_too_high', {
      highest: formatMoney(settings.highest_deposit_minor),
    })
  if (method === 'card' && (amount_minor < BY_CARD.from || amount_minor > BY_CARD.to))
    throw refuse('card_amount_is_out_of_range')
  const expires_at = new Date(tx.now.getTime() + EXPIRES_AFTER_MS[method])
  return await withNewReference('FT', (reference) =>
    insertDeposit.maybe(tx, {
      id: newId(tx.now),
      member_id,
      method,
      amount_minor,
      reference,
      created_at: tx.now,
      expires_at,
      campaign_id,
    }),
  )
}

/**
 * Creates a transfer that pays a campaign, or returns the one that is awaited; one of another amount ends. Refuses as
 * `requirePayable`, `confirm` and `createDeposit` do.
 */
export async function createTransfer(
  tx: Tx,
  deposit: NewDeposit & { readonly campaign_id: string },
  {
    requirePayable,
    confirm,
  }: DepositsHooks & { readonly confirm: (tx: Tx, payable_minor: bigint) => Promise<void> },
): Promise<DepositRow> {
  const { campaign_id, amount_minor } = deposit
  await requirePayable(tx, deposit, amount_minor)
  const [awaited] = await selectTransfersAwaited.all(tx, { campaign_ids: [campaign_id] })
  if (awaited?.amount_minor === amount_minor) return awaited
  await endTransferAwaited.all(tx, { campaign_id, settled_at: tx.now })
  const created = await createDeposit(tx, deposit)
  await confirm(tx, amount_minor)
  return created
}

/** The member's deposit. Refuses `deposit_is_unknown`, also for another member's. */
export async function getDeposit(
  on: Queryable,
  { member_id, deposit_id }: { member_id: string; deposit_id: string },
): Promise<DepositRow> {
  const row = await selectDeposit.maybe(on, { id: deposit_id })
  if (row === undefined || row.member_id !== member_id) throw refuse('deposit_is_unknown')
  return row
}

/**
 * awaiting → expired, by the member; idempotent. Money that arrives all the same is credited (decision 012), and pays no campaign. A checkout by card
 * ends at the provider alone. Refuses `deposit_is_unknown` and `deposit_cannot_be_cancelled`.
 */
export async function cancelDeposit(
  tx: Tx,
  { member_id, deposit_id }: { member_id: string; deposit_id: string },
): Promise<DepositRow> {
  const row = await selectDepositLocked.maybe(tx, { id: deposit_id })
  if (row === undefined || row.member_id !== member_id) throw refuse('deposit_is_unknown')
  const { status, method } = row
  if (status === 'expired') return row
  if (status !== 'awaiting' || method !== 'bank_transfer')
    throw refuse('deposit_cannot_be_cancelled', { status, method })
  return await settleDeposit.one(tx, {
    id: deposit_id,
    status: 'expired',
    settled_at: tx.now,
    settled_by: null,
    reason: null,
  })
}

/** Expires overdue deposits and notifies the members of those by bank transfer. Returns how many. */
export const expireDueDeposits = (database: Database): Promise<number> =>
  settleTogether(database, {
    size: EXPIRED_AT_ONCE,
    find: (failed) =>
      findOverdue.all(database, { now: database.clock.now(), failed, limit: EXPIRED_AT_ONCE }),
    settle: expire,
  })

async function expire(tx: Tx, ids: readonly string[]): Promise<void> {
  const rows = await expireDeposits.all(tx, { settled_at: tx.now, ids })
  const byBank = rows.filter(({ method }) => method === 'bank_transfer')
  const path = '/individual/deposit-history'
  await notifyAll(
    tx,
    byBank.map(({ member_id, reference }) => ({
      member_id,
      kind: 'deposit_expired',
      params: { reference },
      path,
    })),
  )
}
