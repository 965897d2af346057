import type { InvoiceSeries, NumberCheck, Supply, VatCase } from '@fairturn/contract/accounting'
import type { Queryable } from '../platform/database/database.ts'
import { ofAnyLength, rowsById, statement, typed } from '../platform/database/statement.ts'
import { sortedList } from '../platform/http/sorting.ts'
import type { Parts } from './vat.ts'

/** A party as it stands on a document, frozen with it. */
export interface Party {
  readonly kind: 'person' | 'company'
  readonly legal_name: string
  readonly street: string | null
  readonly postal_code: string | null
  readonly city: string | null
  /** Null of a buyer without a profile, where there is no seller either. */
  readonly country: string | null
  readonly vat_number: string | null
  readonly tax_number: string | null
  readonly registration_number: string | null
  readonly email: string | null
  /** Of a seller: why no VAT is charged. */
  readonly exemption: string | null
  /** Of a seller, ISO 4217: in which VAT is stated too, and what one unit of the document's currency is of it. */
  readonly vat_currency?: string | null
  readonly vat_exchange_rate?: string | null
  /** Of a buyer: what they asked to have on their documents. */
  readonly purchase_order: string | null
}

export type LineKind =
  | 'rewards'
  | 'bonuses'
  | 'service_fee'
  | 'level'
  | 'rewards_returned'
  | 'fee_returned'
  | 'level_returned'
  /** Of a refund outside the rules: what was delivered costs less. */
  | 'reduction'

export interface Line {
  readonly kind: LineKind
  readonly quantity: number
  /** Minor units, net. */
  readonly unit_minor: string
  readonly amount_minor: string
  /** Whether VAT is on it; with `agent` rewards pass through. */
  readonly taxed: boolean
}

export interface Terms {
  readonly currency: 'USD' | 'EURO'
  /** Null: there was no seller. */
  readonly vat_case: VatCase | null
  readonly rate_bp: number
  /** As VatTerms has it; null also of documents of before it was kept. */
  readonly vat_country: string | null
  readonly supply: Supply
  readonly seller: Party | null
  readonly buyer: Party
}

/** What a document says of its subject. */
export interface Content {
  readonly terms: Terms
  readonly parts: Parts
  readonly vat_minor: bigint
  readonly lines: readonly Line[]
}

const TERMS_COLUMNS = {
  currency: typed<Terms['currency']>('text'),
  vat_case: typed<VatCase | null>('text?'),
  rate_bp: 'int4',
  vat_country: 'text?',
  supply: typed<Supply>('text'),
  seller: typed<Party | null>('jsonb?'),
  buyer: typed<Party>('jsonb'),
} as const

export const insertInvoice = statement(
  `-- invoices_insert
  insert into invoice (id, series, member_id, subject, subject_id, subject_name, entry_id, issued_at, day, currency, vat_case, rate_bp, vat_country,
    supply, escrow_minor, fee_minor, vat_minor, seller, buyer, lines, reduces)
  values ($id, $series, $member_id, $subject, $subject_id, $subject_name, $entry_id, $issued_at, $day, $currency, $vat_case, $rate_bp, $vat_country,
    $supply, $escrow_minor, $fee_minor, $vat_minor, $seller, $buyer, $lines, $reduces)`,
  {
    params: {
      id: 'uuid',
      series: typed<InvoiceSeries>('text'),
      member_id: 'uuid',
      subject: 'text',
      subject_id: 'uuid',
      subject_name: 'text',
      entry_id: 'uuid',
      issued_at: 'timestamptz',
      day: 'date',
      currency: 'text',
      vat_case: 'text?',
      rate_bp: 'int4',
      vat_country: 'text?',
      supply: 'text',
      escrow_minor: 'int8',
      fee_minor: 'int8',
      vat_minor: 'int8',
      seller: 'jsonb?',
      buyer: 'jsonb',
      lines: 'jsonb',
      reduces: 'bool',
    },
  },
)

export const insertCorrection = statement(
  `-- invoices_insert_correction
  insert into invoice_correction (invoice_id, corrects, escrow_minor, fee_minor, vat_minor)
  values ($invoice_id, $corrects, $escrow_minor, $fee_minor, $vat_minor)`,
  {
    params: {
      invoice_id: 'uuid',
      corrects: 'uuid',
      escrow_minor: 'int8',
      fee_minor: 'int8',
      vat_minor: 'int8',
    },
  },
)

