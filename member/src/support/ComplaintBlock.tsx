import type { Complaint, StatementOfReasons, Subject } from '@fairturn/contract/support'
import { Card } from '@fairturn/ui/Card.tsx'
import { DateTime } from '@fairturn/ui/DateTime.tsx'
import { Note } from '@fairturn/ui/Note.tsx'
// A complaint: who decides it, what happens if nobody does, the decision with its reasons, and what it has opened.
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Section } from '../shell/Section.tsx'
import { decisionText, machineText } from './labels.ts'
import { RemedyLink } from './RemedyLink.tsx'

interface ComplaintBlockProps {
  complaint: Complaint
  subject: Subject | null
}

export function ComplaintBlock({ complaint, subject }: ComplaintBlockProps) {
  const { statement, remedy, remedy_used } = complaint
  return (
    <>
      {complaint.status === 'open' ? <Open complaint={complaint} /> : <Decided complaint={complaint} />}
      {remedy && !remedy_used && <RemedyLink remedy={remedy} subject={subject} />}
      {statement && <Reasons statement={statement} />}
    </>
  )
}

function Open({ complaint }: { complaint: Complaint }) {
  return (
    <Card padded className="divide-y-0! text-small">
      <p className="text-body font-semibold">{decisionText(complaint.against)}</p>
      <p className="mt-1 text-quiet">
        <Trans>
          You object to this decision. Somebody other than the person who made it decides your complaint, and
          you can read the reasons.
        </Trans>
      </p>
      {complaint.lock_ends_at && (
        <p className="mt-1 text-quiet">
          <Trans>
            If nobody decides, the lock ends by itself on <DateTime value={complaint.lock_ends_at} />, even if
            we take more time.
          </Trans>
        </p>
      )}
    </Card>
  )
}

function Decided({ complaint }: { complaint: Complaint }) {
  const { status, decided_at, remedy } = complaint
  const inFavour = status !== 'not_upheld'
  return (
    <div role="status">
      <Note tone="action" icon={inFavour ? 'check' : 'info'}>
        <p>
          {status === 'upheld' ? (
            <Trans>Your complaint was upheld.</Trans>
          ) : status === 'not_upheld' ? (
            <Trans>Your complaint was not upheld.</Trans>
          ) : remedy === 'lock_ended' ? (
            <Trans>Nobody decided your complaint in time, so the lock has ended.</Trans>
          ) : (
            <Trans>Nobody decided in time, so the decision you objected to no longer stands.</Trans>
          )}
        </p>
        {decided_at && (
          <p className="mt-1 font-normal">
            <DateTime value={decided_at} />
          </p>
        )}
      </Note>
    </div>
  )
}

function Reasons({ statement }: { statement: StatementOfReasons }) {
  const { t } = useLingui()
  return (
    <Section title={t`Statement of reasons`} className="mt-1">
      <Card as="section">
        <dl className="divide-y divide-line">
          <Part name={t({ message: 'Facts', context: 'of a statement of reasons' })}>{statement.facts}</Part>
          <Part name={t({ message: 'Rule', context: 'of a statement of reasons' })}>{statement.rule}</Part>
          <Part name={t`Was it automatic?`}>{machineText(statement.machine)}</Part>
          <Part name={t`What you can do`}>{statement.can_be_done}</Part>
        </dl>
      </Card>
    </Section>
  )
}

function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="px-3.5 py-3">
      <dt className="text-small text-quiet">{name}</dt>
      <dd dir="auto" className="mt-0.5 wrap-anywhere whitespace-pre-line">
        {children}
      </dd>
    </div>
  )
}
