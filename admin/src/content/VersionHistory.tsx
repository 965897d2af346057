import type { Version } from '@fairturn/contract/backoffice/versions'
// The history of versioned content: who changed what, when and why, the difference from the previous version,
// and restoring an older one.
import { Alert, Box, Button, Chip, Paper, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { useCanAccess, useResourceContext, useTranslate } from 'react-admin'
import { ActionButton } from '../components/ActionDialog.tsx'
import { formatTime } from '../components/format.ts'
import { Heading } from '../components/headings.tsx'
import type { CallName } from '../shell/api.ts'
import { useEndpointPages } from '../shell/endpoint-hooks.ts'
import { Changes } from './Changes.tsx'
import type { Properties } from './difference.ts'

/** Its calls are `GET <path>/versions` and `POST <path>/restore`. */
export type VersionedPath = {
  [Name in CallName]: Name extends `GET ${infer Path}/versions` ? Path : never
}[CallName]

/** The parts of a change's response that its notice depends on. */
export interface Changed {
  readonly proposal_id?: string | null
  readonly dropped?: readonly string[]
}

export interface HistoryProps<Content> {
  path: VersionedPath
  /** Whose history it is, in the names of its dialogs. */
  of: string
  params?: object
  /** The current version, which a change replaces (optimistic locking). */
  expected: number
  /** Text key of the notice after a restore that needs no approval. */
  saved: string
  onChanged?: ((changed: Changed) => void) | undefined
  /** A version's properties, by displayed name. */
  propertiesOf: (content: Content) => Properties
  /** A picture of the version, beside its changes. */
  renderThumbnail?: (content: Content) => ReactNode
}

export const noticeOf = (saved: string) => (data: unknown) =>
  (data as Changed).proposal_id ? 'approvals.proposed' : saved

/** Who may change what the current screen shows may restore a version. */
export function VersionHistory<Content>(props: HistoryProps<Content>) {
  const { path, params } = props
  const translate = useTranslate()
  const { canAccess = false } = useCanAccess({ resource: useResourceContext() ?? '', action: 'edit' })
  // All version histories have the same response; the type checker needs one name.
  const name = `GET ${path}/versions` as 'GET backoffice/levels/versions'
  const { rows, more } = useEndpointPages(name, { params })
  const versions = rows as Version<Content>[] | undefined
  return (
    <Box component="section" sx={{ display: 'grid', gap: 1 }}>
      <Heading text="versions.title" />
      {versions?.length === 0 && <Alert severity="info">{translate('versions.none')}</Alert>}
      <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
        {versions?.map((version, at) => (
          <Entry key={version.number} version={version} older={versions.at(at + 1)} {...props}>
            {at === 0 ? (
              <Chip size="small" color="primary" label={translate('versions.holds')} />
            ) : (
              canAccess && <Restore number={version.number} {...props} />
            )}
          </Entry>
        ))}
      </Box>
      {more && (
        <Button onClick={more} sx={{ justifySelf: 'start' }}>
          {translate('app.more')}
        </Button>
      )}
    </Box>
  )
}

function Restore({
  path,
  of,
  params,
  number,
  expected,
  saved,
  onChanged,
}: Pick<HistoryProps<never>, 'path' | 'of' | 'params' | 'expected' | 'saved' | 'onChanged'> & {
  number: number
}) {
  const translate = useTranslate()
  const title = translate('versions.restore', { number })
  return (
    <ActionButton
      endpoint={`POST ${path}/restore` as 'POST backoffice/pages/:name/:locale/restore'}
      form={`restore ${number}`}
      input={({ reason }) => ({ params: params as never, body: { number, reason, expected } })}
      title={title}
      of={of}
      why={translate('versions.restore_why')}
      withReason
      done={noticeOf(saved)}
      onDone={(changed) => onChanged?.(changed)}
      button={{ size: 'small', 'aria-label': title, children: translate('versions.restore_this') }}
    />
  )
}

interface VersionRowProps<Content> extends Pick<HistoryProps<Content>, 'propertiesOf' | 'renderThumbnail'> {
  version: Version<Content>
  older: Version<Content> | undefined
  /** The mark of the current version, or the button that restores it. */
  children: ReactNode
}

function Entry<Content>(props: VersionRowProps<Content>) {
  const { version, older, propertiesOf, renderThumbnail, children } = props
  const translate = useTranslate()
  const { number, content, reason, made_by, approved_by, restored_from, made_at } = version
  const before = older === undefined ? {} : propertiesOf(older.content)
  return (
    <Paper component="li" variant="outlined" sx={{ p: 1.5, display: 'grid', gap: 1 }}>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography component="h3" sx={{ fontWeight: 700 }}>
          {translate('versions.number', { number })}
        </Typography>
        <Typography color="text.secondary" sx={{ flexGrow: 1 }}>
          {formatTime(made_at)} · {made_by ?? translate('versions.nobody')}
          {approved_by !== null && ` · ${translate('versions.approved_by', { who: approved_by })}`}
          {restored_from !== null && ` · ${translate('versions.restored_from', { number: restored_from })}`}
        </Typography>
        {children}
      </Box>
      {reason !== null && <Typography>{reason}</Typography>}
      {(older !== undefined || number === 1) && <Changes before={before} after={propertiesOf(content)} />}
      {renderThumbnail?.(content)}
    </Paper>
  )
}
