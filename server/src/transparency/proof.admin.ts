// Proofs of liabilities as operators list them: each with its signature and its place in the chain
// recomputed. Figures come from the signed statement, never from columns (proof.admin.test.ts).
import { createHash, createPublicKey, verify } from 'node:crypto'
import type { QueryOf } from '@fairturn/contract/endpoint'
import { formatMoney } from '@fairturn/contract/money'
import { NONE_BEFORE, readStatement } from '@fairturn/contract/proof/statement'
import {
  adminProofCalls as calls,
  adminProofFiles as files,
  type AdminProof,
} from '@fairturn/contract/proofs'
import type { Routes } from '../http/app.ts'
import { bindFile } from '../http/bind-file.ts'
import { bind } from '../http/bind.ts'
import { csvOf } from '../http/csv.ts'
import { listOfficeProofs, type AdminProofRow } from './proof.store.ts'

const PAGE_SIZE = 50
const COLUMNS = [
  'proof_id',
  'number',
  'taken_at',
  'made_by',
  'leaves',
  'total',
  'key',
  'chained',
  'signed',
  'hash',
] as const

export function proofAdminRoutes(routes: Routes): void {
  const { database } = routes.app
  bind(routes, calls.list, async ({ query }) => {
    const { rows, cursor } = await listOfficeProofs.page(database, query, PAGE_SIZE, ...filterOf(query))
    return { data: { list: rows.map(onWire), cursor } }
  })
  bindFile(routes, files.exportProofs, async ({ query, now }) => ({
    name: `proofs-${now.toISOString().slice(0, 10)}.csv`,
    body: csvOf(COLUMNS, lines(listOfficeProofs.every(database, query, ...filterOf(query)))),
  }))
}

const filterOf = ({ made, key, from, to }: Omit<QueryOf<typeof calls.list>, 'cursor'>) => [
  made === undefined ? null : made === 'daily',
  key ?? null,
  from ?? null,
  to ?? null,
]

function onWire(row: AdminProofRow): AdminProof {
  const hash = row.hash.toString('hex')
  const total = formatMoney(row.total_minor)
  const said = readStatement(row.statement)
  const says_these_figures =
    said !== undefined &&
    said.proof_id === row.id &&
    said.number === row.number &&
    said.taken_at === row.taken_at.toISOString() &&
    said.total_minor === row.total_minor &&
    BigInt(said.leaves) === row.leaf_count
  const before = row.number === 1 ? NONE_BEFORE : row.hash_before?.toString('hex')
  return {
    _id: row.id,
    number: row.number,
    taken_at: row.taken_at.toISOString(),
    made_by: row.made_by,
    made_by_name: row.made_by_name,
    leaves: Number(row.leaf_count),
    total,
    key: row.key_number,
    hash,
    chained:
      before !== undefined &&
      said?.previous === before &&
      createHash('sha256').update(row.statement).digest('hex') === hash,
    signed: says_these_figures && isSigned(row, said.key),
    opens: row.opens,
  }
}

/** Whether the key of that number signed the statement, and is the one it names (Ed25519, RFC 8032). */
function isSigned({ statement, signature, public_key }: AdminProofRow, named: string): boolean {
  const x = public_key.toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  return x === named && verify(null, Buffer.from(statement), key, signature)
}

async function* lines(pages: AsyncIterable<AdminProofRow[]>) {
  for await (const rows of pages)
    yield rows.map((row) => {
      const { _id: proof_id, made_by, made_by_name, chained, signed, ...rest } = onWire(row)
      return Object.assign(rest, {
        proof_id,
        made_by: { text: made_by_name ?? made_by },
        chained: String(chained),
        signed: String(signed),
      })
    })
}
