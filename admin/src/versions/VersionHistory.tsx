// The history of anything that is versioned: who changed what, when and why, what differs from the version before, and back to
// an older one. It knows neither settings nor pages; who shows it says how to load, read and restore them.
import { Alert, Box, Button, Chip, Paper, Typography } from '@mui/material'
import type { Version } from '@fairturn/contract/backoffice/versions'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useTranslate } from 'react-admin'
import { ActDialog } from '../ActionDialog.tsx'
import { useNotifyFailure } from '../failures.ts'
import { textOf } from '../forms.ts'
import { when } from '../words.ts'
import { Changes } from './Changes.tsx'
import type { Facts } from './changes.ts'

interface HistoryProps<Content> {
  /** What a version says, by the names it is shown under. */
  factsOf: (content: Content) => Facts
  /** Brings an older version back; absent where the operator may not. */
  restore?: ((version: Version<Content>, reason: string) => Promise<void>) | undefined
  /** How a version looks, beside what has changed. */
  preview?: ((content: Content) => ReactNode) | undefined
}

interface History<Content> extends HistoryProps<Content> {
  /** A page of it, newest first. */
  load: (cursor: string | undefined) => Promise<{ list: Version<Content>[]; cursor: string | null }>
  /** The version that holds now; another one loads the history anew. */
  now: number
}

export const VersionHistory = <Content,>({ now, ...history }: History<Content>) => (
  <Loaded key={now} {...history} />
)

function Loaded<Content>({ load, ...kept }: Omit<History<Content>, 'now'>) {
  const translate = useTranslate()
  const { list, more } = useHistory(load)
  if (list === undefined) return null
  if (list.length === 0) return <Alert severity="info">{translate('versions.none')}</Alert>
  return (
    <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
      {list.map((version, at) => (
        <Entry key={version.number} version={version} older={list.at(at + 1)} holds={at === 0} {...kept} />
      ))}
      {more && (
        <Button onClick={more} sx={{ justifySelf: 'start' }}>
          {translate('app.more')}
        </Button>
      )}
    </Box>
  )
}

function useHistory<Content>(load: History<Content>['load']) {
  const say = useNotifyFailure()
  const [list, setList] = useState<Version<Content>[]>()
  const [cursor, setCursor] = useState<string | null>(null)
  const first = useEffectEvent(() => load(undefined))
  const tell = useEffectEvent(say)
  useEffect(() => {
    let shown = true
    async function begin() {
      try {
        const page = await first()
        if (!shown) return
        setList(page.list)
        setCursor(page.cursor)
      } catch (failure) {
        if (shown) tell(failure)
      }
    }
    void begin()
    return () => {
      shown = false
    }
  }, [])
  async function more(from: string) {
    try {
      const page = await load(from)
      setList([...(list ?? []), ...page.list])
      setCursor(page.cursor)
    } catch (failure) {
      say(failure)
    }
  }
  return { list, more: cursor === null ? undefined : () => void more(cursor) }
}

interface VersionRowProps<Content> extends HistoryProps<Content> {
  version: Version<Content>
  older: Version<Content> | undefined
  holds: boolean
}

function Entry<Content>({ version, older, holds, factsOf, restore, preview }: VersionRowProps<Content>) {
  const translate = useTranslate()
  const [asking, ask] = useState(false)
  const { number, content, reason, made_by, approved_by, restored_from, made_at } = version
  const title = translate('versions.restore', { number })
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
        {!holds && restore && (
          <Button size="small" onClick={() => ask(true)} aria-label={title}>
            {translate('versions.restore_this')}
          </Button>
        )}
      </Box>
      {reason !== null && <Typography>{reason}</Typography>}
      {older !== undefined && <Changes before={factsOf(older.content)} after={factsOf(content)} />}
      {older === undefined && number === 1 && <Changes before={{}} after={factsOf(content)} />}
      {preview?.(content)}
      {asking && restore && (
        <ActDialog
          title={title}
          why={translate('versions.restore_why')}
          with_reason
          act={(form) => restore(version, textOf(form, 'reason'))}
          onClose={() => ask(false)}
        />
      )}
    </Paper>
  )
}
