// Re-encrypts everything with the newest secret. A row that does not decrypt is left unchanged, and reported
// (rotation.test.ts).
import { Client } from 'pg'
import { draftCipher } from '../campaigns/campaigns.ts'
import { pushCipher } from '../notices/notices.ts'
import { replaceOwnSecret } from '../platform/credentials/deployment-secret.ts'
import type { Cipher } from '../platform/credentials/encryption.ts'
import { oneTimeCipher } from '../platform/credentials/one-time-codes.ts'
import { systemClock } from '../platform/database/database.ts'
import { postbackCipher, keyAssociatedData } from '../tracking/tracking.ts'
import { proofKeyContext, proofCipher, proofSecretContext } from '../transparency/transparency.ts'

interface EncryptedTable {
  readonly table: string
  /** Columns that identify the row, its associated data. */
  readonly namedBy: readonly string[]
  readonly cipher: (secrets: readonly string[]) => Cipher
  readonly context: (row: Readonly<Record<string, string>>) => string
}

/** Every table with a `ciphertext`; rotation.test.ts compares them with the database's own list. */
export const ENCRYPTED: readonly EncryptedTable[] = [
  {
    table: 'one_time_secret',
    namedBy: ['subject_kind', 'subject_id'],
    cipher: oneTimeCipher,
    context: (row) => row['subject_id']!,
  },
  {
    table: 'former_one_time_secret',
    namedBy: ['subject_kind', 'subject_id', 'id'],
    cipher: oneTimeCipher,
    context: (row) => row['subject_id']!,
  },
  {
    table: 'campaign_draft',
    namedBy: ['member_id'],
    cipher: draftCipher,
    context: (row) => row['member_id']!,
  },
  {
    table: 'postback_key',
    namedBy: ['id', 'campaign_id'],
    cipher: postbackCipher,
    context: (row) => keyAssociatedData({ id: row['id']!, campaign_id: row['campaign_id']! }),
  },
  {
    table: 'proof_key',
    namedBy: ['number'],
    cipher: (secrets) => proofCipher({ secrets }),
    context: (row) => proofKeyContext(row['number']!),
  },
  {
    table: 'push_key',
    namedBy: ['public_key'],
    cipher: pushCipher,
    context: (row) => row['public_key']!,
  },
  {
    table: 'push_subscription',
    namedBy: ['id', 'endpoint'],
    cipher: pushCipher,
    context: (row) => row['endpoint']!,
  },
  {
    table: 'proof_tree',
    namedBy: ['proof_id'],
    cipher: (secrets) => proofCipher({ secrets }),
    context: (row) => proofSecretContext(row['proof_id']!),
  },
]

export interface RotatedTable {
  readonly table: string
  readonly reencrypted: number
  readonly notOpened: number
}

/**
 * By the processes' login. A row changed concurrently is left to its writer, who uses the newest secret anyway. Once everything
 * decrypts with the newest secret, only that one is the deployment's.
 */
export async function rotateAll(url: string, secrets: readonly string[]): Promise<RotatedTable[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const reencrypted: RotatedTable[] = []
    for (const kept of ENCRYPTED) reencrypted.push(await rotateTable(client, kept, secrets))
    if (reencrypted.every(({ notOpened }) => notOpened === 0))
      await replaceOwnSecret(client, secrets[0]!, systemClock.now())
    return reencrypted
  } finally {
    await client.end()
  }
}

async function rotateTable(
  client: Client,
  kept: EncryptedTable,
  secrets: readonly string[],
): Promise<RotatedTable> {
  const { table, namedBy: named_by, context } = kept
  const cipher = kept.cipher(secrets)
  const { rows } = await client.query<Record<string, string>>(
    `select ${named_by.map((name) => `${name}::text`).join(', ')}, encode(ciphertext, 'hex') as hex
     from ${table} where ciphertext is not null`,
  )
  let reencrypted = 0
  let notOpened = 0
  for (const row of rows) {
    const before = Buffer.from(row['hex']!, 'hex')
    const after = openedOr(() => cipher.rotate(context(row), before), 'closed')
    if (after === 'closed') notOpened += 1
    if (after === 'closed' || after === undefined) continue
    const which = named_by.map((name, i) => `${name}::text = $${i + 3}`).join(' and ')
    const { rowCount } = await client.query(
      `update ${table} set ciphertext = $1 where ciphertext = $2 and ${which}`,
      [after, before, ...named_by.map((name) => row[name])],
    )
    reencrypted += rowCount ?? 0
  }
  return { table, reencrypted, notOpened }
}

function openedOr<T, Closed>(open: () => T, closed: Closed): T | Closed {
  try {
    return open()
  } catch {
    return closed
  }
}
