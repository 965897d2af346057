// The banner of the home screen: its film, poster and captions in each language, as members are shown them, and its history.
import { Box, Button, Paper, TextField, Typography } from '@mui/material'
import {
  type BannerContent,
  cuesOf,
  type AdminBanner,
  OWN_FILM,
  OWN_POSTER,
} from '@fairturn/contract/backoffice/content'
import { type Locale, LOCALES } from '@fairturn/contract/locales'
import { useState } from 'react'
import { Title, useCanAccess, useTranslate } from 'react-admin'
import { ActionButton, type ReasonValues } from '../ActionDialog.tsx'
import { useEndpointPages, useEndpointQuery } from '../endpoint-hooks.ts'
import { VersionHistory } from '../versions/VersionHistory.tsx'
import { FileButton } from './FileButton.tsx'
import { DarkSwitch, LanguageTabs } from './Languages.tsx'
import { MemberFrame } from './MemberFrame.tsx'

export function BannerPage() {
  const translate = useTranslate()
  const { data } = useEndpointQuery('GET backoffice/banner')
  return (
    <>
      <Title title={translate('resources.banner.name', { smart_count: 1 })} />
      {data && <Sheet key={data.version} banner={data} />}
    </>
  )
}

const posterOf = ({ poster }: BannerContent) => <img src={poster} alt="" width={160} loading="lazy" />
const isUploaded = (address: string) => address.startsWith('/files/')
const contentOf = ({ film, poster, captions }: BannerContent): BannerContent => ({ film, poster, captions })

function Sheet({ banner }: { banner: AdminBanner }) {
  const translate = useTranslate()
  const { canAccess } = useCanAccess({ resource: 'banner', action: 'edit' })
  const [now, setNow] = useState<BannerContent>(contentOf(banner))
  const [locale, setLocale] = useState<Locale>('vn')
  const { version } = banner
  const isNew = JSON.stringify(now) !== JSON.stringify(contentOf(banner))
  const history = useEndpointPages('GET backoffice/banner/versions', { params: {} })
  const save = (content: BannerContent) =>
    ({
      endpoint: 'POST backoffice/banner',
      input: ({ reason }: ReasonValues) => ({ body: { ...content, reason, expected: version } }),
      why: translate('site.save_why'),
      with_reason: true,
      done: 'site.saved',
    }) as const
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        mt: 2,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0,1fr) 392px' },
      }}
    >
      <Box sx={{ display: 'grid', gap: 2, alignContent: 'start', minWidth: 0 }}>
        {canAccess && (
          <Paper variant="outlined" sx={{ p: 2, display: 'grid', gap: 2 }}>
            <Files now={now} change={setNow} />
            <Captions now={now} change={setNow} locale={locale} choose={setLocale} />
            <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
              <ActionButton
                {...save(now)}
                title={translate('ra.action.save')}
                button={{ variant: 'contained', disabled: !isNew }}
              />
              {banner.film !== OWN_FILM && (
                <ActionButton
                  {...save({ film: OWN_FILM, poster: OWN_POSTER, captions: {} })}
                  title={translate('site.back_to_film')}
                  button={{ variant: 'outlined' }}
                />
              )}
            </Box>
          </Paper>
        )}
        <Typography variant="h6" component="h2">
          {translate('versions.title')}
        </Typography>
        <VersionHistory<BannerContent>
          history={history}
          propertiesOf={(content) => ({
            [translate('site.film')]: content.film,
            [translate('site.poster')]: content.poster,
            ...Object.fromEntries(
              LOCALES.map((each) => [`${translate('site.captions')} ${each}`, content.captions[each] ?? '']),
            ),
          })}
          preview={posterOf}
          renderRestore={
            canAccess &&
            ((restore) => (
              <ActionButton
                {...restore}
                endpoint="POST backoffice/banner/restore"
                input={({ reason }) => ({ body: { number: restore.number, reason, expected: version } })}
              />
            ))
          }
        />
      </Box>
      <Preview key={now.film} now={now} locale={locale} choose={setLocale} />
    </Box>
  )
}

interface BannerFormProps {
  now: BannerContent
  change: (to: BannerContent) => void
}

