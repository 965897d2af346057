import {
  BANNER_PROPOSAL,
  type BannerContent,
  bannerContent,
  cuesOf,
  type AdminBanner,
  OWN_FILM,
  OWN_POSTER,
} from '@fairturn/contract/backoffice/content'
import type { Locale } from '@fairturn/contract/locales'
import { Box, Button, Typography } from '@mui/material'
import { useState } from 'react'
import { TextInput, Title, useTranslate } from 'react-admin'
import { useFormContext, useFormState, useWatch } from 'react-hook-form'
import { Heading } from '../components/headings.tsx'
import { LanguageTabs, useShownLocale } from '../components/Languages.tsx'
import { MemberPreview } from '../components/MemberPreview.tsx'
import { useEndpointQuery } from '../shell/endpoint-hooks.ts'
import { OpenProposals } from '../staff/OpenProposals.tsx'
import { useBannerProperties } from './banner-properties.ts'
import { ContentEditor } from './ContentEditor.tsx'
import { FileButton } from './FileButton.tsx'

export function BannerPage() {
  const translate = useTranslate()
  const { data } = useEndpointQuery('GET backoffice/banner')
  return (
    <Box sx={{ mt: 2 }}>
      <Title title={translate('resources.banner.name', { smart_count: 1 })} />
      <OpenProposals kind={BANNER_PROPOSAL} />
      {data && <Sheet key={data.version} banner={data} />}
    </Box>
  )
}

const isUploaded = (address: string | null) => address?.startsWith('/files/') === true

function Sheet({ banner: { film, poster, captions, version } }: { banner: AdminBanner }) {
  const translate = useTranslate()
  const [locale, choose] = useShownLocale()
  const standard = { film: OWN_FILM, poster: OWN_POSTER, captions: {} }
  return (
    <ContentEditor<BannerContent>
      path="backoffice/banner"
      of={translate('resources.banner.name', { smart_count: 1 })}
      expected={version}
      content={{ film, poster, captions }}
      schema={bannerContent}
      standard={film !== OWN_FILM && { content: standard, title: translate('site.back_to_film') }}
      takes_two
      propertiesOf={useBannerProperties()}
      renderThumbnail={(content) => <img src={content.poster} alt="" width={160} loading="lazy" />}
      previewWidth={390}
      renderPreview={(content) => <Preview key={content.film} {...{ content, locale, choose }} />}
    >
      <Files />
      <Captions locale={locale} choose={choose} />
    </ContentEditor>
  )
}

function Files() {
  const translate = useTranslate()
  const { getValues, setValue } = useFormContext<BannerContent>()
  const put = (name: 'film' | 'poster') => (url: string) => {
    // Captions belong to the film for which they were written.
    if (name === 'film' && !isUploaded(getValues('film'))) setValue('captions', {})
    setValue(name, url, { shouldDirty: true })
  }
  return (
    <>
      <Heading text="site.film" />
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
        <FileButton kind="film" label={translate('site.choose_film')} onKept={put('film')} />
        <FileButton kind="poster" label={translate('site.choose_poster')} onKept={put('poster')} />
      </Box>
      <Typography variant="caption" color="text.secondary">
        {translate('site.film_why')}
      </Typography>
      <TextInput
        source="film"
        label="site.film_address"
        parse={(typed: string) => typed.trim()}
        helperText={false}
      />
    </>
  )
}

interface OfLocale {
  locale: Locale
  choose: (locale: Locale) => void
}
const EXAMPLE = 'WEBVTT\n\n00:00.000 --> 00:03.000\n…'

function Captions({ locale, choose }: OfLocale) {
  const translate = useTranslate()
  const { setValue } = useFormContext<BannerContent>()
  const { errors } = useFormState<BannerContent>()
  const { film, captions = {} } = useWatch<BannerContent>()
  if (!isUploaded(film ?? null))
    return <Typography color="text.secondary">{translate('site.captions_of_product')}</Typography>
  return (
    <Box>
      <LanguageTabs
        locale={locale}
        choose={choose}
        mark={(each) =>
          errors.captions?.[each] ? '⚠' : captions[each] ? undefined : translate('site.missing')
        }
      />
      <TextInput
        key={locale}
        source={`captions.${locale}`}
        label="site.captions"
        helperText="site.captions_why"
        parse={(typed: string) => typed || undefined}
        multiline
        minRows={6}
        placeholder={EXAMPLE}
        slotProps={{ htmlInput: { spellCheck: false, style: { fontFamily: 'monospace', fontSize: 12 } } }}
      />
      {!captions[locale] && (
        <Button size="small" onClick={() => setValue(`captions.${locale}`, EXAMPLE, { shouldDirty: true })}>
          {translate('site.captions_begin')}
        </Button>
      )}
    </Box>
  )
}

/** As on the home screen: 180 px high, cropped to cover, with the current caption drawn over it. */
function Preview({ content, locale, choose }: { content: BannerContent } & OfLocale) {
  const [atS, setAt] = useState(0)
  const cues = cuesOf(content.captions[locale] ?? '') ?? []
  const cue = cues.find(({ from, to }) => atS >= from && atS < to)
  return (
    <MemberPreview
      locale={locale}
      width={390}
      height={240}
      tools={isUploaded(content.film) && <LanguageTabs locale={locale} choose={choose} />}
    >
      <section className="relative mt-5 h-45 overflow-hidden rounded-card bg-action">
        <video
          className="size-full object-cover"
          src={content.film}
          poster={content.poster}
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
    </MemberPreview>
  )
}
