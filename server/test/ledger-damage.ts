// Damage to the ledger that triggers and constraints would have prevented, done by a superuser with triggers disabled.
import type { FindingKind } from '../src/ledger/invariants.ts'

export type Damage = readonly [what: string, sql: string, kinds: readonly FindingKind[]]

const onePosting = `(select account_no, version from posting where entry_id = :entry order by posting_no limit 1)`
/** `:entry` is an entry that captured a hold, `:account` its account, which has another open hold. */
export const LEDGER_DAMAGE: readonly Damage[] = [
  [
    'a balance that was set',
    'update account set balance_minor = balance_minor + 1 where id = :account',
    ['balance_differs'],
  ],
  ['a version that was set', 'update account set version = version + 1 where id = :account', ['version_gap']],
  [
    'an amount that was changed',
    `update posting set amount_minor = amount_minor - 1 where (account_no, version) = ${onePosting}`,
    ['unbalanced_entry', 'balance_differs', 'balance_after_differs', 'content_changed', 'total_differs'],
  ],
  [
    'both amounts of an entry changed, and the balances with them',
    `update posting set amount_minor = amount_minor * 2 where entry_id = :entry`,
    ['balance_differs', 'balance_after_differs', 'content_changed', 'total_differs'],
  ],
  [
    'a posting that was taken away',
    `delete from posting where (account_no, version) = ${onePosting}`,
    [
      'unbalanced_entry',
      'balance_differs',
      'version_gap',
      'balance_after_differs',
      'content_changed',
      'total_differs',
    ],
  ],
  [
    'a posting that was added',
    `insert into posting select entry_id, entry_no, 3, account_no, 1, balance_after + 5, version + 1000 from posting
     where (account_no, version) = ${onePosting}`,
    [
      'unbalanced_entry',
      'balance_differs',
      'version_gap',
      'balance_after_differs',
      'content_changed',
      'total_differs',
    ],
  ],
  [
    'a posting without an entry',
    `insert into posting values (gen_random_uuid(), 1, 1, -1, 5, 5, 1)`,
    ['unbalanced_entry', 'balance_differs'],
  ],
  [
    'a balance after a posting that was changed',
    `update posting set balance_after = 0 where (account_no, version) = ${onePosting}`,
    ['balance_after_differs'],
  ],
  ['a note that was changed', `update entry set note = 'gift' where id = :entry`, ['content_changed']],
  [
    'an actor that was changed',
    `update entry set actor = 'operator:9' where id = :entry`,
    ['content_changed'],
  ],
  [
    'content and its hash changed together',
    `update entry set note = 'gift', request_hash = ledger_request_hash(id, event_at, capture, type, refers_to, actor, 'gift',
       (select string_agg(uuid_send(a.id) || int8send(p.amount_minor), ''::bytea order by p.posting_no)
        from posting p join account a on a.no = p.account_no where p.entry_id = :entry)) where id = :entry`,
    ['chain_broken'],
  ],
  [
    'a time of writing that was changed',
    `update entry set created_at = created_at - interval '1 day' where id = :entry`,
    ['chain_broken'],
  ],
  ['a link that was replaced', `update entry set previous_hash = hash where id = :entry`, ['chain_broken']],
  [
    'an entry taken out of the middle with its postings',
    `delete from posting where entry_id = :entry; delete from entry where id = :entry`,
    [
      'balance_differs',
      'version_gap',
      'balance_after_differs',
      'chain_broken',
      'chain_head_differs',
      'capture_differs',
      'total_differs',
    ],
  ],
  [
    'an entry taken off the end, and the balances set to match',
    `create temporary table gone as select id, entry_no from entry order by entry_no desc limit 1;
     update account a set balance_minor = balance_minor - p.amount_minor, version = a.version - 1
       from posting p where p.account_no = a.no and p.entry_id = (select id from gone);
     delete from posting where entry_id = (select id from gone); delete from entry where id = (select id from gone)`,
    ['chain_head_differs', 'total_differs'],
  ],
  [
    'a chain whose head was set back',
    'update chain set length = length - 1 where length > 0',
    ['chain_head_differs'],
  ],
  [
    'reserved money that was set',
    'update account set reserved_minor = 0 where id = :account',
    ['reserved_differs'],
  ],
  ['a hold that was taken away', `delete from hold where status = 'open'`, ['reserved_differs']],
  [
    'a captured hold made open again',
    `update hold set status = 'open', resolved_at = null where status = 'captured'`,
    ['reserved_differs', 'capture_differs'],
  ],
  [
    'a hold marked captured without an entry',
    `update hold set status = 'captured', resolved_at = now() where status = 'open'`,
    ['reserved_differs', 'capture_differs'],
  ],
  [
    'an account below what it reserves',
    'update account set reserved_minor = 1000 where id = :account',
    ['reserved_differs', 'overdrawn'],
  ],
  [
    'a daily total that was changed',
    `update ledger_daily_total set received_minor = received_minor + 1`,
    ['total_differs'],
  ],
  ['a daily total taken away', `delete from ledger_daily_total`, ['total_differs']],
  [
    'a day of an entry that was changed',
    `update entry set event_at = event_at - interval '2 days' where id = :entry`,
    ['content_changed', 'total_differs'],
  ],
]

/** The SQL for an entry and its account; first drops the constraint that it would violate. */
export const damageSql = (sql: string, { entry, account }: { entry: string; account: string }): string =>
  `alter table account drop constraint account_not_overdrawn;
   set local session_replication_role = replica;
   ${sql.replaceAll(':entry', `'${entry}'`).replaceAll(':account', `'${account}'`)}`
