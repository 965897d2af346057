import type { VerificationOfCampaign } from '@fairturn/contract/postbacks'
import { Card } from '@fairturn/ui/Card.tsx'
import { count } from '@fairturn/ui/formats.ts'
import { Row } from '@fairturn/ui/Row.tsx'
// How a campaign's visits are verified: nothing to do, a snippet for the landing page, or what a server needs
// to send postbacks.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { CopyRow } from '../deposits/CopyRow.tsx'
import { QueryResult } from '../shell/QueryResult.tsx'
import { Section } from '../shell/Section.tsx'
import { verificationText } from './labels.ts'
import { verificationQuery } from './verification-queries.ts'
import { VerificationHours } from './VerificationHours.tsx'
import { VerificationKeys } from './VerificationKeys.tsx'
import { VerificationLog } from './VerificationLog.tsx'

export function VerificationSection({ campaign_id }: { campaign_id: string }) {
  const { t } = useLingui()
  return (
    <Section title={t`How visits are confirmed`} look="flex min-h-11 items-center text-title">
      <QueryResult query={useQuery(verificationQuery(campaign_id))} outline={['h-32']}>
        {(verification) => <Mode campaign_id={campaign_id} verification={verification} />}
      </QueryResult>
    </Section>
  )
}

interface ModeProps {
  campaign_id: string
  verification: VerificationOfCampaign
}

function Mode({ campaign_id, verification }: ModeProps) {
  const { mode, snippet } = verification
  const { title, detail } = verificationText(mode)
  return (
    <div className="grid gap-3">
      <Card>
        <Row title={title} detail={detail} />
        {mode !== 'page' && <ConfirmationCounts verification={verification} />}
      </Card>
      {snippet !== null && <Beacon snippet={snippet} />}
      {verification.url !== null && <Postback campaign_id={campaign_id} verification={verification} />}
    </div>
  )
}

function ConfirmationCounts({
  verification: { waiting, confirmed },
}: {
  verification: VerificationOfCampaign
}) {
  const { t } = useLingui()
  return (
    <>
      <Row quiet title={t`Confirmed`} trailing={<span className="figures">{count(confirmed)}</span>} />
      <Row
        quiet
        title={t`Waiting for confirmation`}
        detail={t`They passed all checks. You pay only for confirmed visits.`}
        trailing={<span className="figures">{count(waiting)}</span>}
      />
    </>
  )
}

function Beacon({ snippet }: { snippet: string }) {
  const { t } = useLingui()
  return (
    <>
      <Explained>
        <Trans>
          Paste this line into your landing page, before the closing body tag. It sets no cookies. It reports
          a visit once your page has been visible for five seconds.
        </Trans>
      </Explained>
      <Card>
        <CopyRow code label={t`Code for your page`} text={snippet} />
      </Card>
      <Explained>
        <Trans>
          If your page redirects immediately, add the code to the next page too. If you use a content security
          policy, allow our address for scripts and connections.
        </Trans>
      </Explained>
    </>
  )
}

function Postback({ campaign_id, verification }: ModeProps) {
  const { t } = useLingui()
  const { url, sandbox_url, test_click_id, confirm_hours } = verification
  return (
    <>
      <Explained>
        <Trans>
          Your server stores the click_id your landing page is opened with, and sends a signed message here
          when someone signs up, buys something or submits their details.
        </Trans>
      </Explained>
      <Card>
        <CopyRow code label={t`Postback URL`} text={url!} />
        <CopyRow code label={t`Test URL (nothing is counted)`} text={sandbox_url!} />
        <CopyRow code label={t`Test click_id`} text={test_click_id} />
        {/* The name of a field of the message, which no language translates. */}
        <CopyRow code label="kind" text={verification.kind} />
      </Card>
      <Explained>
        <Time hours={confirm_hours!} />
      </Explained>
      {verification.can_change && (
        <VerificationHours campaign_id={campaign_id} confirm_hours={confirm_hours!} />
      )}
      <VerificationKeys campaign_id={campaign_id} shown={verification.keys} />
      <VerificationLog campaign_id={campaign_id} />
    </>
  )
}

/** In days if it is a whole number of days, else in hours. */
function Time({ hours }: { hours: number }) {
  if (hours % 24 === 0) {
    return (
      <Plural
        value={hours / 24}
        one="Messages count up to # day after the visit, and no later than 24 hours after the order ends."
        other="Messages count up to # days after the visit, and no later than 24 hours after the order ends."
      />
    )
  }
  return (
    <Plural
      value={hours}
      one="Messages count up to # hour after the visit, and no later than 24 hours after the order ends."
      other="Messages count up to # hours after the visit, and no later than 24 hours after the order ends."
    />
  )
}

const Explained = ({ children }: { children: ReactNode }) => (
  <p className="text-small text-quiet">{children}</p>
)
