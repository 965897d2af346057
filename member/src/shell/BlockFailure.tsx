import { ErrorState } from '@fairturn/ui/ErrorState.tsx'
// A block that failed to load: what happened, and a retry button. Other blocks are not affected.
import { useLingui } from '@lingui/react/macro'
import { failureText } from './failure-text.ts'

interface BlockFailureProps {
  error: unknown
  onRetry: () => unknown
  busy: boolean
}

export function BlockFailure({ error, onRetry, busy }: BlockFailureProps) {
  const { t } = useLingui()
  return (
    <ErrorState
      {...failureText(error)}
      retry={{ label: t`Try again`, onRetry: () => void onRetry(), busy }}
    />
  )
}
