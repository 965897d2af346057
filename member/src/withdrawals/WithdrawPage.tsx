import { Card } from '@fairturn/ui/Card.tsx'
import { Icon } from '@fairturn/ui/Icon.tsx'
import { Row } from '@fairturn/ui/Row.tsx'
import { Skeleton } from '@fairturn/ui/Skeleton.tsx'
// Withdrawing: what is available, the destination, the payout and its expected time, before it is confirmed.
// Only the amount, an address and a bank account are required (promise 5).
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from 'wouter'
import { Amount } from '../shell/Amount.tsx'
import { Page } from '../shell/Page.tsx'
import { paths } from '../shell/paths.ts'
import { withdrawTermsQuery } from '../shell/payment-queries.ts'
import { viewerQuery } from '../shell/queries.ts'
import { Below, QueryResult } from '../shell/QueryResult.tsx'
import { WithdrawalStatus } from './WithdrawalStatus.tsx'
import { WithdrawForm } from './WithdrawForm.tsx'

export default function WithdrawPage() {
  const { t } = useLingui()
  const withdrawal_id = new URLSearchParams(useSearch()).get('withdrawal')
  return (
    <Page title={t`Withdraw`} {...(withdrawal_id && { back: paths.withdraw })}>
      {withdrawal_id ? (
        <WithdrawalStatus key={withdrawal_id} withdrawal_id={withdrawal_id} />
      ) : (
        <>
          <Balances />
          <Asking />
        </>
      )}
    </Page>
  )
}

function Asking() {
  const { t } = useLingui()
  const viewer = useQuery(viewerQuery)
  // Refetched on every mount, because missing prerequisites are added on other screens.
  const query = useQuery({ ...withdrawTermsQuery, refetchOnMount: 'always' })
  return (
    <Below queries={[viewer]}>
      <QueryResult query={query} outline={['h-20', 'mt-4 h-110']}>
        {(terms) => <WithdrawForm terms={terms} />}
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
  if (!viewer) return <Skeleton className="mb-5 h-22 rounded-card" />
  const has_held = viewer.held_balance !== '0.00'
  const kept_back = terms && terms.kept_back !== '0.00' ? terms.kept_back : undefined
  return (
    <section aria-label={t`Balance`} className="mb-5">
      <p className="text-quiet">{t`Available balance`}</p>
      <Amount amount={viewer.account_balance} size="balance" />
      <p className="mt-1 text-small text-quiet">
        {has_held ? (
          <Trans>
            Another <Amount amount={viewer.held_balance} tone="inherit" /> is held for withdrawals in
            progress. It stays yours until it is sent.
          </Trans>
        ) : (
          !kept_back && <Trans>You can withdraw the full balance.</Trans>
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
