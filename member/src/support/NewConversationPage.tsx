import { Button } from '@fairturn/ui/Button.tsx'
import type { DataOf } from '@fairturn/ui/client.ts'
// Asks about something of the member's, or objects to a decision on it. Opened beside a refusal, the subject is filled in.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useSearch } from 'wouter'
import { call } from '../shell/client.ts'
import { Choices } from '../shell/forms/Choices.tsx'
import { DraftNote } from '../shell/forms/DraftNote.tsx'
import { useForm } from '../shell/forms/useForm.ts'
import { Page } from '../shell/Page.tsx'
import { paths } from '../shell/paths.ts'
import { decisionText, kindOf, objectOrAskText } from './labels.ts'
import { MessageField } from './MessageField.tsx'
import { SubjectField, TheSubject } from './SubjectField.tsx'
import { showThread, type SubjectRef, subjectsQuery } from './support-queries.ts'

type Subjects = DataOf<'GET conversation-subjects'>['list']

export default function NewConversationPage() {
  const { t } = useLingui()
  const search = new URLSearchParams(useSearch())
  const kind = kindOf(search.get('kind'))
  const _id = search.get('id')
  const only = kind && _id ? { kind, _id } : null
  return (
    <Page title={only ? objectOrAskText() : t`New conversation`} back={paths.support}>
      <NewConversation key={nameOf(only)} only={only} />
    </Page>
  )
}

const nameOf = (ref: SubjectRef | null): string => (ref ? `${ref.kind}:${ref._id}` : '')

interface Typed {
  /** `kind:id`; '' for nothing in particular. */
  subject: string
  /** '': not chosen, so what the screen was opened for. */
  wish: '' | 'object' | 'ask'
  message: string
}

/** The form is there at once, so that it can be filled in while the device is offline. */
function NewConversation({ only }: { only: SubjectRef | null }) {
  const { t } = useLingui()
  const query = useQuery(subjectsQuery(only))
  const form = useNewConversation(only, query.data)
  const { typed, chosen, objects } = form
  return (
    <form {...form.props} className="grid gap-4">
      {form.restored && <DraftNote />}
      {only ? (
        <TheSubject kind={only.kind} subject={query.data?.[0]} error={form.errors['subject']} />
      ) : (
        <SubjectField
          subjects={query.data ?? []}
          value={typed.subject}
          onChange={(subject) => form.set({ subject, wish: '' })}
          error={form.errors['subject']}
        />
      )}
      {chosen?.decision && (
        <Choices
          legend={decisionText(chosen.decision)}
          name="wish"
          value={objects ? 'object' : 'ask'}
          onChange={(wish) => form.set({ wish })}
          choices={[
            {
              value: 'object',
              title: t({ message: 'I object to this', context: 'a choice: makes a complaint' }),
              detail: t`Somebody else decides within 72 hours, with reasons that you can read. Free of charge.`,
            },
            {
              value: 'ask',
              title: t({ message: 'I have a question', context: 'a choice: asks about a decision' }),
            },
          ]}
        />
      )}
      <MessageField
        {...form.bound('message')}
        rows={6}
        label={objects ? t`Why do you disagree?` : t`Your message`}
        hint={t`Never send a password or a code: we do not ask for them.`}
      />
      {/* Until it is known whether there is a decision, a complaint would be sent as a question. */}
      <Button type="submit" wide busy={form.busy} disabled={typed.subject !== '' && query.isPending}>
        {objects ? t`Send complaint` : t({ message: 'Send', context: 'a message' })}
      </Button>
      <p className="text-small text-quiet">
        <Trans>Once it is sent, you see by when we answer.</Trans>
      </p>
    </form>
  )
}

function useNewConversation(only: SubjectRef | null, subjects: Subjects | undefined) {
  const [, navigate] = useLocation()
  const initial: Typed = { subject: nameOf(only), wish: '', message: '' }
  // Each subject has a draft of its own.
  const draft = `conversation ${nameOf(only)}`
  const chosenIn = ({ subject }: Typed) => subjects?.find((one) => nameOf(one) === subject)
  // Beside a refusal most people object; in the list nobody has said so.
  const objectsIn = (typed: Typed) =>
    Boolean(chosenIn(typed)?.decision) && (typed.wish === '' ? only !== null : typed.wish === 'object')
  const form = useForm({
    initial,
    controlled: true,
    body: (typed) => ({
      ...(typed.subject !== '' && { subject: refOf(typed.subject) }),
      complaint: objectsIn(typed),
      message: typed.message.trim(),
    }),
    schema: () => import('@fairturn/contract/support').then(({ supportCalls }) => supportCalls.create.body),
    fieldOf: {
      subject_is_unknown: 'subject',
      nothing_was_decided_here: 'subject',
      complaint_was_made_already: 'subject',
    },
    draft,
    once: draft,
    send: async (body, key) => (await call('POST conversations', { body, key })).data,
    onDone(thread) {
      form.discardDraft()
      showThread(thread)
      navigate(paths.conversation(thread._id), { replace: true })
    },
  })
  return { ...form, chosen: chosenIn(form.typed), objects: objectsIn(form.typed) }
}

function refOf(name: string): SubjectRef {
  const [kind, _id] = name.split(':') as [SubjectRef['kind'], string]
  return { kind, _id }
}
