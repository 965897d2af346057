import { LANGUAGES } from '@fairturn/contract/locales'
import type { Product } from '@fairturn/contract/orders'
import { Button } from '@fairturn/ui/Button.tsx'
import { Card } from '@fairturn/ui/Card.tsx'
import { Select } from '@fairturn/ui/Select.tsx'
// The caption to share with the link. It includes the disclosure line, and the card says that the line must
// stay.
import { Trans, useLingui } from '@lingui/react/macro'
import { copyText } from './copy.ts'

type Caption = Product['captions'][number]

interface CaptionCardProps {
  captions: readonly Caption[]
  chosen: Caption
  onChoose: (caption: Caption) => void
}

export function CaptionCard({ captions, chosen, onChoose }: CaptionCardProps) {
  const { t } = useLingui()
  const choices = captions.map(({ locale }) => ({
    value: locale,
    label: LANGUAGES[locale].name,
    lang: LANGUAGES[locale].tag,
  }))
  const choose = (locale: Caption['locale']) => onChoose(captions.find((one) => one.locale === locale)!)
  return (
    <Card as="section" aria-labelledby="caption-title" padded className="divide-y-0!">
      <div className="-mt-2 flex min-h-11 flex-wrap items-center justify-between gap-x-3">
        <h2 id="caption-title" className="font-bold">
          {t`Suggested text`}
        </h2>
        <Button
          variant="quiet"
          icon="copy"
          className="-mr-3"
          onClick={() => void copyText(chosen.text, t`Text copied`)}
        >
          {t`Copy text`}
        </Button>
      </div>
      <p lang={LANGUAGES[chosen.locale].tag} className="wrap-anywhere whitespace-pre-line select-all">
        {chosen.text}
      </p>
      {choices.length > 1 && (
        <div className="mt-3">
          <Select
            label={t`Text language`}
            icon="globe"
            choices={choices}
            value={chosen.locale}
            onChange={choose}
          />
        </div>
      )}
      <p className="mt-2 text-small text-quiet">
        <Trans>Keep the line saying that you earn a reward. Readers have a right to know.</Trans>
      </p>
    </Card>
  )
}
