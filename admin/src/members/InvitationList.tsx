import {
  type Invitation,
  INVITATION_STATUSES,
  MAX_INVITATION_NOTE,
  MAX_INVITATION_DAYS,
  MAX_INVITATION_USES,
  MAX_USES_BY_ONE,
} from '@fairturn/contract/backoffice/invitations'
import { Alert } from '@mui/material'
import {
  BooleanInput,
  maxValue,
  minValue,
  NumberInput,
  required,
  TextInput,
  useCanAccess,
  useNotify,
  useTranslate,
} from 'react-admin'
import { useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import { ActionButton } from '../components/ActionDialog.tsx'
import { DateInput } from '../components/DateInput.tsx'
import { search } from '../components/filters.tsx'
import { takeFocus } from '../components/forms.ts'
import { RecordList } from '../components/RecordList.tsx'

type Row = Invitation & { id: string }

const DAY_MS = 86_400_000
const DEFAULT_DAYS = 14
const DEFAULT_USES = 10

const FILTERS = [search('invitations.search')]

export function InvitationList() {
  const translate = useTranslate()
  return (
    <RecordList<Row>
      filters={FILTERS}
      actions={<Create />}
      tabs={{ source: 'state', values: INVITATION_STATUSES, texts: 'invitations.statuses' }}
      columns={[
        { label: 'invitations.code', source: 'code' },
        { label: 'invitations.note', source: 'note', sx: { minWidth: 180, overflowWrap: 'break-word' } },
        { label: 'invitations.state', status: 'state', texts: 'invitations.statuses' },
        {
          label: 'invitations.uses',
          render: ({ uses, max_uses, lifts_limits }) => {
            const used = max_uses === null ? uses : translate('invitations.uses_of', { uses, max: max_uses })
            return lifts_limits ? translate('invitations.uses_lifted', { used }) : used
          },
          sort: 'uses',
        },
        { label: 'invitations.expires_at', time: 'expires_at', sort: true },
        { label: 'invitations.created_at', time: 'created_at', sort: true },
        {
          label: 'invitations.created_by',
          render: ({ created_by }) => created_by?.username ?? translate('invitations.command'),
        },
      ]}
    />
  )
}

const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString()

interface Values {
  note: string
  max_uses: number
  expires_at: string
  lifts_limits: boolean
}

function Create() {
  const translate = useTranslate()
  const notify = useNotify()
  const navigate = useNavigate()
  const { canAccess } = useCanAccess({ resource: 'invitations', action: 'create' })
  if (!canAccess) return null
  return (
    <ActionButton
      button={{ size: 'small', variant: 'contained' }}
      endpoint="POST backoffice/invitations"
      input={(body: Values) => ({ body })}
      defaultValues={{ max_uses: DEFAULT_USES, expires_at: inDays(DEFAULT_DAYS), lifts_limits: false }}
      title={translate('invitations.create')}
      of={null}
      why={translate('invitations.create_why')}
      leaves
      onDone={({ invitation, proposal_id }) => {
        if (invitation === null) {
          notify('approvals.proposed', { type: 'success' })
          void navigate(`/approvals/${proposal_id}/show`)
          return
        }
        const { _id, code } = invitation
        notify('invitations.created', { type: 'success', messageArgs: { code } })
        void navigate(`/invitations/${_id}/show`)
      }}
    >
      <TextInput
        source="note"
        label="invitations.note"
        helperText="invitations.note_help"
        validate={required()}
        slotProps={{ htmlInput: { maxLength: MAX_INVITATION_NOTE, ref: takeFocus } }}
      />
      <NumberInput
        source="max_uses"
        label="invitations.max_uses"
        helperText={false}
        validate={[required(), minValue(1), maxValue(MAX_INVITATION_USES)]}
      />
      <DateInput
        kind="time"
        source="expires_at"
        label="invitations.expires_at"
        help={translate('invitations.expires_help', { days: MAX_INVITATION_DAYS })}
        required
      />
      <BooleanInput
        source="lifts_limits"
        label="invitations.lift_limits"
        helperText="invitations.lift_limits_help"
      />
      <TakesTwo />
    </ActionButton>
  )
}

/** Said before it is sent: another operator approves it. */
function TakesTwo() {
  const translate = useTranslate()
  const [max_uses, lifts_limits] = useWatch<Values, ['max_uses', 'lifts_limits']>({
    name: ['max_uses', 'lifts_limits'],
  })
  if (!(lifts_limits || max_uses > MAX_USES_BY_ONE)) return null
  return <Alert severity="info">{translate('invitations.takes_two', { uses: MAX_USES_BY_ONE })}</Alert>
}
