import type { CampaignKind } from '@fairturn/contract/campaigns'
import { Button } from '@fairturn/ui/Button.tsx'
import { Field } from '@fairturn/ui/Field.tsx'
import { Note } from '@fairturn/ui/Note.tsx'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Choices } from '../shell/forms/Choices.tsx'
import { ConfirmingDialog } from './ConfirmingDialog.tsx'
import { ImageField } from './ImageField.tsx'
import { kindText, verificationText } from './labels.ts'
import { LandingField } from './LandingField.tsx'
import { AddLanguage, TextsOf } from './LanguageTexts.tsx'
import { KINDS, LIMITS, VERIFICATIONS, writtenIn } from './placing.ts'
import type { StepProps } from './placing.ts'

export function WhatStep(props: StepProps) {
  const { values, set, errors } = props
  const { t } = useLingui()
  const written = writtenIn(values)
  return (
    <div className="grid gap-5">
      <Field
        name="brand"
        label={t`Name of the advertiser or brand`}
        value={values.brand}
        maxLength={LIMITS.brand_characters}
        autoComplete="organization"
        onChange={(event) => set({ brand: event.target.value })}
        error={errors['brand']}
      />
      <KindFields {...props} />
      <LandingField
        value={values.landing_url}
        onChange={(landing_url) => set({ landing_url })}
        error={errors['landing_url']}
      />
      <ImageField
        value={values.creative}
        onChange={(creative) => set({ creative })}
        error={errors['creative']}
      />
      <section aria-labelledby="texts-title" className="grid gap-3">
        <div>
          <h3 id="texts-title" className="font-semibold">{t`Texts`}</h3>
          <p className="text-small text-quiet">
            <Trans>
              Visitors and members see their own language if you provide it, otherwise English or another
              available language.
            </Trans>
          </p>
        </div>
        {written.map((locale) => (
          <TextsOf key={locale} {...props} locale={locale} removable={written.length > 1} />
        ))}
        <AddLanguage {...props} />
      </section>
    </div>
  )
}

function KindFields({ values, set, errors }: StepProps) {
  const { t } = useLingui()
  const [explained, setExplained] = useState(false)
  const { kind } = values
  const choose = (next: CampaignKind) =>
    // Goals other than visits can only be verified by the advertiser's server; for visits, start with the
    // simplest method.
    set({ kind: next, verification: next === 'visit' ? 'page' : 'postback' })
  return (
    <div className="grid gap-3">
      <Choices
        legend={t`Campaign goal`}
        name="kind"
        choices={KINDS.map((value) => ({ value, title: kindText(value) }))}
        value={kind}
        onChange={choose}
        columns
        error={errors['kind']}
      />
      {kind === 'visit' ? (
        <Choices
          legend={t`Confirmation`}
          name="verification"
          choices={VERIFICATIONS.map((value) => {
            const { title, detail } = verificationText(value)
            return { value, title, detail }
          })}
          value={values.verification}
          onChange={(verification) => set({ verification })}
          error={errors['verification']}
        />
      ) : (
        <Note tone="action">
          <Trans>
            You pay only for conversions your server confirms. Without confirmation nothing is charged, and
            you get a full refund at the end.
          </Trans>
        </Note>
      )}
      {values.verification !== 'page' && (
        <Button variant="quiet" className="-my-1 -ml-4 justify-self-start" onClick={() => setExplained(true)}>
          {t`How confirmation works`}
        </Button>
      )}
      {explained && (
        <ConfirmingDialog verification={values.verification} onClose={() => setExplained(false)} />
      )}
      <p className="text-small text-quiet">
        <Trans>Likes, follows, votes, reviews and ratings are not allowed.</Trans>
      </p>
    </div>
  )
}
