import { Button } from '@fairturn/ui/Button.tsx'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'

interface LoadMoreProps {
  busy: boolean
  byItself: boolean
  onMore: () => void
}

/**
 * Loads the next page when it comes near the viewport; also a button, for retries and for users who do not
 * scroll.
 */
export function LoadMore({ busy, byItself, onMore }: LoadMoreProps) {
  const { t } = useLingui()
  const button = useRef<HTMLButtonElement>(null)
  const ask = useRef(onMore)
  useEffect(() => {
    ask.current = onMore
  })
  useEffect(() => {
    if (!button.current || busy || !byItself) return undefined
    const near = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && ask.current(),
      { rootMargin: '400px' },
    )
    near.observe(button.current)
    return () => near.disconnect()
  }, [busy, byItself])
  return (
    <Button ref={button} variant="secondary" wide busy={busy} onClick={onMore} className="mt-3">
      {t`Show older`}
    </Button>
  )
}
