// One broadcast: written or read language by language beside how a member sees it, and sent, scheduled or cancelled.
import { Box, Button, TextField, Typography } from '@mui/material'
import {
  BROADCAST_LENGTHS,
  type BroadcastTexts,
  type AdminBroadcast,
} from '@fairturn/contract/backoffice/broadcasts'
import { type Locale, LOCALES } from '@fairturn/contract/locales'
import { useState } from 'react'
import { Title, useCanAccess, useTranslate } from 'react-admin'
import { useLocation, useNavigate, useParams } from 'react-router-dom'
import { LanguageTabs } from '../content/Languages.tsx'
import { useEndpointMutation, useEndpointQuery } from '../endpoint-hooks.ts'
import { AudienceFields, NOBODY_YET, PathField, Reach, useReach } from './Audience.tsx'
import { BroadcastProperties } from './BroadcastProperties.tsx'
import { BroadcastPreview } from './BroadcastPreview.tsx'
import { Sending } from './Sending.tsx'
import type { Draft } from './draft.ts'

const EMPTY: Draft = { texts: {}, path: null, audience: NOBODY_YET }

export function BroadcastPage() {
  const { id } = useParams()
  const { state } = useLocation() as { state: { like?: Draft } | null }
  return id === undefined ? <Sheet draft={state?.like ?? EMPTY} /> : <Loaded key={id} id={id} />
}

function Loaded({ id }: { id: string }) {
  const { data } = useEndpointQuery('GET backoffice/broadcasts/:broadcast_id', {
    params: { broadcast_id: id },
  })
  return data === undefined ? null : (
    <Sheet key={`${data.version} ${data.status}`} draft={data} broadcast={data} />
  )
}

interface BroadcastViewProps {
  draft: Draft
  broadcast?: AdminBroadcast
}

function Sheet({ draft, broadcast }: BroadcastViewProps) {
  const translate = useTranslate()
  const { canAccess } = useCanAccess({ resource: 'broadcasts', action: 'edit' })
  const [now, setNow] = useState<Draft>({ texts: draft.texts, path: draft.path, audience: draft.audience })
  const [locale, setLocale] = useState<Locale>('vn')
  const reach = useReach(now.audience)
  const isDraft = broadcast === undefined || broadcast.status === 'draft'
  const writable = isDraft && canAccess === true
  const isNew = broadcast === undefined || JSON.stringify(now) !== JSON.stringify(pick(draft))
  return (
    <Box sx={{ display: 'grid', gap: 2, mt: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Title title={broadcast?.texts.vn.title ?? translate('broadcasts.write')} />
      {broadcast && <BroadcastProperties broadcast={broadcast} />}
      {writable && <Typography color="text.secondary">{translate('broadcasts.why')}</Typography>}
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0,1fr) 362px' },
        }}
      >
        <Box sx={{ display: 'grid', gap: 2, alignContent: 'start', minWidth: 0 }}>
          <LanguageTabs
            locale={locale}
            choose={setLocale}
            mark={(each) => (isWritten(now.texts, each) ? '✓' : undefined)}
          />
          <Words key={locale} now={now} change={setNow} locale={locale} readOnly={!writable} />
          <PathField path={now.path} readOnly={!writable} change={(path) => setNow({ ...now, path })} />
          {isDraft && (
            <>
              <AudienceFields
                audience={now.audience}
                readOnly={!writable}
                change={(audience) => setNow({ ...now, audience })}
              />
              <Reach reach={reach} texts={now.texts} />
            </>
          )}
          {canAccess && (
            <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
              {writable && <Save now={now} broadcast={broadcast} isNew={isNew} />}
              {broadcast && (
                <Sending broadcast={broadcast} isNew={isNew} recipients={reach?.recipients ?? 0} />
              )}
            </Box>
          )}
        </Box>
        <BroadcastPreview texts={now.texts} path={now.path} locale={locale} />
      </Box>
    </Box>
  )
}

const pick = ({ texts, path, audience }: Draft): Draft => ({ texts, path, audience })
const isWritten = (texts: Draft['texts'], locale: Locale) =>
  (texts[locale]?.title ?? '') !== '' && (texts[locale]?.text ?? '') !== ''

interface BroadcastFormProps {
  now: Draft
  change: (to: Draft) => void
  locale: Locale
  readOnly: boolean
}

function Words({ now, change, locale, readOnly }: BroadcastFormProps) {
  const translate = useTranslate()
  const said = now.texts[locale] ?? { title: '', text: '' }
  function say(part: Partial<typeof said>) {
    const { [locale]: _before, ...others } = now.texts
    const after = { ...said, ...part }
    change({ ...now, texts: after.title + after.text === '' ? others : { ...others, [locale]: after } })
  }
  const field = (name: 'title' | 'text') => ({
    label: translate(`broadcasts.${name}`),
    value: said[name],
    required: locale === 'vn',
    helperText: readOnly ? undefined : `${said[name].length} / ${BROADCAST_LENGTHS[name]}`,
    onChange: ({ target }: { target: { value: string } }) =>
      say({ [name]: target.value.replaceAll(/\s*\n\s*/g, ' ') }),
    slotProps: { htmlInput: { maxLength: BROADCAST_LENGTHS[name], readOnly } },
  })
  return (
    <>
      <TextField {...field('title')} />
      <TextField {...field('text')} multiline minRows={3} />
    </>
  )
}

interface BroadcastActionsProps {
  now: Draft
  broadcast: AdminBroadcast | undefined
  isNew: boolean
}

function Save({ now, broadcast, isNew }: BroadcastActionsProps) {
  const translate = useTranslate()
  const navigate = useNavigate()
  const created = useEndpointMutation('POST backoffice/broadcasts', {
    done: 'broadcasts.saved',
    leaves: true,
    onDone: ({ _id }) => void navigate(`/broadcasts/${_id}/show`, { replace: true }),
  })
  const changed = useEndpointMutation('POST backoffice/broadcasts/:broadcast_id', {
    done: 'broadcasts.saved',
  })
  function save() {
    const texts = Object.fromEntries(
      LOCALES.filter((each) => now.texts[each] !== undefined).map((each) => [each, now.texts[each]]),
    ) as BroadcastTexts
    const body = { texts, path: now.path, audience: now.audience }
    if (broadcast === undefined) created.start({ body })
    else
      changed.start({
        params: { broadcast_id: broadcast._id },
        body: { ...body, version: broadcast.version },
      })
  }
  return (
    <Button
      variant="contained"
      loading={created.busy || changed.busy}
      disabled={!isNew || !isWritten(now.texts, 'vn')}
      onClick={save}
    >
      {translate('broadcasts.save')}
    </Button>
  )
}
