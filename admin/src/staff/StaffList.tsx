import type { Proposal } from '@fairturn/contract/backoffice/approvals'
import { may, SIDES, STAFF_ROLES, type StaffRole } from '@fairturn/contract/backoffice/roles'
import { COLLEAGUE_STATUSES } from '@fairturn/contract/backoffice/staff'
import { Box, type ButtonProps } from '@mui/material'
import { useState } from 'react'
import {
  FormDataConsumer,
  required,
  SelectInput,
  TextInput,
  useCanAccess,
  useGetIdentity,
  useTranslate,
} from 'react-admin'
import { ActionButton, type ReasonValues, ShownOnce } from '../components/ActionDialog.tsx'
import { shownChoice } from '../components/filters.tsx'
import { formatTime } from '../components/format.ts'
import { choicesOf, takeFocus } from '../components/forms.ts'
import { GoTo } from '../components/GoTo.tsx'
import { RecordList } from '../components/RecordList.tsx'
import type { DataOf, CallInput } from '../shell/api.ts'
import { useKindOf } from './kind.ts'
import { useOpenProposals } from './OpenProposals.tsx'
import { SidesMissing } from './SideNote.tsx'

type Colleague = DataOf<'GET backoffice/staff'>['list'][number] & { id: string }
type Role = CallInput<'POST backoffice/staff/invite'>['body']['role']
interface FirstCode {
  username: string
  first_code: string
}

const FILTERS = [
  shownChoice('role', 'staff.role', STAFF_ROLES, 'app.roles'),
  shownChoice('state', 'staff.state', COLLEAGUE_STATUSES, 'staff.filter'),
]

const ABOUT_COLLEAGUES = [
  'operator_role',
  'operator_side',
  'operator_recovery',
  'operator_disabling',
  'operator_sessions',
]

/** Where the buttons would be cut off otherwise. */
const WIDE_ONLY = { display: { xs: 'none', xl: 'table-cell' } }

export function StaffList() {
  const [code, setCode] = useState<FirstCode>()
  const translate = useTranslate()
  const { canAccess } = useCanAccess({ resource: 'staff', action: 'edit' })
  const waiting = useOpenProposals({ kinds: ABOUT_COLLEAGUES })
  return (
    <>
      <SidesMissing here />
      <RecordList<Colleague>
        filters={FILTERS}
        actions={<Invite onInvited={setCode} />}
        rowClick={false}
        columns={[
          { label: 'staff.username', source: 'username', sort: true },
          { label: 'staff.role', text: 'role', texts: 'app.roles', sort: true },
          { label: 'staff.side', render: (colleague) => <SideOf {...colleague} /> },
          {
            label: 'staff.state',
            render: ({ state, invited_until }) =>
              translate(`staff.statuses.${state}`, { when: formatTime(invited_until) }),
          },
          { label: 'staff.last_used_at', time: 'last_used_at', sx: WIDE_ONLY },
          { label: 'staff.created_at', time: 'created_at', sort: true, sx: WIDE_ONLY },
          canAccess && {
            label: 'app.actions',
            render: (colleague) => (
              <>
                <Waiting proposals={waiting} operator_id={colleague._id} />
                <Changes colleague={colleague} onProposed={setCode} />
              </>
            ),
            end: true,
          },
        ]}
      />
      {code && (
        <ShownOnce
          title={translate('approvals.shown')}
          of={code.username}
          why={translate('staff.first_code_why', { username: code.username })}
          values={{ [translate('staff.first_code')]: code.first_code }}
          onClose={() => setCode(undefined)}
        />
      )}
    </>
  )
}

