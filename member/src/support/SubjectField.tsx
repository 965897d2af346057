import type { StaffAction } from '@fairturn/contract/personal-data'
import type { SubjectKind } from '@fairturn/contract/support'
import { Card } from '@fairturn/ui/Card.tsx'
import type { DataOf } from '@fairturn/ui/client.ts'
import { DateTime } from '@fairturn/ui/DateTime.tsx'
import { FieldError } from '@fairturn/ui/FieldError.tsx'
import { date, dateTime } from '@fairturn/ui/formats.ts'
import { Row } from '@fairturn/ui/Row.tsx'
import { Select } from '@fairturn/ui/Select.tsx'
import { useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { paths } from '../shell/paths.ts'
import { staffActionsQuery, staffActionText } from '../staff/staff-actions.ts'
import { kindText, subjectText } from './labels.ts'

type SubjectChoice = DataOf<'GET conversation-subjects'>['list'][number]

interface SubjectFieldProps {
  subjects: readonly SubjectChoice[]
  /** `kind:id`; '' for nothing in particular. */
  value: string
  onChange: (value: string) => void
  error: string | undefined
}

export function SubjectField({ subjects, value, onChange, error }: SubjectFieldProps) {
  const { t } = useLingui()
  const id = useId()
  const hasActs = subjects.some(({ kind }) => kind === 'staff_action')
  const { data: acts } = useInfiniteQuery({ ...staffActionsQuery, enabled: hasActs })
  const labels = labelsOf(subjects, acts?.pages.flatMap((page) => page.list) ?? [])
  const chosen = subjects.find(({ kind, _id }) => `${kind}:${_id}` === value)
  return (
    <div>
      <Select
        label={t`What is it about?`}
        value={value}
        onChange={onChange}
        choices={[
          { value: '', label: t`Something else` },
          ...subjects.map(({ kind, _id }, i) => ({ value: `${kind}:${_id}`, label: labels[i]! })),
        ]}
      />
      <FieldError id={id} error={error} />
      {chosen?.reason && (
        <Card className="mt-2">
          <ReasonGiven subject={chosen} />
        </Card>
      )}
      {chosen?.conversation_id && <Earlier conversation_id={chosen.conversation_id} />}
    </div>
  )
}

/** What staff did, in the words of Staff activity, which has the same line. */
function textOf(subject: SubjectChoice, acts: readonly StaffAction[]): string {
  const act = subject.kind === 'staff_action' && acts.find(({ _id }) => _id === subject._id)
  return act ? staffActionText(act) : subjectText(subject)
}

/** What is added, one after another, only where another still has the same label: a phone cuts a longer one. */
const TELLING_APART: readonly ((subject: SubjectChoice) => string)[] = [
  ({ at }) => date(at),
  ({ at }) => dateTime(at),
  ({ at, _id }) => `${dateTime(at)} · #${_id.slice(-4).toUpperCase()}`,
]

function labelsOf(subjects: readonly SubjectChoice[], acts: readonly StaffAction[]): string[] {
  const named = subjects.map((subject) => textOf(subject, acts))
  return TELLING_APART.reduce(
    (labels, more) =>
      labels.map((label, i) => (isOnly(labels, i) ? label : `${named[i]} · ${more(subjects[i]!)}`)),
    named,
  )
}

const isOnly = (texts: readonly string[], at: number): boolean =>
  texts.every((text, i) => i === at || text !== texts[at])

interface TheSubjectProps {
  kind: SubjectKind
  /** Not there yet, or offline. */
  subject: SubjectChoice | undefined
  error: string | undefined
}

/** What the screen was opened for. */
export function TheSubject({ kind, subject, error }: TheSubjectProps) {
  const id = useId()
  return (
    <div>
      <Card>
        <Row
          title={<bdi className="wrap-anywhere">{subject ? subjectText(subject) : kindText(kind)}</bdi>}
          detail={subject ? <DateTime value={subject.at} /> : '\u00a0'}
        />
        {subject && <ReasonGiven subject={subject} />}
      </Card>
      <FieldError id={id} error={error} />
      {subject?.conversation_id && <Earlier conversation_id={subject.conversation_id} />}
    </div>
  )
}

/** What the member objects to, to be read beside what they write. */
function ReasonGiven({ subject: { reason } }: { subject: SubjectChoice }) {
  const { t } = useLingui()
  if (reason === null) return null
  return (
    <Row
      quiet
      title={t({ message: 'Reason given', context: 'of a decision that a member objects to' })}
      detail={<bdi className="wrap-anywhere text-body text-ink">{reason}</bdi>}
    />
  )
}

function Earlier({ conversation_id }: { conversation_id: string }) {
  const { t } = useLingui()
  return (
    <Card className="mt-2">
      <Row href={paths.conversation(conversation_id)} title={t`Your last conversation about this`} />
    </Card>
  )
}
