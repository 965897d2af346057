// What a conversation is about, as text and as a link to its own page; that opens beside the conversation.
import type { Subject, SubjectKind } from '@fairturn/contract/support'
import { useCanAccess, useTranslate } from 'react-admin'
import { GoTo } from '../components/GoTo.tsx'
import { Name, useNameOf } from '../components/Name.tsx'

/** In words: what kind of thing, and what it is called. */
export function useSubjectText(): (subject: Subject | null) => string {
  const translate = useTranslate()
  return (subject) =>
    subject === null
      ? translate('support.question')
      : [translate(`support.kinds.${subject.kind}`), subject.name].filter(Boolean).join(' · ')
}

/** Invoices have no name of their own in answers. */
const SCREEN_OF: Readonly<Partial<Record<SubjectKind, string>>> = { invoice: 'invoices' }

/** With a link for those who may open it; the others read what it is called. */
export function SubjectLink({ subject }: { subject: Subject }) {
  const translate = useTranslate()
  const nameOf = useNameOf()
  const screen = SCREEN_OF[subject.kind]
  const { canAccess } = useCanAccess({ resource: screen ?? 'conversations', action: 'show' })
  const kind = translate(`support.kinds.${subject.kind}`)
  const called = () => {
    if (screen !== undefined && canAccess === true && subject.name !== null)
      return <GoTo to={`/${screen}/${subject._id}/show`}>{subject.name}</GoTo>
    return nameOf(subject._id) === subject._id ? subject.name : <Name id={subject._id} />
  }
  const name = called()
  return (
    <span data-subject>
      {kind}
      {name !== null && ' · '}
      {name}
    </span>
  )
}
