// What every page of the screens goes through: it is shown to whom it is for, and has the focus once it is opened.
import { Box, Button, Typography } from '@mui/material'
import type { ComponentType } from 'react'
import {
  Title,
  useCanAccess,
  useGetIdentity,
  useResourceContext,
  useResourceDefinition,
  useTranslate,
} from 'react-admin'
import { Link, Navigate, useLocation } from 'react-router-dom'
import { useArrival } from '../components/arrival.ts'
import { isHeaded } from '../components/headings.tsx'
import { SideNote } from '../staff/SideNote.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'
import { isOffered, type PageAction, useScreenOptions } from './screen.ts'

interface Props {
  action: PageAction
  page: ComponentType
  /** Of a page outside the screens: the one whose readers it is for. */
  like?: string
}

/** Of an address below a list's own, which no page of the screen has: the id of a record, as people type or shorten it. */
const recordIn = (pathname: string, screen: string): string | undefined =>
  pathname.startsWith(`/${screen}/`) ? pathname.split('/')[2] || undefined : undefined

/** The page, or that it is not for the operator: not for their role, or the work of the other side. */
export function Offered({ action, page: Page, like }: Props) {
  const screen = useResourceContext()
  const resource = screen ?? like ?? ''
  const { canAccess } = useCanAccess({ resource, action })
  const { hasShow } = useResourceDefinition({ resource })
  const { pathname } = useLocation()
  useArrival()
  const id = action === 'list' && screen !== undefined ? recordIn(pathname, screen) : undefined
  if (id !== undefined)
    return hasShow ? <Navigate to={`/${resource}/${id}/show`} replace /> : <NotFoundPage />
  if (canAccess === undefined) return null
  return canAccess ? <Page /> : <NotOffered resource={resource} action={action} />
}

function NotOffered({ resource, action }: { resource: string; action: PageAction }) {
  const translate = useTranslate()
  const screen = useScreenOptions(resource)
  const { identity } = useGetIdentity()
  const { pathname } = useLocation()
  const roleMay = identity !== undefined && isOffered(screen, identity['role'], action)
  const title = translate(roleMay ? 'sides.not_offered' : 'ra.page.access_denied')
  return (
    <Box sx={{ display: 'grid', gap: 2, justifyItems: 'start', my: 2 }}>
      <Title title={title} />
      <Typography variant="h5" component={isHeaded(pathname) ? 'p' : 'h1'}>
        {title}
      </Typography>
      {roleMay && <SideNote />}
      <Typography>{translate(roleMay ? 'sides.not_offered_why' : 'ra.message.access_denied')}</Typography>
      <Button component={Link} to="/" variant="contained">
        {translate('ra.page.dashboard')}
      </Button>
    </Box>
  )
}
