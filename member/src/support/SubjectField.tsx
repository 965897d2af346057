import type { SubjectKind } from '@fairturn/contract/support'
import { Card } from '@fairturn/ui/Card.tsx'
import type { DataOf } from '@fairturn/ui/client.ts'
import { DateTime } from '@fairturn/ui/DateTime.tsx'
import { FieldError } from '@fairturn/ui/FieldError.tsx'
import { date } from '@fairturn/ui/formats.ts'
import { Row } from '@fairturn/ui/Row.tsx'
import { Select } from '@fairturn/ui/Select.tsx'
import { useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { paths } from '../shell/paths.ts'
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
  const chosen = subjects.find(({ kind, _id }) => `${kind}:${_id}` === value)
  return (
    <div>
      <Select
        label={t`What is it about?`}
        value={value}
        onChange={onChange}
        choices={[
          { value: '', label: t`Something else` },
          ...subjects.map((subject) => ({
            value: `${subject.kind}:${subject._id}`,
            label: labelOf(subject, subjects),
          })),
        ]}
      />
      <FieldError id={id} error={error} />
      {chosen?.conversation_id && <Earlier conversation_id={chosen.conversation_id} />}
    </div>
  )
}

/** With its day only where another has the same name: a phone cuts a longer label. */
function labelOf(subject: SubjectChoice, all: readonly SubjectChoice[]): string {
  const text = subjectText(subject)
  const isOnly = all.every((one) => one === subject || subjectText(one) !== text)
  return isOnly ? text : `${text} · ${date(subject.at)}`
}

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
      </Card>
      <FieldError id={id} error={error} />
      {subject?.conversation_id && <Earlier conversation_id={subject.conversation_id} />}
    </div>
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
