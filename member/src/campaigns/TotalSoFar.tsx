// The live price while the form is filled in: the server's quote, requested again on every change.
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Amount } from '../shell/Amount.tsx'
import { quoteQuery } from './campaign-queries.ts'
import { quoteInputOf, type Values } from './placing.ts'
import { useDebounced } from './useDebounced.ts'

export function useQuote(values: Values) {
  const input = useDebounced(quoteInputOf(values))
  const query = useQuery(quoteQuery(input))
  return { ...query, input, quote: input === undefined ? undefined : query.data }
}

export function TotalSoFar({ values }: { values: Values }) {
  const { quote, isFetching } = useQuote(values)
  return (
    <p
      aria-busy={isFetching}
      className="mb-2 flex min-h-6 flex-wrap items-baseline empty:hidden justify-between gap-x-3"
    >
      {quote && (
        <>
          <span className="text-small text-quiet">
            <Trans>Total, paid in advance</Trans>
          </span>
          <Amount amount={quote.payable} size="large" />
        </>
      )}
    </p>
  )
}
