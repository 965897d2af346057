import type { PostbackAnswer, PostbackDelivery, PostbackResult } from '@fairturn/contract/postbacks'
import { Button } from '@fairturn/ui/Button.tsx'
import { Card } from '@fairturn/ui/Card.tsx'
import { DateTime } from '@fairturn/ui/DateTime.tsx'
import { toast } from '@fairturn/ui/toasts.ts'
import { t as translate } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../shell/client.ts'
import { QueryResult } from '../shell/QueryResult.tsx'
import { useAction } from '../shell/useAction.ts'
import { verdictText } from '../tracking/reasons.ts'
import { deliveriesQuery, refreshVerification } from './verification-queries.ts'

/** Functions, because the texts depend on the current language. */
const results: Readonly<Record<PostbackResult, () => string>> = {
  counted: () => translate`Counted`,
  taken: () => translate`Received, being checked`,
  already_counted: () => translate`Already counted`,
  too_late: () => translate`Too late`,
  not_countable: () => translate`Visit refused`,
  click_is_unknown: () => translate`Unknown click_id`,
  kind_is_not_the_campaigns: () => translate`Wrong conversion type`,
  body_is_not_understood: () => translate`Not readable`,
}

/** The result of a postback, with the reason if there is one. */
export function resultText({ result, reason }: Pick<PostbackAnswer, 'result' | 'reason'>): string {
  const word = results[result]()
  return reason === null ? word : `${word}: ${verdictText(reason).title}`
}

export function VerificationLog({ campaign_id }: { campaign_id: string }) {
  const { t } = useLingui()
  const query = useInfiniteQuery(deliveriesQuery(campaign_id))
  return (
    <>
      <h3 className="mt-2 font-semibold">{t`Messages received`}</h3>
      <QueryResult query={query} outline={['h-12 rounded-small']}>
        {({ pages }) =>
          pages[0]?.list.length === 0 ? (
            <p className="text-small text-quiet">
              {t`None yet. Messages with an invalid signature are not listed.`}
            </p>
          ) : (
            <Card as="ul">
              {pages
                .flatMap((page) => page.list)
                .map((delivery) => (
                  <Delivery key={delivery._id} campaign_id={campaign_id} delivery={delivery} />
                ))}
            </Card>
          )
        }
      </QueryResult>
      {query.hasNextPage && (
        <Button
          variant="secondary"
          wide
          busy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t`Show older`}
        </Button>
      )}
    </>
  )
}

function Delivery({ campaign_id, delivery }: { campaign_id: string; delivery: PostbackDelivery }) {
  const { t } = useLingui()
  const { _id: delivery_id, webhook_id, received_at, body } = delivery
  const replay = useAction({
    run: (_input: undefined) =>
      call('POST campaigns/:campaign_id/postback-deliveries/:delivery_id/replay', {
        params: { campaign_id, delivery_id },
      }),
    onDone({ data }) {
      toast(resultText(data), 'success')
      return refreshVerification(campaign_id)
    },
  })
  return (
    <li>
      <details>
        <summary className="flex min-h-13 cursor-pointer flex-wrap items-baseline justify-between gap-x-3 px-3.5 py-3 -outline-offset-2">
          <span className="font-semibold">{resultText(delivery)}</span>
          <DateTime value={received_at} className="text-small text-quiet" />
        </summary>
        <div className="grid gap-2 px-3.5 pb-3">
          <code translate="no" className="text-small break-all text-quiet">
            {webhook_id}
          </code>
          <code translate="no" className="text-small break-all whitespace-pre-wrap">
            {body}
          </code>
          <Button
            variant="secondary"
            icon="refresh"
            className="justify-self-start"
            busy={replay.busy}
            onClick={() => replay.start(undefined)}
          >
            {t`Refresh`}
          </Button>
        </div>
      </details>
    </li>
  )
}
