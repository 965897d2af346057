// The popup of each language: on or off, the product's picture or one's own with what it says in words, and its history.
import { Box, Button, FormControlLabel, Paper, Switch, TextField, Typography } from '@mui/material'
import type { AdminPopup, PopupContent } from '@fairturn/contract/backoffice/content'
import { type Locale, LOCALES } from '@fairturn/contract/locales'
import { useState } from 'react'
import { Title, useCanAccess, useTranslate } from 'react-admin'
import { useSearchParams } from 'react-router-dom'
import { ActionButton } from '../ActionDialog.tsx'
import { useEndpointPages, useEndpointQuery } from '../endpoint-hooks.ts'
import { VersionHistory } from '../versions/VersionHistory.tsx'
import { FileButton } from './FileButton.tsx'
import { DarkSwitch, LanguageTabs } from './Languages.tsx'
import { MemberFrame } from './MemberFrame.tsx'

export function PopupsPage() {
  const translate = useTranslate()
  const [search, setSearch] = useSearchParams()
  const locale: Locale = LOCALES.find((each) => each === search.get('locale')) ?? 'vn'
  const { data } = useEndpointQuery('GET backoffice/popups')
  const popup = data?.list.find((each) => each.locale === locale)
  const offOf = (of: Locale) =>
    data?.list.find((each) => each.locale === of)?.is_on === false ? translate('site.off') : undefined
  return (
    <Box sx={{ display: 'grid', gap: 2, mt: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Title title={translate('resources.popups.name', { smart_count: 2 })} />
      <LanguageTabs locale={locale} choose={(to) => setSearch({ locale: to })} mark={offOf} />
      {popup && <Sheet key={`${locale} ${popup.version}`} popup={popup} />}
    </Box>
  )
}

const pictureOf = ({ image }: PopupContent) =>
  image !== null && <img src={image} alt="" width={120} loading="lazy" />

function Sheet({ popup }: { popup: AdminPopup }) {
  const translate = useTranslate()
  const { canAccess } = useCanAccess({ resource: 'popups', action: 'edit' })
  const { locale, version } = popup
  const [now, setNow] = useState<PopupContent>({ is_on: popup.is_on, image: popup.image, alt: popup.alt })
  const params = { locale }
  const isNew = now.is_on !== popup.is_on || now.image !== popup.image || now.alt !== popup.alt
  const history = useEndpointPages('GET backoffice/popups/:locale/versions', { params })
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0,1fr) 502px' },
      }}
    >
      <Box sx={{ display: 'grid', gap: 2, alignContent: 'start', minWidth: 0 }}>
        {canAccess && (
          <Paper variant="outlined" sx={{ p: 2, display: 'grid', gap: 1.5, justifyItems: 'start' }}>
            <Fields now={now} change={setNow} />
            <ActionButton
              endpoint="POST backoffice/popups/:locale"
              input={({ reason }) => ({ params, body: { ...now, reason, expected: version } })}
              title={translate('ra.action.save')}
              why={translate('site.save_why')}
              with_reason
              done="site.saved"
              button={{ variant: 'contained', disabled: !isNew }}
            />
          </Paper>
        )}
        <Typography variant="h6" component="h2">
          {translate('versions.title')}
        </Typography>
        <VersionHistory<PopupContent>
          history={history}
          propertiesOf={({ is_on, image, alt }) => ({
            [translate('site.state')]: translate(is_on ? 'site.on' : 'site.off'),
            [translate('site.picture')]: image ?? translate('site.of_product'),
            [translate('site.alt')]: alt ?? '',
          })}
          preview={pictureOf}
          renderRestore={
            canAccess &&
            ((restore) => (
              <ActionButton
                {...restore}
                endpoint="POST backoffice/popups/:locale/restore"
                input={({ reason }) => ({
                  params,
                  body: { number: restore.number, reason, expected: version },
                })}
              />
            ))
          }
        />
      </Box>
      <Preview
        locale={locale}
        shown={now.image ?? `/popup/${locale}.webp`}
        alt={now.alt ?? ''}
        is_on={now.is_on}
      />
    </Box>
  )
}

function Fields({ now, change }: { now: PopupContent; change: (to: PopupContent) => void }) {
  const translate = useTranslate()
  return (
    <>
      <FormControlLabel
        control={<Switch checked={now.is_on} onChange={(_event, is_on) => change({ ...now, is_on })} />}
        label={translate('site.popup_on')}
      />
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
        <FileButton
          kind="popup"
          label={translate('site.choose_picture')}
          accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
          onKept={(image) => change({ ...now, image })}
        />
        {now.image !== null && (
          <Button size="small" onClick={() => change({ ...now, image: null, alt: null })}>
            {translate('site.picture_of_product')}
          </Button>
        )}
      </Box>
      <Typography variant="caption" color="text.secondary">
        {translate('site.picture_why')}
      </Typography>
      {now.image !== null && (
        <TextField
          label={translate('site.alt')}
          helperText={translate('site.alt_why')}
          required
          fullWidth
          value={now.alt ?? ''}
          onChange={({ target }) => change({ ...now, alt: target.value === '' ? null : target.value })}
          slotProps={{ htmlInput: { maxLength: 200 } }}
        />
      )}
    </>
  )
}

interface PopupPreviewProps {
  locale: Locale
  shown: string
  alt: string
  is_on: boolean
}

/** The picture alone fills the member's dialog, which is at most 500 wide; they see it once a day. */
function Preview({ locale, shown, alt, is_on }: PopupPreviewProps) {
  const translate = useTranslate()
  const [dark, setDark] = useState(false)
  return (
    <Box sx={{ alignSelf: 'start' }}>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between' }}>
        <Typography variant="h6" component="h2">
          {translate('site.preview')}
        </Typography>
        <DarkSwitch dark={dark} onChange={setDark} />
      </Box>
      {is_on ? (
        <MemberFrame
          title={translate('site.preview')}
          locale={locale}
          dark={dark}
          width={500}
          height={640}
          bare
        >
          <div className="overflow-hidden rounded-card bg-surface">
            <img src={shown} alt={alt} className="block h-auto w-full" />
          </div>
        </MemberFrame>
      ) : (
        <Typography color="text.secondary">{translate('site.popup_is_off')}</Typography>
      )}
    </Box>
  )
}
