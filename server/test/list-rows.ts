// Rows for every list of the back office, to compare a list with 1 and with 50 rows. Inserted without triggers and
// foreign keys: they only fill the columns of the lists.
const NO = `generate_series($1::int, $2::int) n`
/** An id derived from the number `n`, in the same order. */
const id = (kind: number) =>
  `('019a0000-${String(kind).padStart(4, '0')}-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`
const reference = (kind: string) => `'${kind}-0000-' || lpad(to_hex(n), 4, '0')`
const AT = `timestamptz '2026-11-20T08:00:00Z' + n * interval '1 minute'`
const HASH = `decode(repeat('00', 32), 'hex')`
const MEMBER = id(1)
const OPERATOR = id(2)
const CAMPAIGN = id(3)
const ORDER = id(4)
const LINE = id(5)
const STATEMENT = id(6)
const CHECK = id(7)

const rows: Readonly<Record<string, string>> = {
  'backoffice/staff': `insert into operator (id, username, role, created_at) select ${OPERATOR}, 'somebody-' || n, 'support', ${AT} from ${NO}`,
  'backoffice/members': `insert into member (id, username, username_key, phone, code, locale, created_at)
    select ${MEMBER}, 'somebody ' || n, 'somebody ' || n, '+84901' || lpad(n::text, 6, '0'), 'ROW' || lpad(n::text, 5, '0'), 'vn', ${AT} from ${NO}`,
  'backoffice/campaigns': `insert into campaign (id, member_id, status, brand, kind, tagline, caption, creative, landing_url, landing_host,
      languages, price_minor, visits, order_visits, order_hours, service_fee_bp, discount_bp, highest_bonus_bp, budget_minor,
      bonus_reserve_minor, service_fee_minor, discount_minor, least_hold_minor, ends_at, created_at, paid_at, draw_key)
    select ${CAMPAIGN}, ${MEMBER}, 'review', 'Brand ' || n, 'visit', '{}', '{}', '/creative.webp', 'https://example.com',
      'example.com', '{}', 10, 100, 10, 24, 2500, 0, 1200, 1000, 120, 250, 0, 12, ${AT} + interval '30 days', ${AT}, ${AT}, 0.5 from ${NO}`,
  'backoffice/orders/reviews': `with made as (insert into orders (id, offer_id, member_id, campaign_id, hold_id, status, price_minor, target,
      bonus_low_bp, bonus_high_bp, highest_award_minor, hours, link_code, local_day, taken_at, deadline, started_at, review_until)
    select ${ORDER}, ${ORDER}, ${MEMBER}, ${CAMPAIGN}, ${ORDER}, 'distributing', 10, 10, 200, 200, 120, 24, 'row' || n,
      '2026-11-20', ${AT}, ${AT} + interval '1 day', ${AT}, ${AT} + interval '3 days' from ${NO})
    insert into order_review (order_id, member_id, reasons, basis, award_minor, opened_at, due_at)
    select ${ORDER}, ${MEMBER}, '{unseen}', '[]', 100, ${AT}, ${AT} + interval '3 days' from ${NO}`,
  'backoffice/objections': `insert into objection (id, order_id, member_id, note, made_at, decide_by, visits, most_visits, most_minor)
    select ${id(8)}, ${ORDER}, ${MEMBER}, '', ${AT}, ${AT} + interval '3 days', 1, 1, 10 from ${NO}`,
  'backoffice/reports': `with made as (insert into link (id, code, campaign_id, carrier_id, placer_id, target, brand, tagline, creative,
      landing_url, opened_at, ends_at)
    select ${ORDER}, 'ROW' || lpad(n::text, 5, '0'), ${CAMPAIGN}, ${MEMBER}, ${MEMBER}, 10, 'Brand ' || n, '{}', '/creative.webp',
      'https://example.com', ${AT}, ${AT} + interval '1 day' from ${NO})
    insert into visitor_report (id, link_id, campaign_id, received_at, reason, note, locale, day, token_hash)
    select ${id(40)}, ${ORDER}, ${CAMPAIGN}, ${AT}, 'spam', '', 'vn', '2026-11-20', decode(lpad(to_hex(n), 64, '0'), 'hex') from ${NO}`,
  'backoffice/conversations': `insert into conversation (id, member_id, locale, created_at, last_message_at, due_by)
    select ${id(41)}, ${MEMBER}, 'vn', ${AT}, ${AT}, ${AT} + interval '1 day' from ${NO}`,
  'backoffice/approvals': `insert into proposal (id, kind, content, content_hash, reason, proposed_by, proposed_at, expires_at)
    select ${id(9)}, 'withdrawal_over_threshold', jsonb_build_object('withdrawal_id', ${id(13)}), ${HASH}, 'A large one.',
      ${OPERATOR}, ${AT}, ${AT} + interval '10 days' from ${NO}`,
  'backoffice/audit': `insert into audit_event (id, at, actor, action, object_kind, object_id)
    select ${id(10)}, ${AT}, 'operator:' || ${OPERATOR}, 'staff_exported', 'staff', 'staff' from ${NO}`,
  'backoffice/invitations': `insert into invitation (id, code, note, max_uses, expires_at, created_by, created_at)
    select ${id(11)}, 'HOUSE' || lpad(n::text, 5, '0'), 'a fair', 5, ${AT} + interval '30 days', ${OPERATOR}, ${AT} from ${NO}`,
  'backoffice/broadcasts': `insert into broadcast (id, status, texts, created_by, created_at)
    select ${id(12)}, 'draft', '{"vn": {"title": "Xin chào", "text": "Tin mới"}}', ${OPERATOR}, ${AT} from ${NO}`,
  'backoffice/deposits': `insert into deposit (id, member_id, method, amount_minor, reference, created_at, expires_at)
    select ${id(14)}, ${MEMBER}, 'bank_transfer', 1000, upper(${reference('FT')}), ${AT}, ${AT} + interval '7 days' from ${NO}`,
  'backoffice/card-events': `insert into card_event (id, type, happened_at, received_at, status)
    select 'event_' || n, 'charge.refunded', ${AT}, ${AT}, 'needs_review' from ${NO}`,
  'backoffice/bank-statements': `insert into bank_statement (id, format, account, statement_id, from_day, to_day, file_name, file_hash,
      line_count, known_count, imported_at, imported_by, status, from_connection)
    select ${STATEMENT}, 'camt.053', 'DE0', 'statement ' || n, '2026-11-20', '2026-11-20', 'statement.xml',
      sha256(convert_to(n::text, 'UTF8')), 1, 0, ${AT}, 'operator:' || ${OPERATOR}, 'accepted', true from ${NO}`,
  'backoffice/bank-lines': `insert into bank_line (id, statement_id, line_no, account, identity, booking_day, amount_minor, direction,
      reversal, remittance, status, finding, decided_at)
    select ${LINE}, ${STATEMENT}, 1, 'DE0', sha256(convert_to(n::text, 'UTF8')), '2026-11-20', 1000, 'credit', false, 'no reference',
      'unmatched', 'no_reference', ${AT} from ${NO}`,
  'backoffice/refunds': `insert into unmatched_payment_refund (id, line_id, reference, amount_minor, holder, iban, reason, proposed_by, approved_by, approved_at)
    select ${id(15)}, ${LINE}, upper(${reference('FR')}), 1000, 'Somebody', 'DE02', 'Nobody expects it.', 'operator:a', 'operator:b', ${AT} from ${NO}`,
  'backoffice/withdrawals': `insert into withdrawal (id, member_id, amount_minor, fee_minor, reference, country, holder, iban, requested_at)
    select ${id(13)}, ${MEMBER}, 1000, 0, upper(${reference('FW')}), 'DE', 'Somebody', 'DE02', ${AT} from ${NO}`,
  'backoffice/invoices': `with numbered as (
      insert into invoice_number (invoice_id, series, year, number, link_no, previous_hash, hash)
      select ${id(21)}, 'FI', 2026, n, n, ${HASH}, ${HASH} from ${NO})
    insert into invoice (id, series, member_id, subject, subject_id, subject_name, entry_id, issued_at, day, currency, rate_bp, supply,
      escrow_minor, fee_minor, vat_minor, buyer, lines)
    select ${id(21)}, 'FI', ${MEMBER}, 'campaign', ${CAMPAIGN}, 'Brand ' || n, ${id(17)}, ${AT}, '2026-11-20', 'USD', 0, 'principal',
      1000, 250, 0, '{}', '[]' from ${NO}`,
  'backoffice/payout-batches': `insert into payout_batch (id, reference, format, currency, debtor, execution_day, payment_count, total_minor, created_at, created_by)
    select ${id(16)}, upper(${reference('FB')}), 'pain.001.001.09', 'USD', '{}', '2026-11-21', 1, 1000, ${AT}, 'operator:a' from ${NO}`,
  'backoffice/ledger/accounts': `insert into account (id, kind, holder_id, may_go_negative)
    select ledger_account_id('member_available', (${MEMBER})::text), 'member_available', (${MEMBER})::text, false from ${NO}`,
  'backoffice/ledger/entries': `with of_ledger as (
      insert into entry select ${id(17)}, n, 'adjustment', 'somebody', 'system', '', null, ${AT}, ${AT}, 2, 1, ${HASH}, ${HASH}, ${HASH} from ${NO}
      returning entry_no)
    update chain set last_entry_no = (select max(entry_no) from of_ledger) where no = 1`,
  'backoffice/ledger/accounts/:account_id/postings': `with added as (
      insert into posting select ${id(17)}, n, 1, (select min(no) from account), 10, 10 * n, n from ${NO} returning version)
    update account set version = (select max(version) from added) where no = (select min(no) from account)`,
  'backoffice/ledger/checks': `insert into ledger_check_run (id, asked_by, started_at, finished_at, entry_count, last_entry_no, head,
      liabilities_minor, revenue_minor, cash_minor, finding_count)
    select ${CHECK}, 'schedule', ${AT}, ${AT}, 0, 0, ${HASH}, 0, 0, 0, 1 from ${NO}`,
  'backoffice/ledger/freezes': `with found as (
      insert into ledger_check_finding (run_id, finding_no, checker, kind, subject, detail) select ${CHECK}, 1, 'ledger', 'sum_differs', 'x', 'y' from ${NO}
      returning run_id)
    insert into ledger_freeze (id, scope, subject, run_id, finding_no, frozen_at, released_at, release_proposed_by, released_by, release_reason)
    select ${id(18)}, 'member_money', 'somebody', ${CHECK}, 1, ${AT}, ${AT}, ${id(2)}, ${id(19)}, 'Looked at. It is written down.' from ${NO}`,
  'backoffice/proofs': `with made as (
      select n, E'Fairturn proof of liabilities, version 1\\n' || n as statement from ${NO}),
      one_key as (insert into proof_key (number, public_key, since) values (1, ${HASH}, '2026-11-20') on conflict do nothing)
    insert into proof (id, number, statement, hash, previous_hash, signature, key_number, taken_at, total_minor, leaf_count, heads, made_by)
    select ${id(20)}, n, statement, sha256(convert_to(statement, 'UTF8')), sha256(convert_to(n::text, 'UTF8')), decode(repeat('00', 64), 'hex'), 1, ${AT}, 0, 0, '', 'system' from made`,
}

/** SQL that inserts rows $1 to $2 of each list, by its path; ordered by references. */
export const LIST_ROWS: ReadonlyMap<string, string> = new Map(Object.entries(rows))
