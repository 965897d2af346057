// Invitations: codes by which people register, and creating one.
import {
  type Invitation,
  INVITATION_STATES,
  MAX_INVITATION_NOTE,
  MAX_INVITATION_USES,
} from '@fairturn/contract/backoffice/invitations'
import {
  DataTable,
  DateTimeInput,
  FunctionField,
  InfiniteList,
  maxValue,
  minValue,
  NumberInput,
  required,
  TextInput,
  useCanAccess,
  useNotify,
  useTranslate,
} from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { ActionButton } from '../ActionDialog.tsx'
import { takeFocus } from '../forms.ts'
import { KeysLine } from '../KeysLine.tsx'
import { ListTools } from '../ListTools.tsx'
import { FilterTabs, StateChip } from '../parts.tsx'
import { instantOf, when } from '../words.ts'

type Row = Invitation & { id: string }

const DAY_MS = 86_400_000
const DEFAULT_DAYS = 14
const DEFAULT_USES = 10

const FILTERS = [<TextInput key="search" source="search" label="invitations.search" alwaysOn resettable />]

export function InvitationState({ state }: Pick<Invitation, 'state'>) {
  const translate = useTranslate()
  return (
    <StateChip
      label={translate(`invitations.states.${state}`)}
      tone={state === 'open' ? 'primary' : 'default'}
    />
  )
}

export const InvitationList = () => (
  <InfiniteList
    filters={FILTERS}
    exporter={false}
    empty={false}
    actions={
      <ListTools csv="backoffice/invitations.csv">
        <Create />
      </ListTools>
    }
  >
    <Rows />
  </InfiniteList>
)

function Rows() {
  const translate = useTranslate()
  return (
    <>
      <FilterTabs
        source="state"
        values={INVITATION_STATES}
        label={(state) => translate(`invitations.states.${state}`)}
      />
      <DataTable rowClick="show" bulkActionButtons={false} size="small">
        <DataTable.Col label="invitations.code" source="code" disableSort />
        <DataTable.Col
          label="invitations.note"
          source="note"
          disableSort
          sx={{ minWidth: 180, overflowWrap: 'break-word' }}
        />
        <DataTable.Col label="invitations.state" disableSort>
          <FunctionField<Row> render={({ state }) => <InvitationState state={state} />} />
        </DataTable.Col>
        <DataTable.Col label="invitations.uses" source="uses">
          <FunctionField<Row>
            render={({ uses, max_uses }) => translate('invitations.uses_of', { uses, max: max_uses })}
          />
        </DataTable.Col>
        <DataTable.Col label="invitations.expires_at" source="expires_at">
          <FunctionField<Row> render={({ expires_at }) => when(expires_at)} />
        </DataTable.Col>
        <DataTable.Col label="invitations.created_at" source="created_at">
          <FunctionField<Row> render={({ created_at }) => when(created_at)} />
        </DataTable.Col>
        <DataTable.Col label="invitations.created_by" disableSort>
          <FunctionField<Row>
            render={({ created_by }) => created_by?.username ?? translate('invitations.command')}
          />
        </DataTable.Col>
      </DataTable>
      <KeysLine />
    </>
  )
}

const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString()

interface Values {
  note: string
  max_uses: number
  expires_at: string
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
      defaultValues={{ max_uses: DEFAULT_USES, expires_at: inDays(DEFAULT_DAYS) }}
      title={translate('invitations.create')}
      why={translate('invitations.create_why')}
      leaves
      onDone={({ _id, code }) => {
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
      <DateTimeInput
        source="expires_at"
        label="invitations.expires_at"
        parse={instantOf}
        helperText={false}
        validate={required()}
      />
    </ActionButton>
  )
}
