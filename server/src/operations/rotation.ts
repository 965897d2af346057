// Re-encrypts everything stored encrypted with the newest secret, so that older ones can be dropped. A row
// that does not decrypt is left unchanged, and reported (rotation.test.ts).
import { Client } from 'pg'
import { draftCipher } from '../campaigns/campaigns.ts'
import { oneTimeCipher } from '../credentials/one-time-codes.ts'
import type { Cipher } from '../credentials/encryption.ts'
import { proofKeyPlace, proofCipher, secretPlace } from '../transparency/transparency.ts'
import { postbackCipher, keyAssociatedData } from '../tracking/tracking.ts'

interface EncryptedColumn {
  readonly table: string
  readonly column: string
  /** Columns that identify the row, its associated data. */
  readonly named_by: readonly string[]
  readonly cipher: (secrets: readonly string[]) => Cipher
  readonly place: (row: Readonly<Record<string, string>>) => string
}

/** Every column that holds ciphertexts; rotation.test.ts compares it with the database's own list. */
export const SEALED: readonly EncryptedColumn[] = [
  {
    table: 'one_time_secret',
    column: 'sealed',
    named_by: ['owner_kind', 'owner_id'],
    cipher: oneTimeCipher,
    place: (row) => row['owner_id']!,
  },
  {
    table: 'campaign_draft',
    column: 'sealed',
    named_by: ['member_id'],
    cipher: draftCipher,
    place: (row) => row['member_id']!,
  },
  {
    table: 'postback_key',
    column: 'sealed',
    named_by: ['id', 'campaign_id'],
    cipher: postbackCipher,
    place: (row) => keyAssociatedData({ id: row['id']!, campaign_id: row['campaign_id']! }),
  },
  {
    table: 'proof_key',
    column: 'sealed',
    named_by: ['number'],
    cipher: (secrets) => proofCipher({ secrets }),
    place: (row) => proofKeyPlace(row['number']!),
  },
  {
    table: 'proof_tree',
    column: 'sealed_secret',
    named_by: ['proof_id'],
    cipher: (secrets) => proofCipher({ secrets }),
    place: (row) => secretPlace(row['proof_id']!),
  },
]

export interface RotatedColumn {
  readonly table: string
  readonly sealed_anew: number
  readonly not_opened: number
}

/**
 * `url` is the owner's. A row changed concurrently is left to its writer, who uses the newest secret
 * anyway.
 */
export async function rotateAll(url: string, secrets: readonly string[]): Promise<RotatedColumn[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const reencrypted: RotatedColumn[] = []
    for (const kept of SEALED) reencrypted.push(await rotateColumn(client, kept, secrets))
    return reencrypted
  } finally {
    await client.end()
  }
}

async function rotateColumn(
  client: Client,
  kept: EncryptedColumn,
  secrets: readonly string[],
): Promise<RotatedColumn> {
  const { table, column, named_by, place } = kept
  const cipher = kept.cipher(secrets)
  const { rows } = await client.query<Record<string, string>>(
    `select ${named_by.map((name) => `${name}::text`).join(', ')}, encode(${column}, 'hex') as sealed_hex
     from ${table} where ${column} is not null`,
  )
  let sealed_anew = 0
  let not_opened = 0
  for (const row of rows) {
    const before = Buffer.from(row['sealed_hex']!, 'hex')
    const after = openedOr(() => cipher.rotate(place(row), before), 'closed')
    if (after === 'closed') not_opened += 1
    if (after === 'closed' || after === undefined) continue
    const which = named_by.map((name, i) => `${name}::text = $${i + 3}`).join(' and ')
    const { rowCount } = await client.query(
      `update ${table} set ${column} = $1 where ${column} = $2 and ${which}`,
      [after, before, ...named_by.map((name) => row[name])],
    )
    sealed_anew += rowCount ?? 0
  }
  return { table, sealed_anew, not_opened }
}

function openedOr<T, Closed>(open: () => T, closed: Closed): T | Closed {
  try {
    return open()
  } catch {
    return closed
  }
}
