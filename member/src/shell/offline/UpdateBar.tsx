import { Button } from '@fairturn/ui/Button.tsx'
// Announces a new version of the app. Never reloads by itself, because a form may be open.
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'

interface UpdateBarProps {
  onUpdate: () => void
  onLater: () => void
}

export function UpdateBar({ onUpdate, onLater }: UpdateBarProps) {
  const { t } = useLingui()
  const [busy, setBusy] = useState(false)
  return (
    <section
      aria-label={t`New version`}
      className="print:hidden fixed inset-x-0 bottom-[calc(6rem+env(safe-area-inset-bottom))] z-30 mx-auto max-w-page px-4"
    >
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 rounded-control border border-line bg-surface py-2 pr-2 pl-3.5">
        <p role="status" className="min-w-24 flex-1 py-1 text-small font-semibold">
          <Trans>A new version is ready</Trans>
        </p>
        <Button variant="quiet" onClick={onLater}>
          {t({ message: 'Later', context: 'puts off a new version of the app' })}
        </Button>
        <Button
          variant="soft"
          busy={busy}
          onClick={() => {
            setBusy(true)
            onUpdate()
          }}
        >
          {t({ message: 'Update', context: 'loads a new version of the app' })}
        </Button>
      </div>
    </section>
  )
}
