import { Note } from '@fairturn/ui/Note.tsx'
// States that a payment exceeds the available balance, in the message's words, and how much is missing.
import { Trans } from '@lingui/react/macro'
import { useMoneyText } from '../shell/Amount.tsx'
import { MessageText } from '../shell/MessageText.tsx'

export function InsufficientFunds({ missing }: { missing: string }) {
  const amount = useMoneyText()(missing)
  return (
    <Note tone="loss">
      <p role="status">
        <MessageText code="your_account_is_insufficient_please_add_more_money" />{' '}
        <Trans>You need {amount} more.</Trans>
      </p>
    </Note>
  )
}
