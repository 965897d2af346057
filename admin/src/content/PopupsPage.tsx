import {
  type AdminPopup,
  POPUP_PROPOSAL,
  type PopupContent,
  popupContent,
} from '@fairturn/contract/backoffice/content'
import type { Locale } from '@fairturn/contract/locales'
import { Box, Button, Typography } from '@mui/material'
import { BooleanInput, required, TextInput, Title, useTranslate } from 'react-admin'
import { useFormContext, useWatch } from 'react-hook-form'
import { LanguageTabs, useLanguageName, useShownLocale } from '../components/Languages.tsx'
import { MemberPreview } from '../components/MemberPreview.tsx'
import { useEndpointQuery } from '../shell/endpoint-hooks.ts'
import { OpenProposals } from '../staff/OpenProposals.tsx'
import { ContentEditor } from './ContentEditor.tsx'
import { FileButton } from './FileButton.tsx'
import { usePopupProperties } from './popup-properties.ts'

/** The server's rule: an uploaded image needs a text; that of the default image is in the app. */
const WITH_WORDS = popupContent.refine(({ image, alt }) => image === null || alt !== null, {
  error: 'field_is_required',
  path: ['alt'],
})

export function PopupsPage() {
  const translate = useTranslate()
  const [locale, choose] = useShownLocale()
  const { data } = useEndpointQuery('GET backoffice/popups')
  const popup = data?.list.find((each) => each.locale === locale)
  const offOf = (of: Locale) =>
    data?.list.find((each) => each.locale === of)?.is_on === false ? translate('site.off') : undefined
  return (
    <Box sx={{ display: 'grid', gap: 2, mt: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Title title={translate('resources.popups.name', { smart_count: 2 })} />
      <LanguageTabs locale={locale} choose={choose} mark={offOf} />
      <OpenProposals kind={POPUP_PROPOSAL} locale={locale} />
      {popup && <Sheet key={`${locale} ${popup.version}`} popup={popup} />}
    </Box>
  )
}

function Sheet({ popup: { locale, version, ...popup } }: { popup: AdminPopup }) {
  const translate = useTranslate()
  const languageOf = useLanguageName()
  return (
    <ContentEditor<PopupContent>
      path="backoffice/popups/:locale"
      of={`${translate('resources.popups.name', { smart_count: 1 })}, ${languageOf(locale)}`}
      params={{ locale }}
      expected={version}
      content={{ is_on: popup.is_on, image: popup.image, alt: popup.alt }}
      schema={WITH_WORDS}
      takes_two
      propertiesOf={usePopupProperties()}
      renderThumbnail={({ image }) => image !== null && <img src={image} alt="" width={120} loading="lazy" />}
      previewWidth={500}
      renderPreview={({ is_on, image, alt }) => (
        // As in the member's dialog, where the image is at most 500 px wide.
        <MemberPreview
          locale={locale}
          width={500}
          height={625}
          bare
          off={!is_on && translate('site.popup_is_off')}
        >
          <div className="overflow-hidden rounded-card bg-surface">
            <img src={image ?? `/popup/${locale}.webp`} alt={alt ?? ''} className="block h-auto w-full" />
          </div>
        </MemberPreview>
      )}
    >
      <Fields />
    </ContentEditor>
  )
}

function Fields() {
  const translate = useTranslate()
  const { setValue } = useFormContext<PopupContent>()
  const { image } = useWatch<PopupContent>()
  const put = (url: string | null) => setValue('image', url, { shouldDirty: true })
  return (
    <>
      <BooleanInput source="is_on" label="site.popup_on" helperText={false} />
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
        <FileButton kind="popup" label={translate('site.choose_picture')} onKept={put} />
        {image && (
          <Button
            size="small"
            onClick={() => {
              put(null)
              setValue('alt', null)
            }}
          >
            {translate('site.picture_of_product')}
          </Button>
        )}
      </Box>
      <Typography variant="caption" color="text.secondary">
        {translate('site.picture_why')}
      </Typography>
      {image && (
        <TextInput
          source="alt"
          label="site.alt"
          helperText="site.alt_why"
          validate={required()}
          slotProps={{ htmlInput: { maxLength: 200 } }}
        />
      )}
    </>
  )
}
