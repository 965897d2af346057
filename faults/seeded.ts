// The control of the invariants: bugs seeded into a finished ledger, one after the other, each rolled back. An invariant
// that does not detect its bug proves nothing. Only for a drill's database.
import type { Client } from 'pg'
import type { Queryable } from '../server/src/platform/database/database.ts'
import { type Invariant, checkInvariants, THRESHOLD_MINOR } from './invariants.ts'
import type { Acknowledged, Record } from './records.ts'

interface Seed {
  readonly invariant: Invariant
  readonly what: string
  /** Statements run as superuser, with triggers disabled. */
  readonly sql?: readonly string[]
  /** Or a change to the records; undefined if they contain nothing to change. */
  readonly records?: (record: Record) => Record | undefined
}

const LAST_ENTRY = `(select id from entry where type = 'deposit_credited' order by entry_no desc limit 1)`

const SEEDS: readonly Seed[] = [
  {
    invariant: 'postings of an entry sum to zero and are exactly those it announced',
    what: 'a posting is one cent more',
    sql: [
      `update posting set amount_minor = amount_minor + 1 where entry_id = ${LAST_ENTRY} and posting_no = 1`,
    ],
  },
  {
    invariant: 'postings of an entry sum to zero and are exactly those it announced',
    what: 'a posting is missing',
    sql: [`delete from posting where entry_id = ${LAST_ENTRY} and posting_no = 1`],
  },
  {
    invariant: 'a balance is the sum of its postings',
    what: 'a balance is one cent more',
    sql: [
      `update account set balance_minor = balance_minor + 1 where no = (select no from account where kind = 'member_available' limit 1)`,
    ],
  },
  {
    invariant: 'versions have no gap',
    what: 'a version is skipped',
    sql: [
      `update account set version = version + 1 where no = (select no from account where kind = 'member_available' and version > 0 limit 1)`,
    ],
  },
  {
    invariant: 'no member is below zero',
    what: 'an account has less than its holds',
    sql: [
      'alter table account drop constraint account_not_overdrawn',
      `update account set balance_minor = -1 where no = (select no from account where kind = 'member_available' limit 1)`,
    ],
  },
  {
    invariant: 'each hold is resolved once',
    what: 'a captured hold is reopened',
    sql: [
      `update hold set status = 'open', resolved_at = null where id = (select id from hold where status = 'captured' limit 1)`,
    ],
  },
  {
    invariant: 'the hash chain holds',
    what: 'an entry’s text was changed',
    sql: [`update entry set note = 'was never said' where id = ${LAST_ENTRY}`],
  },
  {
    invariant: 'the hash chain holds',
    what: 'an entry is missing with its postings, and every balance is adjusted',
    sql: [
      `create temporary table doomed on commit drop as select ${LAST_ENTRY} as id`,
      `update account a set balance_minor = a.balance_minor - p.amount_minor, version = a.version - 1
       from posting p where p.account_no = a.no and p.entry_id = (select id from doomed)`,
      'delete from posting where entry_id = (select id from doomed)',
      'delete from entry where id = (select id from doomed)',
    ],
  },
  {
    invariant: 'a campaign’s paid = earned + held + refunded + left',
    what: 'a campaign has delivered one cent more',
    sql: [
      'update campaign set delivered_minor = delivered_minor + 1 where id = (select id from campaign where delivered_minor > 0 and open_visits = 0 or delivered_minor > 0 limit 1)',
    ],
  },
  {
    invariant: 'documents are what left and came back, and their VAT is in the ledger',
    what: 'a document’s VAT is one cent more',
    sql: [
      `update invoice set vat_minor = vat_minor + 1 where id = (select id from invoice where series = 'FI' and vat_minor > 0 limit 1)`,
    ],
  },
  {
    invariant: 'documents are what left and came back, and their VAT is in the ledger',
    what: 'a document has no number',
    sql: [`delete from invoice_number where link_no = (select min(link_no) from invoice_number)`],
  },
  {
    invariant: 'documents are what left and came back, and their VAT is in the ledger',
    what: 'VAT of a campaign is one cent less',
    sql: [
      `update posting set amount_minor = amount_minor - 1 where (account_no, version) = (select p.account_no, p.version
         from posting p join account a on a.no = p.account_no where a.kind = 'campaign_vat' limit 1)`,
    ],
  },
  {
    invariant: 'what is held for a member is what their open withdrawals ask for',
    what: 'a withdrawal is one cent higher',
    sql: [
      `update withdrawal set amount_minor = amount_minor + 1 where id = (select id from withdrawal where status in ('requested', 'approved') limit 1)`,
    ],
  },
  {
    invariant: 'two people on every payout that asks for two',
    what: 'a payout was approved by its proposer',
    sql: [
      'alter table proposal drop constraint proposal_is_decided_by_another',
      `update proposal set decided_by = proposed_by where id = (select p.id from proposal p
         join withdrawal w on w.id::text = p.content ->> 'withdrawal_id'
         where p.kind = 'withdrawal_over_threshold' and p.status = 'executed' and w.amount_minor >= ${THRESHOLD_MINOR} limit 1)`,
    ],
  },
  {
    invariant: 'the audit log holds',
    what: 'an audit event’s text was changed',
    sql: [`update audit_event set reason = 'was never said' where id = (select id from audit_event limit 1)`],
  },
  {
    invariant: 'every acknowledged operation is stored, with its amounts',
    what: 'an acknowledged withdrawal is missing',
    sql: [`delete from withdrawal where id = (select id from withdrawal where status = 'cancelled' limit 1)`],
  },
  {
    invariant: 'every acknowledged operation is stored, with its amounts',
    what: 'an award was acknowledged one cent higher',
    records: changed('award claimed', (done) => ({
      ...done,
      effects: done.effects.map((each) => ({ ...each, amount_minor: each.amount_minor + 1n })),
    })),
  },
  {
    invariant: 'a plain ledger comes to the same balances',
    what: 'an acknowledged deposit was not credited',
    records: changed('deposit imported', (done) => ({
      ...done,
      effects: done.effects.map((each) => ({ ...each, amount_minor: each.amount_minor * 2n })),
    })),
  },
  {
    invariant: 'nothing moved that nobody acknowledged',
    what: 'a withdrawal was refused, and the money moved',
    records: ({ acknowledged, refused }) => {
      const at = acknowledged.findIndex(({ operation }) => operation === 'withdrawal requested')
      if (at === -1) return undefined
      return { acknowledged: acknowledged.toSpliced(at, 1), refused }
    },
  },
  {
    invariant: 'a refused key has no effect',
    what: 'a refused key took effect',
    records: ({ acknowledged, refused }) => {
      const done = acknowledged.find(({ operation }) => operation === 'withdrawal requested')
      if (done === undefined) return undefined
      return { acknowledged, refused: [...refused, { operation: done.operation, key: done.key! }] }
    },
  },
  {
    invariant: 'one effect a key',
    what: 'two keys belong to one award',
    records: ({ acknowledged, refused }) => {
      const first = acknowledged.find(({ operation }) => operation === 'award claimed')
      if (first === undefined) return undefined
      return { acknowledged: [...acknowledged, { ...first, key: `${first.key}-too`, effects: [] }], refused }
    },
  },
]

