// Confirms this session for five minutes, for the call that waits for it (shell/confirmations.ts).
import { Trans, useLingui } from '@lingui/react/macro'
import { Amount } from '../../shell/Amount.tsx'
import { call } from '../../shell/client.ts'
import type { ConfirmationRequest } from '../../shell/confirmations.ts'
import { CredentialDialog } from './CredentialDialog.tsx'

export function ConfirmSession({ request }: { request: ConfirmationRequest }) {
  const { t } = useLingui()
  const { total } = request
  return (
    <CredentialDialog
      code
      title={t`Please confirm it’s you`}
      lead={
        total === undefined ? (
          <Trans>Then you need not confirm again for five minutes.</Trans>
        ) : (
          <Trans>
            You are paying <Amount amount={total} /> from your balance.
          </Trans>
        )
      }
      confirm={
        total === undefined ? t({ message: 'Confirm', context: 'that it is you' }) : t`Confirm payment`
      }
      send={async (body) =>
        (await call('POST auth/confirm', { body: { ...body, ...(total !== undefined && { total }) } })).data
      }
      onDone={() => request.end(true)}
      onClose={() => request.end(false)}
    />
  )
}
