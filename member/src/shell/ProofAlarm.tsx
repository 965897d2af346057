import { Anchor } from '@fairturn/ui/Anchor.tsx'
import { Note } from '@fairturn/ui/Note.tsx'
// Alarm above every screen after a proof has failed on this device, until the member has saved the evidence.
import { useLingui } from '@lingui/react/macro'
import { paths } from './paths.ts'

export default function ProofAlarm() {
  const { t } = useLingui()
  return (
    <div role="alert" className="page-column pt-3">
      <Note tone="loss">
        {t`The proof of balance failed the check on your device.`}{' '}
        <Anchor href={paths.proof} className="py-1 underline">
          {t`View details and save the evidence`}
        </Anchor>
      </Note>
    </div>
  )
}
