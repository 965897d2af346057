import type { TestDatabase } from './database.ts'

/** The last entry other than an award that gave this member something: what a correction can name. */
export async function creditOf(database: TestDatabase, member_id: string): Promise<string> {
  const [found] = await database.asSchemaOwner<{ id: string }>(
    `select e.id from entry e join posting p on p.entry_no = e.entry_no join account a on a.no = p.account_no
     where a.id = ledger_account_id('member_available', $1) and p.amount_minor > 0
       and e.type in ('deposit_credited', 'withdrawal_returned', 'campaign_ended', 'level_refunded', 'adjustment')
     order by e.entry_no desc limit 1`,
    [member_id],
  )
  if (found === undefined) throw new Error('nothing gave this member anything')
  return found.id
}
