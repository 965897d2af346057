import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { call, queries } from '../../shell/client.ts'
import { keys } from '../../shell/queries.ts'
import { CodesDialog } from './CodesDialog.tsx'
import { CredentialDialog } from './CredentialDialog.tsx'

export default function RecoveryCodes({ left, onClose }: { left: number; onClose: () => void }) {
  const { t } = useLingui()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes) return <CodesDialog codes={codes} onClose={onClose} />
  return (
    <CredentialDialog
      title={t`New recovery codes`}
      lead={
        left > 0 ? (
          <Trans>You get ten new codes. Your current codes stop working.</Trans>
        ) : (
          <Trans>Ten codes in case you lose your phone or forget your password.</Trans>
        )
      }
      confirm={t`Create codes`}
      send={(body) => call('POST recovery-codes', { body })}
      onDone={({ data }) => {
        setCodes(data.recovery_codes)
        void queries.invalidateQueries({ queryKey: keys.security })
      }}
      onClose={onClose}
    />
  )
}
