// What a page shows that is no list of the framework: loaded once, and again when it has changed.
import { useEffect, useEffectEvent, useState } from 'react'
import { useSayFailure } from '../failures.ts'

/** Undefined until it is there; `again` loads it anew, as after a change or when somebody else was faster. */
export function useLoaded<Data>(load: () => Promise<Data>): {
  data: Data | undefined
  again: () => Promise<void>
} {
  const say = useSayFailure()
  const [data, setData] = useState<Data>()
  const again = async () => {
    try {
      setData(await load())
    } catch (failure) {
      say(failure)
    }
  }
  const begin = useEffectEvent(again)
  useEffect(() => {
    void begin()
  }, [])
  return { data, again }
}
