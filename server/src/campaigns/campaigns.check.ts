// Whether what campaigns say about their money is what the ledger says. Only reads; it never repairs.
import type { Queryable } from '../database/database.ts'
import { accountOf, balancesOf } from '../ledger/ledger.ts'
import { type Campaign, selectPage } from './campaigns.store.ts'

export interface CampaignFinding {
  readonly campaign_id: string
  readonly what: 'escrow' | 'holds' | 'fee'
  readonly expected_minor: bigint
  readonly found_minor: bigint
}

const PAGE = 500
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

/** Every paid campaign whose escrow, holds or unearned fee in the ledger differ from its own figures. */
export async function checkCampaigns(on: Queryable): Promise<CampaignFinding[]> {
  const findings: CampaignFinding[] = []
  for (let after = BEFORE_ALL; ;) {
    const page = await selectPage.all(on, after, PAGE)
    const paid = page.filter((campaign) => campaign.paid_at !== null)
    const accounts = paid.flatMap(({ id }) => [
      accountOf('campaign_escrow', id),
      accountOf('campaign_fee', id),
    ])
    const balances = await balancesOf(on, accounts)
    for (const campaign of paid) {
      const escrow = balances.get(accountOf('campaign_escrow', campaign.id))
      const fee = balances.get(accountOf('campaign_fee', campaign.id))
      const compare = (what: CampaignFinding['what'], expected_minor: bigint, found_minor = 0n) => {
        if (expected_minor !== found_minor) {
          findings.push({ campaign_id: campaign.id, what, expected_minor, found_minor })
        }
      }
      compare('escrow', expectedEscrow(campaign), escrow?.balance_minor)
      compare('holds', campaign.held_minor, escrow?.reserved_minor)
      compare('fee', expectedFee(campaign), fee?.balance_minor)
    }
    const last = page.at(-1)
    if (page.length < PAGE || last === undefined) return findings
    after = last.id
  }
}

/** Paid in, less what was claimed and what went back; nothing once closed. */
function expectedEscrow(campaign: Campaign): bigint {
  if (campaign.closed_at !== null) return 0n
  const paid_minor = campaign.budget_minor + campaign.bonus_reserve_minor
  return paid_minor - campaign.delivered_minor - campaign.bonus_minor - campaign.refunded_minor
}

const expectedFee = (campaign: Campaign): bigint =>
  campaign.closed_at === null ? campaign.service_fee_minor - campaign.bonus_reserve_minor : 0n
