// Every money invariant, by name: the ledger's own checker, the external records, and a model of the ledger. Read-only.
import { checkInvoices } from '../server/src/invoices/invoices.ts'
import { checkLedger, type Finding } from '../server/src/ledger/ledger.ts'
import type { Queryable } from '../server/src/platform/database/database.ts'
import { checkAuditLog } from '../server/src/staff/staff.ts'
import { checkWithdrawals } from '../server/src/withdrawals/withdrawals.ts'
import type { Acknowledged, Record } from './records.ts'

export const INVARIANTS = [
  'postings of an entry sum to zero and are exactly those it announced',
  'a balance is the sum of its postings',
  'a daily total is the sum of its postings',
  'versions have no gap',
  'no member is below zero',
  'each hold is resolved once',
  'the hash chain holds',
  'a campaign’s paid = earned + held + refunded + left',
  'documents are what left and came back, and their VAT is in the ledger',
  'what is held for a member is what their open withdrawals ask for',
  'every acknowledged operation is stored, with its amounts',
  'nothing moved that nobody acknowledged',
  'a refused key has no effect',
  'one effect a key',
  'two people on every payout that asks for two',
  'the audit log holds',
  'a plain ledger comes to the same balances',
] as const
export type Invariant = (typeof INVARIANTS)[number]

export interface Violation {
  readonly invariant: Invariant
  readonly detail: string
}

const OF_FINDING: Readonly<{ [kind in Finding['kind']]: Invariant }> = {
  unbalanced_entry: 'postings of an entry sum to zero and are exactly those it announced',
  balance_differs: 'a balance is the sum of its postings',
  balance_after_differs: 'a balance is the sum of its postings',
  total_differs: 'a daily total is the sum of its postings',
  version_gap: 'versions have no gap',
  overdrawn: 'no member is below zero',
  reserved_differs: 'each hold is resolved once',
  capture_differs: 'each hold is resolved once',
  content_changed: 'the hash chain holds',
  chain_broken: 'the hash chain holds',
  chain_head_differs: 'the hash chain holds',
  proof_differs: 'the hash chain holds',
}

const violation = (invariant: Invariant, detail: string): Violation => ({ invariant, detail })

/** All violations. `on` should be a repeatable-read transaction, for a consistent snapshot. */
export async function checkInvariants(on: Queryable, record: Record): Promise<Violation[]> {
  const findings = await checkLedger(on)
  const held = await checkWithdrawals(on)
  const events = await checkAuditLog(on)
  const invoices = await checkInvoices({ query: (text) => on.query(text), clock: { now: () => new Date() } })
  return [
    ...findings.map(({ kind, subject, detail }) =>
      violation(OF_FINDING[kind], `${kind} ${subject}: ${detail}`),
    ),
    ...held.map(({ member_id, expected_minor, held_minor }) =>
      violation(
        'what is held for a member is what their open withdrawals ask for',
        `${member_id}: ${held_minor} for ${expected_minor}`,
      ),
    ),
    ...invoices.findings.map(({ kind, subject, detail }) =>
      violation(DOCUMENTS, `${kind} ${subject}: ${detail}`),
    ),
    ...events.map(({ kind, subject }) => violation('the audit log holds', `${kind} ${subject}`)),
    ...(await checkByQueries(on)),
    ...(await checkThings(on, record)),
    ...(await checkRefused(on, record)),
    ...oneEffectAKey(record),
    ...(await compareWithLedger(on, record)),
  ]
}

const DOCUMENTS: Invariant = 'documents are what left and came back, and their VAT is in the ledger'

