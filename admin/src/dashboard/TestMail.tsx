// Whether mail arrives: what the mail server answered to the last test mail, and sending one.
import { Box, Button, TextField } from '@mui/material'
import type { FirstDay } from '@fairturn/contract/backoffice/dashboard'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { ActDialog } from '../ActionDialog.tsx'
import type { CallInput } from '../api.ts'
import { useNotifyFailure } from '../failures.ts'
import { takeFocus, textOf } from '../forms.ts'
import { when } from '../words.ts'

type Step = FirstDay['steps'][number]
type Mail = Step['mails'][number]
export type Tested = CallInput<'POST backoffice/first-day/test-mail'>['body']

/** Requested, and neither accepted nor refused since. */
export const isOnItsWay = ({ requested_at, accepted_at, refusal }: Mail): boolean =>
  requested_at !== null && refusal === null && (accepted_at === null || accepted_at < requested_at)

/** What the mail server said of the last test mail. */
export function MailState({ mail }: { mail: Mail }) {
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
      {mailbox + translate(`first_day.mail_${state}`, { when: when(accepted_at ?? requested_at) })}
    </Box>
  )
}

export function TestMail({ step, sendTest }: { step: Step; sendTest: (body: Tested) => Promise<void> }) {
  const translate = useTranslate()
  const say = useNotifyFailure()
  const [asking, setAsking] = useState(false)
  if (step.mails.length === 0) return null
  const text = step.step === 'alarms' ? 'send_test_alarm' : 'send_test_mail'
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        sx={{ justifySelf: 'start', mt: 0.5 }}
        disabled={step.mails.some(isOnItsWay)}
        onClick={() =>
          step.step === 'alarms' ? void sendTest({ step: 'alarms' }).catch(say) : setAsking(true)
        }
      >
        {translate(`first_day.${text}`)}
      </Button>
      {asking && (
        <ActDialog
          title={translate('first_day.send_test_mail')}
          why={translate('first_day.send_test_mail_why')}
          act={(form) => sendTest({ step: 'mail', to: textOf(form, 'to') })}
          onClose={() => setAsking(false)}
        >
          <TextField
            name="to"
            type="email"
            label={translate('first_day.your_address')}
            required
            inputRef={takeFocus}
            slotProps={{ htmlInput: { maxLength: 254 } }}
          />
        </ActDialog>
      )}
    </>
  )
}
