import { useTranslate } from 'react-admin'
import { useMoney } from '../components/Amount.tsx'
import type { DataOf } from '../shell/api.ts'

type Deposit = Pick<DataOf<'GET backoffice/deposits/:deposit_id'>, 'amount' | 'received' | 'being_checked'>

/** What was announced, and what came instead: credited, or not yet. */
export function Announced({ deposit: { amount, received, being_checked } }: { deposit: Deposit }) {
  const translate = useTranslate()
  const money = useMoney()
  const announced = money(amount)
  if (being_checked === null)
    return translate('bank_lines.announced', { announced, received: money(received) })
  return [
    received === null
      ? translate('bank_lines.requested', { announced })
      : translate('bank_lines.announced', { announced, received: money(received) }),
    translate('deposits.being_checked', { amount: money(being_checked) }),
  ].join(' · ')
}
