import { Icon } from '@fairturn/ui/Icon.tsx'
import { Skeleton } from '@fairturn/ui/Skeleton.tsx'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Amount, useMoneyText } from '../Amount.tsx'
import { BlockFailure } from '../BlockFailure.tsx'
import { writeStored, readStored } from '../device.ts'
import { LoadingBlock } from '../LoadingBlock.tsx'
import { viewerQuery } from '../queries.ts'
import { MoneyButtons } from './MoneyButtons.tsx'

const HIDDEN = 'balance_hidden'

export function BalanceBlock() {
  const { t } = useLingui()
  return (
    <section aria-label={t`Balance`} className="mt-5">
      <Balance />
      <MoneyButtons className="mt-4" />
    </section>
  )
}

function Balance() {
  const { t } = useLingui()
  const money = useMoneyText()
  const { data: viewer, error, refetch, isFetching, isPaused } = useQuery(viewerQuery)
  const [isHidden, setHidden] = useState(() => readStored(HIDDEN) === 'yes')

  function toggle() {
    writeStored(HIDDEN, isHidden ? 'no' : 'yes')
    setHidden(!isHidden)
  }

  if (error && !viewer) return <BlockFailure error={error} onRetry={refetch} busy={isFetching} />
  if (!viewer) {
    return (
      <LoadingBlock paused={isPaused}>
        <div className="min-h-23">
          <Skeleton className="h-5 w-32" />
          <Skeleton className="mt-1.5 h-10 w-44" />
          <Skeleton className="mt-2 h-4 w-40" />
        </div>
      </LoadingBlock>
    )
  }
  const held = isHidden ? '••••' : money(viewer.held_balance)
  const hidden = isHidden ? { label: t`hidden` } : undefined
  return (
    <div className="min-h-23">
      <button
        type="button"
        onClick={toggle}
        className="block w-full cursor-pointer rounded-control text-left"
      >
        <span className="flex items-center gap-1.5 text-small text-quiet">
          {t`Available balance`}
          <Icon name={isHidden ? 'eye-off' : 'eye'} size={16} label={isHidden ? t`Show` : t`Hide`} />
        </span>
        <span className="mt-0.5 block">
          <Amount amount={viewer.account_balance} size="balance" hidden={hidden} />
        </span>
      </button>
      <p className="mt-1 text-small text-quiet">
        <Trans>Held for withdrawals: {held}</Trans>
      </p>
    </div>
  )
}
