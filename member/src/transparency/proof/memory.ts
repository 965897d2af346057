// What this device stores about proofs: the trusted key, the last proof seen, and a failed check with its
// evidence.
import type { Checked, KnownKey, Step } from '@fairturn/contract/proof/check'
import type { Memory } from '@fairturn/contract/proof/check-lines'
import type { Evidence, Proof, ProofKey } from '@fairturn/contract/proofs'
import { PROOF_EVIDENCE as EARLIER, readStored, writeStored } from '../../shell/device.ts'
import { setProofFailed } from './alarm.ts'

const SEEN = 'proof_seen'
const CHECKED = 'proof_checked_of_'
const FAILED = 'proof_failed'
const MEMORY = 'proof_memory_of_'
const PROMISED = 'proof_promised_awards'
const MAX_PROMISES = 50
/** Evidence with more lines would fill the device's storage; its statement and balances are remembered all the same. */
const MAX_LINES_KEPT = 500

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
  /** What the device remembered, and the evidence of that time: with this one they show what was changed. */
  readonly memory: Memory | undefined
  readonly earlier: Evidence | undefined
  readonly history: readonly Evidence[]
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

/** Forgets everything: the demo was rebuilt, so that nothing can be compared with what was before. */
export function forgetProofs(member_id: string): void {
  for (const key of [SEEN, CHECKED + member_id, MEMORY + member_id, EARLIER + member_id, PROMISED])
    writeStored(key, 'null')
}

/** The number of the proof that an award was to be in when this device looked. */
export const promisedOf = (entry_id: string): number | undefined => promises()[entry_id]

/** What was promised first stands: a later number never takes its place. */
export function rememberPromised(entry_id: string, number: number): void {
  const { [entry_id]: known = number, ...others } = promises()
  const kept = Object.entries(others).slice(-(MAX_PROMISES - 1))
  const all = [...kept, [entry_id, Math.min(known, number)] as const]
  writeStored(PROMISED, JSON.stringify(Object.fromEntries(all)))
}

export function forgetPromised(entry_id: string): void {
  const { [entry_id]: _, ...others } = promises()
  writeStored(PROMISED, JSON.stringify(others))
}

const promises = (): Record<string, number> => (read(PROMISED) as Record<string, number> | undefined) ?? {}

/** When the newest proof that this member has checked on this device was made. */
export const lastChecked = (member_id: string): string | undefined =>
  read(CHECKED + member_id) as string | undefined

/** What this device remembers of the member's accounts, and the evidence it was read from. */
export const memoryOf = (member_id: string): Memory | undefined =>
  read(MEMORY + member_id) as Memory | undefined
export const earlierOf = (member_id: string): Evidence | undefined =>
  read(EARLIER + member_id) as Evidence | undefined

export function rememberPassed(member_id: string, checked: Checked, evidence: Evidence): void {
  if (checked.seen === undefined) return
  writeStored(SEEN, JSON.stringify(checked.seen))
  writeStored(CHECKED + member_id, JSON.stringify(evidence.proof.taken_at))
  if (checked.memory === undefined) return
  writeStored(MEMORY + member_id, JSON.stringify(checked.memory))
  const kept = (evidence.lines?.count ?? 0) <= MAX_LINES_KEPT ? evidence : null
  writeStored(EARLIER + member_id, JSON.stringify(kept))
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
