import { useLingui } from '@lingui/react/macro'
import { FileButton } from '../documents/FileButton.tsx'

/** What an unpaid campaign costs, as a document to be paid from. */
export function QuoteButton({ campaign_id }: { campaign_id: string }) {
  const { t } = useLingui()
  const path = `campaigns/${campaign_id}/quote-document`
  return <FileButton label={t`Quote (PDF)`} path={path} name={`quote-${campaign_id}.pdf`} />
}