/** Each query finds violating rows, identified by `subject`. */
const QUERIES: readonly (readonly [Invariant, string])[] = [
  [
    // From the ledger alone: paid in, minus what each kind of entry took out, equals what is left.
    'a campaign’s paid = earned + held + refunded + left',
    `with moved as (
       select a.holder_id, e.type, a.kind, sum(p.amount_minor) as amount
       from posting p join account a on a.no = p.account_no join entry e on e.id = p.entry_id
       where a.kind in ('campaign_escrow', 'campaign_fee') group by 1, 2, 3
     ), figures as (
       select holder_id, sum(amount) filter (where type = 'campaign_paid') as paid,
         -sum(amount) filter (where type in ('award_claimed', 'objection_upheld')) as awarded,
         -sum(amount) filter (where type = 'campaign_ended') as ended
       from moved group by 1
     )
     select c.id::text as subject from campaign c left join figures f on f.holder_id = c.id::text
     left join account escrow on escrow.kind = 'campaign_escrow' and escrow.holder_id = c.id::text
     left join account fee on fee.kind = 'campaign_fee' and fee.holder_id = c.id::text
     left join lateral (
       select sum(p.amount_minor) as amount from entry e join posting p on p.entry_id = e.id join account a on a.no = p.account_no
       where e.type = 'campaign_ended' and e.refers_to = c.id::text and a.kind = 'revenue') earned on true
     where c.paid_at is not null and (
       coalesce(f.paid, 0) <> c.budget_minor + c.service_fee_minor
       or coalesce(f.awarded, 0) <> c.delivered_minor + c.bonus_minor
       or coalesce(f.ended, 0) - coalesce(earned.amount, 0) <> c.refunded_minor
       or coalesce(f.paid, 0) <> coalesce(f.awarded, 0) + coalesce(f.ended, 0) + escrow.balance_minor + fee.balance_minor
       or escrow.reserved_minor <> c.held_minor or escrow.balance_minor < escrow.reserved_minor)`,
  ],
  [
    // VAT invoiced and not credited: kept for the campaign, or owed to the state.
    DOCUMENTS,
    `with moved as (
       select case a.kind when 'vat' then e.refers_to else a.holder_id end as campaign, sum(p.amount_minor) as amount
       from posting p join account a on a.no = p.account_no join entry e on e.id = p.entry_id
       where a.kind = 'campaign_vat' or a.kind = 'vat' and e.type in ('campaign_ended', 'adjustment')
         and exists (select from campaign c where c.id::text = e.refers_to) group by 1
     ), invoiced as (
       select subject_id::text as campaign, sum(case series when 'FI' then vat_minor else -vat_minor end) as amount
       from invoice where subject = 'campaign' group by 1
     )
     select campaign as subject from moved full join invoiced using (campaign)
     where coalesce(moved.amount, 0) <> coalesce(invoiced.amount, 0)`,
  ],
  [
    // Nothing else moves what is owed to the state.
    DOCUMENTS,
    `select e.id::text as subject from posting p join account a on a.no = p.account_no join entry e on e.id = p.entry_id
     where a.kind = 'vat' and (e.type not in ('campaign_ended', 'level_recognised', 'vat_paid', 'vat_paid_reversed', 'vat_advanced', 'vat_set_off', 'adjustment')
       or (p.amount_minor < 0) <> (e.type in ('vat_paid', 'vat_set_off', 'adjustment')))`,
  ],
  [
    'each hold is resolved once',
    `select o.id::text as subject from orders o left join hold h on h.id = o.hold_id
     where h.id is null or (o.status = 'done') <> (h.status = 'captured')
       or (o.status in ('pending', 'distributing', 'success') and h.status <> 'open')`,
  ],
  [
    'two people on every payout that asks for two',
    // An adjustment is made by staff: the entry's id is derived from its proposal.
    `select e.id::text as subject from entry e where e.type = 'adjustment' and not exists (
       select from proposal p where p.status = 'executed' and p.decided_by <> p.proposed_by
         and e.actor = 'operator:' || p.decided_by and p.content ->> 'refers_to' = e.refers_to)`,
  ],
  [
    'two people on every payout that asks for two',
    `select w.id::text as subject from withdrawal w
     where w.approved_at is not null and w.amount_minor >= $1 and not exists (
       select from proposal p where p.kind = 'withdrawal_over_threshold' and p.status = 'executed'
         and p.content ->> 'withdrawal_id' = w.id::text and p.decided_by <> p.proposed_by
         and w.approved_by = 'operator:' || p.decided_by)`,
  ],
]

