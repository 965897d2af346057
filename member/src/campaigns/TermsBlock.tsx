// What was placed: how visitors and carriers see it, and on which terms.
import { Trans, useLingui } from '@lingui/react/macro'
import type { Campaign } from '@fairturn/contract/campaigns'
import { Card } from '@fairturn/ui/Card.tsx'
import { DateTime } from '@fairturn/ui/DateTime.tsx'
import { count } from '@fairturn/ui/formats.ts'
import { Row } from '@fairturn/ui/Row.tsx'
import { Amount } from '../Amount.tsx'
import { LANGUAGES } from '@fairturn/contract/locales'
import { Creative } from '../orders/Creative.tsx'
import { useLocale } from '../useSession.ts'
import { textIn } from './Previews.tsx'
import { countryName, kindText, languageName, verificationWords } from './words.ts'

export function TermsBlock({ campaign }: { campaign: Campaign }) {
  const { t } = useLingui()
  const locale = useLocale()
  const { tag } = LANGUAGES[locale]
  const { brand, creative, landing_host, languages, countries, order_visits, order_hours } = campaign
  return (
    <section aria-labelledby="terms-title" className="mt-3">
      <h2 id="terms-title" className="mb-3 text-title">
        {t`Campaign details`}
      </h2>
      <Card>
        <Creative order={{ brand, creative, landing_host, tagline: textIn(campaign.tagline, locale) }} />
        <Row
          quiet
          title={t`Goal`}
          detail={verificationWords(campaign.verification).title}
          trailing={<span className="font-semibold">{kindText(campaign.kind)}</span>}
        />
        <Row quiet title={t`Price per verified visit`} trailing={<Amount amount={campaign.price} />} />
        <Row
          quiet
          title={t`Per order`}
          trailing={
            <span className="font-semibold">
              <Trans>
                {count(order_visits)} visits in {count(order_hours)} hours
              </Trans>
            </span>
          }
        />
        <Row
          quiet
          title={t`Audience`}
          detail={
            countries.length > 0
              ? countries.map((code) => countryName(code, tag)).join(', ')
              : t`all countries`
          }
          trailing={languages.length > 0 ? languages.map(languageName).join(', ') : t`all languages`}
        />
        <Row quiet title={t`Ends`} trailing={<DateTime value={campaign.ends_at} />} />
      </Card>
    </section>
  )
}
