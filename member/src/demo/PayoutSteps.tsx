import type { DemoPayout, PayoutStep } from '@fairturn/contract/demo'
import { Button } from '@fairturn/ui/Button.tsx'
import { Icon } from '@fairturn/ui/Icon.tsx'
// In a demo: its operators and its bank do the next step of a withdrawal at a tap; each says who does it.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { call, queries } from '../shell/client.ts'
import { toastFailure } from '../shell/failure-text.ts'
import { listOf } from '../shell/list.ts'
import { demoPayoutQuery, refreshPayments, withdrawalQuery } from '../shell/payment-queries.ts'
import { useAction } from '../shell/useAction.ts'
import { DemoCard } from './DemoCard.tsx'

export default function PayoutSteps({ withdrawal_id }: { withdrawal_id: string }) {
  const { t } = useLingui()
  const { data } = useQuery(demoPayoutQuery(withdrawal_id))
  const advance = useAction({
    run: async (step: PayoutStep) =>
      (
        await call('POST demo/withdrawals/:withdrawal_id/advance', {
          params: { withdrawal_id },
          body: { step },
        })
      ).data,
    onDone(payout) {
      queries.setQueryData(demoPayoutQuery(withdrawal_id).queryKey, payout)
      queries.setQueryData(withdrawalQuery(withdrawal_id).queryKey, payout.withdrawal)
      void refreshPayments()
    },
    onFailed(failure) {
      toastFailure(failure)
      void refreshPayments()
    },
  })
  const next = data?.steps.find(({ done }) => !done)
  if (!data || !next) return null
  const actions: Readonly<Record<PayoutStep, string>> = {
    approve: t`Approve the withdrawal`,
    release: t`Release the payment file`,
    book: t`Book the payment`,
  }
  return (
    <DemoCard
      title={t`Demo: do the next step`}
      action={
        <Button wide busy={advance.busy} onClick={() => advance.start(next.step)}>
          {actions[next.step]}
        </Button>
      }
    >
      <p>
        <Trans>
          Elsewhere, staff and the bank do this. Here each tap does one step, under the same rules.
        </Trans>
      </p>
      <ol className="mt-3 grid gap-2">
        {data.steps.map((step) => (
          <Step key={step.step} {...step} />
        ))}
      </ol>
    </DemoCard>
  )
}

function Step({ step, by, done }: DemoPayout['steps'][number]) {
  const { t } = useLingui()
  const names: Readonly<Record<PayoutStep, string>> = {
    approve: t({ message: 'Approval', context: 'step of a withdrawal' }),
    release: t({ message: 'Payment file', context: 'step of a withdrawal' }),
    book: t({ message: 'Booking by the bank', context: 'step of a withdrawal' }),
  }
  return (
    <li className="flex items-baseline gap-2">
      <span className="w-4.5 shrink-0 self-center">
        {done && (
          <Icon name="check" size={18} label={t({ message: 'done', context: 'step of a withdrawal' })} />
        )}
      </span>
      <span className="min-w-0 flex-1 font-semibold">{names[step]}</span>
      <span className="min-w-0 text-right" translate={by.length > 0 ? 'no' : undefined}>
        {by.length > 0 ? listOf(by) : t`the demo’s bank`}
      </span>
    </li>
  )
}
