// Everybody of staff, and what an owner proposes or does about a colleague.
import { Box, type ButtonProps } from '@mui/material'
import { STAFF_ROLES } from '@fairturn/contract/backoffice/roles'
import { COLLEAGUE_STATES } from '@fairturn/contract/backoffice/staff'
import { useState } from 'react'
import {
  DataTable,
  FunctionField,
  InfiniteList,
  required,
  SelectInput,
  TextInput,
  useCanAccess,
  useGetIdentity,
  useTranslate,
} from 'react-admin'
import { ActionButton, type ReasonValues, ShownOnce } from '../ActionDialog.tsx'
import type { DataOf, CallInput } from '../api.ts'
import { choicesOf, takeFocus } from '../forms.ts'
import { ListTools } from '../ListTools.tsx'
import { when } from '../words.ts'

type Colleague = DataOf<'GET backoffice/staff'>['list'][number] & { id: string }
type Role = CallInput<'POST backoffice/staff/invite'>['body']['role']
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
    choices={choicesOf(STAFF_ROLES, 'app.roles')}
  />,
  <SelectInput
    key="state"
    source="state"
    label="staff.state"
    alwaysOn
    choices={choicesOf(COLLEAGUE_STATES, 'staff.filter')}
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

const RoleInput = () => (
  <SelectInput
    source="role"
    label="staff.role"
    choices={choicesOf(STAFF_ROLES, 'app.roles')}
    validate={required()}
    helperText={false}
  />
)

interface RoleValues extends ReasonValues {
  role: Role
}

function Invite({ onInvited }: { onInvited: (code: FirstCode) => void }) {
  const translate = useTranslate()
  const { canAccess } = useCanAccess({ resource: 'staff', action: 'create' })
  if (!canAccess) return null
  return (
    <ActionButton
      button={{ size: 'small', variant: 'contained' }}
      endpoint="POST backoffice/staff/invite"
      input={(body: RoleValues & { username: string }) => ({ body })}
      defaultValues={{ role: 'support' }}
      title={translate('staff.invite')}
      why={translate('staff.invite_why')}
      with_reason
      onDone={({ first_code }, { body: { username } }) => onInvited({ username, first_code })}
    >
      <TextInput
        source="username"
        label="staff.username"
        validate={required()}
        helperText={false}
        slotProps={{ htmlInput: { ref: takeFocus } }}
      />
      <RoleInput />
    </ActionButton>
  )
}

function Changes({ colleague, onProposed }: { colleague: Colleague; onProposed: (code: FirstCode) => void }) {
  const translate = useTranslate()
  const { identity } = useGetIdentity()
  const { _id: operator_id, username, role, state } = colleague
  // Nobody decides about themselves.
  if (identity?.id === operator_id) return null
  const params = { operator_id }
  const button: ButtonProps = { size: 'small' }
  return (
    <Box sx={{ display: 'flex', gap: 0.5, justifyContent: 'flex-end', whiteSpace: 'nowrap' }}>
      <ActionButton
        button={button}
        endpoint="POST backoffice/staff/:operator_id/role"
        input={(body: RoleValues) => ({ params, body })}
        defaultValues={{ role }}
        title={translate('staff.change_role')}
        why={username}
        with_reason
        done="staff.proposed"
      >
        <RoleInput />
      </ActionButton>
      {state !== 'disabled' && (
        <>
          <ActionButton
            button={button}
            endpoint="POST backoffice/staff/:operator_id/recover"
            input={(body) => ({ params, body })}
            title={translate('staff.recover')}
            why={`${username}. ${translate('staff.recover_why')}`}
            with_reason
            done="staff.proposed"
            onDone={({ first_code }) => onProposed({ username, first_code })}
          />
          <ActionButton
            button={{ ...button, color: 'error' }}
            endpoint="POST backoffice/staff/:operator_id/disable"
            input={(body) => ({ params, body })}
            title={translate('staff.disable')}
            why={`${username}. ${translate('staff.disable_why')}`}
            with_reason
            done="staff.disabled"
          />
        </>
      )}
    </Box>
  )
}
