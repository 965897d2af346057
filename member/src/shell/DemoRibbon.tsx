// Says on every screen of a demo deployment that nothing in it is real.
import { Trans } from '@lingui/react/macro'
import { useSettings } from '../useSession.ts'

export function DemoRibbon() {
  if (useSettings()?.demo.value !== true) return null
  return (
    <p className="bg-award-soft px-4 py-1 text-center text-small font-semibold text-award">
      <Trans>Demo: invented members, no real money</Trans>
    </p>
  )
}
