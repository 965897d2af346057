import type { Campaign } from '@fairturn/contract/campaigns'
import type { CampaignResults } from '@fairturn/contract/tracking'
import { Card } from '@fairturn/ui/Card.tsx'
import { count } from '@fairturn/ui/formats.ts'
import { Row } from '@fairturn/ui/Row.tsx'
import { StackedBar } from '@fairturn/ui/StackedBar.tsx'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { FileButton } from '../documents/FileButton.tsx'
import { QueryResult } from '../shell/QueryResult.tsx'
import { Section } from '../shell/Section.tsx'
import { resultsQuery } from './campaign-queries.ts'
import { languageName, reasonText } from './labels.ts'
import { ResultsChart } from './ResultsChart.tsx'

export function ResultsBlock({ campaign }: { campaign: Campaign }) {
  const { t } = useLingui()
  const query = useQuery({ ...resultsQuery(campaign._id), refetchOnMount: 'always' })
  const results = query.data
  return (
    <Section
      className="mt-3"
      title={
        results ? (
          <Plural value={results.totals.visits} _0="No visits yet" one="# visit" other="# visits" />
        ) : (
          t`Visits`
        )
      }
    >
      <QueryResult query={query} outline={['h-64']}>
        {(shown) =>
          shown.totals.visits === 0 ? (
            <p className="text-quiet">
              <Trans>Visits appear here as they arrive, with the result and the reason.</Trans>
            </p>
          ) : (
            <Results campaign={campaign} results={shown} />
          )
        }
      </QueryResult>
    </Section>
  )
}

function Results({ campaign, results }: { campaign: Campaign; results: CampaignResults }) {
  const { t } = useLingui()
  const verified = count(results.totals.verified)
  const refused = count(results.totals.refused)
  return (
    <div className="grid gap-3">
      <StackedBar
        label={t`Visit results`}
        parts={[
          { key: 'verified', label: t`${verified} verified`, value: results.totals.verified, tone: 'action' },
          {
            key: 'refused',
            label: t`${refused} refused, not charged`,
            value: results.totals.refused,
            tone: 'control',
          },
        ]}
      />
      <ResultsChart results={results} />
      <Refusals refused={results.refused} />
      <ByLanguage languages={results.languages} />
      {results.conversions && (
        <Card>
          <Row
            quiet
            title={t`Confirmed by your server`}
            detail={<Plural value={results.conversions.clicks} one="of # click" other="of # clicks" />}
            trailing={count(results.conversions.postbacks)}
          />
        </Card>
      )}
      <div className="grid">
        <FileButton
          path={`campaigns/${campaign._id}/visits.csv`}
          name={`visits-${campaign._id.slice(-4)}.csv`}
          label={t`Download visits (CSV)`}
        />
        <p className="mt-2 text-small text-quiet">
          <Trans>
            Visitors are pseudonymous. Each row shows the rule applied; the total cost is at the end. Rules
            version {results.rules}.
          </Trans>
        </p>
      </div>
    </div>
  )
}

function Refusals({ refused }: { refused: CampaignResults['refused'] }) {
  const { t } = useLingui()
  if (refused.length === 0) return null
  return (
    <Section level={3} title={t`Why visits were refused`} look="mb-2 font-semibold" className="mt-2">
      <Card as="ul">
        {refused.map(({ reason, count: times }) => {
          const { title, why } = reasonText(reason)
          return (
            <Row
              as="li"
              key={reason}
              title={title}
              detail={why}
              trailing={<span className="figures font-semibold">{count(times)}</span>}
            />
          )
        })}
      </Card>
    </Section>
  )
}

function ByLanguage({ languages }: { languages: CampaignResults['languages'] }) {
  const { t } = useLingui()
  if (languages.length === 0) return null
  return (
    <Section level={3} title={t`By visitor language`} look="mb-2 font-semibold" className="mt-2">
      <Card as="ul">
        {languages.map(({ locale, verified, refused }) => {
          const good = count(verified)
          const bad = count(refused)
          return (
            <Row
              as="li"
              key={locale ?? ''}
              quiet
              title={locale ? languageName(locale) : t`Unknown`}
              trailing={
                <span className="figures">
                  <span className="font-semibold">{t`${good} verified`}</span>
                  <span className="block text-small text-quiet">{t`${bad} refused`}</span>
                </span>
              }
            />
          )
        })}
      </Card>
    </Section>
  )
}
