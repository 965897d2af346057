// A react-admin form that submits one action. Errors from the contract's schema or the server are shown on
// their fields.
import type { Endpoint } from '@fairturn/contract/endpoint'
import type { ApiFailure } from '@fairturn/ui/failure.ts'
import { type ReactNode, type SubmitEvent, useRef } from 'react'
import { Form } from 'react-admin'
import { set, useFormContext } from 'react-hook-form'
import { type CallInput, type CallName, type DataOf, refusalText } from '../shell/api.ts'
import { type MutationOptions, useEndpointMutation } from '../shell/endpoint-hooks.ts'
import { useNotifyFailure } from '../shell/failures.ts'
import { DraftKeeper, isTyped, useDrafts } from './drafts.tsx'

export type Schema = NonNullable<Endpoint['body']>

/** Omits empty values, as the framework does. */
const filledOf = (values: object) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== ''))

/**
 * Returns a validator based on the contract's schema of the request body; form and body have the same field
 * names.
 */
export const validatorOf =
  <Values extends object>(schema: Schema, sentOf: (values: Values) => unknown = (values) => values) =>
  (values: object): object => {
    const errors = {}
    for (const { path, message } of schema.safeParse(sentOf(values as Values)).error?.issues.toReversed() ??
      [])
      set(errors, path.join('.'), refusalText({ code: message, message: 'refusals.field_is_invalid' }))
    return errors
  }

/** The input of a field of the request; a form may nest it under another name. */
const inputOf = (form: HTMLFormElement | undefined, field: string) =>
  Array.from((form?.elements ?? []) as Iterable<HTMLInputElement>).find(
    ({ name }) => name && (name === field || name.endsWith(`.${field}`)),
  )

type Where = 'here' | 'outside' | undefined
type Outer = ReturnType<typeof useFormContext> | null

/** The error texts of this form's own inputs, the first of which is focused; the others are shown in the form that opened it. */
function placed(named: readonly [string, string][], form: HTMLFormElement | undefined, outer: Outer) {
  const own: Record<string, string> = {}
  let where: Where
  for (const [name, message] of named) {
    const found = inputOf(form, name)
    if (found) {
      if (where !== 'here') found.focus()
      where = 'here'
      own[found.name] = message
    } else if (outer?.getValues(name) !== undefined) {
      where ??= 'outside'
      outer.setError(name, { type: 'server', message })
    }
  }
  return { own, where }
}

interface Props<Name extends CallName, Values extends object> extends MutationOptions<Name> {
  endpoint: Name
  /** Maps the form values to the request; empty inputs are omitted from the values. */
  input(this: void, values: Values): CallInput<Name>
  /**
   * Schema of the body. Pass it only where the screen's code includes it anyway; otherwise the inputs
   * validate, and the server.
   */
  schema?: Schema
  defaultValues?: Partial<Values>
  /** Tells forms of one call about one record apart. */
  form?: string
  /** For refusals that name no field: error texts by field. */
  fieldsOf?: (this: void, failure: ApiFailure) => Readonly<Record<string, string>> | undefined
  /** The text of an answer that is a refusal: what was typed stays, and `onDone` is not called. */
  refusalIn?: (this: void, data: DataOf<Name>) => string | undefined
  onAnswerRefused?: (text: string) => void
  /** Shows a failure that concerns no field of this form; false where it does not, and a notification does. */
  shows?: (failure: ApiFailure, where: 'outside' | undefined, typed: boolean) => boolean
  /** `where` the refusal is shown: on a field of this form, on one of the form that opened it, or on none. */
  onRefused?: (failure: ApiFailure, where: Where, typed: boolean) => void
  children: ReactNode | ((busy: boolean) => ReactNode)
}

export function ActionForm<Name extends CallName, Values extends object>(props: Props<Name, Values>) {
  const { endpoint, input, schema, defaultValues = {}, form: formName, children, ...answers } = props
  const { fieldsOf, refusalIn, onAnswerRefused, shows, onRefused, onDone, ...options } = answers
  const notifyFailure = useNotifyFailure()
  const { keeper, clear } = useDrafts({
    form: endpoint,
    about: { ...(input(defaultValues as Values) as { params?: object }).params, form: formName },
  })
  // The form of the page that opened this one in a dialog, if any.
  const outer = useFormContext() as Outer
  const form = useRef<HTMLFormElement>(undefined)
  const settle = useRef<(errors: object) => void>(undefined)
  const typed = useRef(false)
  const { start, busy } = useEndpointMutation(endpoint, {
    ...options,
    async onDone(data, sent) {
      settle.current?.({})
      const refusal = refusalIn?.(data)
      if (refusal !== undefined) return onAnswerRefused?.(refusal)
      clear()
      return await onDone?.(data, sent)
    },
    onFailed(failure) {
      const texts = Object.entries(failure.fields).map(([field, code]): [string, string] => [
        field,
        refusalText({ code, message: failure.message, details: failure.details }),
      ])
      const named = texts.length > 0 ? texts : Object.entries(fieldsOf?.(failure) ?? {})
      const { own, where } = placed(named, form.current, outer)
      if (where !== 'here' && shows?.(failure, where, typed.current) !== true) notifyFailure(failure)
      settle.current?.(own)
      if (failure.kind === 'refused') onRefused?.(failure, where, typed.current)
    },
  })
  const submit = (values: unknown, event?: unknown) =>
    new Promise<object>((resolve) => {
      form.current = (event as SubmitEvent<HTMLFormElement>).target
      settle.current = resolve
      typed.current = isTyped(values as object, defaultValues)
      start(input(values as Values))
    })
  return (
    <Form
      key={keeper.storageKey}
      record={{}}
      defaultValues={defaultValues}
      sanitizeEmptyValues
      disableInvalidFormNotification
      {...(schema && {
        validate: validatorOf(
          schema,
          (values) => (input(filledOf(values) as Values) as { body?: unknown }).body,
        ),
      })}
      onSubmit={submit}
    >
      <DraftKeeper {...keeper}>{typeof children === 'function' ? children(busy) : children}</DraftKeeper>
    </Form>
  )
}
