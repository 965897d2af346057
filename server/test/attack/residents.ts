import { createECDH } from 'node:crypto'
import { depositCalls } from '@fairturn/contract/deposits'
// Members with objects of every kind: orders in every status, an offer, a bought level, notices, a second session.
import { levelCalls } from '@fairturn/contract/levels'
import { memberCalls } from '@fairturn/contract/members'
import { noticeCalls } from '@fairturn/contract/notices'
import { orderCalls, type OrderStatus } from '@fairturn/contract/orders'
import { postbackCalls } from '@fairturn/contract/postbacks'
import { securityCalls } from '@fairturn/contract/security'
import { createCampaign } from '../../src/campaigns/campaigns.ts'
import { TEST_PASSWORD, type TestApp, type TestMember } from '../app.ts'
import { Authenticator } from '../authenticator.ts'
import { wantedCampaign } from '../campaigns.ts'
import { answered, carry, claim, deposit, distribute, draw, take, work } from '../carrying.ts'
import { documentsOf, setSeller } from '../invoices.ts'
import { receiveAt, saveAddress, saveBank, withdraw } from '../payments.ts'
import { postback } from '../postbacks.ts'
import { conversationOf } from '../support.ts'

export interface Resident extends TestMember {
  readonly phone: string
  /** Not the session of the token. */
  readonly second_session_id: string
  readonly purchase_id: string
  readonly deposit_id: string
  readonly withdrawal_id: string
  /** Of the level. */
  readonly invoice_id: string
  /** Unpaid. */
  readonly campaign_id: string
  readonly conversation_id: string
  readonly postback_key_id: string
  readonly postback_delivery_id: string
  readonly passkey_id: string
  readonly push_endpoint: string
  readonly notification_ids: readonly string[]
  readonly orders: Readonly<Partial<Record<OrderStatus, string>>>
  /** The offers of the orders, which have been taken. */
  readonly taken_offer_ids: readonly string[]
  /** The open offer; undefined if an order is pending instead. */
  readonly offer_id: string | undefined
}

/** `left`: whether the member ends with an open offer or with an order to be started. Requires a funded campaign. */
export async function resident(app: TestApp, username: string, left: 'offer' | 'pending'): Promise<Resident> {
  const member = await app.member(username)
  const sent = { token: member.token, body: { user_id: member._id } }
  const second = answered(await app.call(memberCalls.login, { body: { username, password: TEST_PASSWORD } }))
  await deposit(app.database, member._id, 100_000n)
  // An exempt one: amounts are as without.
  await app.database.transaction((tx) => setSeller(tx, { exemption: 'Small business' }))
  const levels = answered(await app.call(levelCalls.list))
  answered(
    await app.call(levelCalls.upgrade, {
      token: sent.token,
      body: { ...sent.body, level_id: levels[1]!._id },
    }),
  )

  const done = await carry(app, member)
  answered(await claim(app, member, done._id))
  const success = await carry(app, member)
  const distributing = await distribute(app, member)
  const returned = answered(await take(app, member, answered(await draw(app, member))._id))
  answered(await app.call(orderCalls.giveBack, { token: sent.token, params: { order_id: returned._id } }))
  const orders: Partial<Record<OrderStatus, string>> = {
    done: done._id,
    success: success._id,
    distributing: distributing._id,
    returned: returned._id,
  }
  const offer_id = answered(await draw(app, member))._id
  if (left === 'pending') orders.pending = answered(await take(app, member, offer_id))._id
  const { deposit_id, withdrawal_id } = await bank(app, member)
  const campaign = await app.database.transaction((tx) =>
    createCampaign(tx, wantedCampaign(tx, member._id, { verification: 'postback' })),
  )
  const heard = await confirm(app, member, campaign.id)
  await work(app)

  const sessions = answered(await app.call(memberCalls.sessions, { token: sent.token })).list
  const taken = await app.database.asSchemaOwner<{ offer_id: string }>(
    'select offer_id from orders where member_id = $1',
    [member._id],
  )
  const [document] = await documentsOf(app.database, member._id)
  return {
    ...member,
    invoice_id: document!.id,
    deposit_id,
    withdrawal_id,
    campaign_id: campaign.id,
    conversation_id: (await conversationOf(app, member))._id,
    ...heard,
    passkey_id: await addPasskey(app, member),
    push_endpoint: await addDevice(app, member),
    phone: second.user.phone,
    second_session_id: sessions.find((session) => !session.current)!._id,
    purchase_id: answered(await app.call(levelCalls.refundPreview, { token: sent.token })).purchase_id!,
    notification_ids: answered(await app.call(noticeCalls.list, sent)).list.map((notice) => notice._id),
    orders,
    taken_offer_ids: taken.map((row) => row.offer_id),
    offer_id: left === 'offer' ? offer_id : undefined,
  }
}

/** Creates an address, a bank account, an announced deposit and a pending withdrawal. */
async function bank(app: TestApp, member: TestMember) {
  await receiveAt(app)
  answered(await saveAddress(app, member))
  answered(await saveBank(app, member))
  const awaited = await app.call(depositCalls.deposit, {
    token: member.token,
    key: `deposit-of-${member._id}`,
    body: { user_id: member._id, amount: '25.00', method: 'bank_transfer' },
  })
  const requested = answered(await withdraw(app, member, '10.00'))
  return { deposit_id: answered(awaited)._id, withdrawal_id: requested.withdrawal._id }
}

/** Creates a postback key, and sends a postback signed with it about an unknown click. */
async function confirm(app: TestApp, { token }: TestMember, campaign_id: string) {
  const params = { campaign_id }
  const made = answered(await app.call(postbackCalls.createKey, { token, params }))
  await postback(app, { campaign_id, secret: made.secret, click_id: campaign_id })
  const { list } = answered(await app.call(postbackCalls.deliveries, { token, params }))
  return { postback_key_id: made.key._id, postback_delivery_id: list[0]!._id }
}

async function addPasskey(app: TestApp, { token, _id }: TestMember): Promise<string> {
  const options = answered(
    await app.call(securityCalls.newPasskey, { token, body: { user_id: _id, password: TEST_PASSWORD } }),
  )
  const credential = new Authenticator().create(options)
  return answered(await app.call(securityCalls.addPasskey, { token, body: { user_id: _id, credential } }))._id
}

async function addDevice(app: TestApp, { token, _id }: TestMember): Promise<string> {
  const endpoint = `https://push.example.com/${_id}`
  const keys = { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth: 'A'.repeat(22) }
  answered(await app.call(noticeCalls.subscribe, { token, body: { user_id: _id, endpoint, keys } }))
  return endpoint
}

/** What identifies this member in a response or a row: names, and the ids of their objects. */
export const marksOf = (who: Resident): string[] => [
  who._id,
  who.username,
  who.phone,
  who.code,
  who.second_session_id,
  who.purchase_id,
  who.deposit_id,
  who.withdrawal_id,
  who.campaign_id,
  who.conversation_id,
  who.postback_key_id,
  who.postback_delivery_id,
  who.passkey_id,
  who.push_endpoint,
  ...who.notification_ids,
  ...Object.values(who.orders),
  ...who.taken_offer_ids,
  ...(who.offer_id === undefined ? [] : [who.offer_id]),
]
