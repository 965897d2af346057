// A dialog that confirms with the password or a passkey, for changes to account access.
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useRef, type ReactNode } from 'react'
import type { Proof } from '@fairturn/contract/security'
import { Button } from '@fairturn/ui/Button.tsx'
import { Dialog } from '@fairturn/ui/Dialog.tsx'
import { Field } from '@fairturn/ui/Field.tsx'
import { useAction } from '@fairturn/ui/useAction.ts'
import { securityQuery } from '../queries.ts'
import { secretIn, useForm, type Refusals } from '../sign-in/useForm.ts'
import { useUser } from '../useSession.ts'
import { confirmWithPasskey, passkeysWork } from './passkeys.ts'

interface ProofDialogProps<Name extends string, Answer> {
  title: string
  lead?: ReactNode
  /** What the button says that does it. */
  confirm: string
  /** Access is lost by it. */
  loss?: boolean
  /** Fields besides the password, in the order in which they stand. */
  fields?: readonly Name[]
  check?: (form: FormData) => Refusals<Name>
  place?: Partial<Record<string, Name>>
  children?: (errors: Partial<Record<Name, string>>) => ReactNode
  send: (proof: Proof, form: FormData) => Promise<Answer>
  onDone: (answer: Answer) => unknown
  onClose: () => void
}

export function ProofDialog<Name extends string, Answer>(props: ProofDialogProps<Name, Answer>) {
  const { t } = useLingui()
  const user = useUser()
  const has_passkey = (useQuery(securityQuery).data?.passkeys.length ?? 0) > 0 && passkeysWork()
  const by_passkey = useRef(false)
  const action = useAction({
    async run({ password, data }: { password: string | null; data: FormData }) {
      const proof =
        password === null ? { assertion: await confirmWithPasskey(user?._id ?? '') } : { password }
      return await props.send(proof, data)
    },
    onDone: (answer) => props.onDone(answer),
    onFailed: (failure) => form.showFailure(failure),
  })
  const form = useForm<Name | 'password'>({
    fields: [...(props.fields ?? []), 'password'],
    check: (data) =>
      ({
        ...props.check?.(data),
        ...(!by_passkey.current && secretIn(data, 'password') === '' && { password: 'password_is_required' }),
      }) as Refusals<Name | 'password'>,
    place: { current_password_is_incorrect: 'password', ...props.place },
    send: (data) => action.start({ password: by_passkey.current ? null : secretIn(data, 'password'), data }),
  })

  function submitByPasskey() {
    by_passkey.current = true
    form.props.ref.current?.requestSubmit()
  }

  return (
    <Dialog open onClose={props.onClose} title={props.title} closeLabel={t`Close`} busy={action.busy}>
      {props.lead && <p className="mt-2 text-quiet text-pretty">{props.lead}</p>}
      <form {...form.props} className="mt-4 grid gap-4">
        <input type="hidden" autoComplete="username" value={user?.username ?? ''} readOnly />
        {props.children?.(form.errors)}
        <Field
          name="password"
          type="password"
          label={t`Your password`}
          autoComplete="current-password"
          maxLength={256}
          reveal={{ show: t`Show password`, hide: t`Hide password` }}
          error={form.errors.password}
        />
        <div className="mt-1 grid gap-2.5">
          <Button
            type="submit"
            wide
            variant={props.loss ? 'loss' : 'primary'}
            busy={action.busy}
            // Enter in a field presses it too.
            onClick={() => (by_passkey.current = false)}
          >
            {props.confirm}
          </Button>
          {has_passkey && (
            <Button variant="quiet" wide disabled={action.busy} onClick={submitByPasskey}>
              {t`Use a passkey instead`}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  )
}
