// Imports the bank's status report on a payment file (pain.002): what was accepted, settled, rejected.
import { Alert } from '@mui/material'
import { useTranslate } from 'react-admin'
import { FileDialog } from '../banking/FileDialog.tsx'

export function ReportDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate()
  return (
    <FileDialog
      endpoint="POST backoffice/payout-reports"
      title={translate('batches.report')}
      why={translate('batches.report_why')}
      accept=".xml"
      renderDone={(done) => <Alert severity="success">{translate('batches.reported', { ...done })}</Alert>}
      onClose={onClose}
    />
  )
}