/** Threshold of a withdrawal from which dual approval is required. */
export const THRESHOLD_MINOR = 100_000n

async function checkByQueries(on: Queryable): Promise<Violation[]> {
  const violations: Violation[] = []
  for (const [invariant, text] of QUERIES) {
    const values = text.includes('$1') ? [THRESHOLD_MINOR] : []
    const { rows } = await on.query<{ subject: string }>({ text: `${text} limit 100`, values })
    violations.push(...rows.map(({ subject }) => violation(invariant, subject)))
  }
  return violations
}

/** Tables in which an operation without a ledger entry must have left a row. */
const TABLE_OF: Readonly<Partial<{ [operation: string]: string }>> = {
  'deposit announced': 'deposit',
  'deposit imported': `deposit where status = 'credited'`,
  'order taken': 'orders',
  'order started': 'orders where started_at is not null',
  'order given back': `orders where status = 'returned'`,
  'campaign placed': 'campaign',
  'campaign paid': 'campaign where paid_at is not null',
  'campaign cancelled': `campaign where status = 'cancelled'`,
  'campaign rejected': `campaign where status = 'rejected'`,
  'campaign approved': 'campaign where activated_at is not null',
  'withdrawal requested': 'withdrawal',
  'withdrawal cancelled': `withdrawal where status = 'cancelled'`,
  'withdrawal refused': `withdrawal where status = 'refused'`,
  'withdrawal approved': 'withdrawal where approved_at is not null',
  'withdrawal approved by two': 'withdrawal where approved_at is not null',
  'withdrawal sent': 'withdrawal where sent_at is not null',
  'withdrawal paid': `withdrawal where status in ('paid', 'returned')`,
  'withdrawal returned': `withdrawal where status = 'returned'`,
  'award claimed': `orders where status = 'done'`,
}

async function checkThings(on: Queryable, { acknowledged }: Record): Promise<Violation[]> {
  const violations: Violation[] = []
  for (const [operation, table] of Object.entries(TABLE_OF)) {
    const things = acknowledged.filter((each) => each.operation === operation).map(({ thing }) => thing)
    if (things.length === 0) continue
    const { rows } = await on.query<{ thing: string }>({
      text: `select thing::text from unnest($1::uuid[]) as asked (thing) where thing not in (select id from ${table}) limit 100`,
      values: [things],
    })
    for (const { thing } of rows)
      violations.push(
        violation(
          'every acknowledged operation is stored, with its amounts',
          `${operation} ${thing} is not there`,
        ),
      )
  }
  return violations
}

async function checkRefused(on: Queryable, { refused }: Record): Promise<Violation[]> {
  const { rows } = await on.query<{ key: string }>({
    // Without a response it only reserves the key against reuse; an interrupted claim may leave that.
    text: `select key from idempotency where key = any ($1) and answer::text <> 'null' limit 100`,
    values: [refused.map(({ key }) => key)],
  })
  return rows.map(({ key }) => violation('a refused key has no effect', key))
}

/** No two keys stand for the same effect. */
function oneEffectAKey({ acknowledged }: Record): Violation[] {
  const keyOf = new Map<string, string>()
  const violations: Violation[] = []
  for (const { operation, thing, key } of acknowledged) {
    // Each top-up of a campaign is a different effect.
    if (key === undefined || operation === 'campaign topped up') continue
    const done = `${operation} ${thing}`
    const before = keyOf.get(done)
    if (before !== undefined && before !== key) violations.push(violation('one effect a key', done))
    keyOf.set(done, key)
  }
  return violations
}

