// A member, campaign, order or conversation beside the queue that names it: a link to one opens it here, so that the queue is
// worked without leaving it; beside a conversation also payments and invoices. The record is in the address (`?panel=members:ID`).
import CloseIcon from '@mui/icons-material/CloseOutlined'
import { Box, IconButton, Typography } from '@mui/material'
import {
  type MouseEvent,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { Confirm, ResourceContextProvider, useGetIdentity, useTranslate } from 'react-admin'
import { useLocation, useSearchParams } from 'react-router-dom'
import { CONTENT_ID } from '../components/arrival.ts'
import { GoTo } from '../components/GoTo.tsx'
import { PanelContext } from '../components/panel.ts'
import { SCREENS } from '../routes.tsx'
import { isOffered } from './screen.ts'

const PANELS = [
  'members',
  'campaigns',
  'orders',
  'objections',
  'conversations',
  'withdrawals',
  'deposits',
  'invoices',
] as const
type Panel = (typeof PANELS)[number]
const RECORD = new RegExp(`/(${PANELS.join('|')})/([0-9a-f-]{36})/show/?$`)
/** Elsewhere their own pages are gone to. */
const BESIDE_CONVERSATIONS: ReadonlySet<Panel> = new Set([
  'objections',
  'withdrawals',
  'deposits',
  'invoices',
])
const CONVERSATION = /^\/conversations\//
/** The screens that are worked item by item. */
const QUEUES =
  /^\/(approvals|conversations|withdrawals|refunds|orders|objections|campaigns|bank-lines|deposits|card-events)(\/|$)/
/** On narrow windows the panel lies over the page. */
const BESIDE = '@media (min-width: 1200px)'

/** The record that a plain click on a link of this page opens beside it. */
function recordOf(event: MouseEvent): { link: HTMLAnchorElement; panel: Panel; id: string } | undefined {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined
  const link = (event.target as Element).closest('a')
  if (link === null || link.target !== '' || link.hasAttribute('download') || link.closest('[data-page]'))
    return undefined
  const url = new URL(link.href, location.href)
  if (url.origin !== location.origin || url.search !== '') return undefined
  const [, panel, id] = RECORD.exec(url.pathname) ?? []
  return id === undefined ? undefined : { link, panel: panel as Panel, id }
}

/** Text that was typed inside and would be lost. */
const hasText = (inside: HTMLElement | null): boolean =>
  [
    ...(inside?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('textarea, input[type=text]') ?? []),
  ].some(({ value, readOnly, ariaHidden }) => value.trim() !== '' && !readOnly && ariaHidden !== 'true')

export function WithSidePanel({ children }: { children: ReactNode }) {
  const { identity } = useGetIdentity()
  const { pathname } = useLocation()
  const [address, setAddress] = useSearchParams()
  const [resource = '', id] = address.get('panel')?.split(':') ?? []
  const panel = PANELS.find((one) => one === resource)
  const inside = useRef<HTMLElement>(null)
  const opener = useRef<HTMLElement>(undefined)
  // What to do once the operator agrees to lose what they typed.
  const [leaving, leave] = useState<() => void>()
  const unlessTyped = (act: () => void) => (hasText(inside.current) ? leave(() => act) : act())
  const mayRead = (one: Panel) => identity !== undefined && isOffered(SCREENS[one], identity['role'], 'show')

  const show = (value: string) =>
    setAddress((before) => {
      before.set('panel', value)
      return before
    })
  const close = () => {
    setAddress(
      (before) => {
        before.delete('panel')
        return before
      },
      { replace: true },
    )
    // The list is drawn again first.
    setTimeout(() => {
      const back = opener.current?.isConnected
        ? opener.current
        : document.querySelector<HTMLElement>(`#${CONTENT_ID}`)
      back?.focus()
    })
  }
  const onClick = (event: MouseEvent) => {
    const found = recordOf(event)
    if (found === undefined || !mayRead(found.panel)) return
    if (BESIDE_CONVERSATIONS.has(found.panel) && !CONVERSATION.test(pathname)) return
    const fromPanel = inside.current?.contains(found.link) === true
    if (!fromPanel && (!QUEUES.test(pathname) || pathname.startsWith(`/${found.panel}/${found.id}`))) return
    event.preventDefault()
    event.stopPropagation()
    if (!fromPanel) opener.current = found.link
    unlessTyped(() => show(`${found.panel}:${found.id}`))
  }
  return (
    <Box onClickCapture={onClick} sx={{ display: 'flex', gap: 2, alignItems: 'flex-start', minWidth: 0 }}>
      <Box id={CONTENT_ID} tabIndex={-1} sx={{ flex: '1 1 0', minWidth: 0, outline: 'none' }}>
        {children}
      </Box>
      {panel && id && mayRead(panel) && (
        <SidePanel
          key={`${panel} ${id}`}
          ref={inside}
          panel={panel}
          id={id}
          onClose={() => unlessTyped(close)}
          onGone={close}
        />
      )}
      <Lost agreed={leaving} onAnswer={() => leave(undefined)} />
    </Box>
  )
}

function Lost({ agreed, onAnswer }: { agreed: (() => void) | undefined; onAnswer: () => void }) {
  return (
    <Confirm
      isOpen={agreed !== undefined}
      title="panel.typed"
      content="panel.lost"
      onConfirm={() => {
        onAnswer()
        agreed?.()
      }}
      onClose={onAnswer}
    />
  )
}

interface Props {
  ref: RefObject<HTMLElement | null>
  panel: Panel
  id: string
  onClose: () => void
  onGone: () => void
}

function SidePanel({ ref, panel, id, onClose, onGone }: Props) {
  const translate = useTranslate()
  const Page = SCREENS[panel].show
  const name = translate(`resources.${panel}.name`, { smart_count: 1 })
  const hear = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    if (document.querySelector('[role=dialog],.MuiPopover-root:not([aria-hidden=true],.MuiModal-hidden)'))
      return
    event.preventDefault()
    onClose()
  })
  useEffect(() => {
    ref.current?.focus()
    const listener = (event: KeyboardEvent) => hear(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [ref])
  return (
    <Box
      component="aside"
      ref={ref}
      tabIndex={-1}
      aria-label={translate('panel.beside', { name })}
      data-panel={panel}
      sx={{
        position: 'fixed',
        insetBlock: '48px 0',
        insetInlineEnd: 0,
        width: 'min(560px, 100vw - 88px)',
        zIndex: 'appBar',
        overflow: 'auto',
        overscrollBehavior: 'contain',
        bgcolor: 'background.default',
        borderInlineStart: 1,
        borderColor: 'divider',
        boxShadow: 8,
        p: 2,
        '&:focus-visible': { outline: 'none' },
        [BESIDE]: {
          position: 'sticky',
          insetBlock: '56px auto',
          height: 'calc(100dvh - 72px)',
          flex: '0 0 480px',
          width: 480,
          zIndex: 'auto',
          boxShadow: 'none',
        },
      }}
    >
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', mb: 1 }}>
        <Typography color="text.secondary" sx={{ mr: 'auto' }}>
          {name}
        </Typography>
        <span data-page>
          <GoTo to={`/${panel}/${id}/show`}>{translate('panel.page')}</GoTo>
        </span>
        <IconButton size="small" aria-label={translate('panel.close')} onClick={onClose}>
          <CloseIcon fontSize="small" />
        </IconButton>
      </Box>
      <ResourceContextProvider value={panel}>
        <PanelContext value={{ resource: panel, id, onGone }}>
          <Suspense fallback={null}>
            <Page />
          </Suspense>
        </PanelContext>
      </ResourceContextProvider>
    </Box>
  )
}