/** An invoice with what credit notes have left of it. */
export interface OpenInvoice extends Terms {
  readonly id: string
  readonly member_id: string
  readonly subject: 'campaign' | 'level'
  readonly subject_id: string
  readonly subject_name: string
  readonly escrow_minor: bigint
  readonly fee_minor: bigint
  readonly vat_minor: bigint
}

/** The invoices of a campaign or level purchase, oldest first. The caller holds its row locked. */
export const selectOpenInvoices = statement(
  `-- invoices_open_of_subject
  select i.id, i.member_id, i.subject, i.subject_id, i.subject_name, i.currency, i.vat_case, i.rate_bp, i.vat_country, i.supply, i.seller, i.buyer,
    (i.escrow_minor - coalesce(sum(c.escrow_minor), 0))::bigint as escrow_minor,
    (i.fee_minor - coalesce(sum(c.fee_minor), 0))::bigint as fee_minor,
    (i.vat_minor - coalesce(sum(c.vat_minor), 0))::bigint as vat_minor
  from invoice i left join invoice_correction c on c.corrects = i.id
  where i.subject_id = any (${ofAnyLength('$subject_ids::uuid[]')}) and i.series = 'FI' group by i.id order by i.issued_at, i.id`,
  {
    params: { subject_ids: 'uuid[]' },
    columns: {
      id: 'uuid',
      member_id: 'uuid',
      subject: typed<'campaign' | 'level'>('text'),
      subject_id: 'uuid',
      subject_name: 'text',
      ...TERMS_COLUMNS,
      escrow_minor: 'int8',
      fee_minor: 'int8',
      vat_minor: 'int8',
    },
  },
)

export interface SubjectVat {
  readonly id: string
  readonly paid_minor: bigint
  readonly returned_minor: bigint
}
const selectVatOfSubjects = statement(
  `-- invoices_vat_of_subjects
  select subject_id as id, coalesce(sum(vat_minor) filter (where series = 'FI'), 0)::bigint as paid_minor,
    -- What reduces a price is of what was spent, which it stays.
    coalesce(sum(vat_minor) filter (where series = 'FC' and not reduces), 0)::bigint as returned_minor
  from invoice where subject_id = any (${ofAnyLength('$ids::uuid[]')}) group by subject_id`,
  {
    params: { ids: 'uuid[]' },
    columns: { id: 'uuid', paid_minor: 'int8', returned_minor: 'int8' },
  },
)

/** VAT paid with campaigns or level purchases and returned so far, by id. */
export const vatOfSubjects = async (
  on: Queryable,
  subjectIds: readonly string[],
): Promise<Map<string, SubjectVat>> => rowsById(selectVatOfSubjects, on, subjectIds)
/** Of one. */
export const vatOfSubject = async (on: Queryable, subject_id: string): Promise<Omit<SubjectVat, 'id'>> =>
  (await vatOfSubjects(on, [subject_id])).get(subject_id) ?? { paid_minor: 0n, returned_minor: 0n }

/** By how much the price of a level purchase was reduced so far, with its VAT. */
export const selectReduced = statement(
  `-- invoices_reduced
  select coalesce(sum(total_minor), 0)::bigint as reduced_minor from invoice where subject_id = $subject_id and reduces`,
  { params: { subject_id: 'uuid' }, columns: { reduced_minor: 'int8' } },
)

export interface ProfileRow {
  readonly kind: 'person' | 'company'
  readonly legal_name: string
  readonly street: string | null
  readonly postal_code: string | null
  readonly city: string | null
  readonly country: string
  readonly vat_number: string | null
  readonly registration_number: string | null
  readonly purchase_order: string | null
  readonly email: string | null
  readonly number_check: NumberCheck
  readonly checked_at: Date | null
  readonly confirmed_at: Date | null
  readonly confirmed_by: string | null
  readonly consultation: string | null
  readonly updated_at: Date
}
const PROFILE = `kind, legal_name, street, postal_code, city, country, vat_number, registration_number, purchase_order, email,
  number_check, checked_at, confirmed_at, confirmed_by, consultation, updated_at`
