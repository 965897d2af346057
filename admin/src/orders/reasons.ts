// Why an order is reviewed, as a sentence with the figures it rests on.
import type { ReviewBasis } from '@fairturn/contract/backoffice/reviews'
import { useTranslate } from 'react-admin'
import { useMoney } from '../components/Amount.tsx'

export function useReasonText(): (basis: ReviewBasis) => string {
  const translate = useTranslate()
  const money = useMoney()
  return ({ reason, measure, found, among, unseen, limit }) =>
    translate(`orders.reasons.${measure === null ? reason : `${reason}_${measure}`}`, {
      found,
      among,
      ...(unseen !== null && { unseen: money(unseen) }),
      ...(limit !== null && { limit: money(limit) }),
    })
}
