// Preferences stored on this device. Never throws: if storage is blocked they last as long as the page.
/** Begins the key of the evidence of a member's last check: their name, amounts and movements. */
export const PROOF_EVIDENCE = 'proof_evidence_of_'

const memory = new Map<string, string>()

export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? memory.get(key) ?? null
  } catch {
    return memory.get(key) ?? null
  }
}

export function writeStored(key: string, value: string): void {
  memory.set(key, value)
  try {
    localStorage.setItem(key, value)
  } catch {
    // Kept in memory for this page only.
  }
}

/** Deletes what is stored under these keys, by whichever page. */
export function removeStored(of: (key: string) => boolean): void {
  for (const key of memory.keys()) if (of(key)) memory.delete(key)
  try {
    const keys = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at))
    for (const key of keys) if (key !== null && of(key)) localStorage.removeItem(key)
  } catch {
    // Then nothing was stored there.
  }
}

/** What the server writes for a member shows dates in the reader's time zone. */
export const deviceZone = (): { time_zone: string } => ({
  time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
})
