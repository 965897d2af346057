// The database of bench/money.ts: each member can claim an award, has an awaited card deposit and an unpaid campaign, and
// may withdraw and buy a level; and the requests that do so.
import { newId } from '@fairturn/contract/ids'
import { Client } from 'pg'
import { accessTokenKey, signAccessToken } from '../server/src/members/tokens.ts'
import { hashPassword } from '../server/src/platform/credentials/passwords.ts'
import { BROWSER, SECRET } from '../testing/demo-web.ts'
import { eventOf, signatureOf } from '../testing/stripe.ts'
import { fillWorld } from './growth-world.ts'
import type { HttpRequest } from './http-load.ts'

export const PASSWORD = 'a password'
const LEVEL_2 = '019a0000-0000-7000-8000-000000000002'

/** What a member does next, once each. */
export interface Doing {
  readonly member_id: string
  readonly session_id: string
  readonly order_id: string
  readonly campaign_id: string
  readonly deposit_id: string
}

/** Besides what fillWorld() makes. Escrow, campaigns and orders stay consistent: nothing has been paid twice. */
const PREPARED = [
  `update orders set status = 'success', verified = target, visits = target, counted = target,
     reward_minor = target * price_minor, bonus_minor = 0, bonus_bp = 0, quality_bp = 10000, settled_at = now()
   where status = 'distributing'`,
  `insert into member_address (member_id, name, street, city, postal_code, region, country, updated_at)
   select id, 'A Member', 'Street 1', 'Berlin', '10115', '', 'DE', created_at from member`,
  `insert into bank_details (member_id, holder, iban, updated_at)
   select id, 'A Member', 'DE' || lpad((row_number() over ())::text, 20, '0'), created_at from member`,
  `insert into deposit (id, member_id, method, amount_minor, reference, created_at, expires_at, checkout_session, checkout_url, checkout_expires_at)
   select ('019b' || substr(m.id::text, 5))::uuid, m.id, 'card', 5000,
     'FT-' || substr(code, 1, 4) || '-' || substr(code, 5, 4), now(), now() + interval '1 day',
     'cs_' || m.id, 'https://checkout.stripe.com/pay', now() + interval '1 day'
   from (select id, 'Z' || upper(lpad(to_hex(row_number() over ()), 7, '0')) as code from member) m`,
  `insert into campaign (id, member_id, status, brand, kind, tagline, caption, creative, landing_url, landing_host, languages, price_minor, visits,
     order_visits, order_hours, service_fee_bp, discount_bp, highest_bonus_bp, budget_minor, bonus_reserve_minor, service_fee_minor, discount_minor,
     least_hold_minor, ends_at, created_at, draw_key)
   select ('019b' || substr(id::text, 5))::uuid, id, 'unpaid', 'A new brand', 'visit', '{"vn": "a", "en": "a"}', '{"vn": "b", "en": "b"}', 'creatives/none',
     'https://new.example.com/', 'new.example.com', '{}', 10, 100, 20, 72, 500, 0, 0, 1000, 0, 50, 0, 10,
     now() + interval '60 days', now(), random() from member`,
  `select ledger_open_accounts(array_agg('member_held'::text), array_agg(id::text)) from member`,
  `insert into terms_agreement (id, member_id, version, agreed_at)
   select ('019c' || substr(m.id::text, 5))::uuid, m.id, v.number, m.created_at from member m, (select max(number) as number from terms_version) v`,
  `update session set payments_until = now() + interval '1 day', payments_minor = 100000`,
  'vacuum analyze',
]

const DOINGS = `
  select o.member_id, s.id as session_id, o.id as order_id, c.id as campaign_id, d.id as deposit_id
  from orders o join session s on s.member_id = o.member_id join campaign c on c.member_id = o.member_id and c.status = 'unpaid'
  join deposit d on d.member_id = o.member_id and d.status = 'awaiting'
  where o.status = 'success' order by o.id`

/** As the superuser; returns what each member does, once. */
export async function fillMoneyWorld(url: string, members: number): Promise<Doing[]> {
  await fillWorld(
    url,
    { members, postings: members * 5, visits: members, open: 1 },
    await hashPassword(PASSWORD),
  )
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    for (const text of PREPARED) await client.query(text)
    const { rows } = await client.query<Doing>(DOINGS)
    return rows
  } finally {
    await client.end()
  }
}

const post = (path: string, body?: object): HttpRequest => ({ method: 'POST', path, ...(body && { body }) })

/** In the order in which a member does them: card money that has come in would be withdrawn to the card. */
export const CALLS = {
  claim: ({ member_id: user_id, order_id }: Doing) =>
    post('/api/product-claim-reward', { user_id, order_id }),
  campaign: ({ campaign_id }: Doing) => post(`/api/campaigns/${campaign_id}/pay`),
  withdrawal: ({ member_id: user_id }: Doing) =>
    post('/api/withdraw', { user_id, amount: '10.00', password: PASSWORD }),
  level: ({ member_id: user_id }: Doing) =>
    post('/api/update-level', { user_id, level_id: LEVEL_2, joining_fee: '20.00' }),
  deposit: paidEvent,
}
export type Operation = keyof typeof CALLS | 'link'

const tokenKey = accessTokenKey(SECRET)

/** Each member comes from an address of their own: one that a whole town shares is another benchmark. */
const addressOf = (member_id: string): string => [10, ...Buffer.from(member_id.slice(-6), 'hex')].join('.')

export async function headersOf({ member_id, session_id }: Doing): Promise<Record<string, string>> {
  const token = await signAccessToken(tokenKey, new Date(), { member_id, session_id })
  return { ...BROWSER, 'x-forwarded-for': addressOf(member_id), authorization: `Bearer ${token}` }
}

export const keyOf = (operation: Operation, { order_id }: Doing): string => `${operation}-${order_id}`

/** As the member app sends it, with a key of its own. */
export async function requestOf(operation: keyof typeof CALLS, doing: Doing): Promise<HttpRequest> {
  const call = CALLS[operation](doing)
  if (call.headers !== undefined) return call
  return { ...call, headers: { ...(await headersOf(doing)), 'idempotency-key': keyOf(operation, doing) } }
}

/** The card provider's event of a paid checkout, signed. */
function paidEvent({ member_id, deposit_id }: Doing): HttpRequest {
  const event = eventOf('checkout.session.completed', {
    id: `cs_${member_id}`,
    object: 'checkout.session',
    status: 'complete',
    payment_status: 'paid',
    payment_intent: `pi_${newId(new Date())}`,
    amount_total: 5000,
    currency: 'usd',
    client_reference_id: deposit_id,
    metadata: { deposit_id },
  })
  const headers = { 'stripe-signature': signatureOf(JSON.stringify(event)) }
  return { ...post('/api/payments/stripe-webhook', event), headers }
}
