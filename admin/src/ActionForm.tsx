// A form that is sent as one action: react-admin's own. What the contract's schema or the server refuses stands on its field.
import type { Endpoint } from '@fairturn/contract/endpoint'
import type { ApiFailure } from '@fairturn/ui/failure.ts'
import { type ReactNode, type SubmitEvent, useRef } from 'react'
import { Form } from 'react-admin'
import { set, useFormContext } from 'react-hook-form'
import { type CallInput, type CallName, refusalText } from './api.ts'
import { type MutationOptions, useEndpointMutation } from './endpoint-hooks.ts'
import { useNotifyFailure } from './failures.ts'

export type Schema = NonNullable<Endpoint['body']>

/** As the framework leaves out what is empty. */
const filledOf = (values: object) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== ''))

/** Checks a form by the contract's schema of what is sent of it; the fields of both have the same names. */
export const validatorOf =
  <Values extends object>(schema: Schema, sentOf: (values: Values) => unknown = (values) => values) =>
  (values: object): object => {
    const errors = {}
    for (const { path, message } of schema.safeParse(sentOf(values as Values)).error?.issues.toReversed() ??
      [])
      set(errors, path.join('.'), refusalText({ code: message, message: 'refusals.field_is_invalid' }))
    return errors
  }

/** The input of what the wire calls `field`; a form may hold it below another name. */
const inputOf = (form: HTMLFormElement | undefined, field: string) =>
  Array.from((form?.elements ?? []) as Iterable<HTMLInputElement>).find(
    ({ name }) => name && (name === field || name.endsWith(`.${field}`)),
  )

interface Props<Name extends CallName, Values extends object> extends MutationOptions<Name> {
  endpoint: Name
  /** What is sent, of what was filled in; what was left empty is not in it. */
  input(this: void, values: Values): CallInput<Name>
  /** Of the body. Only where the screen has it loaded anyway: elsewhere the inputs check, and the server. */
  schema?: Schema
  defaultValues?: Partial<Values>
  /** What a refusal that names no field says of one: its text, by the field. */
  fieldsOf?: (this: void, failure: ApiFailure) => Readonly<Record<string, string>> | undefined
  /** `where` it stands now: on a field here, on one of the form that opened this one, or on none. */
  onRefused?: (failure: ApiFailure, where: 'here' | 'outside' | undefined) => void
  children: ReactNode | ((busy: boolean) => ReactNode)
}

export function ActionForm<Name extends CallName, Values extends object>(props: Props<Name, Values>) {
  const {
    endpoint,
    input,
    schema,
    defaultValues = {},
    fieldsOf,
    onRefused,
    onDone,
    children,
    ...options
  } = props
  const notifyFailure = useNotifyFailure()
  // Of a page whose form opens this one in a dialog.
  const outer = useFormContext() as ReturnType<typeof useFormContext> | null
  const form = useRef<HTMLFormElement>(undefined)
  const settle = useRef<(errors: object) => void>(undefined)
  const { start, busy } = useEndpointMutation(endpoint, {
    ...options,
    async onDone(data, sent) {
      settle.current?.({})
      await onDone?.(data, sent)
    },
    onFailed(failure) {
      const texts = Object.entries(failure.fields).map(([field, code]): [string, string] => [
        field,
        refusalText({ code, message: failure.message }),
      ])
      const named = texts.length > 0 ? texts : Object.entries(fieldsOf?.(failure) ?? {})
      const own: Record<string, string> = {}
      let where: 'here' | 'outside' | undefined
      for (const [name, message] of named) {
        const found = inputOf(form.current, name)
        if (found) {
          if (where !== 'here') found.focus()
          where = 'here'
          own[found.name] = message
        } else if (outer?.getValues(name) !== undefined) {
          where ??= 'outside'
          outer.setError(name, { type: 'server', message })
        }
      }
      if (where !== 'here') notifyFailure(failure)
      settle.current?.(own)
      if (failure.kind === 'refused') onRefused?.(failure, where)
    },
  })
  const submit = (values: unknown, event?: unknown) =>
    new Promise<object>((resolve) => {
      form.current = (event as SubmitEvent<HTMLFormElement>).target
      settle.current = resolve
      start(input(values as Values))
    })
  return (
    <Form
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
      {typeof children === 'function' ? children(busy) : children}
    </Form>
  )
}
