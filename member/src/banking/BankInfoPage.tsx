// Where withdrawals go. Changing it needs a confirmation and holds withdrawals for a day.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Card } from '@fairturn/ui/Card.tsx'
import { DateTime } from '@fairturn/ui/DateTime.tsx'
import { Note } from '@fairturn/ui/Note.tsx'
import { Skeleton } from '@fairturn/ui/Skeleton.tsx'
import { Loading } from '../orders/Loading.tsx'
import { paths } from '../paths.ts'
import { bankQuery } from '../payment-queries.ts'
import { BlockFailure } from '../shell/BlockFailure.tsx'
import { Page } from '../shell/Page.tsx'
import { BankForm } from './BankForm.tsx'

export default function BankInfoPage() {
  const { t } = useLingui()
  const { data, error, refetch, isFetching, fetchStatus } = useQuery(bankQuery)
  return (
    <Page title={t`Bank information`} back={paths.individual}>
      {error && !data ? (
        <Card>
          <BlockFailure error={error} onRetry={refetch} busy={isFetching} />
        </Card>
      ) : !data ? (
        <Loading fetchStatus={fetchStatus}>
          <Skeleton className="h-96 rounded-card" />
        </Loading>
      ) : (
        <div className="grid gap-4">
          {data.hold?.reason === 'bank_changed' && (
            <Note icon="clock">
              <Trans>
                Your bank information was changed. For your security, withdrawals are on hold until{' '}
                <DateTime value={data.hold.until} />. Your money is safe.
              </Trans>
            </Note>
          )}
          <BankForm saved={data.bank} />
          {data.bank && (
            <p className="text-small text-quiet">
              <Trans>
                Last changed <DateTime value={data.bank.updated_at} />. Only you can see the full details.
              </Trans>
            </p>
          )}
        </div>
      )}
    </Page>
  )
}
