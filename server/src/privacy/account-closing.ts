// Closes an account: one with money, open orders or an open promise is not closed. Afterwards nothing identifies its member
// (privacy.test.ts).
import { formatMoney } from '@fairturn/contract/minor-units'
import type { Obstacle } from '@fairturn/contract/personal-data'
import { deletePayoutAccount } from '../banking/banking.ts'
import { countOpenCampaigns, eraseCampaignTexts } from '../campaigns/campaigns.ts'
import { removeFile } from '../content/content.ts'
import { endAwaitedDeposits } from '../deposits/deposits.ts'
import { deleteBilling } from '../invoices/invoices.ts'
import { accountOf, balancesOf } from '../ledger/ledger.ts'
import { refundableFee } from '../levels/levels.ts'
import {
  eraseAccount,
  getMember,
  getMemberForClosing,
  type MemberRow,
  withdrawalDelayOf,
} from '../members/members.ts'
import { deleteNotices } from '../notices/notices.ts'
import type { Database, Queryable, Tx } from '../platform/database/database.ts'
import { statement } from '../platform/database/statement.ts'
import type { FileStore } from '../platform/files/file-store.ts'
import { refuse } from '../platform/http/refusal.ts'
import { erasePayoutProposals } from '../staff/staff.ts'
import { eraseConversations } from '../support/support.ts'
import { deleteDevices } from '../tracking/tracking.ts'
import { withdrawalsUnderWay } from '../withdrawals/withdrawals.ts'

/** Orders that are still in progress, or may still pay. */
const countOpenOrders = statement(
  `-- privacy_count_open_orders
  select count(*)::int as count from orders
  where member_id = $member_id and (
    status in ('pending', 'distributing', 'success') or objection = 'open' or kept_until is not null)`,
  { params: { member_id: 'uuid' }, columns: { count: 'int4' } },
)

/** Free text written by a carrier. */
const eraseNotes = statement(
  `-- privacy_erase_notes
  update objection set note = '' where member_id = $member_id and note <> ''`,
  { params: { member_id: 'uuid' } },
)

export interface ClosingObstacle {
  readonly code: Obstacle
  /** The amount, as a wire string. */
  readonly amount: string | null
  /** Number of orders, campaigns or withdrawals. */
  readonly count: number | null
  /** When it ends without action by the member. */
  readonly until: string | null
}

const inTheWay = (code: Obstacle, shown: Partial<ClosingObstacle> = {}): ClosingObstacle =>
  Object.assign({ code, amount: null, count: null, until: null }, shown)

/** Obstacles to closing the account, in the order in which to settle them; empty if there are none. */
export const obstaclesOf = async (on: Queryable, member_id: string, now: Date): Promise<ClosingObstacle[]> =>
  findObstacles(on, await getMember(on, member_id), now)

// Lock order and races: money is read last, so that what an order or a campaign pays out meanwhile is seen either as open
// or as money.
async function findObstacles(on: Queryable, member: MemberRow, now: Date): Promise<ClosingObstacle[]> {
  const delay = withdrawalDelayOf(member, now)
  const orders = (await countOpenOrders.one(on, { member_id: member.id })).count
  const campaigns = await countOpenCampaigns(on, member.id)
  const fee_minor = await refundableFee(on, member.id, now)
  const underWay = await withdrawalsUnderWay(on, member.id)
  const account = accountOf('member_available', member.id)
  const { balance_minor } = (await balancesOf(on, [account])).get(account)!
  const found: ClosingObstacle[] = []
  if (delay !== undefined)
    found.push(inTheWay('account_waits_for_a_security_check', { until: delay.until.toISOString() }))
  if (orders > 0) found.push(inTheWay('account_has_open_orders', { count: orders }))
  if (campaigns > 0) found.push(inTheWay('account_has_open_campaigns', { count: campaigns }))
  if (fee_minor > 0n)
    found.push(inTheWay('account_has_a_refundable_level_fee', { amount: formatMoney(fee_minor) }))
  if (balance_minor > 0n)
    found.push(inTheWay('account_still_has_money', { amount: formatMoney(balance_minor) }))
  if (underWay.count > 0) {
    const { count, amount_minor } = underWay
    found.push(inTheWay('account_has_a_withdrawal_under_way', { count, amount: formatMoney(amount_minor) }))
  }
  return found
}

/**
 * Closes the account and deletes all personal data, including the photo's file. What remains refers to an anonymous id
 * (decision 019). Refuses with the first obstacle's code, and all of them in its details.
 */
export async function closeAccount(
  database: Database,
  { member_id, files }: { member_id: string; files: FileStore },
): Promise<{ closed_at: Date }> {
  const { pictures, closed_at } = await database.transaction(async (tx) => {
    // Withdrawals, taking orders, locks and credits wait for this row lock.
    const member = await getMemberForClosing(tx, member_id)
    await endAwaitedDeposits(tx, member_id)
    const obstacles = await findObstacles(tx, member, tx.now)
    const [first] = obstacles
    if (first !== undefined) throw refuse(first.code, { obstacles })
    return { ...(await erase(tx, member_id, tx.now)), closed_at: tx.now }
  })
  for (const url of pictures) await removeFile(files, database, url)
  return { closed_at }
}

/** Of a restored account that had been closed then, with whatever it still has. Returns the URLs of its pictures. */
export const eraseAgain = (database: Database, member_id: string, closed_at: Date): Promise<string[]> =>
  database.transaction(async (tx) => {
    await endAwaitedDeposits(tx, member_id)
    return (await erase(tx, member_id, closed_at)).pictures
  })

/** Returns the URLs of the photo and of the campaigns' pictures. */
async function erase(tx: Tx, member_id: string, closed_at: Date): Promise<{ pictures: string[] }> {
  await deleteNotices(tx, member_id)
  await deletePayoutAccount(tx, member_id)
  await deleteDevices(tx, member_id)
  await eraseNotes.all(tx, { member_id })
  await deleteBilling(tx, member_id)
  await eraseConversations(tx, member_id)
  const { file } = await eraseAccount(tx, member_id, closed_at)
  await erasePayoutProposals(tx, member_id)
  const creatives = await eraseCampaignTexts(tx, member_id)
  return { pictures: file === null ? creatives : [file, ...creatives] }
}
