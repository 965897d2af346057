import type { Locale } from '@fairturn/contract/locales'
import { Alert, Box, Link } from '@mui/material'
import { useTranslate } from 'react-admin'
import { useMoney } from '../components/Amount.tsx'
import { formatTime } from '../components/format.ts'
import { GoTo } from '../components/GoTo.tsx'
import { Heading } from '../components/headings.tsx'
import { useLanguageName } from '../components/Languages.tsx'
import { PropertyTable } from '../components/PropertyTable.tsx'
import { type Campaign, withVat } from './campaign.ts'

export const CampaignProperties = ({ campaign }: { campaign: Campaign }) => (
  <Box sx={{ display: 'grid', gap: 2, alignContent: 'start', minWidth: 0 }}>
    <Terms campaign={campaign} />
    <Landing campaign={campaign} />
    <Texts campaign={campaign} />
  </Box>
)

function Terms({ campaign }: { campaign: Campaign }) {
  const translate = useTranslate()
  const money = useMoney()
  const { placer, order_visits, order_hours: hours, visits, delivered, open, left } = campaign
  const all = translate('campaigns.everywhere')
  return (
    <section>
      <Heading text="campaigns.terms" />
      <PropertyTable
        values={{
          'campaigns.placer': <GoTo to={`/members/${placer._id}/show`}>{placer.username}</GoTo>,
          'campaigns.kind': translate(`campaigns.kinds.${campaign.kind}`),
          'campaigns.verification': translate(`campaigns.verifications.${campaign.verification}`),
          'campaigns.budget': money(campaign.budget),
          'campaigns.price': money(campaign.price),
          'campaigns.visits': translate('campaigns.visits_of', { visits, order_visits, hours }),
          'campaigns.fee': money(campaign.service_fee),
          'campaigns.from_cards': campaign.from_cards !== '0.00' && money(campaign.from_cards),
          'campaigns.progress':
            campaign.activated_at && translate('campaigns.progress_of', { delivered, open, left }),
          'campaigns.spent': campaign.activated_at && money(campaign.spent),
          'campaigns.refunded': campaign.ended_at && money(withVat(campaign.refunded, campaign.vat_refunded)),
          'campaigns.languages': campaign.languages.join(', ') || all,
          'campaigns.countries': campaign.countries.join(', ') || all,
          'campaigns.paid_at': campaign.paid_at && formatTime(campaign.paid_at),
          'campaigns.ends_at': formatTime(campaign.ends_at),
          'campaigns.reject_reason': campaign.reject_reason,
          'campaigns.pause_reason': campaign.pause_reason,
        }}
      />
    </section>
  )
}

/** Opens in a new tab, which learns neither the address of the back office nor anything of its window. */
export const LandingLink = ({ address }: { address: string }) => (
  <Link href={address} target="_blank" rel="noreferrer" sx={{ overflowWrap: 'anywhere' }}>
    {address}
  </Link>
)

function Landing({ campaign: { landing, landing_url } }: { campaign: Campaign }) {
  const translate = useTranslate()
  return (
    <section>
      <Heading text="campaigns.landing" />
      <Box sx={{ display: 'grid', gap: 1 }}>
        {landing === null && <Alert severity="warning">{translate('campaigns.landing_none')}</Alert>}
        {landing && landing.remarks.every(({ code }) => code !== 'landing_page_could_not_be_checked') && (
          <Alert severity={landing.passed ? 'success' : 'error'}>
            {landing.problem?.text ?? translate('campaigns.landing_passed')}
          </Alert>
        )}
        {landing?.remarks.map(({ code, text }) => (
          <Alert key={code} severity="warning">
            {text}
          </Alert>
        ))}
        <PropertyTable
          values={{
            'campaigns.landing_url': <LandingLink address={landing_url} />,
            'campaigns.landing_hosts':
              landing && [...new Set([landing.host, landing.final_host])].filter(Boolean).join(' → '),
            'campaigns.landing_title': landing?.title,
            'campaigns.landing_checked': landing && formatTime(landing.checked_at),
          }}
        />
      </Box>
    </section>
  )
}

function Texts({ campaign }: { campaign: Campaign }) {
  const translate = useTranslate()
  const nameOf = useLanguageName()
  const written = (['tagline', 'caption'] as const).flatMap((field) =>
    Object.entries(campaign[field]).map(
      ([locale, text]) =>
        [translate(`campaigns.${field}`, { locale: nameOf(locale as Locale) }), text] as const,
    ),
  )
  return (
    <section>
      <Heading text="campaigns.texts" />
      <PropertyTable values={Object.fromEntries(written)} />
    </section>
  )
}
