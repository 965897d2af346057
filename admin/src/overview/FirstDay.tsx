import type { FirstDay as FirstDayList, FirstDayStep } from '@fairturn/contract/backoffice/dashboard'
import type { StaffRole } from '@fairturn/contract/backoffice/roles'
// Setup checklist: what each step is for, where it is done, and who confirmed it. Hidden when everything is
// done; collapsed in a demo.
import DoneIcon from '@mui/icons-material/CheckCircle'
import OpenIcon from '@mui/icons-material/RadioButtonUnchecked'
import { Box, Button, Paper, Typography } from '@mui/material'
import { useGetIdentity, useTranslate } from 'react-admin'
import { ActionButton, ReasonInput, type ReasonValues } from '../components/ActionDialog.tsx'
import { formatTime } from '../components/format.ts'
import { GoTo } from '../components/GoTo.tsx'
import { useLanguageName } from '../components/Languages.tsx'
import { useEndpointMutation, useEndpointQuery } from '../shell/endpoint-hooks.ts'
import { isOffered, useScreenOptions } from '../shell/screen.ts'
import { isOnItsWay, MailStatus, TestMail } from './TestMail.tsx'

type Step = FirstDayList['steps'][number]

/** The screen where a step is done; other steps are done in the deployment's configuration. */
const SCREENS: Partial<Record<FirstDayStep, string>> = {
  owners: '/staff',
  receive_account: '/settings/receive_account/show',
  support: '/settings/link_support/show',
  mobile_networks: '/settings/mobile_networks/show',
  levels_and_fees: '/levels',
  pages: '/pages',
  invitations: '/invitations',
}
const SETTINGS = '/settings'
const POLL_MS = 1000

export function FirstDay() {
  const { identity } = useGetIdentity()
  const staff = useScreenOptions('staff')
  if (identity === undefined) return null
  const role = identity['role'] as StaffRole
  return isOffered(staff, role, 'list') ? <List mayConfirm={isOffered(staff, role, 'edit')} /> : null
}

/** Polls while a test mail is pending, until the mail server has answered. */
const pollMs = (list: FirstDayList | undefined) =>
  list?.steps.some(({ mails }) => mails.some(isOnItsWay)) === true && POLL_MS

function List({ mayConfirm }: { mayConfirm: boolean }) {
  const translate = useTranslate()
  const { data: shown } = useEndpointQuery('GET backoffice/first-day', {}, { pollMs })
  if (shown === undefined) return null
  const { steps, demo } = shown
  const done = steps.filter((step) => step.done).length
  if (done === steps.length) return null
  return (
    <Paper component="details" variant="outlined" open={!demo} sx={{ p: 1.5 }}>
      <Box component="summary" sx={{ cursor: 'pointer' }}>
        <Typography component="h2" sx={{ display: 'inline', fontSize: 15, fontWeight: 700 }}>
          {translate('first_day.title')}
        </Typography>{' '}
        <Box component="span" sx={{ color: 'text.secondary', fontSize: 13 }}>
          {translate('first_day.progress', { done, of: steps.length })}
        </Box>
      </Box>
      <Box
        component="ul"
        sx={{
          display: 'grid',
          columnGap: 3,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
          listStyle: 'none',
          p: 0,
          m: 0,
          mt: 1,
        }}
      >
        {steps.map((step) => (
          <Row key={step.step} step={step} mayConfirm={mayConfirm} />
        ))}
      </Box>
    </Paper>
  )
}

function Row({ step, mayConfirm }: { step: Step; mayConfirm: boolean }) {
  const translate = useTranslate()
  const Icon = step.done ? DoneIcon : OpenIcon
  return (
    <Box component="li" sx={{ display: 'flex', gap: 1.25, py: 1, borderTop: 1, borderColor: 'divider' }}>
      <Icon
        titleAccess={translate(step.done ? 'first_day.done' : 'first_day.open')}
        sx={{ fontSize: 20, mt: 0.25, color: step.done ? 'primary.main' : 'text.secondary' }}
      />
      <Box sx={{ minWidth: 0, fontSize: 13, display: 'grid', gap: 0.25, alignContent: 'start' }}>
        <Box sx={{ fontSize: 14, fontWeight: 600 }}>{translate(`first_day.steps.${step.step}`)}</Box>
        <Box sx={{ color: 'text.secondary' }}>{translate(`first_day.why.${step.step}`)}</Box>
        <Known step={step} />
        {!step.done && step.mails.length === 0 && <Where step={step} />}
        {!step.done && mayConfirm && <Confirm step={step} />}
        {!step.done && mayConfirm && <TestMail step={step} />}
      </Box>
    </Box>
  )
}

