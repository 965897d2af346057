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
import { useCounts, useDueText } from '../components/queue.tsx'
import { useOwnSide } from '../staff/SideNote.tsx'
import { GROUPS, isOffered, type ScreenOptions } from './screen.ts'

/** Compact, so that all groups of an owner's menu fit on a screen 800 pixels high. */
const TIGHT = {
  pt: 0,
  // The same height with and without a count, whose other font sizes would stretch the line.
  '& .RaMenuItemLink-root': { minHeight: 0, height: 19, py: 0, lineHeight: '19px' },
  '& .RaMenuItemLink-root .RaMenuItemLink-icon svg': { fontSize: 18 },
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
  '& .MuiTypography-noWrap': { whiteSpace: 'normal', overflow: 'visible', maxWidth: 1 },
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
      {open ? whole : translate(`sides.${side}`)}
    </Box>
  )
}

/** A group folds by its heading, and then carries the number of all that waits in it; always open while the menu is collapsed. */
function Items({ group, names }: { group: string; names: readonly string[] }) {
  const translate = useTranslate()
  const [open] = useSidebarState()
  const [folded, fold] = useStore(`menu.folded.${group}`, false)
  const { countsOf } = useCounts()
  const { pathname } = useLocation()
  if (names.length === 0) return null
  const { waiting = 0, overdue = 0 } = countsOf(...names) ?? {}
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
            lineHeight: '17px',
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

/** With the number waiting and when the most urgent is due; what is overdue is red and says so. */
function Item({ name }: { name: string }) {
  const translate = useTranslate()
  const labelOf = useGetResourceLabel()
  const [open] = useSidebarState()
  const { countsOf, workAt } = useCounts()
  const dueText = useDueText()
  const { waiting = 0, overdue = 0, due_by = null } = countsOf(name) ?? {}
  if (waiting === 0) return <FrameworkMenu.ResourceItem name={name} />
  const due = due_by === null ? undefined : dueText(due_by)
  const waits = translate(overdue > 0 ? 'menu.overdue' : 'menu.waiting', {
    name: labelOf(name, 2),
    count: waiting,
    overdue,
  })
  const label = due === undefined ? waits : `${waits}, ${due.text}`
  return (
    <FrameworkMenu.ResourceItem
      name={name}
      // What it counts, also where another tab of the list was open last.
      to={workAt(name) ?? `/${name}`}
      aria-label={label}
      title={label}
      primaryText={
        <Box
          component="span"
          sx={
            open
              ? { display: 'flex', gap: 0.5, alignItems: 'baseline' }
              : { display: 'block', '& > :last-child': BESIDE_ICON }
          }
        >
          <Box component="span" sx={{ flex: 1, overflow: 'hidden', textOverflow: 'ellipsis' }}>
            {labelOf(name, 2)}
          </Box>
          {due && <DueTime text={due.short} overdue={due.overdue} open={open} />}
          <Mark waiting={waiting} overdue={overdue} />
        </Box>
      }
      sx={open ? {} : { '& .RaMenuItemLink-icon': { color: overdue > 0 ? 'error.main' : 'primary.main' } }}
    />
  )
}

/** Time left, after a minus sign if overdue. Like the number, drawn with CSS: the item's accessible name says it. */
const DueTime = ({ text, overdue, open }: { text: string; overdue: boolean; open: boolean }) => (
  <Box
    component="span"
    data-due={text}
    sx={{
      '&::after': { content: 'attr(data-due)' },
      display: open ? 'inline' : 'block',
      whiteSpace: 'nowrap',
      fontSize: open ? 11 : 10,
      lineHeight: '12px',
      color: overdue ? 'error.main' : 'text.secondary',
      fontWeight: overdue ? 700 : 400,
    }}
  />
)

/** While the menu is collapsed: right of the icon, which is 20 pixels wide and in the middle. */
const BESIDE_ICON = {
  position: 'absolute',
  top: 2,
  left: 'calc(50% + 12px)',
  px: 0.375,
  fontSize: 11,
} as const

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
