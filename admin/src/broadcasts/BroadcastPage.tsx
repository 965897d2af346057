// One broadcast: written or read language by language beside how a member sees it, and sent, scheduled or cancelled.
import { Box, Button, TextField, Typography } from '@mui/material'
import {
  BROADCAST_LENGTHS,
  type BroadcastTexts,
  type AdminBroadcast,
} from '@fairturn/contract/backoffice/broadcasts'
import { type Locale, LOCALES } from '@fairturn/contract/locales'
import { useState } from 'react'
import { Title, useCanAccess, useNotify, useTranslate } from 'react-admin'
import { useLocation, useNavigate, useParams } from 'react-router-dom'
import { call } from '../api.ts'
import { LanguageTabs } from '../content/Languages.tsx'
import { useNotifyFailure } from '../failures.ts'
import { useLoaded } from '../versions/loaded.ts'
import { AudienceFields, NOBODY_YET, PathField, Reach, useReach } from './Audience.tsx'
import { BroadcastFacts } from './BroadcastFacts.tsx'
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
  const { data, again } = useLoaded(() =>
    call('GET backoffice/broadcasts/:broadcast_id', { params: { broadcast_id: id } }),
  )
  return data === undefined ? null : (
    <Sheet key={`${data.version} ${data.status}`} draft={data} broadcast={data} again={again} />
  )
}

interface BroadcastViewProps {
  draft: Draft
  broadcast?: AdminBroadcast
  again?: () => Promise<void>
}

function Sheet({ draft, broadcast, again }: BroadcastViewProps) {
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
      {broadcast && <BroadcastFacts broadcast={broadcast} />}
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
              {writable && <Save now={now} broadcast={broadcast} isNew={isNew} again={again} />}
              {broadcast && again && (
                <Sending
                  broadcast={broadcast}
                  isNew={isNew}
                  recipients={reach?.recipients ?? 0}
                  again={again}
                />
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
  again: (() => Promise<void>) | undefined
}

function Save({ now, broadcast, isNew, again }: BroadcastActionsProps) {
  const translate = useTranslate()
  const notify = useNotify()
  const say = useNotifyFailure()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  async function save() {
    setBusy(true)
    try {
      const texts = Object.fromEntries(
        LOCALES.filter((each) => now.texts[each] !== undefined).map((each) => [each, now.texts[each]]),
      ) as BroadcastTexts
      const body = { texts, path: now.path, audience: now.audience }
      if (broadcast === undefined) {
        const { _id } = await call('POST backoffice/broadcasts', { body })
        void navigate(`/broadcasts/${_id}/show`, { replace: true })
      } else {
        const params = { broadcast_id: broadcast._id }
        await call('POST backoffice/broadcasts/:broadcast_id', {
          params,
          body: { ...body, version: broadcast.version },
        })
        await again?.()
      }
      notify('broadcasts.saved', { type: 'success' })
    } catch (failure) {
      say(failure)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      variant="contained"
      loading={busy}
      disabled={!isNew || !isWritten(now.texts, 'vn')}
      onClick={() => void save()}
    >
      {translate('broadcasts.save')}
    </Button>
  )
}
