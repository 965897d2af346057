// The three steps to the first award, shown until it is claimed or the member closes them.
import { Icon } from '@fairturn/ui/Icon.tsx'
import { IconButton } from '@fairturn/ui/IconButton.tsx'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { readStored, writeStored } from '../device.ts'
import { memberId, type Overview } from '../queries.ts'

const CLOSED_BY = 'first_steps_closed_by'

/** Undefined while it is not known whether the member has claimed an award. */
export function useFirstSteps(overview: Overview | undefined): {
  shown: boolean | undefined
  close: () => void
} {
  const [closed, setClosed] = useState(() => readStored(CLOSED_BY) === memberId())
  return {
    shown: closed ? false : overview && overview.completed === 0,
    close() {
      writeStored(CLOSED_BY, memberId())
      setClosed(true)
    },
  }
}

export function FirstSteps({ overview, onClose }: { overview: Overview; onClose: () => void }) {
  const { t } = useLingui()
  const { success, list_product } = overview
  const at = success > 0 ? 2 : list_product.length > 0 ? 1 : 0
  const steps = [
    t`Receive an order`,
    t`Start it and share its link`,
    t({ message: 'Claim your award', context: 'the third step' }),
  ]
  return (
    <div className="px-4 pt-2 pb-3.5">
      <div className="flex items-center gap-2">
        <h2 className="flex-1 text-title text-balance">{t`Three steps to your first award, free of charge`}</h2>
        <IconButton icon="close" label={t`Close the steps`} onClick={onClose} className="-mr-3" />
      </div>
      <ol className="mt-1 grid gap-1.5">
        {steps.map((step, i) => (
          <li
            key={step}
            aria-current={i === at ? 'step' : undefined}
            className={`flex items-center gap-2.5 ${i === at ? 'font-semibold' : 'text-quiet'}`}
          >
            <span
              className={`figures grid size-6 shrink-0 place-items-center rounded-full border-2 text-tiny font-bold ${
                i > at ? 'border-track' : 'border-action text-action'
              }`}
            >
              {i < at ? (
                <Icon name="check" size={14} label={t({ message: 'done', context: 'a step' })} />
              ) : (
                i + 1
              )}
            </span>
            {step}
          </li>
        ))}
      </ol>
    </div>
  )
}
