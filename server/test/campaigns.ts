// Members with money and funded campaigns, created through the modules' interfaces.
import { newId } from '@fairturn/contract/ids'
import {
  approveCampaign,
  type Campaign,
  createCampaign,
  type NewCampaign,
  payCampaign,
} from '../src/campaigns/campaigns.ts'
import { accountOf, balancesOf, entryId, platformAccount, postOrRefuse } from '../src/ledger/ledger.ts'
import { registerMember } from '../src/members/members.ts'
import type { Queryable, Tx } from '../src/platform/database/database.ts'

const HOUR_MS = 3_600_000
let registered = 0

/** Inserts a member without an inviter and without credentials; returns the id. */
export async function newMember(tx: Tx, balance_minor = 0n): Promise<string> {
  registered += 1
  const { id: member_id } = await registerMember(tx, {
    username: `member ${registered}`,
    phone: `+8490${String(1_000_000 + registered)}`,
    passwordHash: '$argon2id$none',
    invite_code: null,
    locale: 'en',
  })
  if (balance_minor > 0n) await deposit(tx, member_id, balance_minor)
  return member_id
}

/** Credits a deposit. */
export async function deposit(tx: Tx, member_id: string, amount_minor: bigint): Promise<void> {
  const deposit_id = newId(tx.now)
  const id = entryId('deposit_credited', deposit_id)
  await postOrRefuse(tx, [
    {
      id,
      type: 'deposit_credited',
      refers_to: deposit_id,
      actor: 'system',
      event_at: tx.now,
      postings: [
        { account: platformAccount('cash', id), amount_minor: -amount_minor },
        { account: accountOf('member_available', member_id), amount_minor },
      ],
    },
  ])
}

/** The member's available balance, in minor units. */
export async function availableOf(on: Queryable, member_id: string): Promise<bigint> {
  const account = accountOf('member_available', member_id)
  const { balance_minor, reserved_minor } = (await balancesOf(on, [account])).get(account)!
  return balance_minor - reserved_minor
}

/** 100 visits at 0.05, 20 per order, for a week, in every language. */
export const wantedCampaign = (
  tx: Tx,
  member_id: string,
  changed: Partial<NewCampaign> = {},
): NewCampaign => ({
  member_id,
  brand: 'Lotus Tea',
  kind: 'visit',
  tagline: { en: 'Tea that takes its time', vn: 'Trà chậm rãi' },
  caption: { en: 'I like this tea.', vn: 'Tôi thích trà này.' },
  creative: '/media/lotus-tea.webp',
  landing_url: 'https://tea.example.com/spring?from=fairturn',
  languages: [],
  price_minor: 5n,
  visits: 100,
  order_visits: 20,
  order_hours: 24,
  ends_at: new Date(tx.now.getTime() + 7 * 24 * HOUR_MS),
  ...changed,
})

/** A paid and approved campaign; without `member_id`, of a new placer with just enough money for it. */
export async function activeCampaign(tx: Tx, changed: Partial<NewCampaign> = {}): Promise<Campaign> {
  const member_id = changed.member_id ?? (await newMember(tx))
  const campaign = await createCampaign(tx, wantedCampaign(tx, member_id, changed))
  if (changed.member_id === undefined) {
    await deposit(tx, member_id, campaign.budget_minor + campaign.service_fee_minor)
  }
  await payCampaign(tx, { member_id, campaign_id: campaign.id })
  return await approveCampaign(tx, { campaign_id: campaign.id, actor: 'operator:first' })
}
