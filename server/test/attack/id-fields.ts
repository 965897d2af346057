// Where a request can name a member's objects, and the response if they belong to another. A field of the contract
// that is in neither `idFields` nor `words` fails the matrix: whoever adds a field classifies it here.
import { TEST_PASSWORD } from '../app.ts'
import { ADDRESS, BANK } from '../payments.ts'
import type { Resident } from './residents.ts'

type Value = string | string[]

interface IdField {
  /** The member's own value, for a legitimate request. */
  readonly own: (who: Resident) => Value | undefined
  /** All of the member's values that fit here. */
  readonly all: (who: Resident) => Value[]
  /** The refusal for another member's value; `harmless`: answered, but only about the caller's own. */
  readonly refusal: string
}

const anyOrder = (who: Resident): string[] => Object.values(who.orders)
const cursorOf = (id: string): string => Buffer.from(id).toString('base64url')
const one = (of: (who: Resident) => string, refusal: string): IdField => ({
  own: of,
  all: (who) => [of(who)],
  refusal,
})

export const idFields: Readonly<Record<string, IdField>> = {
  user_id: one((who) => who._id, 'not_your_account'),
  order_id: { own: (who) => who.orders.success, all: anyOrder, refusal: 'order_is_unknown' },
  product_id: {
    own: (who) => who.orders.success,
    all: (who) => [...anyOrder(who), ...who.taken_offer_ids, who.offer_id!],
    refusal: 'order_is_unknown',
  },
  offer_id: {
    own: (who) => who.offer_id,
    all: (who) => [...who.taken_offer_ids, who.offer_id!],
    refusal: 'offer_is_no_longer_available',
  },
  purchase_id: one((who) => who.purchase_id, 'there_is_no_level_to_give_back'),
  deposit_id: one((who) => who.deposit_id, 'deposit_is_unknown'),
  withdrawal_id: one((who) => who.withdrawal_id, 'withdrawal_is_unknown'),
  // Beside an amount, as here, it is refused whoever asks; alone and another's, complaints.test.ts.
  again: { own: () => undefined, all: (who) => [who.withdrawal_id], refusal: 'amount_is_invalid' },
  endpoint: one((who) => who.push_endpoint, 'harmless'),
  campaign_id: one((who) => who.campaign_id, 'campaign_is_unknown'),
  invoice_id: one((who) => who.invoice_id, 'invoice_is_unknown'),
  subject_id: one((who) => who.campaign_id, 'harmless'),
  conversation_id: one((who) => who.conversation_id, 'conversation_is_unknown'),
  key_id: one((who) => who.postback_key_id, 'postback_key_is_unknown'),
  delivery_id: one((who) => who.postback_delivery_id, 'postback_delivery_is_unknown'),
  passkey_id: one((who) => who.passkey_id, 'passkey_is_unknown'),
  session_id: one((who) => who.second_session_id, 'harmless'),
  ids: {
    own: (who) => [...who.notification_ids],
    all: (who) => [[...who.notification_ids]],
    refusal: 'harmless',
  },
  cursor: {
    own: () => undefined,
    all: (who) =>
      [...who.notification_ids, ...anyOrder(who), who.deposit_id, who.withdrawal_id, who.campaign_id].map(
        cursorOf,
      ),
    refusal: 'harmless',
  },
}

/** Valid values that name nobody's object. Sent if the contract or `alsoNeeded` requires the field. */
export const words: Readonly<Record<string, unknown>> = {
  ...ADDRESS,
  ...BANK,
  // Not of an award, because an award's entry is public.
  entry_id: '019a0000-0000-8000-8000-00000000abcd',
  figure: 'liabilities.total',
  level_id: '019a0000-0000-7000-8000-000000000003',
  joining_fee: '60.00',
  // Proofs are public; a response about one contains only the caller's own data.
  proof_id: '019a0000-0000-7000-8000-00000000000f',
  state: 'done',
  account_balance: '1000000.00',
  current_password: TEST_PASSWORD,
  password: TEST_PASSWORD,
  password_confirmation: TEST_PASSWORD,
  lines_from: 0,
  listed_in_awards: true,
  locale: 'en',
  time_zone: 'Asia/Ho_Chi_Minh',
  everywhere: true,
  otp: '000000',
  code: '000000',
  phone: '+84912345699',
  email: 'somebody@example.com',
  brand: 'Nhà Gốm',
  kind: 'visit',
  verification: 'page',
  tagline: { en: 'Hand-made pottery' },
  caption: { en: 'See the new pottery.' },
  creative: `/files/${'0a'.repeat(16)}.webp`,
  // Refused without a query to the database.
  landing_url: 'http://127.0.0.1/',
  languages: [],
  countries: [],
  price: '0.40',
  visits: 10,
  order_visits: 2,
  order_hours: 48,
  ends_at: '2027-01-01T00:00:00Z',
  total: '4.92',
  confirm_hours: 72,
  in_hours: 24,
  draft: null,
  status: 'unpaid',
  assertion: undefined,
  credential: {
    id: 'AAAA',
    rawId: 'AAAA',
    type: 'public-key',
    response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' },
  },
  group: 'orders',
  channel: 'push',
  on: true,
  // Not a device's key: a point that is not on the curve.
  keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) },
  token: 'AAAA',
  note: 'a note',
  postal_code: '100000',
  region: '',
  iban: 'DE89 3704 0044 0532 0130 00',
  swift: 'COBADEFF',
  amount: '10.00',
  all: true,
  method: 'bank_transfer',
  version: 1,
  legal_name: 'Nhà Gốm',
  buyer_kind: 'person',
  vat_number: null,
  registration_number: null,
  purchase_order: null,
  payable: '4.92',
  // Another member's is unknown, whatever the kind: support.test.ts.
  subject: undefined,
  complaint: false,
  message: 'When does it arrive?',
  key: '019a0000-0000-7000-8000-00000000abce',
  series: 'FI',
  format: 'xml',
  from: '2026-01-01T00:00:00Z',
  to: '2027-01-01T00:00:00Z',
}

/** Fields that a call needs although they are optional in its schema. */
export const alsoNeeded: Readonly<Record<string, readonly string[]>> = {
  'update-bank': ['bank_code', 'account_number', 'password'],
  withdraw: ['amount'],
  'recovery-codes': ['password'],
  'one-time-codes': ['password'],
  'passkeys/new': ['password'],
  'email/remove': ['password'],
  'account/export': ['password'],
  'account/close': ['password'],
}
