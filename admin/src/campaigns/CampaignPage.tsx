// One campaign: what it pays, says and leads to, and what an operator decides of it.
import { Alert, Box, Button, Typography } from '@mui/material'
import { useState } from 'react'
import { useCanAccess, useNotify, useRecordContext, useRefresh, useTranslate } from 'react-admin'
import { ActDialog } from '../ActionDialog.tsx'
import { call } from '../api.ts'
import { textOf } from '../forms.ts'
import { useKeys } from '../keys.ts'
import { useMoney } from '../Amount.tsx'
import { Due, QueueLine, useQueue } from '../queue.tsx'
import { RecordPage } from '../RecordPage.tsx'
import { CampaignFacts } from './CampaignFacts.tsx'
import { CampaignStatus } from './CampaignList.tsx'
import { CampaignPreview } from './CampaignPreview.tsx'
import type { Campaign } from './campaign.ts'

/** Its landing page is not there while only the list's row is known. */
type Decision = 'approve' | 'reject' | 'pause' | 'resume' | 'take_down'
const DONE: Record<Decision, string> = {
  approve: 'campaigns.approved',
  reject: 'campaigns.rejected',
  pause: 'campaigns.paused',
  resume: 'campaigns.resumed',
  take_down: 'campaigns.taken_down',
}

export const CampaignPage = () => (
  <RecordPage>
    <Shown />
  </RecordPage>
)

function Shown() {
  const campaign = useRecordContext<Campaign & { id: string }>()
  return campaign === undefined ? null : <Sheet key={campaign._id} campaign={campaign} />
}

function decisionsOn({ status, pause_reason }: Campaign): Decision[] {
  if (status === 'review') return ['approve', 'reject']
  if (status === 'active') return ['pause', 'take_down']
  if (status !== 'paused') return []
  return pause_reason === null ? ['pause', 'take_down'] : ['resume', 'take_down']
}

function Sheet({ campaign }: { campaign: Campaign }) {
  const translate = useTranslate()
  const { canAccess } = useCanAccess({ resource: 'campaigns', action: 'edit' })
  const queue = useQueue('campaigns', { status: 'review' }, campaign._id)
  const [asking, ask] = useState<Decision>()
  const decisions = canAccess ? decisionsOn(campaign) : []
  useKeys({
    j: queue.next,
    k: queue.previous,
    ...(decisions.includes('approve') && { a: () => ask('approve'), r: () => ask('reject') }),
  })
  return (
    <Box sx={{ display: 'grid', gap: 2, mt: 1 }}>
      <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography variant="h5" component="h1" sx={{ overflowWrap: 'anywhere' }}>
          {campaign.brand}
        </Typography>
        <CampaignStatus status={campaign.status} />
        {campaign.review && <Due waiting={campaign.review} />}
        <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', ml: 'auto' }}>
          {decisions.map((one) => (
            <Button
              key={one}
              variant={one === 'approve' || one === 'resume' ? 'contained' : 'outlined'}
              color={one === 'reject' || one === 'take_down' ? 'error' : 'primary'}
              onClick={() => ask(one)}
            >
              {translate(`campaigns.${one}`)}
            </Button>
          ))}
        </Box>
      </Box>
      <QueueLine
        place={queue.place}
        keys={
          decisions.includes('approve')
            ? { a: translate('campaigns.approve'), r: translate('campaigns.reject') }
            : {}
        }
      />
      {campaign.placer_paused && <Alert severity="info">{translate('campaigns.placer_paused')}</Alert>}
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', lg: 'minmax(0,1fr) 400px' } }}>
        <CampaignFacts campaign={campaign} />
        <CampaignPreview campaign={campaign} />
      </Box>
      {asking && (
        <Decide
          campaign={campaign}
          decision={asking}
          onClose={() => ask(undefined)}
          onDecided={() => void queue.goOn()}
        />
      )}
    </Box>
  )
}

interface DecisionDialogProps {
  campaign: Campaign
  decision: Decision
  onClose: () => void
  /** Of what waited: on to the next. */
  onDecided: () => void
}

function Decide({ campaign, decision, onClose, onDecided }: DecisionDialogProps) {
  const translate = useTranslate()
  const notify = useNotify()
  const refresh = useRefresh()
  const money = useMoney()
  async function act(form: FormData) {
    await decide(campaign._id, decision, textOf(form, 'reason'))
    notify(DONE[decision], { type: 'success' })
    if (campaign.status === 'review') onDecided()
    else refresh()
  }
  const why = {
    approve: translate('campaigns.approve_sure'),
    reject: translate('campaigns.reject_why', { amount: money(campaign.remaining) }),
    pause: translate('campaigns.pause_why'),
    resume: translate('campaigns.resume_why'),
    take_down: translate('campaigns.take_down_why', {
      amount: money(campaign.remaining),
      held: money(campaign.held),
    }),
  }
  return (
    <ActDialog
      title={translate(`campaigns.${decision}`)}
      why={why[decision]}
      with_reason={decision !== 'approve' && decision !== 'resume'}
      act={act}
      onClose={onClose}
    />
  )
}

async function decide(campaign_id: string, decision: Decision, reason: string): Promise<void> {
  const params = { campaign_id }
  if (decision === 'approve') await call('POST backoffice/campaigns/:campaign_id/approve', { params })
  else if (decision === 'resume') await call('POST backoffice/campaigns/:campaign_id/resume', { params })
  else if (decision === 'reject')
    await call('POST backoffice/campaigns/:campaign_id/reject', { params, body: { reason } })
  else if (decision === 'pause')
    await call('POST backoffice/campaigns/:campaign_id/pause', { params, body: { reason } })
  else await call('POST backoffice/campaigns/:campaign_id/take-down', { params, body: { reason } })
}
