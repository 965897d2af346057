import { Ring } from '@fairturn/ui/Ring.tsx'
// Shown while an offer is being drawn: what the request does, and a ring that turns until it finishes.
import { Trans } from '@lingui/react/macro'

export function Drawing() {
  return (
    <div role="status" className="grid min-h-104 place-content-center justify-items-center gap-6 text-center">
      <div className="animate-turn">
        <Ring value={7} max={24} size={132} thickness={11} />
      </div>
      <div>
        <p className="text-title">
          <Trans>Searching funded campaigns…</Trans>
        </p>
        <p className="mt-1 max-w-[34ch] text-quiet">
          <Trans>An offer is picked at random, and its full reward is reserved before you see it.</Trans>
        </p>
      </div>
    </div>
  )
}
