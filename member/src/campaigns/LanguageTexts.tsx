import { LANGUAGES, type Locale, LOCALES } from '@fairturn/contract/locales'
import { Button } from '@fairturn/ui/Button.tsx'
import { Field } from '@fairturn/ui/Field.tsx'
import { Select } from '@fairturn/ui/Select.tsx'
import { TextArea } from '@fairturn/ui/TextArea.tsx'
import { useLingui } from '@lingui/react/macro'
import { languageName } from './labels.ts'
import { LIMITS, writtenIn } from './placing.ts'
import type { StepProps } from './placing.ts'

interface TextsOfProps extends StepProps {
  locale: Locale
  removable: boolean
}

export function TextsOf({ locale, values, set, errors, removable }: TextsOfProps) {
  const { t } = useLingui()
  const language = languageName(locale)
  const { tag } = LANGUAGES[locale]
  const tagline = values.tagline[locale] ?? ''
  const caption = values.caption[locale] ?? ''
  function remove() {
    const { [locale]: _tagline, ...taglines } = values.tagline
    const { [locale]: _caption, ...captions } = values.caption
    set({ tagline: taglines, caption: captions })
  }
  return (
    <fieldset className="min-w-0 rounded-card border border-line bg-surface p-3.5">
      <legend className="sr-only">{t`Texts in ${language}`}</legend>
      <div className="mb-2 flex min-h-11 flex-wrap items-center justify-between gap-x-2">
        <p lang={tag} aria-hidden className="font-semibold">
          {language}
        </p>
        {removable && (
          <Button variant="quiet" className="-mr-3" aria-label={t`Remove ${language}`} onClick={remove}>
            {t({ message: 'Remove', context: 'a language' })}
          </Button>
        )}
      </div>
      <div className="grid gap-3">
        <Field
          name={`tagline.${locale}`}
          label={t`Headline under the image`}
          lang={tag}
          value={tagline}
          maxLength={LIMITS.tagline_characters}
          hint={leftOf(tagline, LIMITS.tagline_characters)}
          onChange={(event) => set({ tagline: { ...values.tagline, [locale]: event.target.value } })}
          error={errors[`tagline.${locale}`]}
        />
        <TextArea
          name={`caption.${locale}`}
          label={t`Text members post with the link`}
          lang={tag}
          value={caption}
          maxLength={LIMITS.caption_characters}
          hint={[
            t`We add that it is an ad and that the member earns a reward.`,
            leftOf(caption, LIMITS.caption_characters),
          ].join(' ')}
          onChange={(event) => set({ caption: { ...values.caption, [locale]: event.target.value } })}
          error={errors[`caption.${locale}`]}
        />
      </div>
    </fieldset>
  )
}

/** The character count, shown only near the limit. */
const leftOf = (text: string, most: number): string | undefined =>
  text.length > most * 0.7 ? `${text.length} / ${most}` : undefined

export function AddLanguage({ values, set }: Pick<StepProps, 'values' | 'set'>) {
  const { t } = useLingui()
  const written = writtenIn(values)
  const others = LOCALES.filter((locale) => !written.includes(locale))
  if (others.length === 0) return null
  return (
    <Select<Locale | ''>
      label={t`Add language`}
      icon="globe"
      choices={[
        { value: '', label: t`Choose a language` },
        ...others.map((value) => ({ value, label: languageName(value), lang: LANGUAGES[value].tag })),
      ]}
      value=""
      onChange={(locale) => {
        if (locale === '') return
        set({
          tagline: { ...values.tagline, [locale]: '' },
          caption: { ...values.caption, [locale]: '' },
        })
      }}
    />
  )
}
