// Whether a proof failed on this device, for the layout of every screen; small, because it is part of the
// first screen's code.
import { useSyncExternalStore } from 'react'
import { readStored } from '../../shell/device.ts'

let failed = (readStored('proof_failed') ?? 'null') !== 'null'
const listeners = new Set<() => void>()

export function setProofFailed(is: boolean): void {
  failed = is
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useProofFailed = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => failed,
    () => failed,
  )