const PROFILE_COLUMNS = {
  kind: typed<ProfileRow['kind']>('text'),
  legal_name: 'text',
  street: 'text?',
  postal_code: 'text?',
  city: 'text?',
  country: 'text',
  vat_number: 'text?',
  registration_number: 'text?',
  purchase_order: 'text?',
  email: 'text?',
  number_check: typed<NumberCheck>('text'),
  checked_at: 'timestamptz?',
  confirmed_at: 'timestamptz?',
  confirmed_by: 'uuid?',
  consultation: 'text?',
  updated_at: 'timestamptz',
} as const

export const selectProfile = statement(
  `-- invoices_profile
  select ${PROFILE} from billing_profile where member_id = $member_id`,
  { params: { member_id: 'uuid' }, columns: PROFILE_COLUMNS },
)
/** Other members who have a VAT number, in any of its forms. */
export const selectSameNumber = statement(
  `-- invoices_same_number
  select o.member_id, m.username from billing_profile o join member m on m.id = o.member_id
  where o.vat_number = any (${ofAnyLength('$forms::text[]')}) and o.member_id <> $member_id order by o.member_id limit 10`,
  { params: { member_id: 'uuid', forms: 'text[]' }, columns: { member_id: 'uuid', username: 'text' } },
)
export const selectProfileLocked = statement(
  `-- invoices_profile_locked
  select ${PROFILE} from billing_profile where member_id = $member_id for no key update`,
  { params: { member_id: 'uuid' }, columns: PROFILE_COLUMNS },
)

export const upsertProfile = statement(
  `-- invoices_put_profile
  insert into billing_profile (member_id, ${PROFILE})
  values ($member_id, $kind, $legal_name, $street, $postal_code, $city, $country, $vat_number, $registration_number, $purchase_order, $email,
    $number_check, $checked_at, $confirmed_at, $confirmed_by, $consultation, $updated_at)
  on conflict (member_id) do update set kind = excluded.kind, legal_name = excluded.legal_name, street = excluded.street,
    postal_code = excluded.postal_code, city = excluded.city, country = excluded.country, vat_number = excluded.vat_number,
    registration_number = excluded.registration_number, purchase_order = excluded.purchase_order, email = excluded.email,
    number_check = excluded.number_check, checked_at = excluded.checked_at, confirmed_at = excluded.confirmed_at,
    confirmed_by = excluded.confirmed_by, consultation = excluded.consultation, updated_at = excluded.updated_at
  returning ${PROFILE}`,
  { params: { member_id: 'uuid', ...PROFILE_COLUMNS }, columns: PROFILE_COLUMNS },
)

export const deleteProfile = statement(
  `-- invoices_delete_profile
  delete from billing_profile where member_id = $member_id`,
  { params: { member_id: 'uuid' } },
)

export const eraseBuyers = statement(
  `-- invoices_erase_buyers
  select invoices_erase_buyers($before, $limit) as erased`,
  { params: { before: 'date', limit: 'int4' }, columns: { erased: 'int4' } },
)

export interface DocumentRow extends Terms {
  readonly id: string
  readonly series: InvoiceSeries
  readonly year: number
  readonly number: number
  readonly member_id: string
  readonly subject: 'campaign' | 'level'
  readonly subject_id: string
  readonly subject_name: string
  readonly entry_id: string
  readonly issued_at: Date
  readonly day: string
  readonly escrow_minor: bigint
  readonly fee_minor: bigint
  readonly vat_minor: bigint
  readonly total_minor: bigint
  readonly lines: Line[]
  readonly hash: string
  /** Who it was for is not known any more. */
  readonly is_erased: boolean
  /** Of a credit note. */
  readonly corrects_number: string | null
}
const DOCUMENT = `i.id, i.series, n.year, n.number, i.member_id, i.subject, i.subject_id, i.subject_name, i.entry_id, i.issued_at, i.day::text as day,
  i.currency, i.vat_case, i.rate_bp, i.vat_country, i.supply, i.seller, i.buyer, i.escrow_minor, i.fee_minor, i.vat_minor, i.total_minor, i.lines,
  encode(n.hash, 'hex') as hash, i.erased is not null as is_erased, (
    select c.series || '-' || c.year || '-' || lpad(c.number::text, greatest(6, length(c.number::text)), '0')
    from invoice_correction k join invoice_number c on c.invoice_id = k.corrects where k.invoice_id = i.id) as corrects_number`
