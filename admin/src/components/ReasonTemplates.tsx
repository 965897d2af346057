// Reasons that a member reads, offered in the member's language; the operator sees which it is.
import { DEFAULT_LOCALE, type Locale } from '@fairturn/contract/locales'
import { MenuItem, TextField, Typography } from '@mui/material'
import { useLocale, useTranslate } from 'react-admin'
import { useFormContext } from 'react-hook-form'
import { REASON_TEMPLATES, type TemplateKind } from '../texts/reason-templates.ts'
import { useLanguageName } from './Languages.tsx'

export interface Reader {
  /** Undefined where the operator may not know it, or several read it; `own` where only operators read it. */
  locale: Locale | 'own' | undefined
  /** Several members read this one text, in these languages. */
  several?: readonly Locale[]
  templates: TemplateKind
}

export function ReasonTemplates({ locale, templates, several: ofSeveral }: Reader) {
  const several = ofSeveral ?? []
  const translate = useTranslate()
  const nameOf = useLanguageName()
  const { setValue } = useFormContext<{ reason: string }>()
  const own: Locale = useLocale() === 'vi' ? 'vn' : 'en'
  const read = locale === 'own' ? own : (locale ?? DEFAULT_LOCALE)
  const offered = (several.length > 1 ? several : [read]).flatMap((of) =>
    Object.entries(REASON_TEMPLATES[templates]).map(([name, texts]) => ({ name, texts, read: of })),
  )
  return (
    <TextField
      select
      size="small"
      margin="dense"
      fullWidth
      label={translate('app.reason_template')}
      value=""
      onChange={({ target }) =>
        setValue('reason', target.value, { shouldDirty: true, shouldValidate: true, shouldTouch: true })
      }
      helperText={
        locale !== 'own' &&
        (several.length > 1
          ? translate('app.reads_several', { languages: several.map(nameOf).join(', ') })
          : translate(locale === undefined ? 'app.reads_unknown' : 'app.reads', { language: nameOf(read) }))
      }
    >
      {offered.map(({ name, texts, read: of }) => (
        <MenuItem key={`${name} ${of}`} value={texts[of]} sx={{ whiteSpace: 'normal', maxWidth: 480 }}>
          <div>
            {several.length > 1 && `${nameOf(of)}: `}
            {texts[of]}
            {of !== own && (
              <Typography variant="caption" component="div" color="text.secondary">
                {texts[own]}
              </Typography>
            )}
          </div>
        </MenuItem>
      ))}
    </TextField>
  )
}
