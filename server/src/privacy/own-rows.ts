// The parts of the data export that are lists of rows, each of one table or of a few, in the order of the contract; data-export.ts
// has the others. own-rows.test.ts goes through every table that refers to a member or to something of a member.
import type { Queryable } from '../platform/database/database.ts'
import { typed, statement } from '../platform/database/statement.ts'
import { MAX_UUID } from '../platform/http/cursor.ts'

const PAGE_SIZE = 500

interface Row {
  readonly key: string
  readonly row: object
}

/** `select`: with a uuid named `key`, by which pages follow each other, and what is told of each row of $member_id. */
const rowsOf = (part: string, select: string) =>
  statement(
    `-- privacy_own_${part}
  select t.key, to_jsonb(t) - 'key' as row from (${select}) t
  where t.key < $before order by t.key desc limit $max_rows::int`,
    {
      params: { member_id: 'uuid', before: 'uuid', max_rows: 'int4' },
      columns: { key: 'uuid', row: typed<object>('jsonb') },
    },
  )

const amount = (minor: string, name: string) => `((${minor}) / 100.0)::numeric(20, 2)::text as ${name}`

const SELECTS = {
  former_contacts: `select id as key, kind, value, set_at, left_at from former_contact where member_id = $member_id`,
  former_accounts: `select id as key, bank_name as bank, country, holder, account_number, iban, set_at, left_at
    from former_bank_details where member_id = $member_id`,
  phone_codes: `select id as key, phone, is_change, status, tries, created_at, expires_at from phone_code
    where member_id = $member_id`,
  mail_links: `select substr(encode(hash, 'hex'), 1, 32)::uuid as key, purpose, email, created_at, expires_at from mail_link
    where member_id = $member_id`,
  linked_members: `select case low_id when $member_id then high_id else low_id end as key, kind, first_at, last_at
    from member_link where low_id = $member_id or high_id = $member_id`,
  bank_lines: `select l.id as key, l.booking_day, l.direction, ${amount('l.amount_minor', 'amount')}, l.remittance as text,
      l.counterparty_name, l.counterparty_account, l.status, coalesce(d.reference, w.reference) as reference
    from bank_line l left join deposit d on d.id = l.deposit_id left join withdrawal w on w.id = l.withdrawal_id
    where d.member_id = $member_id or w.member_id = $member_id`,
  card_payments: `select deposit_id as key, deposit_id, paid_at, ${amount('paid_minor', 'paid')},
      ${amount('left_minor', 'left')}, refused_at from card_payment where member_id = $member_id`,
  card_spending: `select md5(s.used_for::text || s.deposit_id)::uuid as key, s.deposit_id, s.used_for, s.kind,
      ${amount('s.spent_minor', 'spent')}, ${amount('s.restored_minor', 'restored')}, s.spent_at
    from card_spending s join card_payment p on p.deposit_id = s.deposit_id where p.member_id = $member_id`,
  card_disputes: `select md5(id)::uuid as key, deposit_id, ${amount('amount_minor', 'amount')}, status, opened_at, decided_at
    from card_dispute where member_id = $member_id`,
  card_events: `select md5(e.id)::uuid as key, e.deposit_id, e.type, e.happened_at, ${amount('e.amount_minor', 'amount')}, e.status
    from card_event e join deposit d on d.id = e.deposit_id where d.member_id = $member_id`,
  payouts: `select md5(i.batch_id::text || i.item_no)::uuid as key, i.withdrawal_id, i.end_to_end_id, i.live, i.bank_status,
      i.bank_reason, i.rejected_on from payout_item i join withdrawal w on w.id = i.withdrawal_id where w.member_id = $member_id`,
  credit_losses: `select entry_id as key, entry_id, booked_at, reference, ${amount('lost_minor', 'lost')},
      ${amount('left_minor', 'left')} from credit_loss where member_id = $member_id`,
  corrections: `select entry_id as key, entry_id, corrects, ${amount('taken_minor', 'taken')} from correction
    where member_id = $member_id`,
  proposals: `select id as key, kind, content, reason, proposed_at, expires_at, status, decided_at, decision_reason
    from proposal where member_id = $member_id`,
  pictures: `select md5(url)::uuid as key, url from creative where member_id = $member_id`,
  landing_checks: `select md5(landing_url)::uuid as key, landing_url, title, problem, remarks, checked_at from landing_check
    where member_id = $member_id`,
  top_ups: `select t.id as key, t.campaign_id, t.visits, ${amount('t.budget_minor', 'budget')},
      ${amount('t.service_fee_minor', 'service_fee')}, t.paid_at
    from campaign_top_up t join campaign c on c.id = t.campaign_id where c.member_id = $member_id`,
  billing: `select member_id as key, kind, legal_name, street, postal_code, city, country, vat_number, registration_number, purchase_order,
      email, number_check, checked_at, confirmed_at, updated_at from billing_profile where member_id = $member_id`,
  invoices: `select i.id as key, concat_ws('-', n.series, n.year, lpad(n.number::text, greatest(length(n.number::text), 6), '0')) as number,
      i.issued_at, i.subject, i.subject_id, i.subject_name, i.currency, i.vat_case, i.vat_country,
      i.rate_bp, ${amount('i.escrow_minor + i.fee_minor', 'net')}, ${amount('i.vat_minor', 'vat')}, ${amount('i.total_minor', 'total')},
      i.seller, i.buyer,
      (select concat_ws('-', c.series, c.year, lpad(c.number::text, greatest(length(c.number::text), 6), '0'))
        from invoice_correction k join invoice_number c on c.invoice_id = k.corrects where k.invoice_id = i.id) as corrects,
      (select jsonb_agg(jsonb_build_object('kind', l.kind, 'quantity', l.quantity, 'taxed', l.taxed,
          'unit', (l.unit_minor / 100.0)::numeric(20, 2)::text, 'amount', (l.amount_minor / 100.0)::numeric(20, 2)::text) order by l.at)
        from rows from (jsonb_to_recordset(i.lines) as (kind text, quantity int8, taxed bool, unit_minor int8, amount_minor int8))
          with ordinality as l (kind, quantity, taxed, unit_minor, amount_minor, at)) as lines
    from invoice i join invoice_number n on n.invoice_id = i.id where i.member_id = $member_id`,
  postback_keys: `select k.id as key, k.campaign_id, k.last4, k.created_at, k.retires_at
    from postback_key k join campaign c on c.id = k.campaign_id where c.member_id = $member_id`,
  deliveries: `select d.id as key, d.campaign_id, d.webhook_id, d.body, d.received_at, d.result, d.reason
    from postback_delivery d join campaign c on c.id = d.campaign_id where c.member_id = $member_id`,
  offers: `select id as key, campaign_id, ${amount('price_minor', 'price')}, target, hours, drawn_at, expires_at, status
    from offer where member_id = $member_id`,
  links: `select l.id as key, l.code, o.id as order_id, l.target, l.opened_at, l.ends_at, l.ended_at
    from orders o join link l on l.code = o.link_code where o.member_id = $member_id`,
  terms: `select id as key, version, agreed_at from terms_agreement where member_id = $member_id`,
  notes_of_staff: `select n.id as key, n.text, n.written_at, r.written_at as ended_at from member_note n
    left join member_note r on r.replaces = n.id where n.member_id = $member_id and n.text is not null`,
  tags_of_staff: `select id as key, tag, added_at, removed_at from member_tag where member_id = $member_id`,
  conversations: `select c.id as key, c.subject_kind, c.subject_id, c.status, c.created_at, c.ended_at, c.due_by, c.moved_reason,
      (select coalesce(jsonb_agg(jsonb_build_object('by', m.by, 'text', m.text, 'at', m.at) order by m.message_no), '[]')
        from conversation_message m where m.conversation_id = c.id) as messages,
      (select coalesce(jsonb_agg(jsonb_build_object('text', n.text, 'at', n.at) order by n.id), '[]')
        from conversation_note n where n.conversation_id = c.id) as notes_of_staff
    from conversation c where c.member_id = $member_id`,
  complaints: `select conversation_id as key, conversation_id, against, target_id, made_at, decide_by, lock_ends_at, status, decided_at, facts,
      rule, machine, can_be_done, remedy from complaint where member_id = $member_id`,
  overruled_locks: `select id as key, facts, at from overruled_lock where member_id = $member_id`,
  overruled_refusals: `select withdrawal_id as key, withdrawal_id, at, again_id from overruled_refusal where member_id = $member_id`,
  objections: `select b.id as key, b.order_id, b.note, b.made_at, b.decide_by, b.visits, b.decided_at, b.by_silence, b.upheld,
      ${amount('b.added_minor', 'added')}, b.reason,
      (select coalesce(jsonb_agg(jsonb_build_object('reason', v.reason, 'upheld', v.upheld)), '[]') from objected_visit v
        where v.objection_id = b.id) as of_visits
    from objection b where b.member_id = $member_id`,
  reviews: `select order_id as key, order_id, reasons, basis, opened_at, due_at, outcome, decided_at from order_review
    where member_id = $member_id`,
  rulings: `select r.visit_id as key, l.code as link, r.verdict, r.judged, r.ruled_at
    from (select link_code from orders where member_id = $member_id and link_code is not null
      union select n.code from campaign c join link n on n.campaign_id = c.id where c.member_id = $member_id) own (code)
    join link l on l.code = own.code join visit_ruling r on r.link_id = l.id`,
  awards: `select id as key, order_id, ${amount('reward_minor', 'reward')}, ${amount('bonus_minor', 'bonus')}, quality_bp,
      claimed_at, automatic from award where member_id = $member_id`,
  placers: `select level_id as key, level_id, count(*)::int as placers, sum(orders)::int as orders from placer_record
    where member_id = $member_id group by level_id`,
  reviewed_awards: `select member_id as key, first_order_at, ${amount('unseen_minor', 'unseen')}, looks, last_look_at
    from unseen_award where member_id = $member_id`,
  messages_sent: `select encode(selector || selector, 'hex')::uuid as key, channel, subject, sent_at from message_code
    where member_id = $member_id`,
  pushed: `select n.id as key, n.kind, (select jsonb_agg(d.sent_at) from notice_delivery d where d.notification_id = n.id) as sent_at
    from notification n where n.member_id = $member_id and exists (select from notice_delivery d where d.notification_id = n.id)`,
} as const

export type OwnPart = keyof typeof SELECTS

const STATEMENTS = Object.entries(SELECTS).map(
  ([part, select]) => [part as OwnPart, rowsOf(part, select)] as const,
)

async function* pagesOf(
  on: Queryable,
  read: (typeof STATEMENTS)[number][1],
  member_id: string,
): AsyncGenerator<readonly object[]> {
  for (let before: string | undefined = MAX_UUID; before !== undefined;) {
    const rows: Row[] = await read.all(on, { member_id, before, max_rows: PAGE_SIZE })
    yield rows.map(({ row }) => row)
    before = rows.length < PAGE_SIZE ? undefined : rows.at(-1)!.key
  }
}

/** Each part as paginated lists, newest first where its ids tell. */
export const ownRows = (on: Queryable, member_id: string) =>
  Object.fromEntries(STATEMENTS.map(([part, read]) => [part, pagesOf(on, read, member_id)])) as Record<
    OwnPart,
    AsyncGenerator<readonly object[]>
  >
