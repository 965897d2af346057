import { Trans } from '@lingui/react/macro'
import { TurnsComeBack } from './NoOfferAvailable.tsx'

/** On Home, in place of the button to receive an order. */
export default function TurnsUsedUp() {
  return (
    <p className="min-w-0 flex-1 text-small text-quiet">
      <Trans>You have used all your turns today.</Trans> <TurnsComeBack />
    </p>
  )
}