const DOCUMENT_COLUMNS = {
  id: 'uuid',
  series: typed<InvoiceSeries>('text'),
  year: 'int4',
  number: 'int4',
  member_id: 'uuid',
  subject: typed<DocumentRow['subject']>('text'),
  subject_id: 'uuid',
  subject_name: 'text',
  entry_id: 'uuid',
  issued_at: 'timestamptz',
  day: 'text',
  ...TERMS_COLUMNS,
  escrow_minor: 'int8',
  fee_minor: 'int8',
  vat_minor: 'int8',
  total_minor: 'int8',
  lines: typed<Line[]>('jsonb'),
  hash: 'text',
  is_erased: 'bool',
  corrects_number: 'text?',
} as const

/** A member's own document. */
export const selectDocument = statement(
  `-- invoices_document
  select ${DOCUMENT} from invoice i join invoice_number n on n.invoice_id = i.id where i.id = $id and i.member_id = $member_id`,
  { params: { id: 'uuid', member_id: 'uuid' }, columns: DOCUMENT_COLUMNS },
)

export interface DocumentFilter {
  readonly from: string | null
  /** Inclusive. */
  readonly to: string | null
}

/** A member's documents, newest first. */
export const listDocuments = statement(
  `-- invoices_list
  select ${DOCUMENT} from invoice i join invoice_number n on n.invoice_id = i.id
  where i.member_id = $member_id and i.id < $before and ($series::text is null or i.series = $series)
    and ($subject_id::uuid is null or i.subject_id = $subject_id)
    and ($from::date is null or i.day >= $from) and ($to::date is null or i.day <= $to)
  order by i.id desc limit $limit`,
  {
    params: {
      member_id: 'uuid',
      series: 'text?',
      subject_id: 'uuid?',
      from: 'date?',
      to: 'date?',
      before: 'uuid',
      limit: typed<number>('int8'),
    },
    columns: DOCUMENT_COLUMNS,
  },
)

const ADMIN_COLUMNS = { ...DOCUMENT_COLUMNS, username: 'text' } as const
const ALL = `select ${DOCUMENT}, n.link_no, m.username from invoice i join invoice_number n on n.invoice_id = i.id join member m on m.id = i.member_id`

/** Of all members. */
export const listAllDocuments = sortedList({
  name: 'invoices_all',
  rows: ADMIN_COLUMNS,
  select: ALL,
  filters: {
    series: 'i.series = ?',
    member_id: 'i.member_id = ?',
    number: {
      where: '(n.series, n.year, n.number) = (?, ?, ?)',
      values: (number: string) => number.split('-'),
    },
    from: 'i.day >= ?',
    to: 'i.day <= ?',
  },
  columns: {
    issued_at: { by: 'id', type: 'uuid' },
    // As they were given: of a series without a gap.
    number: { by: 'link_no', type: 'bigint' },
  },
  first: 'number.desc',
})

export const selectAnyDocument = statement(
  `-- invoices_any_document
  ${ALL} where i.id = $id`,
  { params: { id: 'uuid' }, columns: { ...ADMIN_COLUMNS, link_no: 'int8' } },
)

export interface RelatedRow {
  readonly id: string
  readonly series: InvoiceSeries
  readonly year: number
  readonly number: number
  readonly day: string
  /** Whether it is corrected by the document; otherwise it corrects it. */
  readonly is_corrected: boolean
}
/** What a document corrects, and what corrects it, oldest first. */
export const selectRelated = statement(
  `-- invoices_related
  select n.invoice_id as id, n.series, n.year, n.number, i.day::text as day, c.invoice_id = $id as is_corrected
  from invoice_correction c join invoice_number n on n.invoice_id = case c.invoice_id when $id then c.corrects else c.invoice_id end
  join invoice i on i.id = n.invoice_id
  where c.invoice_id = $id or c.corrects = $id order by n.link_no`,
  {
    params: { id: 'uuid' },
    columns: {
      id: 'uuid',
      series: typed<InvoiceSeries>('text'),
      year: 'int4',
      number: 'int4',
      day: 'text',
      is_corrected: 'bool',
    },
  },
)
