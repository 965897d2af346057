// A small form: its values, which message code is on which field, and the focus on the first error.
import { useRef, useState, type FormEvent } from 'react'
import type { MemberMessageCode } from '@fairturn/contract/messages'
import type { ApiFailure } from '@fairturn/ui/failure.ts'
import { failureText, toastFailure } from '../failureText.ts'
import { asSentence, messageTexts } from '../messages.ts'

export type Refusals<Field extends string> = Partial<Record<Field, MemberMessageCode>>

interface FormParts<Field extends string> {
  fields: readonly Field[]
  /** Errors found before anything is sent. */
  check: (form: FormData) => Refusals<Field>
  /** Refusals of the server that belong to one field. */
  place: Partial<Record<string, Field>>
  send: (form: FormData) => void
}

export function useForm<Field extends string>({ fields, check, place, send }: FormParts<Field>) {
  const [errors, setErrors] = useState<Partial<Record<Field, string>>>({})
  const form = useRef<HTMLFormElement>(null)

  function show(next: Partial<Record<Field, string>>) {
    setErrors(next)
    const first = fields.find((field) => next[field])
    if (first) form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
  }

  async function showCodes(codes: Refusals<Field>) {
    const texts = await messageTexts()
    const entries = Object.entries<MemberMessageCode | undefined>(codes)
    show(
      Object.fromEntries(
        entries.map(([field, code]) => [field, asSentence(texts[code ?? 'field_is_invalid'])]),
      ) as Partial<Record<Field, string>>,
    )
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const refused = check(data)
    setErrors({})
    if (Object.keys(refused).length === 0) send(data)
    else showCodes(refused).catch(toastFailure)
  }

  /** Shows the server's refusal on its field, or as a toast when it belongs to none. */
  function showFailure(failure: ApiFailure) {
    const named = Object.entries(failure.fields).filter(([field]) => fields.includes(field as Field))
    const field = place[failure.code]
    if (named.length > 0) showCodes(Object.fromEntries(named) as Refusals<Field>).catch(toastFailure)
    else if (field && failure.kind === 'refused') show({ [field]: failureText(failure).title } as never)
    else toastFailure(failure)
  }

  /** An error disappears once its field is being changed. */
  function changed(event: FormEvent<HTMLFormElement>) {
    const { name } = event.target as HTMLInputElement
    if (name in errors) setErrors({ ...errors, [name]: undefined })
  }

  return { props: { ref: form, onSubmit: submit, onInput: changed, noValidate: true }, errors, showFailure }
}

/** The text of a field, without the spaces a phone's keyboard adds. */
export const textIn = (form: FormData, field: string): string => {
  const value = form.get(field)
  return typeof value === 'string' ? value.trim() : ''
}

/** A password exactly as it was typed. */
export const secretIn = (form: FormData, field: string): string => {
  const value = form.get(field)
  return typeof value === 'string' ? value : ''
}
