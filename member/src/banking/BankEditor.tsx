import { DateTime } from '@fairturn/ui/DateTime.tsx'
// The bank details for withdrawals. Changing them requires a confirmation and blocks withdrawals for a day.
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { bankQuery } from '../shell/payment-queries.ts'
import { QueryResult } from '../shell/QueryResult.tsx'
import { BankForm } from './BankForm.tsx'
import { PayoutDelayNote } from './PayoutDelayNote.tsx'

export function BankEditor({ onSaved }: { onSaved?: () => void }) {
  return (
    <QueryResult query={useQuery(bankQuery)} outline={['h-96']}>
      {({ bank, hold }) => (
        <div className="grid gap-4">
          {hold?.reason === 'bank_changed' && <PayoutDelayNote hold={hold} />}
          <BankForm saved={bank} {...(onSaved && { onSaved })} />
          {bank && (
            <p className="text-small text-quiet">
              <Trans>
                Last changed <DateTime value={bank.updated_at} />. Lists show staff the last digits only; when
                one of them opens the full details, Staff activity shows you.
              </Trans>
            </p>
          )}
        </div>
      )}
    </QueryResult>
  )
}
