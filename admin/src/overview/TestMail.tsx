import type { FirstDay } from '@fairturn/contract/backoffice/dashboard'
import { Box, Button } from '@mui/material'
import { email, required, TextInput, useTranslate } from 'react-admin'
import { ActionButton } from '../components/ActionDialog.tsx'
import { formatTime } from '../components/format.ts'
import { takeFocus } from '../components/forms.ts'
import { useEndpointMutation } from '../shell/endpoint-hooks.ts'

type Step = FirstDay['steps'][number]
type Mail = Step['mails'][number]

/** Requested, and neither accepted nor refused since. */
export const isOnItsWay = ({ requested_at, accepted_at, refusal }: Mail): boolean =>
  requested_at !== null && refusal === null && (accepted_at === null || accepted_at < requested_at)

/** The mail server's answer to the last test mail. */
export function MailStatus({ mail }: { mail: Mail }) {
  const translate = useTranslate()
  const { to, accepted_at, refusal, requested_at } = mail
  const mailbox = to === null ? '' : `${to}: `
  if (refusal !== null)
    return (
      <Box role="status" sx={{ color: 'error.main', overflowWrap: 'anywhere' }}>
        {mailbox + translate('first_day.mail_refused', { refusal })}
      </Box>
    )
  const state = isOnItsWay(mail) ? 'sending' : accepted_at === null ? 'untested' : 'accepted'
  return (
    <Box role="status" sx={{ overflowWrap: 'anywhere' }}>
      {mailbox + translate(`first_day.mail_${state}`, { when: formatTime(accepted_at ?? requested_at) })}
    </Box>
  )
}

const ENDPOINT = 'POST backoffice/first-day/test-mail'

export function TestMail({ step }: { step: Step }) {
  const translate = useTranslate()
  const { start } = useEndpointMutation(ENDPOINT)
  if (step.mails.length === 0) return null
  const button = {
    size: 'small',
    variant: 'outlined',
    sx: { justifySelf: 'start', mt: 0.5 },
    disabled: step.mails.some(isOnItsWay),
  } as const
  if (step.step === 'alarms')
    return (
      <Button {...button} onClick={() => start({ body: { step: 'alarms' } })}>
        {translate('first_day.send_test_alarm')}
      </Button>
    )
  return (
    <ActionButton
      button={button}
      endpoint={ENDPOINT}
      input={({ to }: { to: string }) => ({ body: { step: 'mail' as const, to } })}
      title={translate('first_day.send_test_mail')}
      of={null}
      why={translate('first_day.send_test_mail_why')}
    >
      <TextInput
        source="to"
        type="email"
        label="first_day.your_address"
        helperText={false}
        validate={[required(), email()]}
        slotProps={{ htmlInput: { maxLength: 254, ref: takeFocus } }}
      />
    </ActionButton>
  )
}
