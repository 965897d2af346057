import { Trans, useLingui } from '@lingui/react/macro'
import { useSettings } from './useSession.ts'

export function DemoRibbon() {
  const { t } = useLingui()
  if (useSettings()?.demo.value !== true) return null
  return (
    <aside
      aria-label={t({ message: 'Demo', context: 'a deployment where nothing is real' })}
      className="bg-award-soft px-4 py-1 text-small font-semibold text-award"
    >
      <Trans>Demo: sample members, no real money</Trans>
    </aside>
  )
}
