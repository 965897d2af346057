import type { Confirmation } from '@fairturn/contract/security'
import { Button } from '@fairturn/ui/Button.tsx'
import type { ApiFailure } from '@fairturn/ui/failure.ts'
// The one dialog that asks for the password, a passkey or, where `code` allows it, a one-time code.
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Dialog } from '../../shell/Dialog.tsx'
import { PasswordField } from '../../shell/forms/PasswordField.tsx'
import { type FieldProps, type FormParts, useForm } from '../../shell/forms/useForm.ts'
import { securityQuery } from '../../shell/queries.ts'
import { useUser } from '../../shell/useSession.ts'
import { CodeField } from '../sign-in/CodeField.tsx'
import { confirmWithPasskey, passkeysWork } from './passkeys.ts'

type Fields = Record<string, string>
/** The request body of a call that needs confirmation. */
type ConfirmedBody<Typed> = { user_id: string } & Confirmation & Typed

interface CredentialDialogProps<Typed extends Fields, Answer> extends Pick<
  FormParts<Typed, unknown, Answer>,
  'schema' | 'check' | 'fieldOf' | 'once'
> {
  title: string
  lead?: ReactNode
  /** Label of the confirm button. */
  confirm: string
  /** The action removes a way of access. */
  loss?: boolean
  /** A code of the authenticator app confirms, too, where the member has one. */
  code?: boolean
  /** Fields besides the password. */
  initial?: Typed
  children?: ReactNode | ((field: (name: keyof Typed & string) => FieldProps) => ReactNode)
  send: (body: ConfirmedBody<Typed>, key: string) => Promise<Answer>
  onDone: (answer: Answer) => unknown
  /** Returns true if it has handled the failure. */
  onFailed?: (failure: ApiFailure) => boolean
  onClose: () => void
}

export function CredentialDialog<Answer, Typed extends Fields = Fields>(
  props: CredentialDialogProps<Typed, Answer>,
) {
  const { t } = useLingui()
  const user = useUser()
  const security = useQuery(securityQuery).data
  const hasPasskey = (security?.passkeys.length ?? 0) > 0 && passkeysWork()
  const hasCode = props.code === true && security?.one_time_codes === true
  const [byCode, setByCode] = useState(false)
  /** The credentials apart from the rest; `otp` may be a field of the action itself. */
  function split({ password, by, ...rest }: Fields) {
    const { otp, ...others } = rest
    return props.code ? { fields: others, password, otp, by } : { fields: rest, password, by }
  }
  const form = useForm<Fields, Fields, Answer>({
    initial: { ...props.initial, password: '', by: '', ...(props.code && { otp: '' }) },
    body: (typed) => ({ user_id: user?._id ?? '', ...typed }),
    ...(props.schema && { schema: props.schema }),
    ...(props.once !== undefined && { once: props.once }),
    check: (typed) => ({
      ...props.check?.(typed as Typed),
      password: !byCode && typed['by'] === '' && typed['password'] === '' && 'password_is_required',
      otp: byCode && typed['by'] === '' && typed['otp'] === '' && 'one_time_code_is_required',
    }),
    fieldOf: { current_password_is_incorrect: 'password', ...props.fieldOf },
    // The method of confirmation is not part of the action's identity.
    identity: (typed) => split(typed).fields,
    async send(typed, key) {
      const { fields, password, otp, by } = split(typed)
      const typedOne = byCode ? { otp } : { password }
      const given = by ? { assertion: await confirmWithPasskey(user?._id ?? '') } : typedOne
      return await props.send({ ...fields, ...given } as unknown as ConfirmedBody<Typed>, key)
    },
    onDone: props.onDone,
    ...(props.onFailed && { onFailed: props.onFailed }),
  })
  return (
    <Dialog onClose={props.onClose} title={props.title} busy={form.busy}>
      {props.lead && <p className="mt-2 text-quiet">{props.lead}</p>}
      <form {...form.props} className="mt-4 grid gap-4">
        <input type="hidden" autoComplete="username" value={user?.username ?? ''} readOnly />
        {typeof props.children === 'function' ? props.children(form.field) : props.children}
        {byCode ? (
          <CodeField {...form.field('otp')} />
        ) : (
          <PasswordField {...form.field('password')} label={t`Your password`} />
        )}
        <div className="mt-1 grid gap-2.5">
          <Button type="submit" wide variant={props.loss ? 'loss' : 'primary'} busy={form.busy}>
            {props.confirm}
          </Button>
          {hasPasskey && (
            <Button type="submit" name="by" value="passkey" variant="quiet" wide disabled={form.busy}>
              {t`Use a passkey instead`}
            </Button>
          )}
          {hasCode && (
            <Button variant="quiet" wide disabled={form.busy} onClick={() => setByCode(!byCode)}>
              {byCode ? t`Use your password instead` : t`Use your authenticator app instead`}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  )
}
