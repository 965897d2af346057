// Places or changes a campaign from the placer's form, with a separately uploaded image and a checked landing page.
import type { CampaignForm } from '@fairturn/contract/campaigns'
import type { Locale } from '@fairturn/contract/locales'
import type { Tx } from '../platform/database/database.ts'
import { refuse } from '../platform/http/refusal.ts'
import { readPublicUrl } from '../platform/http/safe-fetch.ts'
import type { Campaign, Texts } from './campaigns.store.ts'
import { changeCampaign, createCampaign } from './campaigns.ts'
import { deleteDraft, detachCreative, useCreative } from './drafts.store.ts'
import type { NewCampaign } from './fields.ts'
import { type LandingParams, requireLanding } from './landing.ts'

interface PlacementInput {
  readonly member_id: string
  readonly form: CampaignForm
}

/** URLs are normalized before they are stored, checked and shown. */
export const landingOf = ({ member_id, form }: PlacementInput): LandingParams => ({
  member_id,
  landing_url: spelled(form.landing_url),
})

/** An unparsable URL is returned unchanged; the check refuses it. */
export function spelled(landing_url: string): string {
  try {
    return readPublicUrl(landing_url, { allowLoopback: true }).href
  } catch {
    return landing_url
  }
}

/**
 * Places the form's campaign, unpaid, and deletes the draft. Refuses as createCampaign does, `creative_is_unknown` for an
 * image the member did not upload, and the landing page's problem, also if it was not checked (ensureLanding).
 */
export async function placeCampaign(tx: Tx, placed: PlacementInput): Promise<Campaign> {
  const campaign = await createCampaign(tx, await newCampaignOf(tx, placed))
  await takeCreative(tx, placed)
  await deleteDraft.all(tx, { member_id: placed.member_id })
  return campaign
}

/** The same for an unpaid campaign. Refuses also as changeCampaign does. */
export async function replaceCampaign(
  tx: Tx,
  campaign_id: string,
  placed: PlacementInput,
): Promise<Campaign> {
  const { before, campaign } = await changeCampaign(tx, campaign_id, await newCampaignOf(tx, placed))
  await takeCreative(tx, placed)
  if (before.creative !== campaign.creative)
    await detachCreative.all(tx, { url: before.creative, campaign_id, unused_since: tx.now })
  return campaign
}

async function newCampaignOf(tx: Tx, placed: PlacementInput): Promise<NewCampaign> {
  const { member_id, form } = placed
  const { price: price_minor, ends_at, ...shown } = form
  const { landing_url, final_host: landing_final_host } = await requireLanding(tx, landingOf(placed))
  return {
    ...shown,
    member_id,
    tagline: textsOf(form.tagline, form.languages),
    caption: textsOf(form.caption, form.languages),
    landing_url,
    landing_final_host,
    price_minor,
    ends_at: new Date(ends_at),
  }
}

/** Drops texts in languages that are not selected. */
const textsOf = (texts: Texts, languages: readonly Locale[]): Texts =>
  languages.length === 0
    ? texts
    : Object.fromEntries(languages.flatMap((locale) => (texts[locale] ? [[locale, texts[locale]]] : [])))

async function takeCreative(tx: Tx, { member_id, form }: PlacementInput): Promise<void> {
  if ((await useCreative.maybe(tx, { url: form.creative, member_id })) === undefined)
    throw refuse('creative_is_unknown', { fields: [{ field: 'creative', code: 'creative_is_unknown' }] })
}
