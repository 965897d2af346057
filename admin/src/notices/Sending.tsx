import { type AdminBroadcast, BROADCAST_PROPOSAL } from '@fairturn/contract/backoffice/broadcasts'
// Actions on a broadcast: send now, schedule, cancel until sending has started, and copy.
import { Button, Typography } from '@mui/material'
import { required, TextInput, useRefresh, useStore, useTranslate } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { ActionButton, type ReasonValues } from '../components/ActionDialog.tsx'
import { DateInput } from '../components/DateInput.tsx'
import { takeFocus } from '../components/forms.ts'
import { useEndpointQuery } from '../shell/endpoint-hooks.ts'
import { OpenProposals, useOpenProposals } from '../staff/OpenProposals.tsx'
import { TrialOnScreen } from './TrialOnScreen.tsx'

interface SendingProps {
  broadcast: AdminBroadcast
  /** Has unsaved changes. */
  isNew: boolean
  recipients: number
}

const TRY = 'POST backoffice/broadcasts/:broadcast_id/trial'
const SEND = 'POST backoffice/broadcasts/:broadcast_id/send'

type DialogOf = (action: 'send' | 'schedule' | 'cancel') => { title: string; of: string; why: string }

export function Sending({ broadcast, isNew, recipients }: SendingProps) {
  const translate = useTranslate()
  const navigate = useNavigate()
  const refresh = useRefresh()
  const { status, texts, path, audience, version } = broadcast
  const params = { broadcast_id: broadcast._id }
  const draft = status === 'draft'
  /** The version of this text that was sent to the operator, on this device. */
  const [tried, setTried] = useStore(`broadcasts.tried.${broadcast._id}`, 0)
  const { data: detail } = useEndpointQuery(
    'GET backoffice/broadcasts/:broadcast_id',
    { params },
    { silent: true },
  )
  const isTried = tried === version
  const onTried = () => setTried(version)
  const dialog: DialogOf = (action) => ({
    title: translate(`broadcasts.${action}`),
    of: broadcast.texts.vn.title,
    why: translate(`broadcasts.${action}_sure`, { smart_count: recipients }),
  })
  return (
    <>
      <OpenProposals kind={BROADCAST_PROPOSAL} {...params} />
      {draft && (
        <>
          {detail?.mails === false && (
            <OnScreen broadcast={broadcast} isNew={isNew} isTried={isTried} onTried={onTried} />
          )}
          {detail?.mails === true && (
            <Trial broadcast={broadcast} isNew={isNew} isTried={isTried} onTried={onTried} />
          )}
          <SendButtons
            broadcast={broadcast}
            dialog={dialog}
            isNew={isNew}
            isTried={isTried}
            recipients={recipients}
          />
        </>
      )}
      {(draft || status === 'scheduled') && (
        <ActionButton
          {...dialog('cancel')}
          endpoint="POST backoffice/broadcasts/:broadcast_id/cancel"
          input={() => ({ params })}
          done="broadcasts.cancelled"
          button={{ variant: 'outlined', color: 'error' }}
        />
      )}
      {(status === 'scheduled' || status === 'sending') && (
        <Button onClick={() => refresh()}>{translate('broadcasts.refresh')}</Button>
      )}
      {!draft && (
        <Button
          onClick={() => void navigate('/broadcasts/create', { state: { like: { texts, path, audience } } })}
        >
          {translate('broadcasts.again')}
        </Button>
      )}
      {draft && isNew && <Typography color="text.secondary">{translate('broadcasts.save_first')}</Typography>}
    </>
  )
}

interface SendProps extends SendingProps {
  dialog: DialogOf
  isTried: boolean
}

/** Now, or at a time. Each proposes it; meanwhile this version is not proposed again. */
function SendButtons({ broadcast, dialog, isNew, isTried, recipients }: SendProps) {
  const translate = useTranslate()
  const { version } = broadcast
  const params = { broadcast_id: broadcast._id }
  const waits = useOpenProposals({ kinds: [BROADCAST_PROPOSAL], ...params }).some(
    ({ content }) => content['version'] === version,
  )
  return (
    <>
      <ActionButton
        {...dialog('send')}
        endpoint={SEND}
        input={({ reason }) => ({ params, body: { version, send_at: null, reason } })}
        withReason
        done="approvals.proposed"
        button={{
          variant: isTried ? 'contained' : 'outlined',
          disabled: isNew || recipients === 0 || waits,
          children: translate('broadcasts.send_to', { smart_count: recipients }),
        }}
      />
      <ActionButton<typeof SEND, ReasonValues & { at: string }>
        {...dialog('schedule')}
        endpoint={SEND}
        form="schedule"
        input={({ at, reason }) => ({ params, body: { version, send_at: at, reason } })}
        withReason
        done="approvals.proposed"
        button={{ variant: 'outlined', disabled: isNew || waits }}
      >
        <DateInput kind="time" source="at" label="broadcasts.at" required inputRef={takeFocus} />
      </ActionButton>
    </>
  )
}

interface TrialProps {
  broadcast: AdminBroadcast
  isNew: boolean
  isTried: boolean
  onTried: () => void
}

/** Without a mail server it is only shown. */
function OnScreen({ broadcast, isNew, isTried, onTried }: TrialProps) {
  const translate = useTranslate()
  return (
    <>
      <Typography color="text.secondary">{translate('broadcasts.no_mail')}</Typography>
      <TrialOnScreen
        broadcast={broadcast}
        button={{ variant: isTried ? 'outlined' : 'contained', disabled: isNew }}
        onRead={onTried}
      />
    </>
  )
}

/** Sends it to the operator's own address. */
function Trial({ broadcast, isNew, isTried, onTried }: TrialProps) {
  const { _id, version } = broadcast
  const translate = useTranslate()
  // Operators have no address in their account: the one they wrote last.
  const [ownAddress, keepAddress] = useStore('broadcasts.try_to', '')
  return (
    <ActionButton<typeof TRY, { to: string }>
      title={translate('broadcasts.try')}
      of={broadcast.texts.vn.title}
      why={translate('broadcasts.try_why')}
      endpoint={TRY}
      input={({ to }) => ({ params: { broadcast_id: _id }, body: { version, to } })}
      done={({ mails }) => translate('broadcasts.tried', { smart_count: mails })}
      defaultValues={{ to: ownAddress }}
      onDone={(_answer, { body: { to } }) => {
        keepAddress(to)
        onTried()
      }}
      button={{ variant: isTried ? 'outlined' : 'contained', disabled: isNew }}
    >
      <TextInput
        source="to"
        type="email"
        label="broadcasts.try_to"
        validate={required()}
        helperText={false}
        slotProps={{ htmlInput: { ref: takeFocus, autoComplete: 'email' } }}
      />
    </ActionButton>
  )
}
