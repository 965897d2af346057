// The statement of some days as files: a document to keep or to show, and a table.
import { useLingui } from '@lingui/react/macro'
import { deviceZone, FileButton } from './FileButton.tsx'
import { fileName, periodOnWire, type Period } from './period.ts'

export function StatementButton({ period }: { period: Period }) {
  const { t } = useLingui()
  const asked = periodOnWire(period)
  return (
    <div className="mt-4 grid gap-3">
      <FileButton
        label={t`Statement (PDF)`}
        path={`statements.pdf?${new URLSearchParams({ ...asked, ...deviceZone() })}`}
        name={fileName('statement', period, 'pdf')}
      />
      <FileButton
        label={t`Statement (CSV)`}
        path={`statements/export?${new URLSearchParams({ format: 'csv', ...asked })}`}
        name={fileName('statement', period, 'csv')}
      />
    </div>
  )
}
