import type { Campaign } from '@fairturn/contract/campaigns'
import { Button } from '@fairturn/ui/Button.tsx'
// Pays a campaign by bank transfer: it gets a reference of its own, and pays itself when the money has arrived.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { QuoteButton } from '../invoices/QuoteButton.tsx'
import { call, queries } from '../shell/client.ts'
import { toastFailure } from '../shell/failure-text.ts'
import { paths } from '../shell/paths.ts'
import { depositMethodsQuery, depositQuery, refreshPayments } from '../shell/payment-queries.ts'
import { memberId } from '../shell/queries.ts'
import { useAction } from '../shell/useAction.ts'
import { refreshCampaigns } from './campaign-queries.ts'

export function ByTransfer({ campaign: { _id: campaign_id, payable } }: { campaign: Campaign }) {
  const { t } = useLingui()
  const [, navigate] = useLocation()
  const { data: methods } = useQuery(depositMethodsQuery)
  const announce = useAction({
    once: 'transfer',
    run: async (amount: string, key) =>
      (
        await call('POST deposit', {
          body: { user_id: memberId(), amount, method: 'bank_transfer', campaign_id },
          key,
        })
      ).data,
    onDone(deposit) {
      queries.setQueryData(depositQuery(deposit._id).queryKey, deposit)
      void refreshPayments()
      void refreshCampaigns()
      navigate(paths.depositOf(deposit._id))
    },
    onFailed(failure) {
      toastFailure(failure)
      void refreshCampaigns()
    },
  })
  if (!methods?.list.includes('bank_transfer')) return null
  return (
    <div className="mt-4 grid gap-2">
      <div className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
          icon="building"
          busy={announce.busy}
          onClick={() => announce.start(payable)}
        >
          {t`Pay by bank transfer`}
        </Button>
        <QuoteButton campaign_id={campaign_id} />
      </div>
      <p className="text-small text-quiet">
        <Trans>The campaign is paid as soon as the transfer with its reference has arrived in full.</Trans>
      </p>
    </div>
  )
}
