import type { MemberMessageCode } from '@fairturn/contract/messages'
import type { ApiFailure } from '@fairturn/ui/failure.ts'
// The form hook used everywhere: typed values, errors by field with focus on the first, drafts, and
// idempotent submission. Validates with the call's contract schema; the server's refusals are shown on the
// fields they concern.
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { failureText, toastFailure } from '../failure-text.ts'
import { asSentence, messageTexts } from '../messages.ts'
import { useAction } from '../useAction.ts'
import { discardDraft, storeDraft, readDraft } from './drafts.ts'
import { type Problems, problemsOf, type SchemaLoader } from './problems.ts'

/** The errors of a form, by field. */
function useErrors({ reveal, textOf = {} }: Pick<FormParts<never, never, never>, 'reveal' | 'textOf'>) {
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({})
  const unfocused = useRef(false)
  const find = (fields: readonly string[]) =>
    fields.length === 0
      ? null
      : form.current?.querySelector<HTMLElement>(
          fields.map((field) => `[name="${field}"]:not([type=hidden]), [data-field="${field}"] a`).join(),
        )

  const isHere = (field: string) => find([field]) !== null

  // After a render, because the field may be on another step of the form.
  useEffect(() => {
    const first = unfocused.current ? find(Object.keys(errors)) : null
    if (first) unfocused.current = false
    first?.focus()
  })

  async function show(problems: Problems): Promise<void> {
    const found = Object.entries(problems).filter(([, problem]) => problem)
    const texts = found.some(([, problem]) => typeof problem === 'string') ? await messageTexts() : undefined
    unfocused.current = found.length > 0
    if (found[0] && !isHere(found[0][0])) reveal?.(found[0][0])
    setErrors(
      Object.fromEntries(
        found.map(([field, problem]) => [
          field,
          typeof problem === 'object'
            ? problem.text
            : (textOf[problem as MemberMessageCode] ??
              asSentence(texts?.[problem as MemberMessageCode] ?? texts!.field_is_invalid)),
        ]),
      ),
    )
  }

  /** Shows a refusal on the fields it concerns; false if none of them is on the screen. */
  function attach(failure: ApiFailure, fieldOf?: Readonly<Record<string, string>>): boolean {
    const here = Object.entries(problemsIn(failure, fieldOf)).filter(
      ([field]) => reveal !== undefined || isHere(field),
    )
    if (here.length > 0) void show(Object.fromEntries(here)).catch(toastFailure)
    return here.length > 0
  }

  /** The error of a field is cleared once the field changes. */
  const clear = (changed: (field: string) => boolean) => {
    unfocused.current = false
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !changed(field))))
  }
  return { form, errors, show, attach, clear, isHere }
}

/** The refusal's errors by field; `fieldOf` maps codes of refusals that name no field. */
function problemsIn(failure: ApiFailure, fieldOf: Readonly<Record<string, string>> = {}): Problems {
  const field = fieldOf[failure.code]
  if (Object.keys(failure.fields).length > 0 || field === undefined) return failure.fields as Problems
  return { [field]: { text: failureText(failure).title } }
}

/** Props of an input of a form. */
export interface FieldProps {
  name: string
  defaultValue: string | undefined
  error: string | undefined
}

export interface FormParts<Typed, Body, Answer> {
  /** The fields with their initial values. */
  initial: Typed
  /** The fields call `set` themselves, because their values are not text. */
  controlled?: boolean
  /** The request body. */
  body: (typed: Typed) => Body
  schema?: SchemaLoader
  /** Whether to send what the schema rejects all the same, because the server says what else is wrong. */
  sendsInvalid?: (problems: Problems) => boolean
  /** Texts of this form for codes, where the field has a word of its own. */
  textOf?: Partial<Record<MemberMessageCode, string>>
  /** Checks beyond the schema. */
  check?: (typed: Typed) => Problems
  /** In a multi-step form: shows the step of a field that has an error. */
  reveal?: (field: string) => unknown
  /** In a multi-step form: goes to the next step once the fields of this one are valid; false on the last. */
  next?: (typed: Typed) => (() => unknown) | false
  /** Receives the idempotency key of the action, the same on every retry. */
  send: (body: Body, key: string) => Promise<Answer>
  /** What identifies the action, so that it is retried with the same key; the whole body by default. */
  identity?: (body: Body) => unknown
  /** The name of an action that moves money; its key survives a reload (`useAction`). */
  once?: string
  onDone?: (answer: Answer) => unknown
  /** Returns true if it has handled the failure. */
  onFailed?: (failure: ApiFailure, body: Body) => boolean
  /** Maps the codes of refusals that name no field to a field. */
  fieldOf?: Readonly<Record<string, string>>
  /** Stores what is typed under this name, for the duration of the session. */
  draft?: string
}

