// Two people revoke a statement: what the second one is asked, with what it would do now.
import { isDeepStrictEqual } from 'node:util'
import { may } from '@fairturn/contract/backoffice/roles'
import { money } from '@fairturn/contract/fields'
import { id } from '@fairturn/contract/ids'
import { formatMoney } from '@fairturn/contract/minor-units'
import { z } from 'zod'
import type { Tx } from '../platform/database/database.ts'
import type { Operator } from '../platform/http/app.ts'
import { refuse } from '../platform/http/refusal.ts'
import { activeOperators, actorOf, defineProposal, propose, takesSide } from '../staff/staff.ts'
import * as store from './statement-revocation.store.ts'
import { type Effects, lockRevocable, revokeStatement } from './statement-revocation.ts'

export const statementRevocation = defineProposal({
  kind: 'statement_revocation',
  oneOpenFor: ['statement_id'],
  content: z.strictObject({
    statement_id: id,
    statement: z.string(),
    day: z.string(),
    credits: money,
    // As of the proposal, and what the approval does, or it is refused. Proposals of before have none of it.
    taken_back: z.array(z.strictObject({ reference: z.string(), taken: money })).optional(),
    loss: money.optional(),
    refused: z.array(z.string()).optional(),
    resent: z.array(z.string()).optional(),
    paid: z.array(z.string()).optional(),
    fees: money.optional(),
    interest: money.optional(),
    opening: money.optional(),
    vat: money.optional(),
    dropped: z.array(z.string()).optional(),
  }),
  side: 'in',
  proposers: may.move_money,
  approvers: may.move_money,
  async execute(tx, content, { actor, proposed_by, reason }) {
    const effects = await revokeStatement(tx, content.statement_id, {
      proposed_by: actorOf({ operator_id: proposed_by }),
      approved_by: actor,
      reason,
    })
    const done = shownOf(effects)
    if (!isDeepStrictEqual(done, expectedOf(content, done)))
      throw refuse('what_it_does_has_changed', { loss: done.loss })
  },
})

/** As an approver reads it. */
const shownOf = (effects: Effects) => ({
  taken_back: someTaken(effects.taken),
  loss: formatMoney(effects.loss_minor),
  refused: someOf(effects.refused),
  dropped: someOf(effects.dropped),
  resent: someOf(effects.resent),
  paid: someOf(effects.paid),
  fees: formatMoney(effects.fees_minor),
  interest: formatMoney(effects.interest_minor),
  opening: formatMoney(effects.opening_minor),
  vat: formatMoney(effects.vat_minor),
})

type Shown = ReturnType<typeof shownOf>

/** What an approver was shown. Where nothing could be tried, and in proposals of before, it is the loss alone. */
const expectedOf = (content: { [Key in keyof Shown]?: Shown[Key] | undefined }, done: Shown) => {
  if (content.taken_back === undefined) return { ...done, loss: content.loss ?? NOTHING.loss }
  const keys = Object.keys(NOTHING) as (keyof Shown)[]
  return Object.fromEntries(keys.map((key) => [key, content[key] ?? NOTHING[key]]))
}

/** What a proposal that does not say so does. */
const NOTHING: Shown = {
  taken_back: [],
  loss: '0.00',
  refused: [],
  dropped: [],
  resent: [],
  paid: [],
  fees: '0.00',
  interest: '0.00',
  opening: '0.00',
  vat: '0.00',
}

/**
 * What the revocation would do now: it is done, and undone at once. The database lets nobody do it alone, so it is tried in the
 * name of somebody who could approve it; undefined if there is nobody. Refuses as lockRevocable does.
 */
async function tryRevocation(tx: Tx, statement_id: string, operator: Operator, reason: string) {
  const side = (await activeOperators(tx, tx.now)).filter(
    (each) => takesSide(each.role) && each.side === 'in',
  )
  const other = side.find(({ id: operator_id }) => operator_id !== operator.operator_id)
  if (operator.side !== 'in' || other === undefined) return undefined
  await store.beginTrial.all(tx)
  const effects = await revokeStatement(tx, statement_id, {
    proposed_by: actorOf(operator),
    approved_by: actorOf({ operator_id: other.id }),
    reason,
  })
  await store.undoTrial.all(tx)
  return effects
}

const NAMED = 50

/** The first of them, and how many more there are. */
const someOf = (names: readonly string[]): string[] =>
  names.length > NAMED ? [...names.slice(0, NAMED), `+ ${names.length - NAMED}`] : [...names]

const someTaken = (taken: Effects['taken']) => {
  const rest = taken.slice(NAMED)
  const rest_minor = rest.reduce((sum, { taken_minor }) => sum + taken_minor, 0n)
  return [
    ...taken.slice(0, NAMED),
    ...(rest.length > 0 ? [{ reference: `+ ${rest.length}`, taken_minor: rest_minor }] : []),
  ].map(({ reference, taken_minor }) => ({ reference, taken: formatMoney(taken_minor) }))
}

/** Returns the proposal's id. Refuses `this_is_proposed_already`, as lockRevocable does. */
export async function proposeRevocation(
  tx: Tx,
  { statement_id, reason }: { statement_id: string; reason: string },
  operator: Operator,
): Promise<string> {
  const effects = await tryRevocation(tx, statement_id, operator, reason)
  const row = await lockRevocable(tx, statement_id)
  const { credits_minor } = await store.selectCredits.one(tx, { statement_id })
  const content = {
    statement_id,
    statement: row.statement_id,
    day: row.to_day,
    credits: formatMoney(credits_minor),
    ...(effects && shownOf(effects)),
  }
  return await propose(tx, statementRevocation, content, reason, operator)
}
