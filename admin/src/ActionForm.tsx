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

interface Props<Name extends CallName, Values extends object> extends MutationOptions<Name> {
  endpoint: Name
  /** What is sent, of what was filled in; what was left empty is not in it. */
  input(this: void, values: Values): CallInput<Name>
  /** Of the body. Only where the screen has it loaded anyway: elsewhere the inputs check, and the server. */
  schema?: Schema
  defaultValues?: Partial<Values>
  /** `outside`: it concerns a field of the form that opened this one. */
  onRefused?: (failure: ApiFailure, outside: boolean) => void
  children: ReactNode | ((busy: boolean) => ReactNode)
}

export function ActionForm<Name extends CallName, Values extends object>(props: Props<Name, Values>) {
  const { endpoint, input, schema, defaultValues = {}, onRefused, onDone, children, ...options } = props
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
      notifyFailure(failure)
      const texts = Object.entries(failure.fields).map(([field, code]): [string, string] => [
        field,
        refusalText({ code, message: failure.message }),
      ])
      const isOwn = ([field]: [string, string]) => form.current?.elements.namedItem(field) !== null
      const outside = texts.filter((one) => !isOwn(one) && outer?.getValues(one[0]) !== undefined)
      for (const [field, message] of outside) outer?.setError(field, { type: 'server', message })
      settle.current?.(Object.fromEntries(texts.filter(isOwn)))
      if (failure.kind === 'refused') onRefused?.(failure, outside.length > 0)
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
