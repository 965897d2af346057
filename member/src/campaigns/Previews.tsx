import { LANGUAGES, type Locale, LOCALES } from '@fairturn/contract/locales'
import { Card } from '@fairturn/ui/Card.tsx'
import { parseAmount } from '@fairturn/ui/formats.ts'
import { Select } from '@fairturn/ui/Select.tsx'
import { Tabs } from '@fairturn/ui/Tabs.tsx'
// Previews of the campaign: the visit page as the server renders it, and the offer as members see it.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'
import { Creative } from '../orders/Creative.tsx'
import { Amount } from '../shell/Amount.tsx'
import { times } from '../shell/cents.ts'
import { QueryResult } from '../shell/QueryResult.tsx'
import { Section } from '../shell/Section.tsx'
import { useLocale } from '../shell/useSession.ts'
import { previewQuery } from './campaign-queries.ts'
import { languageName } from './labels.ts'
import { countOf, type Values } from './placing.ts'

/** The same fallback as the server's: the language, then English, then the first that exists. */
export function textIn(texts: Partial<Record<Locale, string>>, locale: Locale): string {
  const found = [locale, 'en' as const, ...LOCALES].find((each) => texts[each])
  return (found && texts[found]) ?? ''
}

type PreviewRole = 'visitors' | 'carriers'

export function Previews({ values }: { values: Values }) {
  const { t } = useLingui()
  const own = useLocale()
  const [role, setRole] = useState<PreviewRole>('visitors')
  const [locale, setLocale] = useState<Locale>(own)
  return (
    <Section level={3} title={t`Preview`}>
      <Select
        label={t`Preview language`}
        icon="globe"
        choices={LOCALES.map((value) => ({ value, label: languageName(value), lang: LANGUAGES[value].tag }))}
        value={locale}
        onChange={setLocale}
      />
      <div className="mt-2">
        <Tabs
          label={t`Preview`}
          tabs={[
            { key: 'visitors', label: t`Visitors` },
            { key: 'carriers', label: t`Members` },
          ]}
          value={role}
          onChange={setRole}
        >
          <div className="pt-3">
            {role === 'visitors' ? (
              <VisitorsPage values={values} locale={locale} />
            ) : (
              <CarriersOrder values={values} locale={locale} />
            )}
          </div>
        </Tabs>
      </div>
    </Section>
  )
}

interface PreviewProps {
  values: Values
  locale: Locale
}

/** A page that is longer than the frame would be cut: phones show no scroll bar. */
function showWhole({ currentTarget: frame }: SyntheticEvent<HTMLIFrameElement>): void {
  frame.style.height = ''
  const heightPx = frame.contentDocument?.documentElement.scrollHeight ?? 0
  if (heightPx > frame.clientHeight)
    frame.style.height = `${heightPx + frame.offsetHeight - frame.clientHeight}px`
}

function VisitorsPage({ values, locale }: PreviewProps) {
  const { t } = useLingui()
  const { brand, creative, tagline } = values
  const written = Object.fromEntries(Object.entries(tagline).filter(([, text]) => text.trim() !== ''))
  const shown = { brand, creative, tagline: written, landing_url: values.landing_url.trim(), locale }
  const frame = 'h-[38rem] w-full rounded-card border border-line'
  return (
    <QueryResult query={useQuery(previewQuery(shown))} outline={[frame]}>
      {(html) => (
        // No scripts, forms or navigation; same-origin only so that it can load the picture.
        <iframe
          title={t`What visitors see`}
          sandbox="allow-same-origin"
          srcDoc={html}
          onLoad={showWhole}
          className={`${frame} bg-paper`}
        />
      )}
    </QueryResult>
  )
}

function CarriersOrder({ values, locale }: PreviewProps) {
  const price = parseAmount(values.price)
  const visits = countOf(values.order_visits)
  const hours = countOf(values.order_hours)
  const order = {
    brand: values.brand,
    creative: values.creative,
    tagline: textIn(values.tagline, locale),
    landing_host: URL.parse(values.landing_url.trim())?.host ?? '',
  }
  return (
    <div className="grid gap-3">
      <Card as="article">
        <Creative order={order} />
        {price.ok && visits !== undefined && hours !== undefined && (
          <div className="px-4 pt-3 pb-3.5">
            <p className="text-small text-quiet">
              <Trans>
                {visits} verified visits within {hours} hours, plus the member’s level bonus
              </Trans>
            </p>
            <p className="mt-0.5">
              <Amount amount={times(price.wire, visits)} size="balance" />
            </p>
          </div>
        )}
      </Card>
      <Card padded className="divide-y-0!">
        <p className="text-small text-quiet">
          <Trans>Text to post with the link, below the ad disclosure:</Trans>
        </p>
        <p lang={LANGUAGES[locale].tag} className="mt-1 wrap-anywhere whitespace-pre-line">
          {textIn(values.caption, locale)}
        </p>
      </Card>
    </div>
  )
}
