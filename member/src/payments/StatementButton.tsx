// The statement as a file: fetched with the session, for the address alone opens it to nobody.
import { useLingui } from '@lingui/react/macro'
import { Button } from '@fairturn/ui/Button.tsx'
import { useAction } from '@fairturn/ui/useAction.ts'
import { download } from '../client.ts'
import { sayFailure } from '../failureText.ts'
import { periodOnWire, type Period } from './period.ts'

/** Long enough for the browser to have taken the file. */
const KEPT_MS = 60_000

export function StatementButton({ period }: { period: Period }) {
  const { t } = useLingui()
  const fetching = useAction({
    run: (asked: Period) =>
      download(`statements/export?${new URLSearchParams({ format: 'csv', ...periodOnWire(asked) })}`),
    onDone: (file, { from, to }) =>
      save(file, ['statement', from, to && `to-${to}`].filter(Boolean).join('-') + '.csv'),
    onFailed: sayFailure,
  })
  return (
    <Button
      variant="secondary"
      icon="document"
      wide
      busy={fetching.busy}
      onClick={() => fetching.start(period)}
      className="mt-4"
    >
      {t`Statement of these days as CSV`}
    </Button>
  )
}

function save(file: Blob, name: string): void {
  const href = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(href), KEPT_MS)
}
