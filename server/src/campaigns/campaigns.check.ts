// Checks that campaigns' own figures equal the ledger's.
import { accountOf, balancesOf } from '../ledger/ledger.ts'
import type { Database, Queryable } from '../platform/database/database.ts'
import { MIN_UUID } from '../platform/http/cursor.ts'
import { type Campaign, selectCampaignLocked, selectPage } from './campaigns.store.ts'

export interface CampaignFinding {
  readonly campaign_id: string
  readonly what: 'escrow' | 'holds' | 'fee'
  readonly expected_minor: bigint
  readonly found_minor: bigint
}

const PAGE = 500

/**
 * Every paid campaign whose escrow, holds or unearned fee in the ledger differ from its own figures; of closed ones only
 * those closed since `closed_since`, if given.
 */
export async function checkCampaigns(
  database: Database,
  closed_since: Date | null = null,
): Promise<CampaignFinding[]> {
  const findings: CampaignFinding[] = []
  for (let after = MIN_UUID; ;) {
    const page = await selectPage.all(database, { after, limit: PAGE, closed_since })
    // Money may move between the two reads (race), so each difference is read again with the campaign locked.
    const suspects = new Set((await compare(database, page)).map((finding) => finding.campaign_id))
    for (const campaign_id of suspects) findings.push(...(await compareLocked(database, campaign_id)))
    const last = page.at(-1)
    if (page.length < PAGE || last === undefined) return findings
    after = last.id
  }
}

/** A campaign's money moves only under its row lock. */
const compareLocked = (database: Database, campaign_id: string): Promise<CampaignFinding[]> =>
  database.transaction(async (tx) => compare(tx, await selectCampaignLocked.all(tx, { id: campaign_id })))

async function compare(on: Queryable, campaigns: readonly Campaign[]): Promise<CampaignFinding[]> {
  const paid = campaigns.filter((campaign) => campaign.paid_at !== null)
  const accounts = paid.flatMap(({ id }) => [accountOf('campaign_escrow', id), accountOf('campaign_fee', id)])
  const balances = await balancesOf(on, accounts)
  return paid.flatMap((campaign) => {
    const escrow = balances.get(accountOf('campaign_escrow', campaign.id))
    const fee = balances.get(accountOf('campaign_fee', campaign.id))
    const campaign_id = campaign.id
    const compared: CampaignFinding[] = [
      finding(campaign_id, 'escrow', expectedEscrow(campaign), escrow?.balance_minor),
      finding(campaign_id, 'holds', campaign.held_minor, escrow?.reserved_minor),
      finding(campaign_id, 'fee', expectedFee(campaign), fee?.balance_minor),
    ]
    return compared.filter(({ expected_minor, found_minor }) => expected_minor !== found_minor)
  })
}

const finding = (
  campaign_id: string,
  what: CampaignFinding['what'],
  expected_minor: bigint,
  found_minor = 0n,
): CampaignFinding => ({ campaign_id, what, expected_minor, found_minor })

/** Paid in, minus claims and refunds; zero once closed. */
function expectedEscrow(campaign: Campaign): bigint {
  if (campaign.closed_at !== null) return 0n
  const paid_minor = campaign.budget_minor + campaign.bonus_reserve_minor
  return paid_minor - campaign.delivered_minor - campaign.bonus_minor - campaign.refunded_minor
}

const expectedFee = (campaign: Campaign): bigint =>
  campaign.closed_at === null ? campaign.service_fee_minor - campaign.bonus_reserve_minor : 0n
