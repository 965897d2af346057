// A placer's campaigns for data export, as obstacles to closing the account, and without their texts afterwards. Campaigns
// outlive the account, because carriers were paid for them.
import { formatMoney } from '@fairturn/contract/minor-units'
import type { Queryable, Tx } from '../platform/database/database.ts'
import { statement } from '../platform/database/statement.ts'
import { decryptDraft, deleteDraft, draftCipher, selectDraft } from './drafts.store.ts'
const selectOwn = statement(
  `-- campaigns_own
  select id as campaign_id, brand, kind, tagline, caption, creative, landing_url, languages, countries, verification, status, budget_minor,
    service_fee_minor, visits, delivered_visits, refunded_minor, reject_reason, created_at, paid_at, activated_at, ended_at
  from campaign where member_id = $member_id order by id desc`,
  {
    params: { member_id: 'uuid' },
    columns: {
      campaign_id: 'uuid',
      brand: 'text',
      kind: 'text',
      tagline: 'jsonb',
      caption: 'jsonb',
      creative: 'text',
      landing_url: 'text',
      languages: 'text[]',
      countries: 'text[]',
      verification: 'text',
      status: 'text',
      budget_minor: 'int8',
      service_fee_minor: 'int8',
      visits: 'int4',
      delivered_visits: 'int4',
      refunded_minor: 'int8',
      reject_reason: 'text?',
      created_at: 'timestamptz',
      paid_at: 'timestamptz?',
      activated_at: 'timestamptz?',
      ended_at: 'timestamptz?',
    },
  },
)
const countOpen = statement(
  `-- campaigns_count_open
  select count(*)::int as count from campaign where member_id = $member_id and closed_at is null`,
  { params: { member_id: 'uuid' }, columns: { count: 'int4' } },
)

/** Every campaign of a member, newest first. */
export async function campaignData(on: Queryable, member_id: string) {
  const rows = await selectOwn.all(on, { member_id })
  return rows.map(({ budget_minor, service_fee_minor, refunded_minor, ...campaign }) =>
    Object.assign(campaign, {
      budget: formatMoney(budget_minor),
      service_fee: formatMoney(service_fee_minor),
      refunded: formatMoney(refunded_minor),
    }),
  )
}

/** What the member has typed and not placed. */
export async function savedDraft(on: Queryable, secrets: readonly string[], member_id: string) {
  const row = await selectDraft.maybe(on, { member_id })
  const draft = decryptDraft(draftCipher(secrets), row)
  return row === undefined || draft === null ? null : { saved_at: row.saved_at, form: draft }
}

/** Number of a member's campaigns that hold money or still could: all but those that ended with nothing left. */
export async function countOpenCampaigns(on: Queryable, member_id: string): Promise<number> {
  return (await countOpen.one(on, { member_id })).count
}

const eraseTexts = statement(
  `-- campaigns_erase_texts
  select from campaigns_erase_texts($member_id)`,
  { params: { member_id: 'uuid' } },
)
const eraseLandings = statement(
  `-- campaigns_erase_landings
  delete from landing_check where member_id = $member_id`,
  { params: { member_id: 'uuid' } },
)
const eraseCreatives = statement(
  `-- campaigns_erase_creatives
  delete from creative where member_id = $member_id returning url`,
  { params: { member_id: 'uuid' }, columns: { url: 'text' } },
)

/**
 * Of an account that is closed in this transaction: brands, texts, pictures and addresses of its campaigns, their links and the
 * carriers' notices, checks and the draft. Returns the pictures' URLs, whose files the caller deletes.
 */
export async function eraseCampaignTexts(tx: Tx, member_id: string): Promise<string[]> {
  await eraseTexts.all(tx, { member_id })
  await eraseLandings.all(tx, { member_id })
  await deleteDraft.all(tx, { member_id })
  return (await eraseCreatives.all(tx, { member_id })).map(({ url }) => url)
}
