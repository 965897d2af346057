// The menu: every list an operator is offered, in its group, with how many wait where something does. It offers nothing
// that their role is not offered; a list that no group names stands at the end.
import { ListSubheader } from '@mui/material'
import type { StaffRole } from '@fairturn/contract/backoffice/roles'
import {
  Menu as FrameworkMenu,
  useGetIdentity,
  useHasDashboard,
  useResourceDefinitions,
  useSidebarState,
  useTranslate,
} from 'react-admin'
import { isOffered } from './access.ts'

/** By the name of its resource; what does not exist or is not offered is left out. */
const GROUPS: readonly (readonly [group: string, resources: readonly string[]])[] = [
  ['queues', ['campaigns', 'orders', 'objections', 'approvals']],
  [
    'money',
    [
      'deposits',
      'bank-lines',
      'bank-statements',
      'bank-mappings',
      'withdrawals',
      'payout-batches',
      'refunds',
      'card-events',
      'reconciliation',
    ],
  ],
  ['people', ['members']],
  ['site', ['levels', 'settings', 'pages', 'popups', 'banner', 'broadcasts']],
  ['books', ['accounts', 'entries', 'checks', 'adjustments']],
  ['staff', ['staff', 'audit']],
]
const FIRST = 'dashboard'
const NAMED = new Set([FIRST, ...GROUPS.flatMap(([, resources]) => resources)])

export function Menu() {
  const resources = useResourceDefinitions()
  const hasDashboard = useHasDashboard()
  const { identity } = useGetIdentity()
  if (identity === undefined) return null
  const role = identity['role'] as StaffRole
  const offered = Object.keys(resources).filter(
    (name) => resources[name]?.hasList && isOffered(role, name, 'list'),
  )
  const inNone = offered.filter((name) => !NAMED.has(name))
  return (
    <FrameworkMenu dense>
      {hasDashboard && <FrameworkMenu.DashboardItem />}
      <Items names={offered.filter((name) => name === FIRST)} />
      {GROUPS.map(([group, names]) => (
        <Items key={group} group={group} names={names.filter((name) => offered.includes(name))} />
      ))}
      <Items names={inNone} />
    </FrameworkMenu>
  )
}

/** Without their heading while the menu is closed to icons; the arrows pass it by. */
function Items({ group, names }: { group?: string; names: readonly string[] }) {
  const translate = useTranslate()
  const [open] = useSidebarState()
  if (names.length === 0) return null
  return (
    <>
      {group !== undefined && (
        <ListSubheader
          role="presentation"
          disableSticky
          sx={{ lineHeight: open ? '26px' : '9px', mt: 0.5, fontSize: 12, bgcolor: 'transparent' }}
        >
          {open ? translate(`menu.${group}`) : ''}
        </ListSubheader>
      )}
      {names.map((name) => (
        <FrameworkMenu.ResourceItem key={name} name={name} />
      ))}
    </>
  )
}