/**
 * Inputs are identified by name; values are read from the DOM unless `controlled`, so autofill needs no
 * events.
 */
export function useForm<Typed extends object, Body, Answer>(parts: FormParts<Typed, Body, Answer>) {
  const { draft, schema, controlled = false } = parts
  const [restored, setRestored] = useState(() => draft !== undefined && readDraft(draft))
  const [start] = useState<Typed>(() => ({ ...parts.initial, ...restored }))
  const [typed, setTyped] = useState(start)
  const [checking, setChecking] = useState(false)
  // Counts changes, so that an error about older input is not shown for newer input.
  const changes = useRef(0)
  const { form, errors, show, attach, clear, isHere } = useErrors(parts)
  const refuse = (failure: ApiFailure) => attach(failure, parts.fieldOf) || toastFailure(failure)
  const action = useAction({
    run: parts.send,
    once: parts.once,
    ...(parts.identity && { identity: parts.identity }),
    ...(parts.onDone && { onDone: parts.onDone }),
    onFailed: (failure, body) => parts.onFailed?.(failure, body) || refuse(failure),
  })

  // A screen that was rendered at build has empty inputs, and hydration leaves them as they are.
  useEffect(() => {
    for (const [name, value] of Object.entries(restored && !controlled ? start : {})) {
      const input = form.current?.elements.namedItem(name)
      if (!(input instanceof HTMLInputElement)) continue
      if (input.type === 'checkbox') input.checked = value === 'on'
      else if (input.value === '') input.value = value as string
    }
  }, [form, start, restored, controlled])

  function set(changed: Partial<Typed>) {
    setTyped((before) => ({ ...before, ...changed }))
    // Changing `tagline` clears the error of `tagline.en`.
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
    // Also what was typed before the screen was hydrated.
    if (draft !== undefined && !controlled) storeDraft(draft, publicOf(event.currentTarget, sent))
    const body = parts.body(sent)
    const checked = changes.current
    setChecking(true)
    try {
      const refused = schema ? await problemsOf(schema, body) : {}
      const found = Object.entries({ ...refused, ...present(parts.check?.(sent)) })
      const next = parts.next?.(sent)
      const problems = next ? found.filter(([field]) => isHere(field)) : found
      if (problems.length > 0) {
        if (checked === changes.current) await show(Object.fromEntries(problems))
        if (parts.sendsInvalid?.(Object.fromEntries(problems)) === true) action.start(body)
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
      // Preloads the schema while the user types.
      onFocus: () => void schema?.().catch(() => undefined),
      onSubmit: (event: FormEvent<HTMLFormElement>) => void submit(event).catch(toastFailure),
    },
    field: (name: keyof Typed & string): FieldProps => ({
      name,
      defaultValue: start[name] as string,
      error: errors[name],
    }),
    /** For a field that shows how its value is parsed, such as an amount. */
    bound: (name: keyof Typed & string) => ({
      name,
      typed: typed[name] as string,
      onType: (text: string) => set({ [name]: text } as Partial<Typed>),
      error: errors[name],
    }),
    typed,
    set,
    errors,
    attach: (failure: ApiFailure) => attach(failure, parts.fieldOf),
    busy: checking || action.busy,
    /** Whether the form was restored from a draft. */
    restored: Boolean(restored),
    /** Called once it has been sent. */
    discardDraft: () => {
      if (draft !== undefined) discardDraft(draft)
      setRestored(false)
    },
  }
}

const present = (problems: Problems = {}): Problems =>
  Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem))

/** Passwords and codes: taken exactly as typed, and never stored in a draft. */
const isSecret = ({ autocomplete, type }: HTMLInputElement): boolean =>
  type === 'password' || /password|one-time-code/.test(autocomplete)

/** What may be stored in a draft. */
function publicOf(form: HTMLFormElement, sent: object): Record<string, string> {
  const open = Object.entries(sent as Record<string, string>).filter(([name]) => {
    const input = form.elements.namedItem(name)
    return !(input instanceof HTMLInputElement && isSecret(input))
  })
  return Object.fromEntries(open)
}

/** The values of the form's inputs, trimmed of the spaces that phone keyboards add. */
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
