import type { Product } from '@fairturn/contract/orders'
import { Button } from '@fairturn/ui/Button.tsx'
import { LinkButton } from '@fairturn/ui/LinkButton.tsx'
// The next action of an order: start it or give it back, claim it, or receive the next one.
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useMoneyText } from '../shell/Amount.tsx'
import { paths } from '../shell/paths.ts'
import { GiveBackDialog } from './GiveBackDialog.tsx'
import { useClaim, useStart } from './order-actions.ts'

export function NextStep({ order }: { order: Product }) {
  const { t } = useLingui()
  switch (order.status) {
    case 'pending':
      return <StartOrGiveBack order={order} />
    case 'success':
      return <ClaimButton order={order} wide />
    case 'done':
      return (
        <div className="side-by-side gap-3">
          <LinkButton href={paths.home} variant="secondary" icon="home">{t`My balance`}</LinkButton>
          <LinkButton href={paths.receive} icon="turn">{t`Next order`}</LinkButton>
        </div>
      )
    case 'returned':
    case 'expired':
      return <LinkButton href={paths.receive} icon="turn" wide>{t`Receive an order`}</LinkButton>
    default:
      return null
  }
}

function StartOrGiveBack({ order }: { order: Product }) {
  const { t } = useLingui()
  const start = useStart()
  const [asking, setAsking] = useState(false)
  return (
    <>
      <div className="side-by-side gap-3">
        <Button variant="secondary" disabled={start.busy} onClick={() => setAsking(true)}>
          {t`Give back`}
        </Button>
        <Button icon="play" busy={start.busy} onClick={() => start.start(order._id)}>
          {t({ message: 'Start', context: 'begin distributing this order' })}
        </Button>
      </div>
      <p className="text-center text-small text-balance text-quiet">
        <Trans>
          Its time is running. Start it to activate your link, then share it. Each verified visit adds to your
          progress.
        </Trans>
      </p>
      {asking && <GiveBackDialog order={order} onClose={() => setAsking(false)} />}
    </>
  )
}

interface ClaimProps {
  order: Product
  wide?: boolean
  disabled?: boolean
  onClaimed?: (order: Product) => void
}

export function ClaimButton({ order, wide = false, disabled = false, onClaimed }: ClaimProps) {
  const { t } = useLingui()
  const moneyText = useMoneyText()
  const claim = useClaim({ ...(onClaimed && { onDone: onClaimed }) })
  const amount = moneyText(order.award)
  return (
    <Button wide={wide} busy={claim.busy} disabled={disabled} onClick={() => claim.start(order._id)}>
      {wide ? t`Claim ${amount}` : t({ message: 'Claim', context: 'an award' })}
    </Button>
  )
}
