// What this device stores about proofs: the trusted key, the last proof seen, and a failed check with its
// evidence.
import type { KnownKey, Step } from '@fairturn/contract/proof/check'
import type { Evidence, Proof, ProofKey } from '@fairturn/contract/proofs'
import { writeStored, readStored } from '../../shell/device.ts'
import { setProofFailed } from './alarm.ts'

const SEEN = 'proof_seen'
const CHECKED = 'proof_checked_of_'
const FAILED = 'proof_failed'

/** Everything received when a check failed; `scripts/verify-proof.mjs` reads this format. */
export interface EvidenceFile {
  readonly made_at: string
  readonly member_id: string
  readonly username: string
  readonly steps: readonly Step[]
  readonly evidence: Evidence
  readonly keys: readonly ProofKey[]
  readonly between: readonly Proof[]
  readonly seen: KnownKey | undefined
}

function read(key: string): unknown {
  try {
    return (JSON.parse(readStored(key) ?? 'null') as unknown) ?? undefined
  } catch {
    return undefined
  }
}

export const seenProof = (): KnownKey | undefined => read(SEEN) as KnownKey | undefined
export const failedProof = (): EvidenceFile | undefined => read(FAILED) as EvidenceFile | undefined

/** When the newest proof that this member has checked on this device was made. */
export const lastChecked = (member_id: string): string | undefined =>
  read(CHECKED + member_id) as string | undefined

export function rememberPassed(member_id: string, seen: KnownKey, taken_at: string): void {
  writeStored(SEEN, JSON.stringify(seen))
  writeStored(CHECKED + member_id, JSON.stringify(taken_at))
}

/** The first failure is kept until the member dismisses it, so that a later success does not hide it. */
export function rememberFailed(file: EvidenceFile): void {
  if (failedProof() === undefined) writeStored(FAILED, JSON.stringify(file))
  setProofFailed(true)
}

export function dismissFailure(): void {
  writeStored(FAILED, 'null')
  setProofFailed(false)
}
