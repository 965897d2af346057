// A campaign in review is approved by a tap: by an operator of the demo who is named, under the rules of the back office.
import { demoCalls } from '@fairturn/contract/demo'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp, type TestMember } from '../../test/app.ts'
import { answered, deposit, unpaidCampaign } from '../../test/carrying.ts'
import { payCampaign } from '../campaigns/campaigns.ts'
import { createDemoOperators } from './staff.ts'

let app: TestApp
let placer: TestMember

beforeAll(async () => {
  app = await startApp({ variables: { DEMO: 'true' } })
  await createDemoOperators(app.database, app.config)
  placer = await app.member('places one')
})
afterAll(() => app.close())

async function inReview(terms: Parameters<typeof unpaidCampaign>[2] = {}): Promise<string> {
  await deposit(app.database, placer._id, 2000n)
  return await app.database.transaction(async (tx) => {
    const { id: campaign_id } = await unpaidCampaign(tx, placer, terms)
    await payCampaign(tx, { member_id: placer._id, campaign_id })
    return campaign_id
  })
}
const look = (campaign_id: string, { token } = placer) =>
  app.call(demoCalls.review, { token, params: { campaign_id } })
const approve = (campaign_id: string, { token } = placer) =>
  app.call(demoCalls.approveCampaign, { token, params: { campaign_id } })

test('two taps at once approve it once, by the operator who was named, with a line in the audit log', async () => {
  const id = await inReview()
  expect(answered(await look(id))).toMatchObject({ by: 'demo.content', campaign: { status: 'review' } })
  for (const answer of await Promise.all([approve(id), approve(id)]))
    expect(answered(answer)).toMatchObject({ by: null, campaign: { _id: id, status: 'active' } })
  const done = await app.database.asSchemaOwner<{ action: string; username: string }>(
    `select e.action, o.username from audit_event e join operator o on e.actor = 'operator:' || o.id where e.object_id = $1`,
    [id],
  )
  expect(done).toEqual([{ action: 'campaign_approved', username: 'demo.content' }])
})

test('with a phone number in its text it takes two people, so that a tap does nothing', async () => {
  const id = await inReview({ caption: { vn: 'Gọi ngay +84 905 123 456', en: 'Call us today' } })
  expect(answered(await look(id)).by).toBeNull()
  expect(answered(await approve(id))).toMatchObject({ by: null, campaign: { status: 'review' } })
})

test('another member’s is unknown', async () => {
  const id = await inReview()
  const other = await app.member('not theirs')
  expect(await look(id, other)).toMatchObject({ status: 404, code: 'campaign_is_unknown' })
  expect(await approve(id, other)).toMatchObject({ status: 404, code: 'campaign_is_unknown' })
  expect(answered(await look(id)).campaign.status).toBe('review')
})
