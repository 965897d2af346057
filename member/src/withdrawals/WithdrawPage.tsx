import { Card } from '@fairturn/ui/Card.tsx'
import { Icon } from '@fairturn/ui/Icon.tsx'
import { Row } from '@fairturn/ui/Row.tsx'
import { Skeleton } from '@fairturn/ui/Skeleton.tsx'
// Withdrawing is one flow: what is available, the destination, the payout and its expected time, before it is confirmed. What
// is missing is entered here, each on a step of its own, from which Back leads back to the amount.
// Only the amount, an address and a bank account are required (promise 5).
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useSearch } from 'wouter'
import { AddressEditor } from '../banking/AddressForm.tsx'
import { BankEditor } from '../banking/BankEditor.tsx'
import { Amount } from '../shell/Amount.tsx'
import { queries } from '../shell/client.ts'
import { toastFailure } from '../shell/failure-text.ts'
import { Page } from '../shell/Page.tsx'
import { paths } from '../shell/paths.ts'
import { addressQuery, withdrawTermsQuery } from '../shell/payment-queries.ts'
import { viewerQuery } from '../shell/queries.ts'
import { Below, QueryResult } from '../shell/QueryResult.tsx'
import { WithdrawalStatus } from './WithdrawalStatus.tsx'
import { CONFIRM, WithdrawForm } from './WithdrawForm.tsx'

export default function WithdrawPage() {
  const { t } = useLingui()
  const search = new URLSearchParams(useSearch())
  const [, navigate] = useLocation()
  const withdrawal_id = search.get('withdrawal')
  const step = search.get('step')
  const again = search.get('again')
  const confirms = search.get('then') === 'confirm'
  const goOn = (to: string) => navigate(to, { replace: true })

  /** What was missing is saved: the next thing that is, then the withdrawal itself. */
  async function goOnAfterAccount() {
    const address = await queries.fetchQuery(addressQuery)
    goOn(
      confirms && address === null
        ? paths.withdrawStep(`address${CONFIRM}`, again)
        : confirms
          ? paths.withdrawStep('confirm', again)
          : paths.withdraw,
    )
  }

  if (step === 'account') {
    return (
      <Page title={t`Bank information`} back={paths.withdraw}>
        <BankEditor onSaved={() => void goOnAfterAccount().catch(toastFailure)} />
      </Page>
    )
  }
  if (step === 'address') {
    return (
      <Page title={t`Your address`} back={paths.withdraw}>
        <AddressEditor
          onSaved={() => goOn(confirms ? paths.withdrawStep('confirm', again) : paths.withdraw)}
        />
      </Page>
    )
  }
  return (
    <Page title={t`Withdraw`} {...(withdrawal_id && { back: paths.withdraw })}>
      {withdrawal_id ? (
        <WithdrawalStatus key={withdrawal_id} withdrawal_id={withdrawal_id} />
      ) : (
        <>
          <Balances />
          <Asking confirms={step === 'confirm'} again={again} />
        </>
      )}
    </Page>
  )
}

function Asking({ confirms, again }: { confirms: boolean; again: string | null }) {
  const { t } = useLingui()
  const viewer = useQuery(viewerQuery)
  // Refetched on every mount, because missing prerequisites are added on other screens.
  const query = useQuery({ ...withdrawTermsQuery, refetchOnMount: 'always' })
  return (
    <Below queries={[viewer]}>
      <QueryResult query={query} outline={['h-20', 'mt-4 h-110']}>
        {(terms) => <WithdrawForm terms={terms} confirms={confirms} again={again} />}
      </QueryResult>
      <Below queries={[query]}>
        <Card className="mt-6">
          <Row
            href={paths.withdrawHistory}
            leading={<Icon name="clock" className="text-action" />}
            title={t`Withdrawal history`}
          />
        </Card>
      </Below>
    </Below>
  )
}

/** Both parts of the balance, and why one of them is locked. */
function Balances() {
  const { t } = useLingui()
  const { data: viewer } = useQuery(viewerQuery)
  const { data: terms } = useQuery(withdrawTermsQuery)
  if (!viewer) return <Skeleton className="mb-3 h-11 rounded-small" />
  const hasHeld = viewer.held_balance !== '0.00'
  const kept_back = terms && terms.kept_back !== '0.00' ? terms.kept_back : undefined
  return (
    <section aria-label={t`Balance`} className="mb-3 low-screen:mb-1">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="text-quiet">{t`Available balance`}</span>
        <Amount amount={viewer.account_balance} size="large" />
      </p>
      <p className="text-small text-quiet">
        {hasHeld ? (
          <Trans>
            Another <Amount amount={viewer.held_balance} tone="inherit" /> is held for withdrawals in
            progress. It stays yours until it is sent.
          </Trans>
        ) : terms?.hold ? (
          <Trans>All of it stays yours while withdrawals wait.</Trans>
        ) : (
          !kept_back && viewer.account_balance !== '0.00' && <Trans>You can withdraw the full balance.</Trans>
        )}
      </p>
      {kept_back && (
        <p className="mt-1 text-small text-loss">
          <Trans>
            <Amount amount={kept_back} tone="inherit" /> of it is kept back: your card’s issuer or a bank
            disputes it. Everything above it can be withdrawn.
          </Trans>
        </p>
      )}
    </section>
  )
}
