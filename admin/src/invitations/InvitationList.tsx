// Invitations: codes by which people register, and creating one.
import { Button, TextField } from '@mui/material'
import {
  type Invitation,
  INVITATION_STATES,
  MAX_INVITATION_DAYS,
  MAX_INVITATION_NOTE,
  MAX_INVITATION_USES,
} from '@fairturn/contract/backoffice/invitations'
import { useState } from 'react'
import {
  DataTable,
  FunctionField,
  InfiniteList,
  TextInput,
  useCanAccess,
  useNotify,
  useTranslate,
} from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { ActDialog } from '../ActionDialog.tsx'
import { call } from '../api.ts'
import { takeFocus, textOf } from '../forms.ts'
import { KeysLine } from '../KeysLine.tsx'
import { ListTools } from '../ListTools.tsx'
import { FilterTabs, StateChip } from '../parts.tsx'
import { instantOf, when } from '../words.ts'

type Row = Invitation & { id: string }

const DAY_MS = 86_400_000
const DEFAULT_DAYS = 14

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

/** As a field of date and time takes it: in the operator's zone, without seconds. */
function localInDays(days: number): string {
  const at = new Date(Date.now() + days * DAY_MS)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

function Create() {
  const translate = useTranslate()
  const notify = useNotify()
  const navigate = useNavigate()
  const [open, setOpen] = useState(false)
  const { canAccess } = useCanAccess({ resource: 'invitations', action: 'create' })
  if (!canAccess) return null
  async function create(form: FormData) {
    const { _id, code } = await call('POST backoffice/invitations', {
      body: {
        note: textOf(form, 'note'),
        max_uses: Number(textOf(form, 'max_uses')),
        expires_at: instantOf(textOf(form, 'expires_at')),
      },
    })
    notify('invitations.created', { type: 'success', messageArgs: { code } })
    void navigate(`/invitations/${_id}/show`)
  }
  return (
    <>
      <Button size="small" variant="contained" onClick={() => setOpen(true)}>
        {translate('invitations.create')}
      </Button>
      {open && (
        <ActDialog
          title={translate('invitations.create')}
          why={translate('invitations.create_why')}
          act={create}
          onClose={() => setOpen(false)}
        >
          <TextField
            name="note"
            label={translate('invitations.note')}
            helperText={translate('invitations.note_help')}
            required
            inputRef={takeFocus}
            slotProps={{ htmlInput: { maxLength: MAX_INVITATION_NOTE } }}
          />
          <TextField
            name="max_uses"
            label={translate('invitations.max_uses')}
            type="number"
            defaultValue={10}
            required
            slotProps={{ htmlInput: { min: 1, max: MAX_INVITATION_USES, step: 1 } }}
          />
          <TextField
            name="expires_at"
            label={translate('invitations.expires_at')}
            type="datetime-local"
            defaultValue={localInDays(DEFAULT_DAYS)}
            required
            slotProps={{
              inputLabel: { shrink: true },
              htmlInput: { min: localInDays(0), max: localInDays(MAX_INVITATION_DAYS) },
            }}
          />
        </ActDialog>
      )}
    </>
  )
}
