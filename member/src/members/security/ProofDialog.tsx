import type { Proof } from '@fairturn/contract/security'
import { Button } from '@fairturn/ui/Button.tsx'
import type { ApiFailure } from '@fairturn/ui/failure.ts'
// A dialog that requires the password or a passkey, for changes to account access.
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Dialog } from '../../shell/Dialog.tsx'
import { PasswordField } from '../../shell/forms/PasswordField.tsx'
import { type FieldProps, type FormParts, useForm } from '../../shell/forms/useForm.ts'
import { securityQuery } from '../../shell/queries.ts'
import { useUser } from '../../shell/useSession.ts'
import { confirmWithPasskey, passkeysWork } from './passkeys.ts'

type Fields = Record<string, string>
/** The request body of a call that needs confirmation. */
type ConfirmedBody<Typed> = { user_id: string } & Proof & Typed

interface ProofDialogProps<Typed extends Fields, Answer> extends Pick<
  FormParts<Typed, unknown, Answer>,
  'schema' | 'check' | 'field_of' | 'once'
> {
  title: string
  lead?: ReactNode
  /** Label of the confirm button. */
  confirm: string
  /** The action removes a way of access. */
  loss?: boolean
  /** Fields besides the password. */
  initial?: Typed
  children?: ReactNode | ((field: (name: keyof Typed & string) => FieldProps) => ReactNode)
  send: (body: ConfirmedBody<Typed>, key: string) => Promise<Answer>
  onDone: (answer: Answer) => unknown
  /** Returns true if it has handled the failure. */
  onFailed?: (failure: ApiFailure) => boolean
  onClose: () => void
}

export function ProofDialog<Answer, Typed extends Fields = Fields>(props: ProofDialogProps<Typed, Answer>) {
  const { t } = useLingui()
  const user = useUser()
  const has_passkey = (useQuery(securityQuery).data?.passkeys.length ?? 0) > 0 && passkeysWork()
  const form = useForm<Fields, Fields, Answer>({
    initial: { ...props.initial, password: '', by: '' },
    body: (typed) => ({ user_id: user?._id ?? '', ...typed }),
    ...(props.schema && { schema: props.schema }),
    ...(props.once !== undefined && { once: props.once }),
    check: (typed) => ({
      ...props.check?.(typed as Typed),
      password: typed['by'] === '' && typed['password'] === '' && 'password_is_required',
    }),
    field_of: { current_password_is_incorrect: 'password', ...props.field_of },
    // The method of confirmation is not part of the action's identity.
    identity: ({ password: _password, by: _by, ...fields }) => fields,
    async send({ password, by, ...fields }, key) {
      const proof = by ? { assertion: await confirmWithPasskey(user?._id ?? '') } : { password }
      return await props.send({ ...fields, ...proof } as unknown as ConfirmedBody<Typed>, key)
    },
    onDone: props.onDone,
    ...(props.onFailed && { onFailed: props.onFailed }),
  })
  return (
    <Dialog onClose={props.onClose} title={props.title} busy={form.busy}>
      {props.lead && <p className="mt-2 text-quiet text-pretty">{props.lead}</p>}
      <form {...form.props} className="mt-4 grid gap-4">
        <input type="hidden" autoComplete="username" value={user?.username ?? ''} readOnly />
        {typeof props.children === 'function' ? props.children(form.field) : props.children}
        <PasswordField {...form.field('password')} label={t`Your password`} />
        <div className="mt-1 grid gap-2.5">
          <Button type="submit" wide variant={props.loss ? 'loss' : 'primary'} busy={form.busy}>
            {props.confirm}
          </Button>
          {has_passkey && (
            <Button type="submit" name="by" value="passkey" variant="quiet" wide disabled={form.busy}>
              {t`Use a passkey instead`}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  )
}
