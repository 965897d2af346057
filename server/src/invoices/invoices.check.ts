// Checks that documents and ledger agree to the cent: each payment and each refund has its documents, their sums are what left
// and came back, their VAT is what the ledger keeps or owes, numbers have no gap, and no document has been changed
// (invoices.check.test.ts).
import type { Queryable } from '../platform/database/database.ts'
import { statement, typed } from '../platform/database/statement.ts'

export interface InvoiceFinding {
  readonly kind:
    | 'documents_differ'
    | 'document_is_missing'
    | 'document_vat_differs'
    | 'document_numbers_differ'
    | 'document_changed'
  /** Id of the entry, campaign or document; a series and year. */
  readonly subject: string
  readonly detail: string
  /** Null: of a level, or of no one campaign. */
  readonly campaign_id: string | null
}

const COLUMNS = {
  kind: typed<InvoiceFinding['kind']>('text'),
  subject: 'text',
  detail: 'text',
  campaign_id: 'uuid?',
} as const

/** What the documents of an entry come to, and what it moved of the member's balance. */
const differing = statement(
  `-- invoices_check_amounts
  with document as (
    select i.entry_id, i.member_id, i.subject, i.subject_id, sum(case i.series when 'FI' then i.total_minor else -i.total_minor end) as documents_minor,
      bool_or(i.series = 'FC') as is_credit
    from invoice i where i.entry_id in (select d.entry_id from invoice_number n join invoice d on d.id = n.invoice_id where n.link_no > $after)
    group by i.entry_id, i.member_id, i.subject, i.subject_id)
  select 'documents_differ' as kind, d.entry_id::text as subject,
    format('documents of %s, the balance moved by %s', d.documents_minor, coalesce(m.moved_minor, 0)) as detail,
    case d.subject when 'campaign' then d.subject_id end as campaign_id
  from document d
  left join lateral (
    select sum(p.amount_minor) as moved_minor from account a join posting p on p.account_no = a.no and p.entry_id = d.entry_id
    where a.id = ledger_account_id('member_available', d.member_id::text)) m on true
  where d.documents_minor + coalesce(m.moved_minor, 0) <> 0
    -- A refund of what was partly paid before there were documents has them for the rest.
    and (not d.is_credit or not exists (select from entry e where e.refers_to = d.subject_id::text
      and e.type in ('campaign_paid', 'level_bought', 'level_restored') and not exists (select from invoice i where i.entry_id = e.id)))
  limit 100`,
  { params: { after: 'int8' }, columns: COLUMNS },
)

/** Entries without a document, from the first document with a seller on. */
const missing = statement(
  `-- invoices_check_missing
  with begun as (select min(issued_at) as at from invoice where seller is not null),
  due as (
    select e.* from entry e, begun where e.event_at >= greatest(begun.at, $since::timestamptz)
      and e.type in ('campaign_paid', 'campaign_ended', 'level_bought', 'level_restored', 'level_refunded'))
  select 'document_is_missing' as kind, e.id::text as subject, e.type || ' without a document' as detail,
    case when e.type like 'campaign%' then e.refers_to::uuid end as campaign_id
  from due e
  where not exists (select from invoice i where i.entry_id = e.id)
    and (e.type in ('campaign_paid', 'level_bought', 'level_restored')
      or exists (select from invoice i where i.subject_id = e.refers_to::uuid)
        and exists (select from posting p join account a on a.no = p.account_no and a.kind = 'member_available'
          where p.entry_no = e.entry_no and p.entry_id = e.id and p.amount_minor > 0))
  union all
  -- Refunds outside the rules, from the first that has a document on: before, they had none.
  select 'document_is_missing', r.entry_id::text, 'a refund outside the rules without a document',
    case r.subject when 'campaign' then r.subject_id end
  from (
    select encode(set_byte(set_byte(d, 6, (get_byte(d, 6) & 15) | 128), 8, (get_byte(d, 8) & 63) | 128), 'hex')::uuid as entry_id,
      p.content ->> 'subject' as subject, (p.content ->> 'refers_to')::uuid as subject_id, p.decided_at
    from proposal p, substring(sha256(convert_to('entry ["adjustment","' || p.id || '",""]', 'UTF8')) for 16) as d
    where p.kind = 'refund_outside_the_rules' and p.status = 'executed' and p.content ->> 'subject' <> 'order'
      and p.decided_at >= greatest((select min(issued_at) from invoice where reduces), $since::timestamptz)) r
  where exists (select from invoice i where i.subject_id = r.subject_id and i.series = 'FI' and i.issued_at <= r.decided_at)
    and not exists (select from invoice i where i.entry_id = r.entry_id)
  limit 100`,
  { params: { since: 'timestamptz?' }, columns: COLUMNS },
)

