import type { Obstacle } from '@fairturn/contract/personal-data'
import { Card } from '@fairturn/ui/Card.tsx'
import type { DataOf } from '@fairturn/ui/client.ts'
import { DateTime } from '@fairturn/ui/DateTime.tsx'
import { Row } from '@fairturn/ui/Row.tsx'
// Closing the account: lists the obstacles with links to where each is settled, then what closing does, then
// asks for confirmation.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { CredentialDialog } from '../members/security/CredentialDialog.tsx'
import { Amount } from '../shell/Amount.tsx'
import { call, clearMemberCache } from '../shell/client.ts'
import { Dialog } from '../shell/Dialog.tsx'
import { toastMessage } from '../shell/messages.ts'
import { paths } from '../shell/paths.ts'
import { QueryResult } from '../shell/QueryResult.tsx'
import { session } from '../shell/session.ts'
import { closingQuery, obstacleText } from './closing.ts'

type ClosingObstacle = DataOf<'GET account/closing'>['obstacles'][number]

export default function CloseAccount({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const query = useQuery({ ...closingQuery, gcTime: 0 })
  const title = t`Close account`
  if (query.data?.length === 0)
    return <LastQuestion title={title} onClose={onClose} onRefused={() => query.refetch()} />
  return (
    <Dialog onClose={onClose} title={title} maxWidth={440}>
      <div className="mt-2">
        <QueryResult bare query={query} outline={['h-40']}>
          {(obstacles) => <Obstacles list={obstacles} />}
        </QueryResult>
      </div>
    </Dialog>
  )
}

const SETTLED_AT: Readonly<Record<Obstacle, string | undefined>> = {
  account_waits_for_a_security_check: undefined,
  account_still_has_money: paths.withdraw,
  account_has_a_withdrawal_under_way: paths.withdrawHistory,
  account_has_a_refundable_level_fee: paths.home,
  account_has_open_orders: paths.warehouse,
  account_has_open_campaigns: paths.campaigns,
}

function Obstacles({ list }: { list: readonly ClosingObstacle[] }) {
  return (
    <>
      <p className="text-quiet">
        <Trans>Before you close the account, please complete the following:</Trans>
      </p>
      <Card as="ul" className="mt-4">
        {list.map((each) => {
          const { title, todo } = obstacleText(each.code)
          const href = SETTLED_AT[each.code]
          return (
            <Row
              key={each.code}
              as="li"
              {...(href !== undefined && { href })}
              title={title}
              detail={todo}
              trailing={<Extent of={each} />}
            />
          )
        })}
      </Card>
    </>
  )
}

function Extent({ of: { amount, count, until } }: { of: ClosingObstacle }): ReactNode {
  if (until !== null) {
    return (
      <span className="text-small text-quiet">
        <Trans>
          until <DateTime value={until} />
        </Trans>
      </span>
    )
  }
  if (amount !== null) return <Amount amount={amount} />
  return <b className="figures">{count}</b>
}

interface LastQuestionProps {
  title: string
  onClose: () => void
  /** A new obstacle has appeared since the list was fetched. */
  onRefused: () => unknown
}

function LastQuestion({ title, onClose, onRefused }: LastQuestionProps) {
  const { t } = useLingui()
  return (
    <CredentialDialog
      title={title}
      lead={<Trans>This cannot be undone. Nobody can reopen the account, not even us.</Trans>}
      confirm={t`Close account permanently`}
      loss
      send={(body) => call('POST account/close', { body })}
      onFailed={() => {
        void onRefused()
        return false
      }}
      onDone={async () => {
        session.end()
        clearMemberCache()
        navigate(paths.login, { replace: true })
        await toastMessage('account_closed_successfully')
      }}
      onClose={onClose}
    >
      <WhatHappens />
    </CredentialDialog>
  )
}

const WhatHappens = () => (
  <div className="grid gap-3 text-small">
    <Fate title={<Trans>Deleted immediately</Trans>}>
      <Trans>
        Username, phone, email, photo, address, bank details, the texts and pictures of your campaigns,
        passkeys, codes, sessions and notifications. You will be signed out everywhere.
      </Trans>
    </Fate>
    <Fate title={<Trans>Kept, as required by law</Trans>}>
      <Trans>
        Transactions, without your name. For five years, as anti-money-laundering law demands of whoever pays
        out: name, account and address of each withdrawal, and the payer’s name, account and text of each
        transfer. Then they are deleted.
      </Trans>
    </Fate>
    <Fate title={<Trans>Kept for tax law</Trans>}>
      <Trans>
        Invoices, with the name, address and brand on them, until the years for which tax law has us keep them
        are over. Then these are deleted.
      </Trans>
    </Fate>
    <Fate title={<Trans>Kept anonymously</Trans>}>
      <Trans>
        Orders and campaigns without their texts, because payments to others depend on them, and the staff
        activity log. Your username stays reserved, so nobody can impersonate you.
      </Trans>
    </Fate>
  </div>
)

const Fate = ({ title, children }: { title: ReactNode; children: ReactNode }) => (
  <div>
    <h3 className="font-semibold">{title}</h3>
    <p className="text-quiet">{children}</p>
  </div>
)
