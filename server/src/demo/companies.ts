// Who sells in the demo, and two companies that book what they spend: one of the seller's country, one that accounts for the
// VAT itself. The first gets back what a campaign has not spent, with a credit note.
// Documents of before say that there was no seller.
import {
  approveCampaign,
  cancelCampaign,
  createCampaign,
  pauseCampaign,
  payCampaign,
} from '../campaigns/campaigns.ts'
import { changeSetting, settingsOf } from '../content/content.ts'
import { confirmNumber, saveProfile } from '../invoices/invoices.ts'
import { demoMembers } from './dataset.ts'
import type { DemoHistory } from './demo-history.ts'
import { demoActor, demoOperatorId } from './staff.ts'

const COMPANIES = [
  {
    username: 'maisonlune',
    afterwards: cancelCampaign,
    profile: {
      legal_name: 'Maison Lune SARL',
      street: '8 rue Mercière',
      postal_code: '69002',
      city: 'Lyon',
      country: 'FR',
      vat_number: 'FR40303265045',
      registration_number: '303 265 045 RCS Lyon',
      purchase_order: 'ML-2107',
    },
  },
  {
    username: 'pagelamp',
    afterwards: pauseCampaign,
    profile: {
      legal_name: 'Page & Lamp Limited',
      street: '14 Dame Street',
      postal_code: 'D02 X4X0',
      city: 'Dublin',
      country: 'IE',
      vat_number: 'IE6433435F',
      registration_number: '433435',
      purchase_order: 'PO 88-014',
    },
  },
] as const

/** Also of the journeys with a seller. */
export const DEMO_SELLER = {
  legal_name: 'Fairturn Demo SAS',
  street: '1 rue de la Paix',
  postal_code: '75002',
  city: 'Paris',
  country: 'FR',
  vat_number: 'FR83404833048',
  registration_number: '404 833 048 RCS Paris',
  email: 'billing@fairturn.example',
  vat_currency: 'EUR',
  vat_exchange_rate: '0.92',
} as const

const DAY_MS = 86_400_000

export async function sellToCompanies({ creatives, database, now }: DemoHistory, members: readonly string[]) {
  await database.transaction(async (tx) => {
    await changeSetting(tx, 'vat_rates', [{ country: 'FR', rate: 20, from: '2014-01-01' }])
    const { currency } = await settingsOf(tx)
    const inEuro = { vat_currency: null, vat_exchange_rate: null }
    await changeSetting(tx, 'seller', { ...DEMO_SELLER, ...(currency === 'EURO' && inEuro) })
  })
  const operator_id = await demoOperatorId(database, 'demo.finance')
  const actor = await demoActor(database, 'demo.finance')
  const reviewer = await demoActor(database, 'demo.content')
  for (const { username, afterwards, profile } of COMPANIES) {
    const at = demoMembers.findIndex((one) => one.username === username)
    const member_id = members[at]!
    const { file, ...shown } = creatives[demoMembers[at]!.places!]!
    await database.transaction(async (tx) => {
      await saveProfile(tx, member_id, { buyer_kind: 'company', ...profile, email: null })
      const reason = 'The register of companies and the VAT certificate, seen on paper.'
      await confirmNumber(tx, { member_id, vat_number: profile.vat_number, operator_id, actor, reason })
    })
    const { id: campaign_id } = await database.transaction((tx) =>
      createCampaign(tx, {
        ...shown,
        member_id,
        kind: 'visit',
        creative: file,
        languages: [],
        order_hours: 48,
        order_visits: 2,
        price_minor: 20n,
        visits: 100,
        ends_at: new Date(now.getTime() + 60 * DAY_MS),
      }),
    )
    await database.transaction((tx) => payCampaign(tx, { member_id, campaign_id }))
    await database.transaction((tx) => approveCampaign(tx, { campaign_id, actor: reviewer }))
    await database.transaction((tx) => afterwards(tx, { member_id, campaign_id }))
  }
}
