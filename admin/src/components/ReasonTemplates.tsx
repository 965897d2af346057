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
  templates: TemplateKind
}

export function ReasonTemplates({ locale, templates }: Reader) {
  const translate = useTranslate()
  const nameOf = useLanguageName()
  const { setValue } = useFormContext<{ reason: string }>()
  const own: Locale = useLocale() === 'vi' ? 'vn' : 'en'
  const read = locale === 'own' ? own : (locale ?? DEFAULT_LOCALE)
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
        translate(locale === undefined ? 'app.reads_unknown' : 'app.reads', { language: nameOf(read) })
      }
    >
      {Object.entries(REASON_TEMPLATES[templates]).map(([name, texts]) => (
        <MenuItem key={name} value={texts[read]} sx={{ whiteSpace: 'normal', maxWidth: 480 }}>
          <div>
            {texts[read]}
            {read !== own && (
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
