import type { StaffRole } from '@fairturn/contract/backoffice/roles'
import FoldIcon from '@mui/icons-material/ExpandMoreOutlined'
import { Box, MenuItem } from '@mui/material'
import {
  Menu as FrameworkMenu,
  useGetIdentity,
  useGetResourceLabel,
  useResourceDefinitions,
  useSidebarState,
  useStore,
  useTranslate,
} from 'react-admin'
import { useLocation } from 'react-router-dom'
import { type Counts, useCounts } from '../components/queue.tsx'
import { useOwnSide } from '../staff/SideNote.tsx'
import { GROUPS, isOffered, type ScreenOptions } from './screen.ts'

/** Compact, so that all groups of an owner's menu fit on a screen 800 pixels high. */
const TIGHT = {
  '& .RaMenuItemLink-root': { minHeight: 0, py: 0, lineHeight: '21px' },
  '& .RaMenuItemLink-icon svg': { fontSize: 18 },
}

/** Collapsed: the name in small letters under its icon. */
const NARROW = {
  '& .RaMenuItemLink-root.MuiMenuItem-root': {
    position: 'relative',
    flexDirection: 'column',
    alignItems: 'center',
    minHeight: 0,
    px: 0.5,
    py: 0.5,
    fontSize: 10.5,
    lineHeight: '13px',
    textAlign: 'center',
    whiteSpace: 'normal',
  },
  '& .RaMenuItemLink-icon': { minWidth: 0, justifyContent: 'center' },
  '& .RaMenuItemLink-icon svg': { fontSize: 20 },
} as const

export function Menu() {
  const [open] = useSidebarState()
  const { identity } = useGetIdentity()
  const screens = Object.values(useResourceDefinitions<ScreenOptions>())
  if (identity === undefined) return null
  const role = identity['role'] as StaffRole
  const offered = screens.filter(({ options }) => isOffered(options, role, 'list'))
  const namesOf = (group: string) =>
    offered.filter(({ options }) => options?.group === group).map(({ name }) => name)
  return (
    <FrameworkMenu dense sx={open ? TIGHT : NARROW}>
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

/** A group folds by its heading, and then carries the number of all that waits in it; always open while the menu is collapsed. */
function Items({ group, names }: { group: string; names: readonly string[] }) {
  const translate = useTranslate()
  const [open] = useSidebarState()
  const [folded, fold] = useStore(`menu.folded.${group}`, false)
  const { counts } = useCounts()
  const { pathname } = useLocation()
  if (names.length === 0) return null
  const waiting = names.reduce((sum, name) => sum + (counts[name as keyof Counts]?.waiting ?? 0), 0)
  const overdue = names.reduce((sum, name) => sum + (counts[name as keyof Counts]?.overdue ?? 0), 0)
  // Where the operator is stays in view.
  const shown = (name: string) => !open || !folded || pathname.split('/')[1] === name
  return (
    <>
      {open && (
        <MenuItem
          dense
          aria-expanded={!folded}
          onClick={() => fold(!folded)}
          sx={{
            minHeight: 0,
            py: 0,
            fontSize: 12,
            lineHeight: '18px',
            color: 'text.secondary',
            display: 'flex',
            justifyContent: 'space-between',
          }}
        >
          {translate(`menu.${group}`)}
          {folded && waiting > 0 ? (
            <Mark waiting={waiting} overdue={overdue} />
          ) : (
            <FoldIcon sx={{ fontSize: 14, rotate: folded ? '-90deg' : '0deg' }} />
          )}
        </MenuItem>
      )}
      {names.filter(shown).map((name) => (
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
        <Box
          component="span"
          sx={
            open
              ? { display: 'flex', gap: 1, justifyContent: 'space-between' }
              : { '& > :last-child': BESIDE_ICON }
          }
        >
          <span>{labelOf(name, 2)}</span>
          <Mark waiting={waiting} overdue={overdue} />
        </Box>
      }
      sx={open ? {} : { '& .RaMenuItemLink-icon': { color: overdue > 0 ? 'error.main' : 'primary.main' } }}
    />
  )
}

/** While the menu is collapsed. */
const BESIDE_ICON = { position: 'absolute', top: 2, right: 8 } as const

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
