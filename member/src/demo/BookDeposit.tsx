import type { Deposit } from '@fairturn/contract/deposits'
import { Button } from '@fairturn/ui/Button.tsx'
// In a demo: its bank books an announced transfer at a tap.
import { Trans, useLingui } from '@lingui/react/macro'
import { call, queries } from '../shell/client.ts'
import { depositQuery, refreshPayments } from '../shell/payment-queries.ts'
import { useAction } from '../shell/useAction.ts'
import { DemoCard } from './DemoCard.tsx'

export default function BookDeposit({ deposit }: { deposit: Deposit }) {
  const { t } = useLingui()
  const { _id: deposit_id } = deposit
  const book = useAction({
    run: async (id: string) =>
      (await call('POST demo/deposits/:deposit_id/book', { params: { deposit_id: id } })).data,
    onDone(booked) {
      queries.setQueryData(depositQuery(deposit_id).queryKey, booked)
      void refreshPayments()
    },
  })
  return (
    <DemoCard
      title={t`Demo: let the bank answer`}
      action={
        <Button wide busy={book.busy} onClick={() => book.start(deposit_id)}>
          {t`Book the transfer`}
        </Button>
      }
    >
      <Trans>
        There is no real bank behind this account. With one tap, the demo’s bank books your transfer and its
        statement is imported like any other.
      </Trans>
    </DemoCard>
  )
}
