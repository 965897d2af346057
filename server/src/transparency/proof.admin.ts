// Proofs as listed for operators, with signature and chain re-verified. Figures come from the signed statement, never from
// columns (proof.admin.test.ts).
import { createHash, createPublicKey, verify } from 'node:crypto'
import { formatMoney } from '@fairturn/contract/minor-units'
import { NONE_BEFORE, readStatement } from '@fairturn/contract/proof/statement'
import {
  adminProofCalls as calls,
  adminProofFiles as files,
  type AdminProof,
} from '@fairturn/contract/proofs'
import type { Routes } from '../platform/http/app.ts'
import { bindList } from '../staff/staff.ts'
import { listAdminProofs, type AdminProofRow } from './proof.store.ts'

export function proofAdminRoutes(routes: Routes): void {
  bindList(routes, {
    call: calls.list,
    file: files.exportProofs,
    kind: 'proofs',
    name: 'proofs',
    rows: listAdminProofs,
    items: (rows) => rows.map(onWire),
    columns: {
      proof_id: (proof) => proof._id,
      number: (proof) => proof.number,
      taken_at: (proof) => proof.taken_at,
      made_by: (proof) => ({ text: proof.made_by_name ?? proof.made_by }),
      leaves: (proof) => proof.leaves,
      total: (proof) => proof.total,
      key: (proof) => proof.key,
      chained: (proof) => String(proof.chained),
      signed: (proof) => String(proof.signed),
      hash: (proof) => proof.hash,
    },
  })
}

function onWire(row: AdminProofRow): AdminProof {
  const hash = row.hash.toString('hex')
  const total = formatMoney(row.total_minor)
  const statement = readStatement(row.statement)
  const saysTheseFigures =
    statement !== undefined &&
    statement.proof_id === row.id &&
    statement.number === row.number &&
    statement.taken_at === row.taken_at.toISOString() &&
    statement.total_minor === row.total_minor &&
    BigInt(statement.leaves) === row.leaf_count
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
      statement?.previous === before &&
      createHash('sha256').update(row.statement).digest('hex') === hash,
    signed: saysTheseFigures && isSigned(row, statement.key),
    opens: row.opens,
  }
}

/** Whether the numbered key signed the statement, and is the one it names (Ed25519, RFC 8032). */
function isSigned({ statement, signature, public_key }: AdminProofRow, named: string): boolean {
  const x = public_key.toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  return x === named && verify(null, Buffer.from(statement), key, signature)
}
