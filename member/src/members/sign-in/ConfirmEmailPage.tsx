import { Button } from '@fairturn/ui/Button.tsx'
import { LinkButton } from '@fairturn/ui/LinkButton.tsx'
// The page that confirms an e-mail address. Confirms only when the button is pressed, because link scanners
// also open mailed links.
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { call, queries } from '../../shell/client.ts'
import { failureText } from '../../shell/failure-text.ts'
import { paths } from '../../shell/paths.ts'
import { keys } from '../../shell/queries.ts'
import { useAction } from '../../shell/useAction.ts'
import { useTitle } from '../../shell/useTitle.ts'
import { useLinkToken } from './link-token.ts'
import { SignInFrame } from './SignInFrame.tsx'

export default function ConfirmEmailPage() {
  const { t } = useLingui()
  useTitle(t`Confirm email`)
  const token = useLinkToken()
  const [email, setEmail] = useState<string | null>(null)
  const confirm = useAction({
    run: () => call('POST email/confirm', { body: { token } }),
    onDone({ data }) {
      setEmail(data.email)
      void queries.invalidateQueries({ queryKey: keys.security })
    },
    // Shown on the page, not as a toast.
    onFailed: () => undefined,
  })
  if (email !== null) {
    return (
      <SignInFrame title={t`Email confirmed`} lead={<span className="break-all">{email}</span>}>
        <LinkButton href={paths.security} wide className="mt-6">
          {t`Continue`}
        </LinkButton>
      </SignInFrame>
    )
  }
  return (
    <SignInFrame
      title={t`Confirm email`}
      lead={<Trans>Once confirmed, it lets you reset your password by email.</Trans>}
    >
      <p role="alert" className="mt-6 font-medium text-loss">
        {confirm.failure && failureText(confirm.failure).title}
      </p>
      <Button wide busy={confirm.busy} onClick={() => confirm.start(undefined)} className="mt-3">
        {t`Confirm`}
      </Button>
    </SignInFrame>
  )
}
