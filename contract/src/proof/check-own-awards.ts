// The member's own awards: each line of one is in the tree of awards, once, and nothing else is given as one. The tree says
// nothing of who was paid, so this shows only that it leaves none of theirs out.
import { parseMoney } from '../minor-units.ts'
import type { Evidence, ProofLine } from '../proofs.ts'
import { AWARD_ENTRIES, accountIdOf, type Demand, type LinesInput, type Result } from './check-lines.ts'
import type { Cryptography } from './cryptography.ts'
import { awardBytes, AWARDS_TREE, rootOfRange } from './lines.ts'
import { readStatement, type Statement } from './statement.ts'
import { isDatedBefore } from './times.ts'
import { bytesOfHex, hexOf } from './tree.ts'

export async function checkOwnAwards(
  { evidence, history, me }: LinesInput,
  crypto: Cryptography,
  demand: Demand,
): Promise<Result> {
  const available = await accountIdOf('member_available', me.member_id, crypto)
  const paid = (lines: readonly ProofLine[]) =>
    lines.filter(({ account_id, type }) => account_id === available && AWARD_ENTRIES.has(type))
  const entries = new Set<string>()
  for (const one of [...history, evidence]) {
    const statement = readStatement(one.proof.statement)
    if (statement?.covers === undefined) continue
    const own = paid(one.lines?.pages.flatMap(({ list }) => list) ?? [])
    for (const { entry_id } of own) {
      demand(!entries.has(entry_id), 'award_twice')
      entries.add(entry_id)
    }
    await awardsLead(own, one, statement, crypto, demand)
    if (linesAreWhole(one)) demand((one.awards ?? []).length === own.length, 'award_without_line')
  }
  const toCome = paid(evidence.since ?? [])
  // What was awarded before the proof is in it, or left out.
  for (const { at, entry_id } of toCome) {
    demand(!isDatedBefore(at, evidence.proof), 'award_not_in_tree')
    demand(!entries.has(entry_id), 'award_twice')
  }
  if (entries.size === 0) return { not_compared: toCome.length > 0 ? 'awards_to_come' : 'no_awards' }
  return toCome.length > 0 ? 'awards_to_come' : undefined
}

/** Otherwise the line of an award may be one of those that are missing, which is a failure of the lines. */
const linesAreWhole = ({ lines }: Evidence): boolean =>
  lines !== undefined && lines.pages.reduce((sum, { list }) => sum + list.length, 0) === lines.count

/** The award of each line leads to the root, with the line's amount and time. */
async function awardsLead(
  own: readonly ProofLine[],
  { awards }: Evidence,
  statement: Statement,
  crypto: Cryptography,
  demand: Demand,
): Promise<void> {
  if (own.length === 0) return
  demand(awards !== undefined, 'not_given')
  for (const { entry_id, type, amount_minor, at: lineAt } of own) {
    const award = awards!.find((one) => one.entry_id === entry_id)
    demand(award !== undefined && award.type === type, 'award_not_in_tree')
    const { amount, bonus, at } = award!
    demand(parseMoney(amount) === BigInt(amount_minor), 'award_not_in_tree')
    demand(Date.parse(at) === Date.parse(lineAt), 'award_not_in_tree')
    const root = await awardRoot(statement, { entry_id, type, amount, bonus, at }, award!, crypto)
    demand(root === statement.covers!.awards_root, 'award_not_in_tree')
  }
}

/** The root that an award leads to, a member's own or a public one. */
export async function awardRoot(
  statement: Statement,
  award: {
    readonly entry_id: string
    readonly type: string
    readonly amount: string
    readonly bonus: string
    readonly at: string
  },
  path: { readonly index: number; readonly salt: string; readonly beside: readonly string[] },
  crypto: Cryptography,
): Promise<string | undefined> {
  const nonce = bytesOfHex(statement.nonce)
  const { entry_id, type } = award
  const content = {
    entry_id,
    type,
    amount_minor: parseMoney(award.amount),
    bonus_minor: parseMoney(award.bonus),
    at_ms: Date.parse(award.at),
  }
  const leaf = await crypto.sha256(awardBytes(nonce, bytesOfHex(path.salt), content))
  const tree = { nonce, tree: AWARDS_TREE, count: statement.covers?.awards ?? 0 } as const
  const root = await rootOfRange(tree, path.index, [leaf], path.beside.map(bytesOfHex), crypto.sha256)
  return root && hexOf(root)
}
