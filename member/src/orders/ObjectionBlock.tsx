import type { Objection, Product } from '@fairturn/contract/orders'
import { Button } from '@fairturn/ui/Button.tsx'
import { DateTime } from '@fairturn/ui/DateTime.tsx'
import { Note } from '@fairturn/ui/Note.tsx'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Amount } from '../shell/Amount.tsx'
import { Gap } from '../shell/Gap.tsx'
import { ObjectOrAsk } from '../support/ObjectOrAsk.tsx'
import { ObjectDialog } from './ObjectDialog.tsx'

interface BlockProps {
  order: Product
  objection: Objection
}

export function ObjectionBlock({ order, objection }: BlockProps) {
  switch (objection.state) {
    case 'none':
      return null
    case 'possible':
      return <Possible order={order} objection={objection} />
    case 'open':
      return <UnderWay order={order} objection={objection} />
    default:
      return <Decided order={order} objection={objection} />
  }
}

function Possible({ order, objection }: BlockProps) {
  const { t } = useLingui()
  const [asking, setAsking] = useState(false)
  const { until } = objection
  return (
    <div className="mt-2">
      <div className="flex flex-wrap items-center gap-x-1">
        <span className="text-quiet">{t`Something wrong?`}</span>
        <Button variant="quiet" onClick={() => setAsking(true)}>
          {t({ message: 'Appeal', context: 'to refused visits' })}
        </Button>
        <ObjectOrAsk kind="visits" id={order._id} variant="quiet" />
      </div>
      {until && (
        <p className="text-small text-quiet">
          {order.status === 'success' ? (
            <Trans>
              Possible until <DateTime value={until} />, and before you claim.
            </Trans>
          ) : (
            <Trans>
              Possible until <DateTime value={until} />.
            </Trans>
          )}
        </p>
      )}
      {asking && <ObjectDialog order={order} objection={objection} onClose={() => setAsking(false)} />}
    </div>
  )
}

function UnderWay({ order, objection }: BlockProps) {
  const { until, visits } = objection
  return (
    <div className="mt-3" role="status">
      <Note>
        <Plural
          value={visits}
          one="You have appealed # refused visit."
          other="You have appealed # refused visits."
        />{' '}
        {until && (
          <Trans>
            Under appeal, decision by <DateTime value={until} />. The disputed amount stays reserved.
          </Trans>
        )}
        <Gap />
        {order.status === 'success' && (
          <Trans>You can claim the undisputed amount now. The rest is added automatically.</Trans>
        )}
      </Note>
    </div>
  )
}

function Decided({ order, objection }: BlockProps) {
  const { state, upheld, visits, added, reason, by_silence, decided_at } = objection
  return (
    <div className="mt-3" role="status">
      <Note tone={state === 'refused' ? 'action' : 'award'} icon={state === 'refused' ? 'info' : 'check'}>
        <p>
          {state === 'refused' ? (
            <Trans>Your appeal was not upheld. The visits stay refused.</Trans>
          ) : (
            <Trans>
              Your appeal was upheld for {upheld} of {visits} visits: <Amount amount={added} tone="inherit" />{' '}
              more.
            </Trans>
          )}
        </p>
        {reason !== '' && <p className="mt-1 font-normal wrap-anywhere">{reason}</p>}
        {by_silence && (
          <p className="mt-1 font-normal">
            <Trans>There was no decision in time, so your appeal was upheld.</Trans>
          </p>
        )}
        {decided_at && (
          <p className="mt-1 font-normal">
            <DateTime value={decided_at} />
          </p>
        )}
      </Note>
      {state !== 'upheld' && <ObjectOrAsk kind="visits" id={order._id} className="mt-2.5" wide />}
    </div>
  )
}
