// Proofs of liabilities on the wire: signed statements for everybody, and for a member their own leaves with the paths to
// the root. Verification: contract/src/proof/check.ts; byte layouts: docs/proof.md.
import { z } from 'zod'
import { csvFile, sortBy } from './backoffice/lists.ts'
import { may } from './backoffice/roles.ts'
import { endpoint } from './endpoint.ts'
import { money } from './fields.ts'
import { cursor, id } from './ids.ts'
import { LINE_KINDS } from './proof/lines.ts'
import { LIABILITIES } from './transparency.ts'

const hash = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .describe('SHA-256, hexadecimal')
const key = z
  .string()
  .regex(/^[\w-]{43}$/)
  .describe('Ed25519 public key, 32 bytes as base64url')
const signature = z
  .string()
  .regex(/^[\w-]{86}$/)
  .describe('Ed25519, 64 bytes as base64url')
/** Integer minor units, as hashed. */
const minor = z.string().regex(/^(0|[1-9]\d{0,18})$/)

export const proofOnWire = z.object({
  _id: id,
  number: z.int().describe('from 1, without a gap'),
  taken_at: z.iso.datetime(),
  total: money,
  leaves: z.int(),
  statement: z
    .string()
    .describe('the text that is signed, to the byte; the figures beside it are read from it'),
  hash: hash.describe('of the statement: what the next one names as the one before'),
  signature,
  audit_proof: z.array(z.string()).optional().describe('audit log: consistency (RFC 9162)'),
})
export type Proof = z.infer<typeof proofOnWire>

export const proofKey = z.object({
  number: z.int(),
  key,
  since: z.iso.datetime(),
  replaces: z.string().describe('the key before, or none'),
  endorsement: signature.nullable().describe('by the key before; null for the first'),
})
export type ProofKey = z.infer<typeof proofKey>

const ofProof = { params: z.object({ proof_id: id }), refusals: ['proof_is_unknown'] } as const

export const provedLeaf = z.object({
  index: z.int().describe('its position among the leaves, from 0'),
  kind: z.enum(LIABILITIES),
  part: z.int(),
  amount_minor: minor,
  salt: z.string().regex(/^[0-9a-f]{32}$/),
  path: z
    .array(z.object({ sum_minor: minor, hash }))
    .describe('the nodes beside it, from the leaves to below the root'),
})

/** Integer minor units with a sign. */
const signedMinor = z.string()
/** Of accounts and entries: not a UUIDv7. */
const hashedId = z.string()
/** A whole number; its bounds would be repeated wherever it is described. */
const whole = z.number()
/** A node beside others: SHA-256, hexadecimal. */
const node = z.string()

/** A posting on one of the member's accounts. */
export const provedLine = z.object({
  account_id: hashedId,
  version: whole,
  amount_minor: signedMinor,
  balance_after_minor: signedMinor,
  entry_id: hashedId,
  type: z.string(),
  at: z.iso.datetime(),
})
export type ProofLine = z.infer<typeof provedLine>

/** Consecutive lines, with the nodes beside them. */
const provedLines = z.object({
  index: whole,
  list: z.array(provedLine),
  beside: z.array(node),
})

/** An award of the member's, with its position in the tree of awards. */
const provedAward = z.object({
  entry_id: hashedId,
  type: z.string(),
  amount: money,
  bonus: money,
  at: z.iso.datetime(),
  index: whole,
  salt: z.string(),
  beside: z.array(node),
})

const provedAccount = z.object({
  account_id: hashedId,
  kind: z.enum(LINE_KINDS),
  holder_id: z.string(),
  version: whole,
  balance_minor: signedMinor,
})
export type ProofAccount = z.infer<typeof provedAccount>

/** Evidence that a member downloads, and the input of the command-line verifier. */
export const evidence = z.object({
  proof: proofOnWire,
  member_id: id,
  username: z.string(),
  leaves: z.array(provedLeaf),
  accounts: z.array(provedAccount).nullable().optional(),
  lines: z
    .object({
      count: whole,
      salt: z.string(),
      pages: z.array(provedLines),
    })
    .optional(),
  awards: z.array(provedAward).optional().describe('of these lines'),
  since: z.array(provedLine).nullable().optional().describe('postings after the proof, not signed yet'),
})
export type Evidence = z.infer<typeof evidence>

/** Proof of a public award: whose amount, bonus and time are hashed to a signed root. */
const awardProof = z.object({
  number: whole.nullable().describe('of the proof that has or will have it; null: older than such proofs'),
  found: z
    .object({
      proof: proofOnWire,
      index: whole,
      salt: z.string(),
      beside: z.array(node),
    })
    .nullable(),
})
export type AwardProof = z.infer<typeof awardProof>

