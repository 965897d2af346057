// What this device keeps of proofs: a promise is never put off, and evidence does not outlast the session.
import { afterAll, beforeEach, expect, test, vi } from 'vitest'

function storage(): Storage {
  const kept = new Map<string, string>()
  return {
    get length() {
      return kept.size
    },
    key: (at) => [...kept.keys()][at] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
  }
}

beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('localStorage', storage())
  vi.stubGlobal('sessionStorage', storage())
})

afterAll(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

test('the proof that an award was to be in is remembered as it was said first, until it is proved', async () => {
  const { forgetPromised, promisedOf, rememberPromised } = await import('./memory.ts')
  rememberPromised('award', 5)
  rememberPromised('award', 6)
  rememberPromised('other', 6)
  expect([promisedOf('award'), promisedOf('other')]).toEqual([5, 6])
  rememberPromised('award', 4)
  expect(promisedOf('award')).toBe(4)
  forgetPromised('award')
  expect([promisedOf('award'), promisedOf('other')]).toEqual([undefined, 6])
})

test('evidence is deleted when the session ends, and when the app is opened without one; memory stays', async () => {
  const keys = () => Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at))
  const remembers = () => {
    for (const key of ['proof_evidence_of_m', 'proof_memory_of_m', 'proof_seen'])
      localStorage.setItem(key, '1')
  }
  remembers()
  sessionStorage.setItem('access_token', 'a')
  const { session } = await import('../../shell/session.ts')
  expect(keys()).toContain('proof_evidence_of_m')
  session.end()
  expect(keys()).toEqual(['proof_memory_of_m', 'proof_seen'])
  remembers()
  vi.resetModules()
  await import('../../shell/session.ts')
  expect(keys()).toEqual(['proof_memory_of_m', 'proof_seen'])
})