/** Of a campaign: VAT invoiced and not credited is what its account has and what became due, less what is not due any more. */
const differingVat = statement(
  `-- invoices_check_vat
  with subject as (
    select i.subject_id, sum(case i.series when 'FI' then i.vat_minor else -i.vat_minor end) as documents_minor
    from invoice i where i.subject = 'campaign' and i.subject_id in (
      select d.subject_id from invoice_number n join invoice d on d.id = n.invoice_id where n.link_no > $after)
    group by i.subject_id)
  select 'document_vat_differs' as kind, s.subject_id::text as subject,
    format('documents have %s, the ledger %s', s.documents_minor, coalesce(a.balance_minor, 0) + coalesce(v.due_minor, 0)) as detail,
    s.subject_id as campaign_id
  from subject s
  left join account a on a.id = ledger_account_id('campaign_vat', s.subject_id::text)
  left join lateral (
    select sum(p.amount_minor) as due_minor from entry e join posting p on p.entry_no = e.entry_no and p.entry_id = e.id
    join account o on o.no = p.account_no and o.kind = 'vat'
    where e.refers_to = s.subject_id::text and e.type in ('campaign_ended', 'adjustment')) v on true
  where s.documents_minor <> coalesce(a.balance_minor, 0) + coalesce(v.due_minor, 0)
  limit 100`,
  { params: { after: 'int8' }, columns: COLUMNS },
)

/** The chain of documents, each document's hash, and the numbers of each series and year. */
const broken = statement(
  `-- invoices_check_chain
  with link as (
    select n.*, lag(n.hash) over in_order as before_hash, lag(n.link_no) over in_order as before_no
    from invoice_number n where n.link_no >= $after window in_order as (order by n.link_no))
  (select 'document_changed' as kind, l.invoice_id::text as subject, l.series || ' ' || l.number || ' is not what was hashed' as detail,
    case i.subject when 'campaign' then i.subject_id end as campaign_id
   from link l join invoice i on i.id = l.invoice_id
   where l.hash <> invoice_hash(l.previous_hash, l.series, l.year, l.number, i)
     or i.erased is not null and to_jsonb(i) <> to_jsonb(invoice_without_buyer(i)) limit 100)
  union all
  (select 'document_numbers_differ', l.link_no::text, 'link ' || l.link_no || ' after ' || coalesce(l.before_no, 0), null from link l
   where l.link_no > $after and (l.link_no <> coalesce(l.before_no, 0) + 1 or l.before_hash is distinct from case when l.link_no > 1 then l.previous_hash end)
   limit 100)
  union all
  (select 'document_numbers_differ', 'head', 'the chain has another length or hash than its last document', null from invoice_chain c
   left join (select link_no, hash from invoice_number order by link_no desc limit 1) l on true
   where c.length <> coalesce(l.link_no, 0) or c.hash <> coalesce(l.hash, c.hash))
  union all
  (select 'document_numbers_differ', s.series || ' ' || s.year, format('%s numbers to %s', count(n.number), s.last_number), null
   from invoice_series s left join invoice_number n on n.series = s.series and n.year = s.year
   group by s.series, s.year, s.last_number having count(n.number) <> s.last_number or max(n.number) <> s.last_number)
  union all
  (select 'document_changed', i.id::text, 'it has no number', case i.subject when 'campaign' then i.subject_id end
   from invoice i where not exists (select from invoice_number n where n.invoice_id = i.id) limit 100)`,
  { params: { after: 'int8' }, columns: COLUMNS },
)

const last = statement(
  `-- invoices_check_last
  select length as link_no from invoice_chain`,
  { columns: { link_no: 'int8' } },
)

/** Entries of transactions that were open at the last run. */
const OVERLAP_MS = 3_600_000

/** Everything, or what is new since the position that an earlier run returned: a link's number and a time. */
export async function checkInvoices(
  on: Queryable & { readonly clock: { now(): Date } },
  from?: string,
): Promise<{ readonly findings: InvoiceFinding[]; readonly position: string }> {
  const [link = '0', time] = from?.split(' ') ?? []
  const after = BigInt(link)
  const since = time === undefined ? null : new Date(new Date(time).getTime() - OVERLAP_MS)
  const position = `${(await last.one(on)).link_no} ${on.clock.now().toISOString()}`
  const findings = [
    ...(await differing.all(on, { after })),
    ...(await missing.all(on, { since })),
    ...(await differingVat.all(on, { after })),
    ...(await broken.all(on, { after })),
  ]
  return { findings, position }
}
