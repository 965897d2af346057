// Corrections: an adjustment that takes from a member names the entry that gave them too much, never an award. All corrections
// of an entry together take no more than it gave, and none more than the member has beyond their awards, which count as
// spent last. The rest is the platform's loss. A credit that a revoked statement takes back is corrected whole. The table has
// the same rule as a trigger (corrections.test.ts).
import type { Tx } from '../platform/database/database.ts'
import { type RowOf, statement } from '../platform/database/statement.ts'
import { refuse, refuseField } from '../platform/http/refusal.ts'

const selectCorrected = statement(
  `-- ledger_corrected_entry
  select sum(p.amount_minor)::bigint as gave_minor,
    (select sum(c.taken_minor + c.loss_minor)::bigint from correction c where c.corrects = $corrects) as corrected_minor
  from entry e join posting p on p.entry_no = e.entry_no join account a on a.no = p.account_no
  where e.id = $corrects and a.id = ledger_account_id('member_available', $member_id::uuid::text)
    and e.type in ('deposit_credited', 'withdrawal_returned', 'campaign_ended', 'level_refunded', 'adjustment')`,
  {
    params: { corrects: 'uuid', member_id: 'uuid' },
    columns: { gave_minor: 'int8?', corrected_minor: 'int8?' },
  },
)

const lockCorrected = statement(
  `-- ledger_lock_corrected_entry
  select from pg_advisory_xact_lock(hashtextextended('correction ' || $corrects::text, 0))`,
  { params: { corrects: 'text' } },
)

/** Adjustments that moved what an entry ($entry_id) gave, and what they gave in turn; each with the account that got it. */
const selectMoved = statement(
  `-- ledger_moved_by_corrections
  with recursive moved as (
    select entry_id, corrects, taken_minor + loss_minor as amount_minor from correction where corrects = $entry_id
    union all
    select c.entry_id, c.corrects, c.taken_minor + c.loss_minor from correction c join moved m on c.corrects = m.entry_id
  )
  select m.entry_id, m.corrects, m.amount_minor, e.event_at, a.kind, a.holder_id
  from moved m join entry e on e.id = m.entry_id and e.type = 'adjustment'
  join posting p on p.entry_no = e.entry_no and p.amount_minor > 0 join account a on a.no = p.account_no order by e.entry_no`,
  {
    params: { entry_id: 'uuid' },
    columns: {
      entry_id: 'uuid',
      corrects: 'uuid',
      amount_minor: 'int8',
      event_at: 'timestamptz',
      kind: 'text',
      holder_id: 'text',
    },
  },
)

const selectBeyondAwards = statement(
  `-- ledger_member_beyond_awards
  select ledger_beyond_awards($member_id) as beyond_minor`,
  { params: { member_id: 'uuid' }, columns: { beyond_minor: 'int8?' } },
)

const insertCorrection = statement(
  `-- ledger_insert_correction
  insert into correction (entry_id, corrects, member_id, taken_minor, loss_minor)
  values ($entry_id, $corrects, $member_id, $taken_minor, $loss_minor)`,
  {
    params: {
      entry_id: 'uuid',
      corrects: 'uuid',
      member_id: 'uuid',
      taken_minor: 'int8',
      loss_minor: 'int8',
    },
  },
)

export interface Correction {
  readonly member_id: string
  /** The entry that gave too much. */
  readonly corrects: string
  readonly amount_minor: bigint
}

/** What a member has beyond their awards, held money included, in minor units. */
export const beyondAwards = async (tx: Tx, member_id: string): Promise<bigint> =>
  (await selectBeyondAwards.one(tx, { member_id })).beyond_minor ?? 0n

/** Refuses `entry_cannot_be_corrected` and `correction_exceeds_what_was_given`. Locks the entry's corrections. */
export async function checkCorrection(
  tx: Tx,
  { member_id, corrects, amount_minor }: Correction,
): Promise<void> {
  await lockCorrected.all(tx, { corrects })
  const { gave_minor, corrected_minor } = await selectCorrected.one(tx, { corrects, member_id })
  if (gave_minor === null || gave_minor <= 0n) throw refuseField('entry_cannot_be_corrected', 'corrects')
  if (amount_minor > gave_minor - (corrected_minor ?? 0n)) throw refuse('correction_exceeds_what_was_given')
}

/** A correction that moved a credit on: to another member, or to the platform's cash or revenue. */
type Moved = RowOf<typeof selectMoved>

/** What corrections moved of what an entry gave, and of what they gave in turn. Locks the corrections of all of them. */
export async function movedOn(tx: Tx, entry_id: string): Promise<Moved[]> {
  const locked = new Set<string>()
  for (;;) {
    const moved = await selectMoved.all(tx, { entry_id })
    const open = [entry_id, ...moved.map((each) => each.entry_id)].filter((id) => !locked.has(id))
    if (open.length === 0) return moved
    for (const corrects of open.toSorted()) {
      await lockCorrected.all(tx, { corrects })
      locked.add(corrects)
    }
  }
}

/** Records the correction with its adjustment or reversal, which has been posted. */
export async function recordCorrection(
  tx: Tx,
  { member_id, corrects, amount_minor }: Correction,
  { entry_id, taken_minor }: { readonly entry_id: string; readonly taken_minor: bigint },
): Promise<void> {
  const loss_minor = amount_minor - taken_minor
  await insertCorrection.all(tx, { entry_id, corrects, member_id, taken_minor, loss_minor })
}