function changed(
  operation: string,
  change: (done: Acknowledged) => Acknowledged,
): (record: Record) => Record | undefined {
  return ({ acknowledged, refused }) => {
    const at = acknowledged.findIndex((done) => done.operation === operation)
    if (at === -1) return undefined
    return { acknowledged: acknowledged.with(at, change(acknowledged[at]!)), refused }
  }
}

/** Undetected bugs, one sentence each; `superuser` must be a superuser's connection. Everything is rolled back. */
export async function seedBugs(superuser: Client, record: Record): Promise<string[]> {
  const on: Queryable = { query: (config) => superuser.query(config) }
  const unseen: string[] = []
  for (const { invariant, what, sql = [], records } of SEEDS) {
    await superuser.query('begin isolation level repeatable read')
    try {
      await superuser.query('set local session_replication_role = replica')
      const altered = records === undefined ? record : records(record)
      let touched = records === undefined || altered === undefined ? 0 : 1
      for (const text of sql) touched += (await superuser.query(text)).rowCount ?? 0
      const violations = touched === 0 ? [] : await checkInvariants(on, altered ?? record)
      if (touched === 0) unseen.push(`there was nothing to break: ${what}`)
      else if (!violations.some((each) => each.invariant === invariant)) unseen.push(`unseen: ${what}`)
    } finally {
      await superuser.query('rollback')
    }
  }
  return unseen
}

export const SEEDED = SEEDS.length
