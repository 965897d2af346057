import type { Product } from '@fairturn/contract/orders'
import { Button } from '@fairturn/ui/Button.tsx'
import { Card } from '@fairturn/ui/Card.tsx'
import { EmptyState } from '@fairturn/ui/EmptyState.tsx'
import type { ApiFailure } from '@fairturn/ui/failure.ts'
import { LinkButton } from '@fairturn/ui/LinkButton.tsx'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { BlockFailure } from '../shell/BlockFailure.tsx'
import { MessageText } from '../shell/MessageText.tsx'
import { paths } from '../shell/paths.ts'
import { memberId } from '../shell/queries.ts'
import { useSettings } from '../shell/useSession.ts'
import { ObjectOrAsk } from '../support/ObjectOrAsk.tsx'
import { nextMidnight, useNow } from './clock.ts'
import { timeLeftText } from './labels.ts'
import { zoneName } from './zones.ts'

interface AgainProps {
  onAgain: () => void
  busy: boolean
}

/** Drawing or taking an offer was refused, or failed. */
export function Refused({ failure, onAgain, busy }: AgainProps & { failure: ApiFailure }) {
  switch (failure.code) {
    case 'you_have_completed_your_order_today':
      return <TurnsUsed />
    case 'an_order_is_waiting_to_be_started':
      return <UnstartedOrder />
    case 'no_order_is_available':
      return <NoneAvailable onAgain={onAgain} busy={busy} />
    case 'offer_is_no_longer_available':
      return <RunOut onAgain={onAgain} busy={busy} />
    case 'your_account_has_been_locked':
      return <Locked failure={failure} />
    default:
      return (
        <Card>
          <BlockFailure error={failure} onRetry={onAgain} busy={busy} />
        </Card>
      )
  }
}

export function TurnsUsed() {
  const { t } = useLingui()
  return (
    <Panel
      icon="turn"
      title={<MessageText code="you_have_completed_your_order_today" />}
      body={
        <>
          <TurnsComeBack />{' '}
          <Trans>Higher levels have more turns a day. You can buy them or earn them free of charge.</Trans>
        </>
      }
      action={<LinkButton href={paths.warehouse} icon="box">{t`My orders`}</LinkButton>}
    />
  )
}

const MINUTE_MS = 60_000

/**
 * When today's turns are renewed: the time left until midnight in the site's time zone. Empty until the zone
 * is known.
 */
export function TurnsComeBack() {
  const { i18n } = useLingui()
  const now = useNow(MINUTE_MS / 2)
  const time_zone = useSettings()?.time_zone.value
  if (!time_zone) return null
  const zone = zoneName(time_zone, i18n.locales as string)
  const timeLeft = timeLeftText(nextMidnight(time_zone, now).toISOString(), now)
  return (
    <Trans>
      New turns at midnight, {zone} ({timeLeft}).
    </Trans>
  )
}

/** An order that was taken but not started has to be dealt with first. */
export function UnstartedOrder({ order }: { order?: Product | undefined }) {
  const { t } = useLingui()
  const brand = order?.brand
  return (
    <Panel
      icon="clock"
      title={t`An order is waiting for you`}
      body={
        brand === undefined ? (
          <Trans>Start it or give it back before you receive another.</Trans>
        ) : (
          <Trans>
            Start the order from <bdi>{brand}</bdi> or give it back before you receive another.
          </Trans>
        )
      }
      action={
        <LinkButton href={order ? paths.order(order._id) : paths.warehouse} icon="box">
          {t`Open order`}
        </LinkButton>
      }
    />
  )
}

export function RunOut({ onAgain, busy }: AgainProps) {
  const { t } = useLingui()
  return (
    <Panel
      icon="clock"
      title={t`This offer has expired`}
      body={<Trans>You did not lose a turn. You can get a new offer at any time.</Trans>}
      action={
        <Button icon="turn" busy={busy} onClick={onAgain}>
          {t`Get new offer`}
        </Button>
      }
    />
  )
}

function NoneAvailable({ onAgain, busy }: AgainProps) {
  const { t } = useLingui()
  return (
    <Panel
      icon="box"
      title={t`No orders available right now`}
      body={
        <Trans>
          Only fully funded orders are offered. New ones appear when campaigns are placed or orders are given
          back. You keep your turn; please check again later.
        </Trans>
      }
      action={
        <Button icon="refresh" busy={busy} onClick={onAgain}>
          {t`Try again`}
        </Button>
      }
    />
  )
}

function Locked({ failure }: { failure: ApiFailure }) {
  const { t } = useLingui()
  const reason = failure.details['reason']
  return (
    <Panel
      icon="lock"
      title={t`Your account is locked for new orders`}
      body={
        <>
          {typeof reason === 'string' && reason !== '' && (
            <span className="my-2 block font-semibold text-ink">{reason}</span>
          )}
          <Trans>
            What you have earned is yours: current orders continue and can be claimed. If you disagree with
            the lock, object to it.
          </Trans>
        </>
      }
      action={<ObjectOrAsk kind="lock" id={memberId()} />}
    />
  )
}

interface PanelProps {
  icon: 'turn' | 'clock' | 'box' | 'lock'
  title: ReactNode
  body: ReactNode
  action: ReactNode
}

function Panel(props: PanelProps) {
  return (
    <Card role="status">
      <EmptyState {...props} />
    </Card>
  )
}
