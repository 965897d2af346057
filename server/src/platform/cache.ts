import type { Clock } from './database/database.ts'

/** Caches `load` with a TTL for all callers; a failure is not cached. */
export function cached<Value>(ttlMs: number, clock: Clock, load: (now: Date) => Promise<Value>) {
  let last: { readonly at_ms: number; readonly value: Promise<Value> } | undefined
  return async (): Promise<Value> => {
    const now = clock.now()
    if (last === undefined || now.getTime() - last.at_ms >= ttlMs)
      last = { at_ms: now.getTime(), value: load(now) }
    const loaded = last
    try {
      return await loaded.value
    } catch (error) {
      if (last === loaded) last = undefined
      throw error
    }
  }
}
