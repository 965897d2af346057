// What the product acknowledged and refused, recorded outside of its database as soon as the last byte of
// an answer has arrived. Append-only: one line an answer.
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import type { EntryType, OwnedKind } from '@fairturn/contract/accounting'
import { type AccountId, accountOf } from '../server/src/ledger/ledger.ts'

/** What an acknowledged operation does to one account of a member's. */
export interface Effect {
  readonly type: EntryType
  readonly refers_to: string
  readonly account: AccountId
  readonly amount_minor: bigint
}

export interface Acknowledged {
  /** What was asked for, in one word or two. */
  readonly operation: string
  /** What it is about: the id of the withdrawal, order, campaign, deposit or level purchase. */
  readonly thing: string
  /** The idempotency key it was asked with, where it had one. */
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
  /** How many operations of each kind were acknowledged so far. */
  readonly counts: ReadonlyMap<string, number>
  readonly total: () => number
  readonly close: () => void
}

export const effect = (
  type: EntryType,
  refers_to: string,
  [kind, owner_id]: readonly [OwnedKind, string],
  amount_minor: bigint,
): Effect => ({ type, refers_to, account: accountOf(kind, owner_id), amount_minor })

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

/** Everything in the file, in the order in which it was answered. */
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
