import { LANGUAGES, type Locale, LOCALES } from '@fairturn/contract/locales'
import { Note } from '@fairturn/ui/Note.tsx'
// Step 2: which members can carry the campaign. Its visitors are the people these members share it with.
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Choices } from '../shell/forms/Choices.tsx'
import { CheckRow } from './CheckRow.tsx'
import { CountryPicker } from './CountryPicker.tsx'
import { languageName } from './labels.ts'
import { TextsOf } from './LanguageTexts.tsx'
import { writtenIn } from './placing.ts'
import type { StepProps } from './placing.ts'

export function WhoStep(props: StepProps) {
  return (
    <div className="grid gap-6">
      <Languages {...props} />
      <Countries {...props} />
      <Note tone="action">
        <Trans>
          Choose which members can take the orders. Visitors are the people they share it with, in any
          country.
        </Trans>
      </Note>
    </div>
  )
}

function Languages(props: StepProps) {
  const { values, set, errors } = props
  const { t } = useLingui()
  const { languages } = values
  // Languages that had texts when this step opened: the fields of the others stay visible while they are
  // being filled in.
  const [had] = useState(() => writtenIn(values))
  const missing = languages.filter((locale) => !had.includes(locale))
  const toggle = (locale: Locale) =>
    set({
      languages: LOCALES.filter((each) =>
        each === locale ? !languages.includes(each) : languages.includes(each),
      ),
    })
  return (
    <div className="grid gap-3">
      <Choices
        legend={t`Member language`}
        name="languages"
        choices={[
          { value: 'all', title: t`All languages` },
          { value: 'some', title: t`Selected` },
        ]}
        value={languages.length === 0 ? 'all' : 'some'}
        onChange={(choice) => set({ languages: choice === 'all' ? [] : filled(values) })}
        columns
        error={errors['languages']}
      />
      {languages.length > 0 && (
        <fieldset className="overflow-hidden rounded-card border border-line bg-surface">
          <legend className="sr-only">{t`Selected languages`}</legend>
          <div className="divide-y divide-line">
            {LOCALES.map((locale) => (
              <CheckRow
                key={locale}
                label={languageName(locale)}
                lang={LANGUAGES[locale].tag}
                checked={languages.includes(locale)}
                onChange={() => toggle(locale)}
              />
            ))}
          </div>
        </fieldset>
      )}
      {missing.length > 0 && (
        <>
          <p className="text-small text-quiet">
            <Trans>Texts are needed in each selected language:</Trans>
          </p>
          {missing.map((locale) => (
            <TextsOf key={locale} {...props} locale={locale} removable={false} />
          ))}
        </>
      )}
    </div>
  )
}

/** Initially the languages that have a text. */
const filled = (values: StepProps['values']): Locale[] => {
  const written = writtenIn(values)
  return written.length > 0 ? written : [LOCALES[0]]
}

function Countries({ values, set, errors }: StepProps) {
  const { t } = useLingui()
  const { countries } = values
  const [some, setSome] = useState(countries.length > 0)
  return (
    <div className="grid gap-3">
      <Choices
        legend={t`Member country (by phone number)`}
        name="countries"
        choices={[
          { value: 'all', title: t`All countries` },
          { value: 'some', title: t`Selected` },
        ]}
        value={some ? 'some' : 'all'}
        onChange={(choice) => {
          setSome(choice === 'some')
          if (choice === 'all') set({ countries: [] })
        }}
        columns
        error={errors['countries']}
      />
      {some && <CountryPicker chosen={countries} onChange={(next) => set({ countries: next })} />}
    </div>
  )
}
