// What registering shows where many have: the work of the device, and until when to wait.
import type { RegistrationWait } from '@fairturn/contract/members'
import { DateTime } from '@fairturn/ui/DateTime.tsx'
import { Note } from '@fairturn/ui/Note.tsx'
import { Trans, useLingui } from '@lingui/react/macro'

export function Waiting({ wait: { limit, until } }: { wait: RegistrationWait }) {
  return (
    <Note tone="action">
      {limit === 'code' ? (
        <Trans>
          This invite code has brought as many people as it may for now. Try again after{' '}
          <DateTime value={until} />, or use another code.
        </Trans>
      ) : (
        <Trans>
          Too many people have registered from this network for now. Try again after{' '}
          <DateTime value={until} />.
        </Trans>
      )}
    </Note>
  )
}

/** `share`: of the work, up to 1. */
export function Working({ share }: { share: number }) {
  const { t } = useLingui()
  return (
    <p className="text-center text-small text-quiet">
      {t`Checking this device…`}
      <progress
        value={share}
        aria-label={t`Checking this device…`}
        className="mt-1 block h-1 w-full accent-action"
      />
    </p>
  )
}
