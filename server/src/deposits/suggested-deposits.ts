// Deposits that a payment which matched nobody is probably for. Only shown: assigning it takes two people as ever
// (suggested-deposits.test.ts).
import { formatMoney } from '@fairturn/contract/minor-units'
import { holdersOf, namesDiffer, nearReferences, selectLineInDetail } from '../banking/banking.ts'
import type { Queryable } from '../platform/database/database.ts'
import { toColumn } from '../platform/database/statement.ts'
import { orRefuse } from '../platform/http/refusal.ts'
import { selectAwaited } from './deposits.store.ts'

/**
 * With the announced amount, a reference one letter off, and a payer named like the holder of the member's payout account. Where
 * either name is unknown or cannot be compared, none: a mistaken suggestion costs more than a search. Refuses
 * `bank_line_is_unknown`.
 */
export async function suggestionsFor(on: Queryable, line_id: string, now: Date) {
  const line = orRefuse(await selectLineInDetail.maybe(on, { line_id, now }), 'bank_line_is_unknown')
  const { counterparty_name: payer, amount_minor, remittance, end_to_end_id } = line
  if (line.status !== 'unmatched' || line.proposal_id !== null || payer === null) return []
  const near = [end_to_end_id, remittance].flatMap((text) => (text ? nearReferences('FT', text) : []))
  if (near.length === 0) return []
  const written = new Map(near.map((each) => [each.reference, each.written]))
  const awaited = await selectAwaited.all(on, { references: [...written.keys()], amount_minor })
  const holders = await holdersOf(on, toColumn(awaited, 'member_id'))
  return awaited
    .filter(({ member_id }) => {
      const holder = holders.get(member_id)
      return holder !== undefined && namesDiffer(payer, holder) === false
    })
    .map(({ id, reference, member_id, username, status, created_at }) => ({
      deposit_id: id,
      reference,
      written: written.get(reference)!,
      member: { _id: member_id, username },
      amount: formatMoney(amount_minor),
      status,
      created_at: created_at.toISOString(),
    }))
}
