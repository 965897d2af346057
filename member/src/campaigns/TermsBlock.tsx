import type { Campaign } from '@fairturn/contract/campaigns'
import { Card } from '@fairturn/ui/Card.tsx'
import { DateTime } from '@fairturn/ui/DateTime.tsx'
import { count } from '@fairturn/ui/formats.ts'
import { Row } from '@fairturn/ui/Row.tsx'
import { Trans, useLingui } from '@lingui/react/macro'
import { Creative } from '../orders/Creative.tsx'
import { Amount } from '../shell/Amount.tsx'
import { useCountryName } from '../shell/countries.ts'
import { listOf } from '../shell/list.ts'
import { Section } from '../shell/Section.tsx'
import { useLocale } from '../shell/useSession.ts'
import { kindText, languageName, verificationText } from './labels.ts'
import { textIn } from './Previews.tsx'

export function TermsBlock({ campaign }: { campaign: Campaign }) {
  const { t } = useLingui()
  const locale = useLocale()
  const countryName = useCountryName()
  const { brand, creative, landing_host, languages, countries, order_visits, order_hours } = campaign
  return (
    <Section title={t`Campaign details`} className="mt-3">
      <Card>
        <Creative order={{ brand, creative, landing_host, tagline: textIn(campaign.tagline, locale) }} />
        <Row
          quiet
          title={t`Goal`}
          detail={verificationText(campaign.verification).title}
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
          detail={countries.length > 0 ? listOf(countries.map(countryName)) : t`all countries`}
          trailing={
            <span className="font-semibold">
              {languages.length > 0 ? listOf(languages.map(languageName)) : t`all languages`}
            </span>
          }
        />
        <Row
          quiet
          title={t`Ends`}
          trailing={
            <span className="font-semibold">
              <DateTime value={campaign.ends_at} />
            </span>
          }
        />
      </Card>
    </Section>
  )
}
