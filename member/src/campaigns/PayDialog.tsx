import type { Campaign } from '@fairturn/contract/campaigns'
import { Card } from '@fairturn/ui/Card.tsx'
import { Note } from '@fairturn/ui/Note.tsx'
import { Row } from '@fairturn/ui/Row.tsx'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Amount } from '../shell/Amount.tsx'
import { isNothing, missingOf } from '../shell/cents.ts'
import { viewerQuery } from '../shell/queries.ts'
import { QueryResult } from '../shell/QueryResult.tsx'
import { ByTransfer } from './ByTransfer.tsx'
import { usePay } from './campaign-actions.ts'
import { InsufficientFunds } from './InsufficientFunds.tsx'
import { PaymentDialog } from './PaymentDialog.tsx'

export function PayDialog({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) {
  const { t } = useLingui()
  const query = useQuery({ ...viewerQuery, refetchOnMount: 'always' })
  const viewer = query.data
  const pay = usePay({ onDone: onClose })
  const missing = viewer ? missingOf(campaign.payable, viewer.account_balance) : null
  return (
    <PaymentDialog
      onClose={onClose}
      title={t`Pay in advance`}
      busy={pay.busy}
      missing={missing}
      disabled={!viewer}
      onConfirm={() =>
        pay.start({ campaign_id: campaign._id, total: campaign.total, payable: campaign.payable })
      }
    >
      <p className="mt-2 text-quiet">
        <Trans>
          For <bdi>{campaign.brand}</bdi>. Your money is held in the campaign’s escrow. The unspent amount is
          refunded.
        </Trans>
      </p>
      <Card className="mt-4">
        <Row title={t`Amount due`} trailing={<Amount amount={campaign.payable} size="large" />} />
        {!isNothing(campaign.vat) && (
          <Row quiet title={t`VAT included`} trailing={<Amount amount={campaign.vat} />} />
        )}
        <QueryResult bare query={query} outline={<Row quiet title={t`Available`} trailing="…" />}>
          {({ account_balance }) => (
            <Row quiet title={t`Available`} trailing={<Amount amount={account_balance} />} />
          )}
        </QueryResult>
      </Card>
      <div className="mt-3">
        {missing ? (
          <InsufficientFunds missing={missing} />
        ) : (
          <Note tone="action">
            <Trans>
              Our team then reviews the campaign. If it is rejected, you get a full refund and the reason. You
              can cancel at any time before that.
            </Trans>
          </Note>
        )}
      </div>
      <ByTransfer campaign={campaign} />
    </PaymentDialog>
  )
}
