// Confirms a phone number by a code sent to it: before an order is taken, and for a new number. A demo sends nothing and
// shows the code here.
import type { PhoneCode } from '@fairturn/contract/phone-codes'
import { Button } from '@fairturn/ui/Button.tsx'
import type { ApiFailure } from '@fairturn/ui/failure.ts'
import { Field } from '@fairturn/ui/Field.tsx'
import { LinkButton } from '@fairturn/ui/LinkButton.tsx'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useNow } from '../../orders/clock.ts'
import { call, queries } from '../../shell/client.ts'
import { Dialog } from '../../shell/Dialog.tsx'
import { toastFailure } from '../../shell/failure-text.ts'
import { useForm } from '../../shell/forms/useForm.ts'
import { toastMessage } from '../../shell/messages.ts'
import { paths } from '../../shell/paths.ts'
import { keys, memberId, viewerQuery } from '../../shell/queries.ts'
import { session } from '../../shell/session.ts'
import { useAction } from '../../shell/useAction.ts'
import { useUser } from '../../shell/useSession.ts'

interface PhoneCodeDialogProps {
  /** Why it is asked for. */
  lead: string
  onDone: () => unknown
  /** No code could be sent: what needs it may work without one by now. */
  onUnsent?: () => void
  onClose: () => void
}

export default function PhoneCodeDialog({ lead, onDone, onUnsent, onClose }: PhoneCodeDialogProps) {
  const { t } = useLingui()
  const [sent, setSent] = useState<PhoneCode | null>(null)
  const phone = useUser()?.phone
  const send = useAction({
    run: () => call('POST phone-codes', { body: { user_id: memberId() } }),
    onDone: ({ data }) => setSent(data),
    onFailed(failure: ApiFailure) {
      // By an earlier request whose answer was lost.
      if (failure.code === 'phone_is_already_confirmed') void onDone()
      else toastFailure(failure)
      if (failure.code === 'phone_code_could_not_be_sent') onUnsent?.()
    },
  })
  if (sent)
    return (
      <EnterPhoneCode
        sent={sent}
        onAgain={() => send.start(null)}
        asking={send.busy}
        onDone={onDone}
        onClose={onClose}
      />
    )
  return (
    <Dialog onClose={onClose} title={t`Confirm your phone number`} busy={send.busy}>
      <p className="mt-2 text-quiet">{lead}</p>
      <p className="figures mt-3 font-semibold">{phone}</p>
      <div className="mt-4 grid gap-2.5">
        <Button wide busy={send.busy} onClick={() => send.start(null)}>
          {t`Send code`}
        </Button>
        <LinkButton href={paths.security} variant="quiet" wide>
          {t`Use another number`}
        </LinkButton>
      </div>
    </Dialog>
  )
}

interface EnterPhoneCodeProps {
  sent: PhoneCode
  /** Sends another code; undefined if that takes the password again. */
  onAgain?: () => void
  asking?: boolean
  onDone: () => unknown
  onClose: () => void
}

export function EnterPhoneCode({ sent, onAgain, asking = false, onDone, onClose }: EnterPhoneCodeProps) {
  const { t } = useLingui()
  const form = useForm({
    initial: { code: '' },
    body: (typed) => ({ user_id: memberId(), ...typed }),
    check: ({ code }) => ({ code: code.trim() === '' && { text: t`Enter the six digits` } }),
    fieldOf: { phone_code_is_incorrect: 'code', phone_code_has_expired: 'code' },
    send: (body) => call('POST phone-codes/confirm', { body }),
    async onDone({ data, message }) {
      session.replaceUser(data)
      queries.setQueryData(viewerQuery.queryKey, data)
      void queries.invalidateQueries({ queryKey: keys.security })
      await onDone()
      await toastMessage(message === 'phone_changed_successfully' ? message : 'phone_confirmed_successfully')
    },
  })
  const { phone, code } = sent
  return (
    <Dialog onClose={onClose} title={t`Enter the code`} busy={form.busy}>
      <p className="mt-2 text-quiet">
        {code === undefined ? (
          <Trans>
            We sent six digits to <span className="figures text-ink">{phone}</span>. They are valid for 10
            minutes.
          </Trans>
        ) : (
          <Trans>
            This is a demo: nothing is sent. Your code is <span className="figures text-ink">{code}</span>.
          </Trans>
        )}
      </p>
      <form {...form.props} className="mt-4 grid gap-4">
        <Field
          {...form.field('code')}
          label={t`Code`}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
        />
        <div className="grid gap-2.5">
          <Button type="submit" wide busy={form.busy}>
            {t({ message: 'Confirm', context: 'a phone number' })}
          </Button>
          {onAgain && <Again at={sent.again_at} busy={asking} disabled={form.busy} onAgain={onAgain} />}
        </div>
      </form>
    </Dialog>
  )
}

interface AgainProps {
  at: string
  busy: boolean
  disabled: boolean
  onAgain: () => void
}

function Again({ at, busy, disabled, onAgain }: AgainProps) {
  const { t } = useLingui()
  const seconds = Math.ceil((Date.parse(at) - useNow(1000).getTime()) / 1000)
  return (
    <Button variant="quiet" wide busy={busy} disabled={disabled || seconds > 0} onClick={onAgain}>
      {seconds > 0 ? t`Send again in ${seconds} s` : t`Send again`}
    </Button>
  )
}
