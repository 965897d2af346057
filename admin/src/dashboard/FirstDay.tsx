// The first-day list: what each step is for, where it is done, and who confirmed it. Hidden when everything
// is done; collapsed in a demo.
import DoneIcon from '@mui/icons-material/CheckCircle'
import OpenIcon from '@mui/icons-material/RadioButtonUnchecked'
import { Box, Button, Paper, TextField, Typography } from '@mui/material'
import type { FirstDay as FirstDayList, FirstDayStep } from '@fairturn/contract/backoffice/dashboard'
import { useEffect, useEffectEvent, useState } from 'react'
import { useGetIdentity, useNotify, useTranslate } from 'react-admin'
import { isOffered } from '../screens.tsx'
import { ActDialog } from '../ActionDialog.tsx'
import { call, type CallInput } from '../api.ts'
import { useLanguageName } from '../content/Languages.tsx'
import { useNotifyFailure } from '../failures.ts'
import { takeFocus, textOf } from '../forms.ts'
import { GoTo } from '../parts.tsx'
import { isOnItsWay, MailState, TestMail, type Tested } from './TestMail.tsx'
import type { StaffRole } from '@fairturn/contract/backoffice/roles'
import { when } from '../words.ts'

type Step = FirstDayList['steps'][number]
type Confirmed = CallInput<'POST backoffice/first-day/confirm'>['body']

/** The screen where a step is done; the others are done in the deployment's configuration. */
const SCREENS: Partial<Record<FirstDayStep, string>> = {
  owners: '/staff',
  receive_account: '/settings/receive_account/show',
  levels_and_fees: '/levels',
  pages: '/pages',
  invitations: '/invitations',
}
const SETTINGS = '/settings'
const POLL_MS = 1000

export function FirstDay() {
  const { identity } = useGetIdentity()
  if (identity === undefined) return null
  const role = identity['role'] as StaffRole
  return isOffered(role, 'staff', 'list') ? <List mayConfirm={isOffered(role, 'staff', 'edit')} /> : null
}

function List({ mayConfirm }: { mayConfirm: boolean }) {
  const translate = useTranslate()
  const say = useNotifyFailure()
  const [shown, setShown] = useState<FirstDayList>()
  const fail = useEffectEvent((failure: unknown) => say(failure))
  useEffect(() => {
    call('GET backoffice/first-day').then(setShown, fail)
  }, [])
  const sending = shown?.steps.some(({ mails }) => mails.some(isOnItsWay)) === true
  useEffect(() => {
    const ask = () => call('GET backoffice/first-day').then(setShown, fail)
    const timer = sending ? setInterval(() => void ask(), POLL_MS) : undefined
    return () => clearInterval(timer)
  }, [sending])
  if (shown === undefined) return null
  const { steps, demo } = shown
  const done = steps.filter((step) => step.done).length
  if (done === steps.length) return null
  const confirm = async (body: Confirmed) =>
    setShown(await call('POST backoffice/first-day/confirm', { body }))
  const sendTest = async (body: Tested) =>
    setShown(await call('POST backoffice/first-day/test-mail', { body }))
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
          <Row
            key={step.step}
            step={step}
            confirm={mayConfirm ? confirm : undefined}
            sendTest={mayConfirm ? sendTest : undefined}
          />
        ))}
      </Box>
    </Paper>
  )
}

interface Shown {
  readonly step: Step
  /** Undefined for who may only read. */
  readonly confirm: ((body: Confirmed) => Promise<void>) | undefined
  readonly sendTest: ((body: Tested) => Promise<void>) | undefined
}

function Row({ step, confirm, sendTest }: Shown) {
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
        {!step.done && step.mails.length === 0 && <Where step={step.step} />}
        {!step.done && confirm && <Confirm step={step} confirm={confirm} />}
        {!step.done && sendTest && <TestMail step={step} sendTest={sendTest} />}
      </Box>
    </Box>
  )
}

/** What is known of it: how many, since when, who said so, what is wrong. */
function Known({ step }: { step: Step }) {
  const translate = useTranslate()
  const languageOf = useLanguageName()
  const read = step.languages.filter(({ confirmed }) => confirmed !== null)
  return (
    <>
      {step.count !== null && <Box>{translate('first_day.owners', { smart_count: step.count })}</Box>}
      {step.at !== null && <Box>{translate('first_day.backup_at', { when: when(step.at) })}</Box>}
      {step.problems.map((problem) => (
        <Box key={problem} sx={{ color: 'error.main' }}>
          {translate(`first_day.problems.${problem}`)}
        </Box>
      ))}
      {step.confirmed && (
        <Box>
          {translate('first_day.confirmed', { who: step.confirmed.by, when: when(step.confirmed.at) })}
        </Box>
      )}
      {step.mails.map((mail) => (
        <MailState key={mail.to} mail={mail} />
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

function Where({ step }: { step: FirstDayStep }) {
  const translate = useTranslate()
  const screen = SCREENS[step]
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

function Confirm({ step, confirm }: { step: Step; confirm: NonNullable<Shown['confirm']> }) {
  const translate = useTranslate()
  const languageOf = useLanguageName()
  const say = useNotifyFailure()
  const notify = useNotify()
  const [asking, setAsking] = useState(false)
  const send = (body: Confirmed) =>
    void confirm(body).then(() => notify('first_day.saved', { type: 'success' }), say)
  if (step.step === 'levels_and_fees')
    return (
      <Button
        size="small"
        variant="outlined"
        sx={{ justifySelf: 'start', mt: 0.5 }}
        onClick={() => send({ step: 'levels_and_fees' })}
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
              onClick={() => send({ step: 'pages', locale })}
            >
              {languageOf(locale)}
            </Button>
          ))}
      </Box>
    )
  if (step.step !== 'backup') return null
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        sx={{ justifySelf: 'start', mt: 0.5 }}
        onClick={() => setAsking(true)}
      >
        {translate('first_day.other_backup')}
      </Button>
      {asking && (
        <ActDialog
          title={translate('first_day.other_backup')}
          why={translate('first_day.other_backup_why')}
          act={(form) => confirm({ step: 'backup', reason: textOf(form, 'reason') })}
          onClose={() => setAsking(false)}
        >
          <TextField
            name="reason"
            label={translate('first_day.other_backup_how')}
            required
            inputRef={takeFocus}
            multiline
            minRows={2}
            slotProps={{ htmlInput: { maxLength: 500 } }}
          />
        </ActDialog>
      )}
    </>
  )
}