export const proofCalls = {
  list: endpoint('GET proofs', {
    summary: 'Signed proofs of liabilities, newest first',
    auth: 'none',
    query: z.object({ cursor }),
    answer: z.object({ list: z.array(proofOnWire), cursor: z.string().nullable() }),
  }),
  keys: endpoint('GET proofs/keys', {
    summary: 'All keys that signed proofs, oldest first, each endorsed by the previous one',
    auth: 'none',
    answer: z.object({ list: z.array(proofKey) }),
  }),
  proof: endpoint('GET proofs/:proof_id', {
    summary: 'One proof: its statement, its signature and the heads of the ledger’s chains at that time',
    auth: 'none',
    ...ofProof,
    answer: proofOnWire.extend({
      heads: z
        .string()
        .describe('one line a chain: number, entries, hash of the last; the statement has its SHA-256'),
    }),
    limit: { hits: 600, per_seconds: 60 },
  }),
  groups: endpoint('GET proofs/:proof_id/groups', {
    summary:
      'The tree from its eighth level upwards: one node for 256 leaves. What is below would tell amounts of members',
    auth: 'none',
    ...ofProof,
    answer: z.object({
      level: z.int().describe('8, or that of the root where the tree is lower'),
      nodes: z.array(z.object({ sum_minor: minor, hash })),
    }),
    refusals: ['proof_is_unknown', 'proof_is_too_old'],
    limit: { hits: 30, per_seconds: 60 },
  }),
  mine: endpoint('POST proofs/mine', {
    summary: 'The member’s own leaves, with salts and paths, in the latest or a given proof',
    body: z.object({
      user_id: id.optional(),
      proof_id: id.optional(),
      lines_from: z.int().min(0).optional().describe('the next page'),
    }),
    answer: evidence,
    refusals: ['proof_is_unknown', 'proof_is_too_old', 'there_is_no_proof_yet'],
    limit: { hits: 60, per_seconds: 60 },
  }),
  award: endpoint('GET awards/:entry_id/proof', {
    summary: 'The path of a listed award to a signed root',
    auth: 'none',
    params: z.object({ entry_id: id }),
    answer: awardProof,
    refusals: ['award_is_unknown', 'proof_is_too_old'],
  }),
}

/** A proof in the operators' list, with re-verified signature and chain. */
export const adminProof = z.object({
  _id: id,
  number: z.int(),
  taken_at: z.iso.datetime(),
  made_by: z.string().describe('system once a day, or operator:<id>'),
  made_by_name: z.string().nullable(),
  leaves: z.int(),
  total: money,
  key: z.int().describe('the number of the key that signed it'),
  hash,
  chained: z.boolean().describe('the hash is its statement’s, which names that of the proof before'),
  signed: z.boolean().describe('the key signed its statement, and that says these figures'),
  opens: z.boolean().describe('whether members can still open their leaves in it'),
})
export type AdminProof = z.infer<typeof adminProof>

const instant = z.iso.datetime({ offset: true, error: 'field_is_invalid' }).optional()

export const adminProofCalls = {
  list: endpoint('GET backoffice/proofs', {
    summary:
      'Proofs of liabilities, newest first unless sorted, each with its signature and chain recomputed',
    auth: 'staff',
    roles: may.read_money,
    query: z.object({
      made: z.enum(['daily', 'on_demand'], { error: 'field_is_invalid' }).optional(),
      key: z.coerce.number({ error: 'field_is_invalid' }).int().min(1).max(1_000_000).optional(),
      from: instant.describe('taken from then on'),
      to: instant.describe('taken before then'),
      sort: sortBy('number', 'total', 'leaves'),
      cursor,
    }),
    answer: z.object({ list: z.array(adminProof), cursor: z.string().nullable() }),
  }),
  make: endpoint('POST backoffice/proofs', {
    summary: 'Create a proof of liabilities now',
    auth: 'staff',
    roles: may.move_money,
    answer: proofOnWire,
    refusals: ['proof_is_being_made', 'proof_cannot_be_made'],
    limit: { hits: 10, per_seconds: 3600 },
  }),
  changeKey: endpoint('POST backoffice/proofs/keys', {
    summary: 'Replace the key that signs proofs; the previous key signs the new one',
    auth: 'staff',
    roles: may.change_rules,
    recent: true,
    answer: proofKey,
    refusals: ['proof_key_is_configured'],
    limit: { hits: 5, per_seconds: 3600 },
  }),
}

export const adminProofFiles = {
  exportProofs: csvFile(adminProofCalls.list, 'Proofs of liabilities'),
}
