import { MessageText } from '../shell/MessageText.tsx'
import { TurnsComeBack } from './NoOfferAvailable.tsx'

/** On Home, in place of the button to receive an order. */
export default function TurnsUsedUp() {
  return (
    <p className="min-w-0 flex-1 text-small text-quiet">
      <MessageText code="you_have_completed_your_order_today" /> <TurnsComeBack />
    </p>
  )
}
