// The history of anything that is versioned: who changed what, when and why, what differs from the version before, and back to
// an older one. It knows neither settings nor pages; who shows it says how to load, read and restore them.
import { Alert, Box, Button, type ButtonProps, Chip, Paper, Typography } from '@mui/material'
import type { Version } from '@fairturn/contract/backoffice/versions'
import type { ReactNode } from 'react'
import { useTranslate } from 'react-admin'
import { when } from '../words.ts'
import { Changes } from './Changes.tsx'
import type { Properties } from './changes.ts'

/** Of the button that brings a version back, and its dialog. */
export interface RestoreProps {
  number: number
  title: string
  why: string
  with_reason: true
  button: ButtonProps
}

interface HistoryProps<Content> {
  /** What a version says, by the names it is shown under. */
  propertiesOf: (content: Content) => Properties
  /** The button that brings an older version back; absent where the operator may not. */
  renderRestore?: ((props: RestoreProps) => ReactNode) | false | undefined
  /** How a version looks, beside what has changed. */
  preview?: ((content: Content) => ReactNode) | undefined
}

interface History<Content> extends HistoryProps<Content> {
  /** Newest first, as `useEndpointPages` reads them. */
  history: { rows: readonly Version<Content>[] | undefined; more: (() => void) | undefined }
}

export function VersionHistory<Content>({ history: { rows, more }, ...kept }: History<Content>) {
  const translate = useTranslate()
  if (rows === undefined) return null
  if (rows.length === 0) return <Alert severity="info">{translate('versions.none')}</Alert>
  return (
    <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
      {rows.map((version, at) => (
        <Entry key={version.number} version={version} older={rows.at(at + 1)} holds={at === 0} {...kept} />
      ))}
      {more && (
        <Button onClick={more} sx={{ justifySelf: 'start' }}>
          {translate('app.more')}
        </Button>
      )}
    </Box>
  )
}

interface VersionRowProps<Content> extends HistoryProps<Content> {
  version: Version<Content>
  older: Version<Content> | undefined
  holds: boolean
}

function Entry<Content>({
  version,
  older,
  holds,
  propertiesOf,
  renderRestore,
  preview,
}: VersionRowProps<Content>) {
  const translate = useTranslate()
  const { number, content, reason, made_by, approved_by, restored_from, made_at } = version
  return (
    <Paper component="li" variant="outlined" sx={{ p: 1.5, display: 'grid', gap: 1 }}>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography component="h3" sx={{ fontWeight: 700 }}>
          {translate('versions.number', { number })}
        </Typography>
        {holds && <Chip size="small" color="primary" label={translate('versions.holds')} />}
        <Typography color="text.secondary" sx={{ flexGrow: 1 }}>
          {when(made_at)} · {made_by ?? translate('versions.nobody')}
          {approved_by !== null && ` · ${translate('versions.approved_by', { who: approved_by })}`}
          {restored_from !== null && ` · ${translate('versions.restored_from', { number: restored_from })}`}
        </Typography>
        {!holds &&
          renderRestore &&
          renderRestore({
            number,
            title: translate('versions.restore', { number }),
            why: translate('versions.restore_why'),
            with_reason: true,
            button: {
              size: 'small',
              'aria-label': translate('versions.restore', { number }),
              children: translate('versions.restore_this'),
            },
          })}
      </Box>
      {reason !== null && <Typography>{reason}</Typography>}
      {older !== undefined && <Changes before={propertiesOf(older.content)} after={propertiesOf(content)} />}
      {older === undefined && number === 1 && <Changes before={{}} after={propertiesOf(content)} />}
      {preview?.(content)}
    </Paper>
  )
}
