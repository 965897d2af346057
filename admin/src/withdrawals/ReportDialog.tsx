// Proposes the bank's status report on a payment file (pain.002) to another operator: what was accepted, settled, rejected.
import { useTranslate } from 'react-admin'
import { FileDialog } from '../banking/FileDialog.tsx'
import { ProposalAlert } from '../staff/ProposalAlert.tsx'

export function ReportDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate()
  return (
    <FileDialog
      endpoint="POST backoffice/payout-reports"
      title={translate('batches.report')}
      why={translate('batches.report_why')}
      accept=".xml"
      renderDone={(done) => (
        <ProposalAlert id={done.proposal_id} done>
          {translate('batches.reported', { ...done })}{' '}
          {done.booked > 0 && translate('batches.reported_booked', { booked: done.booked })}{' '}
          {translate('approvals.proposed')}
        </ProposalAlert>
      )}
      onClose={onClose}
    />
  )
}
