import type { Step } from '@fairturn/contract/proof/check'
import { Card } from '@fairturn/ui/Card.tsx'
import { Icon } from '@fairturn/ui/Icon.tsx'
import { useLingui } from '@lingui/react/macro'
import { stepText, stepTitle } from './labels.ts'

export function Steps({ steps }: { steps: readonly Step[] }) {
  const { t } = useLingui()
  const marks = {
    passed: { icon: 'check', look: 'text-action', label: t`passed` },
    failed: { icon: 'warning', look: 'text-loss', label: t`failed` },
    unchecked: { icon: 'info', look: 'text-quiet', label: t`could not be checked` },
    not_compared: { icon: 'clock', look: 'text-quiet', label: t`not compared` },
  } as const
  return (
    <Card as="ol" aria-label={t`Verification steps`} className="mt-4">
      {steps.map((step) => {
        const { name, state } = step
        const { icon, look, label } = marks[state]
        return (
          <li key={name} data-step={name} data-state={state} className="flex gap-3 px-3.5 py-3">
            <Icon name={icon} label={label} className={`mt-0.5 ${look}`} />
            <span className="min-w-0 flex-1">
              {/* What was not compared is a question, not a finding. */}
              <span
                className={`block font-semibold ${state === 'passed' || state === 'failed' ? '' : 'text-quiet'}`}
              >
                {stepTitle(name)}
              </span>
              <span
                className={`mt-0.5 block text-small ${state === 'failed' ? 'font-semibold text-loss' : 'text-quiet'}`}
              >
                {stepText(step)}
              </span>
            </span>
          </li>
        )
      })}
    </Card>
  )
}
