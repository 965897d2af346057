// Paying a campaign in advance: what it costs, what there is, and the deposit that is missing.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Campaign } from '@fairturn/contract/campaigns'
import { Button } from '@fairturn/ui/Button.tsx'
import { Card } from '@fairturn/ui/Card.tsx'
import { Dialog } from '@fairturn/ui/Dialog.tsx'
import { LinkButton } from '@fairturn/ui/LinkButton.tsx'
import { Note } from '@fairturn/ui/Note.tsx'
import { Row } from '@fairturn/ui/Row.tsx'
import { Amount } from '../Amount.tsx'
import { paths } from '../paths.ts'
import { viewerQuery } from '../queries.ts'
import { BlockFailure } from '../shell/BlockFailure.tsx'
import { usePay } from './campaign-actions.ts'
import { missingOf } from './cents.ts'
import { InsufficientFunds } from './InsufficientFunds.tsx'

export function PayDialog({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) {
  const { t } = useLingui()
  const { data: viewer, error, refetch, isFetching } = useQuery({ ...viewerQuery, refetchOnMount: 'always' })
  const pay = usePay({ onDone: onClose })
  const missing = viewer ? missingOf(campaign.total, viewer.account_balance) : null
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Pay in advance`}
      closeLabel={t`Close`}
      busy={pay.busy}
      actions={
        <>
          <Button variant="secondary" onClick={onClose} disabled={pay.busy}>
            {t`Not now`}
          </Button>
          {missing ? (
            <LinkButton href={paths.depositAmount(missing)} icon="deposit">{t`Deposit`}</LinkButton>
          ) : (
            <Button busy={pay.busy} disabled={!viewer} onClick={() => pay.start(campaign._id)}>
              {t({ message: 'Pay', context: 'a campaign' })}
            </Button>
          )}
        </>
      }
    >
      <p className="mt-2 text-quiet">
        <Trans>
          For <bdi>{campaign.brand}</bdi>. Your money is held in the campaign’s escrow. The unspent amount is
          refunded.
        </Trans>
      </p>
      <Card className="mt-4">
        <Row title={t`Amount due`} trailing={<Amount amount={campaign.total} size="large" />} />
        {error && !viewer ? (
          <BlockFailure error={error} onRetry={refetch} busy={isFetching} />
        ) : (
          <Row
            quiet
            title={t`Available`}
            trailing={viewer ? <Amount amount={viewer.account_balance} /> : '…'}
          />
        )}
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
    </Dialog>
  )
}