/** What is proposed about a colleague. */
function Waiting({ proposals, operator_id }: { proposals: readonly Proposal[]; operator_id: string }) {
  const translate = useTranslate()
  const kindOf = useKindOf()
  return proposals
    .filter(({ content }) => content['operator_id'] === operator_id)
    .map((proposal) => (
      <div key={proposal._id}>
        <GoTo to={`/approvals/${proposal._id}/show`}>
          {`${kindOf(proposal)}: ${translate('approvals.proposed_by_who', { who: proposal.proposed_by.username })}`}
        </GoTo>
      </div>
    ))
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

type Side = (typeof SIDES)[number]
interface RoleValues extends ReasonValues {
  role: Role
  side?: Side | null
}

const takesSide = (role: StaffRole): boolean => (may.move_money as readonly StaffRole[]).includes(role)

function SideOf({ role, side, next_side }: Pick<Colleague, 'role' | 'side' | 'next_side'>) {
  const translate = useTranslate()
  if (side === null) return takesSide(role) ? <>{translate('sides.none')}</> : null
  const now = translate(`sides.${side}`)
  if (next_side === null) return <>{now}</>
  const next = translate(`sides.${next_side.side}`)
  return <>{translate('sides.next', { now, next, when: formatTime(next_side.from) })}</>
}

const SideInput = () => (
  <SelectInput
    source="side"
    label="staff.side"
    choices={choicesOf(SIDES, 'sides')}
    validate={required()}
    helperText={false}
  />
)

/** The first side of a role that moves money. */
const FirstSide = () => (
  <FormDataConsumer>
    {({ formData }) => takesSide(formData['role'] as StaffRole) && <SideInput />}
  </FormDataConsumer>
)

/** Without the side that another role was given before. */
const bodyOf = <Values extends RoleValues>({ side, ...body }: Values) => ({
  ...body,
  ...(side && takesSide(body.role) && { side }),
})

function Invite({ onInvited }: { onInvited: (code: FirstCode) => void }) {
  const translate = useTranslate()
  const { canAccess } = useCanAccess({ resource: 'staff', action: 'create' })
  if (!canAccess) return null
  return (
    <ActionButton
      button={{ size: 'small', variant: 'contained' }}
      endpoint="POST backoffice/staff/invite"
      input={(body: RoleValues & { username: string }) => ({ body: bodyOf(body) })}
      defaultValues={{ role: 'support' }}
      title={translate('staff.invite')}
      of={null}
      why={translate('staff.invite_why')}
      withReason
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
      <FirstSide />
    </ActionButton>
  )
}

/** Wrapped rather than cut on narrow screens. */
const ACTIONS = {
  display: 'flex',
  flexWrap: { xs: 'wrap', lg: 'nowrap' },
  gap: 0.5,
  justifyContent: 'flex-end',
  maxWidth: { xs: 290, lg: 'none' },
  ml: 'auto',
}

function Changes({ colleague, onProposed }: { colleague: Colleague; onProposed: (code: FirstCode) => void }) {
  const translate = useTranslate()
  const { identity } = useGetIdentity()
  const { _id: operator_id, username, role, side, next_side, state } = colleague
  // Operators cannot act on themselves.
  if (identity?.id === operator_id) return null
  const params = { operator_id }
  const button: ButtonProps = { size: 'small' }
  return (
    <Box sx={ACTIONS}>
      <ActionButton
        button={button}
        endpoint="POST backoffice/staff/:operator_id/role"
        input={(body: RoleValues) => ({ params, body: bodyOf(body) })}
        defaultValues={{ role }}
        title={translate('staff.change_role')}
        of={username}
        why={username}
        withReason
        done="staff.proposed"
      >
        <RoleInput />
        {side === null && <FirstSide />}
      </ActionButton>
      {takesSide(role) && (
        <ActionButton
          button={button}
          endpoint="POST backoffice/staff/:operator_id/side"
          input={(body: ReasonValues & { side: Side }) => ({ params, body })}
          defaultValues={{ side: (next_side?.side ?? side) === 'in' ? 'out' : 'in' }}
          title={translate(side === null ? 'sides.set_first' : 'staff.change_side')}
          of={username}
          why={translate('staff.change_side_why', { username })}
          withReason
          done="staff.proposed"
        >
          <SideInput />
        </ActionButton>
      )}
      {state !== 'disabled' && (
        <>
          <ActionButton
            button={button}
            endpoint="POST backoffice/staff/:operator_id/recover"
            input={(body) => ({ params, body })}
            title={translate('staff.recover')}
            of={username}
            why={`${username}. ${translate('staff.recover_why')}`}
            withReason
            done="staff.proposed"
            onDone={({ first_code }) => onProposed({ username, first_code })}
          />
          <ActionButton
            button={{ ...button, color: 'error' }}
            endpoint="POST backoffice/staff/:operator_id/disable"
            input={(body) => ({ params, body })}
            title={translate('staff.disable')}
            of={username}
            why={`${username}. ${translate('staff.disable_why')}`}
            withReason
            done="staff.disabled"
          />
        </>
      )}
    </Box>
  )
}