/** Done by the worker on its own; everything else was acknowledged to somebody. */
const BY_ITSELF = new Set(['campaign_ended', 'level_recognised'])
const PAGE = 50_000
/** Maximum number reported per kind. */
const MOST = 100

interface PostingRow {
  readonly entry_no: bigint
  readonly type: string
  readonly refers_to: string
  readonly account: string
  readonly amount_minor: bigint
}

/**
 * In both directions: nothing acknowledged is missing, and nothing else exists; and both add up to the current balances.
 */
async function compareWithLedger(on: Queryable, { acknowledged }: Record): Promise<Violation[]> {
  const expected = new Map<string, number>()
  const plain = new Map<string, bigint>()
  const add = (account: string, amount_minor: bigint) =>
    plain.set(account, (plain.get(account) ?? 0n) + amount_minor)
  for (const { effects } of acknowledged)
    for (const { type, refers_to, account, amount_minor } of effects) {
      count(expected, `${type} ${refers_to} ${account} ${amount_minor}`, 1)
      add(account, amount_minor)
    }
  const violations: Violation[] = []
  for await (const posting of memberPostings(on)) {
    const { type, refers_to, account, amount_minor } = posting
    if (BY_ITSELF.has(type)) add(account, amount_minor)
    else if (
      !count(expected, `${type} ${refers_to} ${account} ${amount_minor}`, -1) &&
      violations.length < MOST
    )
      violations.push(
        violation('nothing moved that nobody acknowledged', `${type} ${refers_to}: ${amount_minor}`),
      )
  }
  const lost = [...expected].filter(([, left]) => left > 0)
  for (const [what] of lost.slice(0, MOST))
    violations.push(violation('every acknowledged operation is stored, with its amounts', what))
  return [...violations, ...(await compareBalances(on, plain))]
}

/** False if none was left. */
function count(of: Map<string, number>, what: string, by: 1 | -1): boolean {
  const now = (of.get(what) ?? 0) + by
  if (now < 0) return false
  of.set(what, now)
  return true
}

/** Postings on members' accounts, and awards from escrows, in the order of writing. */
async function* memberPostings(on: Queryable): AsyncGenerator<PostingRow> {
  for (let after = 0n; ;) {
    const { rows } = await on.query<PostingRow>({
      text: `select e.entry_no, e.type::text, e.refers_to, a.id::text as account, p.amount_minor
        from (select * from entry where entry_no > $1 order by entry_no limit ${PAGE}) e
        join posting p on p.entry_no = e.entry_no and p.entry_id = e.id join account a on a.no = p.account_no
        where a.kind in ('member_available', 'member_held') or (a.kind = 'campaign_escrow' and e.type = 'award_claimed')
        order by e.entry_no`,
      values: [after],
    })
    yield* rows
    const { rows: next } = await on.query<{ last: bigint | null }>({
      text: `select max(entry_no) as last from (select entry_no from entry where entry_no > $1 order by entry_no limit ${PAGE}) e`,
      values: [after],
    })
    const last = next[0]!.last
    if (last === null) return
    after = last
  }
}

async function compareBalances(on: Queryable, plain: ReadonlyMap<string, bigint>): Promise<Violation[]> {
  const { rows } = await on.query<{ account: string; balance_minor: bigint }>({
    text: `select id::text as account, balance_minor from account where kind in ('member_available', 'member_held')`,
  })
  return rows
    .filter(({ account, balance_minor }) => (plain.get(account) ?? 0n) !== balance_minor)
    .slice(0, MOST)
    .map(({ account, balance_minor }) =>
      violation(
        'a plain ledger comes to the same balances',
        `${account}: ${balance_minor}, the plain one says ${plain.get(account) ?? 0n}`,
      ),
    )
}

/** Acknowledged operations that moved or reserved money; announcing, placing and reviewing do not. */
export const movedMoney = ({ acknowledged }: Record): Acknowledged[] =>
  acknowledged.filter(({ effects, operation }) => effects.length > 0 || operation.startsWith('order '))
