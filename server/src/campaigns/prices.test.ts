// What a visit and an order may cost by each verification, by the deployment's own limits (spec §6).
import { campaignCalls } from '@fairturn/contract/campaigns'
import { contentCalls } from '@fairturn/contract/content'
import { parseMoney } from '@fairturn/contract/minor-units'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp, type TestMember } from '../../test/app.ts'
import { placeCampaign, unpaidCampaign } from '../../test/carrying.ts'
import { changeSetting } from '../content/settings.ts'
import type { NewCampaign } from './campaigns.ts'

let app: TestApp
let placer: TestMember
beforeAll(async () => {
  app = await startApp({ rules: 'default' })
  placer = await app.member('the placer')
})
afterAll(() => app.close())

const place = (verification: NewCampaign['verification'], price: string, order_visits: number) =>
  app.database.transaction((tx) =>
    unpaidCampaign(tx, placer, {
      verification: verification ?? 'page',
      price_minor: parseMoney(price),
      visits: order_visits,
      order_visits,
    }),
  )
const ABOVE = 'price_is_above_what_its_verification_allows'
const DEAR = 'order_is_above_what_its_verification_allows'

test.each([
  ['page', '0.20', '0.21', '0.20', 100, 101],
  ['beacon', '0.50', '0.51', '0.50', 100, 101],
] as const)(
  '%s: at most %s a visit, and an order of %s × %i',
  async (how, most, above, price, fits, tooMany) => {
    await expect(place(how, above, 1)).rejects.toMatchObject({
      code: ABOVE,
      details: { highest: most, fields: [{ field: 'price', code: ABOVE }] },
    })
    await expect(place(how, price, tooMany)).rejects.toMatchObject({
      code: DEAR,
      details: { fields: [{ field: 'order_visits', code: DEAR }] },
    })
    const { id } = await place(how, price, fits)
    await app.database.asSchemaOwner('delete from campaign where id = $1', [id])
  },
)

test('postback: up to 1 000.00 a visit, and an order of any size', async () => {
  const { id, price_minor } = await place('postback', '1000.00', 50)
  expect(price_minor).toBe(100_000n)
  await app.database.asSchemaOwner('delete from campaign where id = $1', [id])
})

test('the limits are public, and hold through the door', async () => {
  const { data } = await app.call(contentCalls.settings)
  expect(data.campaign_limits.value).toEqual({
    page: { price: '0.20', order: '20.00' },
    beacon: { price: '0.50', order: '50.00' },
    postback: { price: '1000.00', order: null },
  })
})

test('a placed campaign keeps its price; a top-up is placed under the limits of its day', async () => {
  const campaign = await placeCampaign(app, placer, { price_minor: 20n })
  await app.database.transaction((tx) => changeSetting(tx, 'highest_price_page', '0.10'))
  const top_up = { token: placer.token, params: { campaign_id: campaign.id }, body: { visits: 5 } }
  expect(await app.call(campaignCalls.topUpQuote, top_up)).toMatchObject({ status: 422, code: ABOVE })
  const { data } = await app.call(campaignCalls.get, {
    token: placer.token,
    params: { campaign_id: campaign.id },
  })
  expect(data).toMatchObject({ price: '0.20', status: 'active' })
})
