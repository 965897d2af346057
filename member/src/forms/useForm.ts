// The one way forms work: what was typed, errors by field with the focus on the first, drafts, and sending once. Checked by the
// contract's schema of the call; the server has the last word, and its refusals stand on the field they concern.
import { useEffect, useRef, useState, type FormEvent } from 'react'
import type { MemberMessageCode } from '@fairturn/contract/messages'
import type { ApiFailure } from '@fairturn/ui/failure.ts'
import { useAction } from '../useAction.ts'
import { failureText, toastFailure } from '../failureText.ts'
import { asSentence, messageTexts } from '../messages.ts'
import { discardDraft, storeDraft, readDraft } from './drafts.ts'
import { type Problems, problemsOf, type SchemaLoader } from './problems.ts'

/** The errors of a form, by field. */
function useErrors(reveal?: (field: string) => unknown) {
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({})
  const unfocused = useRef(false)
  const find = (fields: readonly string[]) =>
    form.current?.querySelector<HTMLElement>(
      fields.map((field) => `[name="${field}"]:not([type=hidden]), [data-field="${field}"] a`).join(),
    )

  const is_here = (field: string) => find([field]) !== null

  // After a render, for the field may be on another step of the form.
  useEffect(() => {
    const first = unfocused.current ? find(Object.keys(errors)) : null
    if (first) unfocused.current = false
    first?.focus()
  })

  async function show(problems: Problems): Promise<void> {
    const found = Object.entries(problems).filter(([, problem]) => problem)
    const texts = found.some(([, problem]) => typeof problem === 'string') ? await messageTexts() : undefined
    unfocused.current = found.length > 0
    if (found[0] && !is_here(found[0][0])) reveal?.(found[0][0])
    setErrors(
      Object.fromEntries(
        found.map(([field, problem]) => [
          field,
          typeof problem === 'object'
            ? problem.text
            : asSentence(texts?.[problem as MemberMessageCode] ?? texts!.field_is_invalid),
        ]),
      ),
    )
  }

  /** Shows a refusal on the fields it concerns; false when it concerns none on the screen. */
  function place(failure: ApiFailure, field_of?: Readonly<Record<string, string>>): boolean {
    const here = Object.entries(problemsIn(failure, field_of)).filter(
      ([field]) => reveal !== undefined || is_here(field),
    )
    if (here.length > 0) void show(Object.fromEntries(here)).catch(toastFailure)
    return here.length > 0
  }

  /** An error disappears once its field is being changed. */
  const clear = (changed: (field: string) => boolean) => {
    unfocused.current = false
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !changed(field))))
  }
  return { form, errors, show, place, clear, is_here }
}

/** What a refusal says of fields; `field_of` has those of refusals that name none. */
function problemsIn(failure: ApiFailure, field_of: Readonly<Record<string, string>> = {}): Problems {
  const field = field_of[failure.code]
  if (Object.keys(failure.fields).length > 0 || field === undefined) return failure.fields as Problems
  return { [field]: { text: failureText(failure).title } }
}

/** What an input of a form needs. */
export interface FieldProps {
  name: string
  defaultValue: string | undefined
  error: string | undefined
}

export interface FormParts<Typed, Body, Answer> {
  /** Its fields, and what stands in them at first. */
  initial: Typed
  /** Its fields call `set` themselves, because what they hold is no text. */
  controlled?: boolean
  /** What is sent. */
  body: (typed: Typed) => Body
  schema?: SchemaLoader
  /** What the schema cannot know. */
  check?: (typed: Typed) => Problems
  /** In a form of several steps: brings a field on the screen whose error is to be read. */
  reveal?: (field: string) => unknown
  /** In a form of several steps: continues to the next, once the fields of this one are right; false on the last. */
  next?: (typed: Typed) => (() => unknown) | false
  /** With the idempotency key of the action, the same on every retry. */
  send: (body: Body, key: string) => Promise<Answer>
  /** What makes it the same action again; all of the body unless given. */
  identity?: (body: Body) => unknown
  /** The name of an action that money depends on (`useAction`). */
  once?: string
  onDone?: (answer: Answer) => unknown
  /** Returns true when it has dealt with the failure. */
  onFailed?: (failure: ApiFailure, body: Body) => boolean
  /** The field of refusals that name none. */
  field_of?: Readonly<Record<string, string>>
  /** Keeps what is typed under this name, for as long as the session. */
  draft?: string
}

