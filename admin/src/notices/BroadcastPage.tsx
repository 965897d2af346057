import {
  type AdminBroadcast,
  BROADCAST_LENGTHS,
  broadcastCalls,
  type BroadcastTexts,
} from '@fairturn/contract/backoffice/broadcasts'
import { type Locale, LOCALES } from '@fairturn/contract/locales'
import { Box, Button, Typography } from '@mui/material'
import { required, TextInput, Title, useCanAccess, useTranslate } from 'react-admin'
import { useFormState, useWatch } from 'react-hook-form'
import { useLocation, useNavigate, useParams } from 'react-router-dom'
import { ActionForm } from '../components/ActionForm.tsx'
import { LanguageTabs, useShownLocale } from '../components/Languages.tsx'
import { useEndpointQuery } from '../shell/endpoint-hooks.ts'
import { AudienceFields, PathField, Reach, useReach } from './Audience.tsx'
import type { Draft } from './broadcast-draft.ts'
import { BroadcastPreview } from './BroadcastPreview.tsx'
import { BroadcastProperties } from './BroadcastProperties.tsx'
import { Sending } from './Sending.tsx'

const CREATE = 'POST backoffice/broadcasts'
const CHANGE = 'POST backoffice/broadcasts/:broadcast_id'
/** Addressed to all members. */
const EMPTY: Draft = { texts: {}, path: null, audience: { level_id: null, locale: null, active_days: null } }

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

interface SheetProps {
  draft: Draft
  broadcast?: AdminBroadcast
}

function Sheet({ draft: { texts, path, audience }, broadcast }: SheetProps) {
  const translate = useTranslate()
  const navigate = useNavigate()
  return (
    <Box sx={{ display: 'grid', gap: 2, mt: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Title title={broadcast?.texts.vn.title ?? translate('broadcasts.write')} />
      {broadcast && <BroadcastProperties broadcast={broadcast} />}
      <ActionForm<typeof CREATE, Draft>
        // An existing draft is changed by a separate call, which also takes its version.
        endpoint={broadcast === undefined ? CREATE : (CHANGE as typeof CREATE)}
        input={(values) => ({
          ...(broadcast && { params: { broadcast_id: broadcast._id } }),
          body: {
            texts: writtenOf(values.texts),
            path: values.path ?? null,
            audience: values.audience,
            ...(broadcast && { version: broadcast.version }),
          },
        })}
        schema={broadcastCalls.write.body}
        defaultValues={{ texts, path, audience }}
        done="broadcasts.saved"
        leaves={broadcast === undefined}
        onDone={({ _id }) =>
          broadcast === undefined && void navigate(`/broadcasts/${_id}/show`, { replace: true })
        }
      >
        {(busy) => <Fields broadcast={broadcast} busy={busy} />}
      </ActionForm>
    </Box>
  )
}

type Texts = Draft['texts']
const isEmpty = (texts: Texts, locale: Locale) => !texts[locale]?.title && !texts[locale]?.text
/** The texts of the languages that have any. */
const writtenOf = (texts: Texts) =>
  Object.fromEntries(
    LOCALES.filter((each) => !isEmpty(texts, each)).map((each) => [each, texts[each]]),
  ) as BroadcastTexts

function Fields({ broadcast, busy }: { broadcast: AdminBroadcast | undefined; busy: boolean }) {
  const translate = useTranslate()
  const { canAccess = false } = useCanAccess({ resource: 'broadcasts', action: 'edit' })
  const { texts, path, audience } = useWatch() as Draft
  const { isDirty, errors } = useFormState<Draft>()
  const [locale, setLocale] = useShownLocale()
  const reach = useReach(audience)
  const isDraft = broadcast === undefined || broadcast.status === 'draft'
  const readOnly = !isDraft || !canAccess
  const written = writtenOf(texts)
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0,1fr) 362px' },
      }}
    >
      <Box sx={{ display: 'grid', gap: 2, alignContent: 'start', minWidth: 0 }}>
        {!readOnly && <Typography color="text.secondary">{translate('broadcasts.why')}</Typography>}
        <LanguageTabs
          locale={locale}
          choose={setLocale}
          mark={(each) => (errors.texts?.[each] ? '⚠' : written[each] && '✓')}
        />
        {(['title', 'text'] as const).map((name) => (
          <TextInput
            key={`${locale} ${name}`}
            source={`texts.${locale}.${name}`}
            label={`broadcasts.${name}`}
            parse={(typed: string) => typed.replaceAll(/\s*\n\s*/g, ' ')}
            helperText={!readOnly && `${texts[locale]?.[name]?.length ?? 0} / ${BROADCAST_LENGTHS[name]}`}
            readOnly={readOnly}
            {...(locale === 'vn' && { validate: required() })}
            {...(name === 'text' && { multiline: true, minRows: 3 })}
            slotProps={{ htmlInput: { maxLength: BROADCAST_LENGTHS[name] } }}
          />
        ))}
        <PathField readOnly={readOnly} />
        {isDraft && (
          <>
            <AudienceFields readOnly={readOnly} />
            <Reach reach={reach} texts={written} />
          </>
        )}
        {canAccess && (
          <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
            {isDraft && (
              <Button
                type="submit"
                variant="contained"
                loading={busy}
                disabled={broadcast !== undefined && !isDirty}
              >
                {translate('broadcasts.save')}
              </Button>
            )}
            {broadcast && (
              <Sending broadcast={broadcast} isNew={isDirty} recipients={reach?.recipients ?? 0} />
            )}
          </Box>
        )}
      </Box>
      <BroadcastPreview texts={written} path={path} locale={locale} />
    </Box>
  )
}
