// What is read page by page below each other on one screen, with a way to the next.
import { useEffect, useEffectEvent, useState } from 'react'
import { useSayFailure } from '../failures.ts'

interface Page<Row> {
  readonly list: readonly Row[]
  readonly cursor: string | null
}

/** Begins anew when `key` changes; `more` is undefined where there is no more. */
export function usePages<Row>(key: string, page: (cursor: string | undefined) => Promise<Page<Row>>) {
  const say = useSayFailure()
  const [shown, show] = useState<Page<Row> & { key: string }>()
  const first = useEffectEvent(() => page(undefined))
  const failed = useEffectEvent(say)
  useEffect(() => {
    let wanted = true
    async function load() {
      try {
        const got = await first()
        if (wanted) show({ ...got, key })
      } catch (failure) {
        failed(failure)
      }
    }
    void load()
    return () => {
      wanted = false
    }
  }, [key])
  const now = shown?.key === key ? shown : undefined
  const more = (cursor: string) =>
    page(cursor).then(
      (got) => show({ key, list: [...(now?.list ?? []), ...got.list], cursor: got.cursor }),
      say,
    )
  const cursor = now?.cursor ?? null
  return { list: now?.list, more: cursor === null ? undefined : () => void more(cursor) }
}
