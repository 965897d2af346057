import type { Remedy, Subject } from '@fairturn/contract/support'
import { LinkButton } from '@fairturn/ui/LinkButton.tsx'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { storeDraft } from '../shell/forms/drafts.ts'
import { paths } from '../shell/paths.ts'
import { withdrawalQuery } from '../shell/payment-queries.ts'

interface RemedyLinkProps {
  remedy: Remedy
  subject: Subject | null
}

/** What an upheld complaint has undone or opened, at one tap. */
export function RemedyLink({ remedy, subject }: RemedyLinkProps) {
  const { t } = useLingui()
  if (remedy === 'withdraw_again') return <WithdrawAgain withdrawal_id={subject?._id} />
  if (remedy === 'place_again')
    return (
      <LinkButton href={subject ? paths.placeAgain(subject._id) : paths.newCampaign} icon="share" wide>
        {t`Place the campaign again`}
      </LinkButton>
    )
  if (remedy === 'lock_ended')
    return (
      <LinkButton href={paths.receive} icon="turn" wide>
        {t`Receive an order`}
      </LinkButton>
    )
  return (
    subject && (
      <LinkButton href={paths.order(subject._id)} icon="box" wide>
        {t`Open order`}
      </LinkButton>
    )
  )
}

/** The withdrawal that was refused, filled in: what is left is to confirm it. */
function WithdrawAgain({ withdrawal_id = '' }: { withdrawal_id: string | undefined }) {
  const { t } = useLingui()
  const { data } = useQuery({ ...withdrawalQuery(withdrawal_id), enabled: withdrawal_id !== '' })
  return (
    <LinkButton
      href={data ? paths.withdrawStep('confirm', data._id) : paths.withdraw}
      icon="withdraw"
      wide
      onClick={() => data && storeDraft('withdraw', { amount: data.amount.replace('.', ',') })}
    >
      {t`Withdraw again`}
    </LinkButton>
  )
}
