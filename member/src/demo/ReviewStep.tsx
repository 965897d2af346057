import { Button } from '@fairturn/ui/Button.tsx'
// In a demo: one of its operators approves a campaign at a tap; the step says who.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { cacheCampaign, demoReviewQuery } from '../campaigns/campaign-queries.ts'
import { call, queries } from '../shell/client.ts'
import { useAction } from '../shell/useAction.ts'
import { DemoCard } from './DemoCard.tsx'

export default function ReviewStep({ campaign_id }: { campaign_id: string }) {
  const { t } = useLingui()
  const { data } = useQuery(demoReviewQuery(campaign_id))
  const approve = useAction({
    run: async (id: string) =>
      (await call('POST demo/campaigns/:campaign_id/approve', { params: { campaign_id: id } })).data,
    onDone(review) {
      queries.setQueryData(demoReviewQuery(campaign_id).queryKey, review)
      cacheCampaign(review.campaign)
    },
  })
  if (!data) return null
  const by = data.by ?? ''
  return (
    <DemoCard
      title={t`Demo: do the next step`}
      action={
        data.by !== null && (
          <Button wide busy={approve.busy} onClick={() => approve.start(campaign_id)}>
            {t`Approve the campaign`}
          </Button>
        )
      }
    >
      {data.by === null ? (
        <Trans>
          Its texts contain contact details or a foreign link: two operators decide about it in the back
          office.
        </Trans>
      ) : (
        <Trans>
          Elsewhere, our team looks at the campaign first. Here one tap approves it, as the operator{' '}
          <span translate="no">{by}</span>.
        </Trans>
      )}
    </DemoCard>
  )
}
