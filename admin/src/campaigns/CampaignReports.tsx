// What visitors reported of a campaign's links: how many by reason, each in the visitor's words, and closing them.
import type { AdminReport } from '@fairturn/contract/backoffice/reports'
import { Alert, Box, Button, Checkbox, Chip, Paper } from '@mui/material'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { ActionDialog, type ReasonValues } from '../components/ActionDialog.tsx'
import { formatTime } from '../components/format.ts'
import { GoTo } from '../components/GoTo.tsx'
import { Heading } from '../components/headings.tsx'
import { useLanguageName } from '../components/Languages.tsx'
import { Due } from '../components/queue.tsx'
import { useEndpointQuery } from '../shell/endpoint-hooks.ts'
import { useMay } from '../shell/may.ts'
import type { Campaign } from './campaign.ts'

const OUTCOMES = ['acted_on', 'not_acted_on'] as const
type Outcome = (typeof OUTCOMES)[number]

export function CampaignReports({ campaign }: { campaign: Campaign }) {
  const translate = useTranslate()
  const { data } = useEndpointQuery('GET backoffice/campaigns/:campaign_id/reports', {
    params: { campaign_id: campaign._id },
  })
  if (data === undefined || data.counts.length === 0) return null
  const { counts, networks, list } = data
  return (
    <section>
      <Heading text="reports.heading" />
      <Box sx={{ display: 'grid', gap: 1 }}>
        {campaign.reported_at !== null && (
          <Alert severity="warning">
            {translate('reports.on_top', { when: formatTime(campaign.reported_at) })}
          </Alert>
        )}
        <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
          {counts.map(({ reason, open, decided }) => (
            <Chip
              key={reason}
              size="small"
              variant={open > 0 ? 'filled' : 'outlined'}
              label={translate('reports.count', {
                reason: translate(`reports.reasons.${reason}`),
                open,
                decided,
              })}
            />
          ))}
          {networks > 0 && translate('reports.networks', { count: networks })}
        </Box>
        <Reports campaign={campaign} list={list} />
      </Box>
    </section>
  )
}

function Reports({ campaign, list }: { campaign: Campaign; list: readonly AdminReport[] }) {
  const translate = useTranslate()
  const nameOf = useLanguageName()
  const may = useMay()
  const [selected, select] = useState<ReadonlySet<string>>(new Set())
  // Those that were there when the dialog was opened: what comes meanwhile has not been read.
  const [closing, setClosing] = useState<{ outcome: Outcome; reports: readonly AdminReport[] }>()
  const open = list.filter(({ status }) => status === 'received')
  // What a colleague has closed meanwhile is no longer there to be chosen.
  const chosen = open.filter(({ _id }) => selected.has(_id))
  const affected = chosen.length > 0 ? chosen : open
  const decides = open.length > 0 && may('POST backoffice/campaigns/:campaign_id/reports/close')
  const toggle = (reportId: string) =>
    select(
      new Set(
        selected.has(reportId) ? [...selected].filter((one) => one !== reportId) : [...selected, reportId],
      ),
    )
  return (
    <>
      {decides && (
        <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
          {OUTCOMES.map((outcome) => (
            <Button
              key={outcome}
              variant="outlined"
              onClick={() => setClosing({ outcome, reports: affected })}
            >
              {translate(`reports.close_${outcome}`, { count: affected.length })}
            </Button>
          ))}
        </Box>
      )}
      {/* The campaign itself stays in reach below a thousand of them. */}
      <Box sx={{ display: 'grid', gap: 1, maxHeight: 420, overflowY: 'auto' }}>
        {list.map((report) => (
          <Paper key={report._id} variant="outlined" sx={{ p: 1.5, display: 'flex', gap: 1 }}>
            {decides && report.status === 'received' && (
              <Checkbox
                size="small"
                sx={{ alignSelf: 'start', p: 0.5 }}
                checked={selected.has(report._id)}
                onChange={() => toggle(report._id)}
                slotProps={{
                  input: { 'aria-label': translate('reports.choose', { reference: report.reference }) },
                }}
              />
            )}
            <Report report={report} language={nameOf(report.reads)} />
          </Paper>
        ))}
      </Box>
      {closing && <Close campaign={campaign} {...closing} onClose={() => setClosing(undefined)} />}
    </>
  )
}

interface CloseProps {
  campaign: Campaign
  outcome: Outcome
  reports: readonly AdminReport[]
  onClose: () => void
}

function Close({ campaign, outcome, reports, onClose }: CloseProps) {
  const translate = useTranslate()
  const languages = [...new Set(reports.map(({ reads }) => reads))]
  return (
    <ActionDialog
      endpoint="POST backoffice/campaigns/:campaign_id/reports/close"
      form={outcome}
      input={({ reason }: ReasonValues) => ({
        params: { campaign_id: campaign._id },
        body: { report_ids: reports.map(({ _id }) => _id), outcome, reason },
      })}
      title={translate(`reports.close_${outcome}`, { count: reports.length })}
      of={campaign.brand}
      why={translate(`reports.close_${outcome}_why`)}
      withReason
      reader={{ locale: languages[0], several: languages, templates: outcome }}
      done="reports.closed"
      onClose={onClose}
    />
  )
}

function Report({ report, language }: { report: AdminReport; language: string }) {
  const translate = useTranslate()
  const { reason, note, status, reference, carrier, received_at, decided_at, decision_reason } = report
  const decided =
    decided_at !== null && translate(`reports.decided_${status}`, { when: formatTime(decided_at) })
  return (
    <Box sx={{ display: 'grid', gap: 0.5, minWidth: 0, flex: 1 }}>
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
        <strong>{translate(`reports.reasons.${reason}`)}</strong>
        {status === 'received' ? (
          <Due waiting={{ ...report, since: report.received_at }} />
        ) : (
          <Chip size="small" label={decided} />
        )}
      </Box>
      {note !== '' && <Box sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{note}</Box>}
      <Box sx={{ color: 'text.secondary', fontSize: 13 }}>
        {[reference, formatTime(received_at), language].join(' · ')} · {translate('reports.carrier')}{' '}
        <GoTo to={`/members/${carrier._id}/show`}>{carrier.username}</GoTo>
      </Box>
      {decision_reason !== null && (
        <Box sx={{ overflowWrap: 'anywhere' }}>
          {translate('reports.answered', { reason: decision_reason })}
        </Box>
      )}
    </Box>
  )
}
