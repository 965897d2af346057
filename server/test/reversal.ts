import { type EntryId, entryId } from '../src/ledger/entries.ts'
import { post, type PostAnswer } from '../src/ledger/ledger.ts'
// Reversal of an entry: it is never edited, its opposite is posted.
import type { Tx } from '../src/platform/database/database.ts'
import { statement } from '../src/platform/database/statement.ts'

const entryById = statement(
  `-- ledger_entry_by_id
  select e.event_at, a.id as account_id, p.amount_minor
  from entry e join posting p on p.entry_no = e.entry_no and p.entry_id = e.id join account a on a.no = p.account_no
  where e.id = $entry_id order by p.posting_no`,
  {
    params: { entry_id: 'uuid' },
    columns: { event_at: 'timestamptz', account_id: 'uuid', amount_minor: 'int8' },
  },
)

/**
 * Posts the opposite of an entry, once: a repeated request is a replay, another one is refused `id_reused`. Refused
 * `insufficient_funds` if the money has been spent since. Throws if there is no such entry.
 */
export async function reverseEntry(
  tx: Tx,
  entry_id: EntryId,
  by: { actor: string; reason: string },
): Promise<PostAnswer> {
  const original = await entryById.all(tx, { entry_id })
  const [first] = original
  if (!first) throw new Error(`there is no entry ${entry_id}`)
  const [answer] = await post(tx, [
    {
      id: entryId('reversal', entry_id),
      type: 'reversal',
      refers_to: entry_id,
      actor: by.actor,
      note: by.reason,
      event_at: first.event_at, // the original's, so that a retry is the same request
      postings: original.map(({ account_id, amount_minor }) => ({
        account: account_id,
        amount_minor: -amount_minor,
      })),
    },
  ])
  return answer as PostAnswer
}
