// A member's own account: staff actions on it, its history of levels, its data export, and closing it.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { money } from './fields.ts'
import { cursor, id } from './ids.ts'
import { credential, CREDENTIAL_REFUSALS } from './security.ts'

/** Every action of the audit log; the app has texts for those that members see. */
export const STAFF_ACTIONS = [
  'member_looked_at',
  'member_data_shown',
  'member_locked',
  'member_unlocked',
  'member_sessions_ended',
  'campaign_approved',
  'campaign_rejected',
  'campaign_paused',
  'campaign_resumed',
  'campaign_taken_down',
  'deposit_credited',
  'deposit_refused',
  'deposit_reversed',
  'card_dispute_lost',
  'withdrawal_approved',
  'withdrawal_sent',
  'withdrawal_paid',
  'withdrawal_returned',
  'withdrawal_return_reversed',
  'withdrawal_refused',
  'order_reviewed',
  'objection_decided',
  'balance_adjusted',
  'refund_granted',
  'payout_account_changed',
  'vat_number_confirmed',
  'money_frozen',
  'money_released',
] as const

export const staffAction = z.object({
  _id: id,
  at: z.iso.datetime(),
  action: z.enum(STAFF_ACTIONS),
  by: z.enum(['colleague', 'system']).describe('an operator, whose name is not told, or the system itself'),
  object: z.object({
    kind: z
      .string()
      .describe(
        'member, campaign, deposit, withdrawal, order, objection, entry or freeze; of member_data_shown what was shown',
      ),
    _id: z.string(),
  }),
  reason: z.string().nullable(),
})
export type StaffAction = z.infer<typeof staffAction>

export const LEVEL_EVENTS = ['bought', 'earned', 'given_back', 'replaced', 'fee_returned'] as const

export const levelEvent = z.object({
  at: z.iso.datetime(),
  event: z
    .enum(LEVEL_EVENTS)
    .describe(
      'earned: by record, free of charge; replaced: by a higher one that was bought; ' +
        'fee_returned: it had been bought and was then earned, so what was left of the fee came back',
    ),
  level: z.object({ _id: id, name: z.string() }),
  amount: money
    .nullable()
    .describe('the fee of what was bought; what came back of it; null where none was paid'),
})
export type LevelEvent = z.infer<typeof levelEvent>

/** Obstacles to closing an account; each is also the code with which closing is refused. */
export const OBSTACLES = [
  'account_waits_for_a_security_check',
  'account_still_has_money',
  'account_has_a_withdrawal_under_way',
  'account_has_a_refundable_level_fee',
  'account_has_open_orders',
  'account_has_open_campaigns',
] as const
export type Obstacle = (typeof OBSTACLES)[number]

const list = (what: string) => z.array(z.looseObject({})).describe(what)
const part = (what: string) => z.looseObject({}).describe(what)

/** The data export. Amounts are decimal strings, instants ISO 8601. */
const everything = z
  .object({
    made_at: z.iso.datetime(),
    currency: z.string().describe('of every amount'),
    profile: part(
      'member_id, username, phone, phone_confirmed_at, email, language, invite_code, invited_by (masked), house_invitation (its code), avatar, member_since, ' +
        'listed_in_awards, lock, record (verified_orders, level_orders, over_share, verified_visits, counted_visits)',
    ),
    sign_in: part('one_time_codes, recovery_codes_left, passkeys (name, created_at, last_used_at)'),
    sessions: list('device, created_at, last_used_at, ended_at'),
    devices: part(
      'known: how many browsers are recognised as the member’s own, so that their visits do not count',
    ),
    address: part('name, street, city, postal_code, region, country; empty when none was given').nullable(),
    bank: part('bank, holder, account_number, iban, changed_at').nullable(),
    notifications: list('kind, words, at, read_at'),
    notification_channels: list('kind, push, mail: what the member has chosen'),
    levels: list('event, level, at, amount: as account/levels has it'),
    deposits: list(
      'deposit_id, method, reference, amount, received, status, reason, campaign_id, campaign_outcome, created_at, settled_at',
    ),
    withdrawals: list(
      'withdrawal_id, reference, amount, fee, status, reason, holder, account_number, iban, address, requested_at, sent_at, settled_at',
    ),
    campaigns: list(
      'campaign_id, brand, kind, landing_url, status, budget, service_fee, visits, delivered_visits, refunded, created_at, paid_at, ended_at',
    ),
    orders: list(
      'order_id, brand, status, target, visits, counted, verified, reward, bonus, taken_at, started_at, settled_at, claimed_at',
    ),
    statement: list('every posting: at, type, part, amount, balance_after, refers_to'),
    invited: list('username (masked), joined_at'),
    acts_of_staff: list('at, action, by, object, reason, before, after'),
    draft: part('of a campaign: saved_at, form').nullable(),
    terms: list('version, agreed_at: which terms and privacy notice were agreed to'),
  })
  .catchall(
    list(
      'what else refers to the member, a list for each table: former_contacts, bank_lines, proposals, deliveries …',
    ),
  )

export const personalDataCalls = {
  acts: endpoint('GET account/acts', {
    summary: 'Every access and change to this account by staff, with its reason, newest first',
    query: z.object({ cursor }),
    answer: z.object({ list: z.array(staffAction), cursor: z.string().nullable() }),
  }),
  levels: endpoint('GET account/levels', {
    summary: 'Levels bought, earned and refunded, newest first',
    answer: z.object({ list: z.array(levelEvent) }),
  }),
  export: endpoint('POST account/export', {
    summary: 'Export of all data about the member, as one document',
    body: z.object({ user_id: id, ...credential }),
    answer: everything,
    limit: { hits: 6, per_seconds: 3600 },
    refusals: CREDENTIAL_REFUSALS,
  }),
  closing: endpoint('GET account/closing', {
    summary: 'Obstacles to closing the account; empty if it can be closed',
    answer: z.object({
      obstacles: z.array(
        z.object({
          code: z.enum(OBSTACLES),
          amount: money.nullable().describe('the money concerned'),
          count: z.int().nullable().describe('how many orders, campaigns or withdrawals'),
          until: z.iso.datetime().nullable().describe('when it ends without any action'),
        }),
      ),
    }),
  }),
  close: endpoint('POST account/close', {
    summary:
      'Close the account: personal data is erased at once, every session ends, and what the law asks to be kept stays without a name',
    lockedOut: true,
    body: z.object({ user_id: id, ...credential }),
    answer: z.object({ closed_at: z.iso.datetime() }),
    limit: { hits: 20, per_seconds: 3600 },
    refusals: [...CREDENTIAL_REFUSALS, ...OBSTACLES],
  }),
}
