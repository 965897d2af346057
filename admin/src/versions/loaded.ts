// What a page shows that is no list of the framework: loaded once, and again when it has changed.
import { useEffect, useEffectEvent, useState } from 'react'
import { useNotifyFailure } from '../failures.ts'

/** Undefined until it is there; `again` loads it anew, as after a change or when somebody else was faster. */
export function useLoaded<Data>(load: () => Promise<Data>): {
  data: Data | undefined
  again: () => Promise<void>
} {
  const say = useNotifyFailure()
  const [data, setData] = useState<Data>()
  const first = useEffectEvent(load)
  const tell = useEffectEvent(say)
  useEffect(() => {
    let shown = true
    async function begin() {
      try {
        const loaded = await first()
        if (shown) setData(loaded)
      } catch (failure) {
        if (shown) tell(failure)
      }
    }
    void begin()
    return () => {
      shown = false
    }
  }, [])
  async function again() {
    try {
      setData(await load())
    } catch (failure) {
      say(failure)
    }
  }
  return { data, again }
}