function Files({ now, change }: BannerFormProps) {
  const translate = useTranslate()
  return (
    <>
      <Typography variant="h6" component="h2">
        {translate('site.film')}
      </Typography>
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
        <FileButton
          kind="film"
          label={translate('site.choose_film')}
          accept="video/mp4,video/webm"
          onKept={(film) => change({ ...now, film, captions: isUploaded(now.film) ? now.captions : {} })}
        />
        <FileButton
          kind="poster"
          label={translate('site.choose_poster')}
          accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
          onKept={(poster) => change({ ...now, poster })}
        />
      </Box>
      <Typography variant="caption" color="text.secondary">
        {translate('site.film_why')}
      </Typography>
      <TextField
        size="small"
        label={translate('site.film_address')}
        value={now.film}
        onChange={({ target }) => change({ ...now, film: target.value.trim() })}
      />
    </>
  )
}

interface OfLocale {
  locale: Locale
  choose: (locale: Locale) => void
}

function Captions({ now, change, locale, choose }: BannerFormProps & OfLocale) {
  const translate = useTranslate()
  if (!isUploaded(now.film))
    return <Typography color="text.secondary">{translate('site.captions_of_product')}</Typography>
  const vtt = now.captions[locale] ?? ''
  const wrong = vtt !== '' && cuesOf(vtt) === undefined
  return (
    <Box>
      <LanguageTabs
        locale={locale}
        choose={choose}
        mark={(each) => (now.captions[each] === undefined ? translate('site.missing') : undefined)}
      />
      <TextField
        label={translate('site.captions')}
        helperText={translate(wrong ? 'site.captions_wrong' : 'site.captions_why')}
        error={wrong}
        multiline
        fullWidth
        minRows={6}
        margin="dense"
        placeholder={'WEBVTT\n\n00:00.000 --> 00:03.000\n…'}
        value={vtt}
        onChange={({ target }) => {
          const { [locale]: _before, ...others } = now.captions
          change({ ...now, captions: target.value === '' ? others : { ...others, [locale]: target.value } })
        }}
        slotProps={{ htmlInput: { spellCheck: false, style: { fontFamily: 'monospace', fontSize: 12 } } }}
      />
      {vtt === '' && (
        <Button
          size="small"
          onClick={() =>
            change({
              ...now,
              captions: { ...now.captions, [locale]: 'WEBVTT\n\n00:00.000 --> 00:03.000\n…' },
            })
          }
        >
          {translate('site.captions_begin')}
        </Button>
      )}
    </Box>
  )
}

/** As the home screen has it: 180 high, cut to fill, the words of the moment drawn over it. */
function Preview({ now, locale, choose }: { now: BannerContent } & OfLocale) {
  const translate = useTranslate()
  const [dark, setDark] = useState(false)
  const [at_s, setAt] = useState(0)
  const cues = cuesOf(now.captions[locale] ?? '') ?? []
  const cue = cues.find(({ from, to }) => at_s >= from && at_s < to)
  return (
    <Box sx={{ alignSelf: 'start' }}>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between' }}>
        <Typography variant="h6" component="h2">
          {translate('site.preview')}
        </Typography>
        <DarkSwitch dark={dark} onChange={setDark} />
      </Box>
      {isUploaded(now.film) && <LanguageTabs locale={locale} choose={choose} />}
      <MemberFrame title={translate('site.preview')} locale={locale} dark={dark} width={390} height={240}>
        <section className="relative mt-5 h-45 overflow-hidden rounded-card bg-action">
          <video
            className="size-full object-cover"
            src={now.film}
            poster={now.poster}
            muted
            loop
            controls
            playsInline
            preload="metadata"
            onTimeUpdate={({ currentTarget }) => setAt(currentTarget.currentTime)}
          />
          {cue && (
            <p className="pointer-events-none absolute inset-x-0 bottom-0 bg-linear-to-t from-[rgb(14_16_20/0.72)] to-transparent px-4 pt-10 pr-18 pb-3.5 text-title text-pretty text-[#fff]">
              {cue.text}
            </p>
          )}
        </section>
      </MemberFrame>
    </Box>
  )
}
