// What the product acknowledged and refused, recorded outside its database as soon as the last byte of a response has
// arrived. Append-only, one line per response.
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import type { EntryType, HolderKind } from '@fairturn/contract/accounting'
import { type AccountId, accountOf } from '../server/src/ledger/ledger.ts'

/** Effect of an acknowledged operation on one of a member's accounts. */
export interface Effect {
  readonly type: EntryType
  readonly refers_to: string
  readonly account: AccountId
  readonly amount_minor: bigint
}

export interface Acknowledged {
  /** Name of the operation. */
  readonly operation: string
  /** Id of the withdrawal, order, campaign, deposit or level purchase. */
  readonly thing: string
  /** Idempotency key of the request, if it had one. */
  readonly key?: string
  readonly effects: readonly Effect[]
}

export interface Refused {
  readonly operation: string
  readonly key: string
}

export interface Record {
  readonly acknowledged: readonly Acknowledged[]
  readonly refused: readonly Refused[]
}

export interface Records {
  readonly acknowledge: (done: Acknowledged) => void
  readonly refuse: (refused: Refused) => void
  /** Number of acknowledged operations by kind. */
  readonly counts: ReadonlyMap<string, number>
  readonly total: () => number
  readonly close: () => void
}

export const effect = (
  type: EntryType,
  refers_to: string,
  [kind, holder_id]: readonly [HolderKind, string],
  amount_minor: bigint,
): Effect => ({ type, refers_to, account: accountOf(kind, holder_id), amount_minor })

export function openRecords(path: string): Records {
  const file = openSync(path, 'a')
  const counts = new Map<string, number>()
  let total = 0
  const write = (line: object) =>
    writeSync(
      file,
      `${JSON.stringify(line, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value))}\n`,
    )
  return {
    counts,
    total: () => total,
    acknowledge: (done) => {
      write(done)
      total += 1
      counts.set(done.operation, (counts.get(done.operation) ?? 0) + 1)
    },
    refuse: (refused) => void write({ ...refused, refused: true }),
    close: () => closeSync(file),
  }
}

/** All records of the file, in the order of the responses. */
export function readRecords(path: string): Record {
  const acknowledged: Acknowledged[] = []
  const refused: Refused[] = []
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    if (line === '') continue
    const read = JSON.parse(line, (name, value: unknown) =>
      name === 'amount_minor' ? BigInt(value as string) : value,
    ) as Acknowledged & { refused?: true }
    if (read.refused) refused.push({ operation: read.operation, key: read.key! })
    else acknowledged.push(read)
  }
  return { acknowledged, refused }
}
