// Everybody of staff, and what an owner proposes or does about a colleague.
import { Box, Button, MenuItem, TextField } from '@mui/material'
import { STAFF_ROLES } from '@fairturn/contract/backoffice/roles'
import { COLLEAGUE_STATES } from '@fairturn/contract/backoffice/staff'
import { useState } from 'react'
import {
  DataTable,
  FunctionField,
  InfiniteList,
  SelectInput,
  useCanAccess,
  useGetIdentity,
  useNotify,
  useRefresh,
  useTranslate,
} from 'react-admin'
import { ActDialog, ShownOnce } from '../ActionDialog.tsx'
import { call, type DataOf, type CallInput } from '../api.ts'
import { takeFocus, textOf } from '../forms.ts'
import { ListTools } from '../ListTools.tsx'
import { when } from '../words.ts'

type Colleague = DataOf<'GET backoffice/staff'>['list'][number] & { id: string }
type Role = CallInput<'POST backoffice/staff/invite'>['body']['role']
type Change = 'change_role' | 'recover' | 'disable'
interface FirstCode {
  username: string
  first_code: string
}

const FILTERS = [
  <SelectInput
    key="role"
    source="role"
    label="staff.role"
    alwaysOn
    choices={STAFF_ROLES.map((id) => ({ id, name: `app.roles.${id}` }))}
  />,
  <SelectInput
    key="state"
    source="state"
    label="staff.state"
    alwaysOn
    choices={COLLEAGUE_STATES.map((id) => ({ id, name: `staff.filter.${id}` }))}
  />,
]

export const StaffList = () => {
  const [code, setCode] = useState<FirstCode>()
  const translate = useTranslate()
  return (
    <>
      <InfiniteList
        filters={FILTERS}
        exporter={false}
        empty={false}
        actions={
          <ListTools csv="backoffice/staff.csv">
            <Invite onInvited={setCode} />
          </ListTools>
        }
      >
        <Rows onProposed={setCode} />
      </InfiniteList>
      {code && (
        <ShownOnce
          title={translate('approvals.shown')}
          why={translate('staff.first_code_why', { username: code.username })}
          values={{ [translate('staff.first_code')]: code.first_code }}
          onClose={() => setCode(undefined)}
        />
      )}
    </>
  )
}

function Rows({ onProposed }: { onProposed: (code: FirstCode) => void }) {
  const translate = useTranslate()
  const { canAccess } = useCanAccess({ resource: 'staff', action: 'edit' })
  return (
    <DataTable rowClick={false} bulkActionButtons={false} size="small">
      <DataTable.Col label="staff.username" source="username" />
      <DataTable.Col label="staff.role" source="role">
        <FunctionField<Colleague> render={({ role }) => translate(`app.roles.${role}`)} />
      </DataTable.Col>
      <DataTable.Col label="staff.state" disableSort>
        <FunctionField<Colleague>
          render={({ state, invited_until }) =>
            translate(`staff.states.${state}`, { when: when(invited_until) })
          }
        />
      </DataTable.Col>
      <DataTable.Col label="staff.last_used_at" source="last_used_at" disableSort>
        <FunctionField<Colleague> render={({ last_used_at }) => when(last_used_at)} />
      </DataTable.Col>
      <DataTable.Col label="staff.created_at" source="created_at">
        <FunctionField<Colleague> render={({ created_at }) => when(created_at)} />
      </DataTable.Col>
      {canAccess && (
        <DataTable.Col label="app.actions" disableSort align="right">
          <FunctionField<Colleague>
            render={(colleague) => <Changes colleague={colleague} onProposed={onProposed} />}
          />
        </DataTable.Col>
      )}
    </DataTable>
  )
}

function RoleField({ now }: { now: Role }) {
  const translate = useTranslate()
  return (
    <TextField name="role" label={translate('staff.role')} select defaultValue={now} required margin="dense">
      {STAFF_ROLES.map((one) => (
        <MenuItem key={one} value={one}>
          {translate(`app.roles.${one}`)}
        </MenuItem>
      ))}
    </TextField>
  )
}

function Invite({ onInvited }: { onInvited: (code: FirstCode) => void }) {
  const translate = useTranslate()
  const refresh = useRefresh()
  const [open, setOpen] = useState(false)
  const { canAccess } = useCanAccess({ resource: 'staff', action: 'create' })
  if (!canAccess) return null
  async function invite(form: FormData) {
    const username = textOf(form, 'username')
    const { first_code } = await call('POST backoffice/staff/invite', {
      body: { username, role: textOf(form, 'role') as Role, reason: textOf(form, 'reason') },
    })
    onInvited({ username, first_code })
    refresh()
  }
  return (
    <>
      <Button size="small" variant="contained" onClick={() => setOpen(true)}>
        {translate('staff.invite')}
      </Button>
      {open && (
        <ActDialog
          title={translate('staff.invite')}
          why={translate('staff.invite_why')}
          with_reason
          act={invite}
          onClose={() => setOpen(false)}
        >
          <TextField
            name="username"
            label={translate('staff.username')}
            required
            margin="dense"
            inputRef={takeFocus}
          />
          <RoleField now="support" />
        </ActDialog>
      )}
    </>
  )
}

function Changes({ colleague, onProposed }: { colleague: Colleague; onProposed: (code: FirstCode) => void }) {
  const translate = useTranslate()
  const notify = useNotify()
  const refresh = useRefresh()
  const { identity } = useGetIdentity()
  const [asking, ask] = useState<Change>()
  // Nobody decides about themselves.
  if (identity?.id === colleague._id) return null
  async function change(form: FormData) {
    const params = { operator_id: colleague._id }
    const reason = textOf(form, 'reason')
    if (asking === 'disable')
      await call('POST backoffice/staff/:operator_id/disable', { params, body: { reason } })
    else if (asking === 'change_role')
      await call('POST backoffice/staff/:operator_id/role', {
        params,
        body: { role: textOf(form, 'role') as Role, reason },
      })
    else {
      const proposed = await call('POST backoffice/staff/:operator_id/recover', { params, body: { reason } })
      onProposed({ username: colleague.username, first_code: proposed.first_code })
    }
    notify(asking === 'disable' ? 'staff.disabled' : 'staff.proposed', { type: 'success' })
    refresh()
  }
  const changes: Change[] =
    colleague.state === 'disabled' ? ['change_role'] : ['change_role', 'recover', 'disable']
  return (
    <Box sx={{ display: 'flex', gap: 0.5, justifyContent: 'flex-end', whiteSpace: 'nowrap' }}>
      {changes.map((one) => (
        <Button
          key={one}
          size="small"
          color={one === 'disable' ? 'error' : 'primary'}
          onClick={() => ask(one)}
        >
          {translate(`staff.${one}`)}
        </Button>
      ))}
      {asking && (
        <ActDialog
          title={translate(`staff.${asking}`)}
          why={
            asking === 'change_role'
              ? colleague.username
              : `${colleague.username}. ${translate(`staff.${asking}_why`)}`
          }
          with_reason
          act={change}
          onClose={() => ask(undefined)}
        >
          {asking === 'change_role' && <RoleField now={colleague.role} />}
        </ActDialog>
      )}
    </Box>
  )
}