/** Details of a step: counts, dates, who confirmed it, what is wrong. */
function Known({ step }: { step: Step }) {
  const translate = useTranslate()
  const languageOf = useLanguageName()
  const read = step.languages.filter(({ confirmed }) => confirmed !== null)
  return (
    <>
      {step.count !== null && <Box>{translate('first_day.owners', { smart_count: step.count })}</Box>}
      {step.at !== null && <Box>{translate('first_day.backup_at', { when: formatTime(step.at) })}</Box>}
      {step.missing.length > 0 && (
        <Box>
          {translate('first_day.missing')} {step.missing.map(languageOf).join(', ')}
        </Box>
      )}
      {step.problems.map((problem) => (
        <Box key={problem} sx={{ color: 'error.main' }}>
          {translate(`first_day.problems.${problem}`)}
        </Box>
      ))}
      {step.confirmed && (
        <Box>
          {translate('first_day.confirmed', { who: step.confirmed.by, when: formatTime(step.confirmed.at) })}
        </Box>
      )}
      {step.mails.map((mail) => (
        <MailStatus key={mail.to} mail={mail} />
      ))}
      {read.length > 0 && (
        <Box>
          {translate('first_day.read')}{' '}
          {read.map(({ locale, confirmed }) => `${languageOf(locale)} (${confirmed!.by})`).join(', ')}
        </Box>
      )}
    </>
  )
}

function Where({ step: { step, missing } }: { step: Step }) {
  const translate = useTranslate()
  const screen = step === 'imprint' ? `/pages/imprint.${missing[0]}/show` : SCREENS[step]
  if (screen === undefined)
    return (
      <Box>
        {translate('first_day.in_configuration')} <code>{translate(`first_day.variables.${step}`)}</code>
      </Box>
    )
  return (
    <Box sx={{ display: 'flex', gap: 2 }}>
      <GoTo to={screen}>{translate(`first_day.open_screen.${step}`)}</GoTo>
      {step === 'levels_and_fees' && <GoTo to={SETTINGS}>{translate('first_day.open_settings')}</GoTo>}
    </Box>
  )
}

function Confirm({ step }: { step: Step }) {
  const translate = useTranslate()
  const languageOf = useLanguageName()
  const { start } = useEndpointMutation('POST backoffice/first-day/confirm', { done: 'first_day.saved' })
  if (step.step === 'levels_and_fees')
    return (
      <Button
        size="small"
        variant="outlined"
        sx={{ justifySelf: 'start', mt: 0.5 }}
        onClick={() => start({ body: { step: 'levels_and_fees' } })}
      >
        {translate('first_day.looked')}
      </Button>
    )
  if (step.step === 'pages')
    return (
      <Box sx={{ display: 'flex', gap: 0.75, flexWrap: 'wrap', alignItems: 'center', mt: 0.5 }}>
        <span>{translate('first_day.mark_read')}</span>
        {step.languages
          .filter(({ confirmed }) => confirmed === null)
          .map(({ locale }) => (
            <Button
              key={locale}
              size="small"
              variant="outlined"
              aria-label={translate('first_day.read_in', { language: languageOf(locale) })}
              onClick={() => start({ body: { step: 'pages', locale } })}
            >
              {languageOf(locale)}
            </Button>
          ))}
      </Box>
    )
  if (step.step !== 'backup') return null
  return (
    <ActionButton
      button={{ size: 'small', variant: 'outlined', sx: { justifySelf: 'start', mt: 0.5 } }}
      endpoint="POST backoffice/first-day/confirm"
      input={({ reason }: ReasonValues) => ({ body: { step: 'backup' as const, reason } })}
      title={translate('first_day.other_backup')}
      of={null}
      why={translate('first_day.other_backup_why')}
    >
      <ReasonInput first label="first_day.other_backup_how" help={false} />
    </ActionButton>
  )
}
