// The menu: every list an operator is offered, in its group, with how many wait. Lists without a group come
// last.
import { Box, ListSubheader } from '@mui/material'
import type { StaffRole } from '@fairturn/contract/backoffice/roles'
import {
  Menu as FrameworkMenu,
  useGetIdentity,
  useGetResourceLabel,
  useHasDashboard,
  useResourceDefinitions,
  useSidebarState,
  useTranslate,
} from 'react-admin'
import { isOffered } from './access.ts'
import { type Counts, useCounts } from './queue.tsx'

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
  ['people', ['members', 'invitations', 'staff', 'audit']],
  ['site', ['levels', 'settings', 'pages', 'popups', 'banner', 'broadcasts']],
  ['ledger', ['accounts', 'entries', 'chains', 'checks', 'freezes', 'proofs', 'adjustments']],
]
/** All groups of an owner fit on a screen of 800 pixels. */
const TIGHT = {
  '& .RaMenuItemLink-root': { minHeight: 0, py: 0, lineHeight: '21px' },
  '& .RaMenuItemLink-icon svg': { fontSize: 18 },
}
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
    <FrameworkMenu dense sx={TIGHT}>
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
          sx={{ lineHeight: open ? '18px' : '7px', fontSize: 12, bgcolor: 'transparent' }}
        >
          {open ? translate(`menu.${group}`) : ''}
        </ListSubheader>
      )}
      {names.map((name) => (
        <Item key={name} name={name} />
      ))}
    </>
  )
}

/** With how many wait, red where some are overdue; a dot while the menu is closed to icons. */
function Item({ name }: { name: string }) {
  const translate = useTranslate()
  const labelOf = useGetResourceLabel()
  const [open] = useSidebarState()
  const { counts } = useCounts()
  const { waiting = 0, overdue = 0 } = counts[name as keyof Counts] ?? {}
  if (waiting === 0) return <FrameworkMenu.ResourceItem name={name} />
  const said = translate(overdue > 0 ? 'menu.overdue' : 'menu.waiting', {
    name: labelOf(name, 2),
    count: waiting,
    overdue,
  })
  return (
    <FrameworkMenu.ResourceItem
      name={name}
      aria-label={said}
      title={said}
      primaryText={
        <Box component="span" sx={{ display: 'flex', gap: 1, justifyContent: 'space-between' }}>
          <span>{labelOf(name, 2)}</span>
          <Mark waiting={waiting} overdue={overdue} />
        </Box>
      }
      sx={open ? {} : { '& .RaMenuItemLink-icon': { color: overdue > 0 ? 'error.main' : 'primary.main' } }}
    />
  )
}

const Mark = ({ waiting, overdue }: { waiting: number; overdue: number }) => (
  <Box
    component="span"
    sx={{
      px: 0.75,
      borderRadius: 1,
      fontWeight: 700,
      fontSize: 12,
      lineHeight: '16px',
      alignSelf: 'center',
      fontVariantNumeric: 'tabular-nums',
      color: overdue > 0 ? 'error.main' : 'primary.main',
      border: 1,
      borderColor: 'currentcolor',
    }}
  >
    {waiting}
  </Box>
)
