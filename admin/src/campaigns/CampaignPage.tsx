import { Alert, Box, Button } from '@mui/material'
import { useState } from 'react'
import { useCanAccess, useTranslate } from 'react-admin'
import { ActionDialog, type ReasonValues } from '../components/ActionDialog.tsx'
import { useMoney } from '../components/Amount.tsx'
import { RecordHead } from '../components/headings.tsx'
import { useKeys } from '../components/keys.ts'
import { usePanel } from '../components/panel.ts'
import { Due, QueueLine, useQueue } from '../components/queue.tsx'
import { RecordPage } from '../components/RecordPage.tsx'
import { Status } from '../components/Status.tsx'
import { type Campaign, withVat } from './campaign.ts'
import { CampaignPreview } from './CampaignPreview.tsx'
import { CampaignProperties, LandingLink } from './CampaignProperties.tsx'
import { CampaignReports } from './CampaignReports.tsx'

const DECISIONS = {
  approve: { endpoint: 'POST backoffice/campaigns/:campaign_id/approve', done: 'campaigns.approved' },
  reject: { endpoint: 'POST backoffice/campaigns/:campaign_id/reject', done: 'campaigns.rejected' },
  pause: { endpoint: 'POST backoffice/campaigns/:campaign_id/pause', done: 'campaigns.paused' },
  resume: { endpoint: 'POST backoffice/campaigns/:campaign_id/resume', done: 'campaigns.resumed' },
  take_down: { endpoint: 'POST backoffice/campaigns/:campaign_id/take-down', done: 'campaigns.taken_down' },
} as const
type Decision = keyof typeof DECISIONS
const UNCHECKED = 'landing_page_could_not_be_checked'

export const CampaignPage = () => (
  <RecordPage>{(campaign: Campaign) => <Sheet key={campaign._id} campaign={campaign} />}</RecordPage>
)

function decisionsOn({ status, pause_reason }: Campaign): Decision[] {
  if (status === 'review') return ['approve', 'reject']
  if (status === 'active') return ['pause', 'take_down']
  if (status !== 'paused') return []
  return pause_reason === null ? ['pause', 'take_down'] : ['resume', 'take_down']
}

function Sheet({ campaign }: { campaign: Campaign }) {
  const translate = useTranslate()
  const { canAccess } = useCanAccess({ resource: 'campaigns', action: 'edit' })
  const queue = useQueue('campaigns', { status: 'review' }, campaign._id, { name: 'campaigns' })
  const [asking, ask] = useState<Decision>()
  const decisions = canAccess ? decisionsOn(campaign) : []
  useKeys({
    j: queue.next,
    k: queue.previous,
    ...(decisions.includes('approve') && { a: () => ask('approve'), r: () => ask('reject') }),
  })
  return (
    <Box sx={{ display: 'grid', gap: 2, mt: 1 }}>
      <RecordHead title={campaign.brand}>
        <Status texts="campaigns.statuses" value={campaign.status} />
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
      </RecordHead>
      <QueueLine
        position={queue.position}
        keys={
          decisions.includes('approve')
            ? { a: translate('campaigns.approve'), r: translate('campaigns.reject') }
            : {}
        }
      />
      {campaign.placer_paused && <Alert severity="info">{translate('campaigns.placer_paused')}</Alert>}
      <CampaignReports campaign={campaign} />
      <Box sx={{ containerType: 'inline-size' }}>
        <Box
          sx={{
            display: 'grid',
            gap: 2,
            gridTemplateColumns: 'minmax(0, 1fr)',
            '@container (min-width: 860px)': { gridTemplateColumns: 'minmax(0, 1fr) 400px' },
          }}
        >
          <CampaignProperties campaign={campaign} />
          <CampaignPreview campaign={campaign} />
        </Box>
      </Box>
      {asking && (
        <Decide campaign={campaign} decision={asking} onClose={() => ask(undefined)} onDecided={queue.goOn} />
      )}
    </Box>
  )
}

interface DecisionDialogProps {
  campaign: Campaign
  decision: Decision
  onClose: () => void
  /** Called for a decision from the queue, with what was done: opens the next item. */
  onDecided: (done: string) => Promise<void>
}

function Decide({ campaign, decision, onClose, onDecided }: DecisionDialogProps) {
  const translate = useTranslate()
  const money = useMoney()
  const beside = usePanel() !== null
  const waited = campaign.status === 'review'
  const withReason = decision !== 'approve' && decision !== 'resume'
  const why = {
    approve: <ApproveWhy campaign={campaign} />,
    reject: translate('campaigns.reject_why', {
      amount: money(withVat(campaign.remaining, campaign.vat_remaining)),
    }),
    pause: translate('campaigns.pause_why'),
    resume: translate('campaigns.resume_why'),
    take_down: translate('campaigns.take_down_why', {
      amount: money(campaign.take_down ? withVat(campaign.take_down.now, campaign.take_down.vat_now) : null),
      held: money(campaign.take_down?.held ?? campaign.held),
    }),
  }
  return (
    <ActionDialog
      endpoint={DECISIONS[decision].endpoint}
      input={({ reason }: ReasonValues) => ({
        params: { campaign_id: campaign._id },
        body: withReason ? { reason } : undefined,
      })}
      title={translate(`campaigns.${decision}`)}
      of={campaign.brand}
      why={why[decision]}
      withReason={withReason}
      reader={{ locale: campaign.reads, templates: 'campaign' }}
      ends={decision === 'reject' || decision === 'take_down'}
      leaves={waited && !beside}
      {...(waited
        ? { onDone: () => onDecided(translate(DECISIONS[decision].done)) }
        : { done: DECISIONS[decision].done })}
      onClose={onClose}
    />
  )
}

/** What approving does; with a warning unless the landing page was checked and passed. */
function ApproveWhy({ campaign: { landing, landing_url } }: { campaign: Campaign }) {
  const translate = useTranslate()
  const unchecked = landing === null || landing?.remarks.some(({ code }) => code === UNCHECKED)
  const failed = !unchecked && landing?.passed === false
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      {translate('campaigns.approve_sure')}
      <LandingLink address={landing_url} />
      {(unchecked || failed) && (
        <Alert severity="warning">
          {translate(unchecked ? 'campaigns.approve_unchecked' : 'campaigns.approve_failed')}
        </Alert>
      )}
    </Box>
  )
}
