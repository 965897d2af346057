import { postOrRefuse } from '../src/ledger/ledger.ts'
import { type LevelRow, reserveBonus, settleBonuses } from '../src/levels/levels.ts'
import type { Tx } from '../src/platform/database/database.ts'

interface Claim {
  readonly member_id: string
  readonly reward_minor: bigint
  readonly quality_bp: number
  readonly bonus_minor: bigint
}

/** Counts orders with this bonus as if they were taken and claimed now. */
export async function claimBonuses(tx: Tx, claims: readonly Claim[]): Promise<void> {
  const bought = { rank: 2 } satisfies Pick<LevelRow, 'rank'>
  for (const { member_id, ...bonus } of claims) {
    const bonus_low_bp = Number((bonus.bonus_minor * 10_000n) / bonus.reward_minor)
    const range = { bonus_low_bp, bonus_high_bp: null }
    const reserved = await reserveBonus(tx, {
      member_id,
      level: bought,
      reward_minor: bonus.reward_minor,
      range,
    })
    const entries = await settleBonuses(tx, [{ ...reserved, ...bonus }])
    if (entries.length > 0) await postOrRefuse(tx, entries)
  }
}