/** Its inputs are named; what is typed is read from them unless they are `controlled`, so autofill needs no events. */
export function useForm<Typed extends object, Body, Answer>(parts: FormParts<Typed, Body, Answer>) {
  const { draft, schema, controlled = false } = parts
  const [restored, setRestored] = useState(() => draft !== undefined && readDraft(draft))
  const [start] = useState<Typed>(() => ({ ...parts.initial, ...restored }))
  const [typed, setTyped] = useState(start)
  const [checking, setChecking] = useState(false)
  // Counted, so that what was wrong with older input is not said of newer.
  const changes = useRef(0)
  const { form, errors, show, place, clear, is_here } = useErrors(parts.reveal)
  const refuse = (failure: ApiFailure) => place(failure, parts.field_of) || toastFailure(failure)
  const action = useAction({
    run: parts.send,
    once: parts.once,
    ...(parts.identity && { identity: parts.identity }),
    ...(parts.onDone && { onDone: parts.onDone }),
    onFailed: (failure, body) => parts.onFailed?.(failure, body) || refuse(failure),
  })

  function set(changed: Partial<Typed>) {
    setTyped((before) => ({ ...before, ...changed }))
    // `tagline` has the error of `tagline.en`.
    clear((field) => Object.hasOwn(changed, field.split('.')[0]!))
    if (draft !== undefined) storeDraft(draft, changed as Record<string, string>)
  }

  function onInput({ target }: FormEvent<HTMLFormElement>) {
    const input = target as HTMLInputElement
    changes.current += 1
    if (controlled || !(input.name in start)) return
    const value = input.type === 'checkbox' && !input.checked ? '' : input.value
    if (isSecret(input)) clear((field) => field === input.name)
    else set({ [input.name]: value } as Partial<Typed>)
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const { submitter } = event.nativeEvent as SubmitEvent
    const sent = controlled ? typed : typedIn(event.currentTarget, submitter, typed)
    const body = parts.body(sent)
    const checked = changes.current
    setChecking(true)
    try {
      const refused = schema ? await problemsOf(schema, body) : {}
      const found = Object.entries({ ...refused, ...present(parts.check?.(sent)) })
      const next = parts.next?.(sent)
      const problems = next ? found.filter(([field]) => is_here(field)) : found
      if (problems.length > 0) {
        if (checked === changes.current) await show(Object.fromEntries(problems))
      } else if (next) next()
      else action.start(body)
    } finally {
      setChecking(false)
    }
  }

  return {
    props: {
      ref: form,
      noValidate: true,
      onInput,
      // Loads it while the rest is being typed.
      onFocus: () => void schema?.().catch(() => undefined),
      onSubmit: (event: FormEvent<HTMLFormElement>) => void submit(event).catch(toastFailure),
    },
    field: (name: keyof Typed & string): FieldProps => ({
      name,
      defaultValue: start[name] as string,
      error: errors[name],
    }),
    /** What a field needs that shows how it is read, such as an amount. */
    bound: (name: keyof Typed & string) => ({
      name,
      typed: typed[name] as string,
      onType: (text: string) => set({ [name]: text } as Partial<Typed>),
      error: errors[name],
    }),
    typed,
    set,
    errors,
    place: (failure: ApiFailure) => place(failure, parts.field_of),
    busy: checking || action.busy,
    /** Whether it began with what was typed before and never sent. */
    restored: Boolean(restored),
    /** Sent: nothing of it is left to keep. */
    discardDraft: () => {
      if (draft !== undefined) discardDraft(draft)
      setRestored(false)
    },
  }
}

const present = (problems: Problems = {}): Problems =>
  Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem))

/** Passwords and codes: taken exactly as typed, and kept in no draft. */
const isSecret = ({ autocomplete, type }: HTMLInputElement): boolean =>
  type === 'password' || /password|one-time-code/.test(autocomplete)

/** The fields of the form as they stand on the screen, without the spaces a phone's keyboard adds. */
function typedIn<Typed extends object>(
  form: HTMLFormElement,
  submitter: HTMLElement | null,
  before: Typed,
): Typed {
  const sent = Object.entries(before as Record<string, string>).map(([name, value]) => {
    const input = form.elements.namedItem(name)
    const typed = new FormData(form, submitter).get(name)
    const text = typeof typed === 'string' ? typed : value
    return [name, input instanceof HTMLInputElement && isSecret(input) ? text : text.trim()]
  })
  return Object.fromEntries(sent) as Typed
}
