// Operations of placers: placing and paying a campaign, topping it up, cancelling it.
import { campaignCalls } from '@fairturn/contract/campaigns'
import { parseMoney } from '@fairturn/contract/minor-units'
import { securityCalls } from '@fairturn/contract/security'
import { random } from '../testing/random.ts'
import { anyOf } from '../testing/requests.ts'
import { keyed } from './keyed.ts'
import { effect } from './records.ts'
import { PASSWORD, type Person, type World, requestAs } from './world.ts'

const PRICE = '0.20'
const VISITS = 1000

/** Without an answer the payment is refused, as it is for a member. */
async function confirmPayment(world: World, person: Person, payable: string): Promise<void> {
  const body = { user_id: person._id, password: PASSWORD, total: payable }
  await requestAs(world, person, securityCalls.confirm, { body })
}

/** A version before there was VAT names only the total. */
const payableOf = ({ total, payable }: { total: string; payable?: string }): string => payable ?? total

/** A drill can override fields of the form. Resolves with the campaign once it is paid. */
export async function place(
  world: World,
  person: Person,
  other: { order_visits?: number; visits?: number; brand?: string } = {},
): Promise<string | undefined> {
  const body = {
    user_id: person._id,
    brand: 'Lotus Tea',
    kind: 'visit' as const,
    tagline: { en: 'Tea that takes its time' },
    caption: { en: 'I like this tea.' },
    creative: person.creative,
    landing_url: world.landing_url,
    price: PRICE,
    visits: VISITS,
    order_visits: 1,
    order_hours: 24,
    ends_at: new Date(Date.now() + world.cluster.ahead_ms + 300 * 86_400_000).toISOString(),
    ...other,
  }
  const placed = await keyed(world, person, campaignCalls.create, {
    operation: 'campaign placed',
    sent: { body },
    other: { ...body, brand: 'Another Tea' },
    same: ({ _id }) => _id,
    acknowledged: ({ _id }) => ({ thing: _id, effects: [] }),
  })
  const unpaid =
    placed ??
    (await requestAs(world, person, campaignCalls.list, { query: { status: 'unpaid' } })).data?.list[0]
  if (unpaid === undefined) return undefined
  const { total } = unpaid
  const payable = payableOf(unpaid)
  await confirmPayment(world, person, payable)
  const paid = await keyed(world, person, campaignCalls.pay, {
    operation: 'campaign paid',
    sent: { params: { campaign_id: unpaid._id }, ...(payable !== total && { body: { total, payable } }) },
    same: ({ campaign }) => campaign._id,
    acknowledged: ({ campaign }) => ({
      thing: campaign._id,
      effects: [
        effect('campaign_paid', campaign._id, ['member_available', person._id], -parseMoney(payable)),
      ],
    }),
  })
  if (paid === undefined) return undefined
  person.campaigns.push(unpaid._id)
  world.in_review.push(unpaid._id)
  return unpaid._id
}

export async function topUp(world: World, person: Person): Promise<void> {
  if (person.campaigns.length === 0) return void (await place(world, person))
  const campaign_id = anyOf(person.campaigns)
  const params = { campaign_id }
  const visits = 5 + Math.floor(random() * 20)
  const quote = await requestAs(world, person, campaignCalls.topUpQuote, { params, body: { visits } })
  if (quote.status !== 200) return
  const { total } = quote.data
  const payable = payableOf(quote.data)
  const body = { visits, total, ...(payable !== total && { payable }) }
  await confirmPayment(world, person, payable)
  await keyed(world, person, campaignCalls.topUp, {
    operation: 'campaign topped up',
    sent: { params, body },
    other: { ...body, visits: visits + 1 },
    same: ({ campaign }) => campaign._id,
    acknowledged: () => ({
      thing: campaign_id,
      effects: [effect('campaign_paid', campaign_id, ['member_available', person._id], -parseMoney(payable))],
    }),
  })
}

/** The worker decides with the last order what is refunded when: invariants.ts adds it up. */
export async function cancelCampaign(world: World, person: Person): Promise<void> {
  const campaign_id = person.campaigns.shift()
  if (campaign_id === undefined) return
  await keyed(world, person, campaignCalls.cancel, {
    operation: 'campaign cancelled',
    sent: { params: { campaign_id } },
    same: ({ campaign }) => campaign._id,
    acknowledged: () => ({ thing: campaign_id, effects: [] }),
  })
}
