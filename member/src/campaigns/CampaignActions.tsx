import type { Campaign } from '@fairturn/contract/campaigns'
import { Button } from '@fairturn/ui/Button.tsx'
import { LinkButton } from '@fairturn/ui/LinkButton.tsx'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { paths } from '../shell/paths.ts'
import { usePause } from './campaign-actions.ts'
import { CancelDialog } from './CancelDialog.tsx'
import { TopUpDialog } from './TopUpDialog.tsx'

export function CampaignActions({ campaign, onPay }: { campaign: Campaign; onPay: () => void }) {
  const { t } = useLingui()
  const [opened, setOpened] = useState<'top_up' | 'cancel'>()
  const pause = usePause()
  const { can, _id } = campaign
  const close = () => setOpened(undefined)
  if (!Object.values(can).some(Boolean)) return null
  return (
    <>
      <div className="flex flex-wrap gap-2.5 *:grow">
        {can.pay && (
          <Button onClick={onPay} className="basis-full">
            {t({ message: 'Pay', context: 'a campaign' })}
          </Button>
        )}
        {can.change && (
          <LinkButton variant="secondary" href={paths.changeCampaign(_id)}>
            {t({ message: 'Edit', context: 'a campaign that is not paid yet' })}
          </LinkButton>
        )}
        {can.top_up && (
          <Button variant="secondary" icon="plus" onClick={() => setOpened('top_up')} className="basis-full">
            {t`Add visits`}
          </Button>
        )}
        {/* One button that changes its action, so that it keeps the focus. */}
        {(can.pause || can.resume) && (
          <Button
            variant="secondary"
            icon={can.pause ? 'pause' : 'play'}
            busy={pause.busy}
            onClick={() => pause.start({ campaign_id: _id, pause: can.pause })}
          >
            {can.pause ? t`Pause` : t`Resume`}
          </Button>
        )}
        {can.cancel && (
          <Button variant="loss" onClick={() => setOpened('cancel')}>
            {t({ message: 'Cancel', context: 'end this campaign' })}
          </Button>
        )}
      </div>
      {opened === 'top_up' && <TopUpDialog campaign={campaign} onClose={close} />}
      {opened === 'cancel' && <CancelDialog campaign={campaign} onClose={close} />}
    </>
  )
}
