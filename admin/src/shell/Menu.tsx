import type { StaffRole } from '@fairturn/contract/backoffice/roles'
import { Box, ListSubheader } from '@mui/material'
import {
  Menu as FrameworkMenu,
  useGetIdentity,
  useGetResourceLabel,
  useResourceDefinitions,
  useSidebarState,
  useTranslate,
} from 'react-admin'
import { type Counts, useCounts } from '../components/queue.tsx'
import { useOwnSide } from '../staff/SideNote.tsx'
import { GROUPS, isOffered, type ScreenOptions } from './screen.ts'

/** Compact, so that all groups of an owner's menu fit on a screen 800 pixels high. */
const TIGHT = {
  '& .RaMenuItemLink-root': { minHeight: 0, py: 0, lineHeight: '21px' },
  '& .RaMenuItemLink-icon svg': { fontSize: 18 },
}

export function Menu() {
  const { identity } = useGetIdentity()
  const screens = Object.values(useResourceDefinitions<ScreenOptions>())
  if (identity === undefined) return null
  const role = identity['role'] as StaffRole
  const offered = screens.filter(({ options }) => isOffered(options, role, 'list'))
  const namesOf = (group: string) =>
    offered.filter(({ options }) => options?.group === group).map(({ name }) => name)
  return (
    <FrameworkMenu dense sx={TIGHT}>
      <FrameworkMenu.DashboardItem />
      {GROUPS.map((group) => (
        <Items key={group} group={group} names={namesOf(group)} />
      ))}
      <OwnSide />
    </FrameworkMenu>
  )
}

/** Which side the operator is on; the other side's work is refused. */
function OwnSide() {
  const { side, text } = useOwnSide()
  const translate = useTranslate()
  const [open] = useSidebarState()
  if (text === null) return null
  const whole = translate('sides.yours', { side: text })
  return (
    <Box
      role="presentation"
      title={whole}
      sx={{
        px: open ? 2 : 0.5,
        fontSize: 12,
        lineHeight: '15px',
        color: 'text.secondary',
        ...(!open && { textAlign: 'center' }),
      }}
    >
      {open ? whole : translate(`sides.short.${side}`)}
    </Box>
  )
}

/** Without headings while the menu is collapsed; skipped by the arrow keys. */
function Items({ group, names }: { group: string; names: readonly string[] }) {
  const translate = useTranslate()
  const [open] = useSidebarState()
  if (names.length === 0) return null
  return (
    <>
      <ListSubheader
        role="presentation"
        disableSticky
        sx={{ lineHeight: open ? '18px' : '7px', fontSize: 12, bgcolor: 'transparent' }}
      >
        {open ? translate(`menu.${group}`) : ''}
      </ListSubheader>
      {names.map((name) => (
        <Item key={name} name={name} />
      ))}
    </>
  )
}

/** With the number waiting, in red if some are overdue; a dot while the menu is collapsed. */
function Item({ name }: { name: string }) {
  const translate = useTranslate()
  const labelOf = useGetResourceLabel()
  const [open] = useSidebarState()
  const { counts } = useCounts()
  const { waiting = 0, overdue = 0 } = counts[name as keyof Counts] ?? {}
  if (waiting === 0) return <FrameworkMenu.ResourceItem name={name} />
  const label = translate(overdue > 0 ? 'menu.overdue' : 'menu.waiting', {
    name: labelOf(name, 2),
    count: waiting,
    overdue,
  })
  return (
    <FrameworkMenu.ResourceItem
      name={name}
      aria-label={label}
      title={label}
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

/** Drawn with CSS instead of text: the item's accessible name already includes the count. */
const Mark = ({ waiting, overdue }: { waiting: number; overdue: number }) => (
  <Box
    component="span"
    data-count={waiting}
    sx={{
      '&::after': { content: 'attr(data-count)' },
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
  />
)
