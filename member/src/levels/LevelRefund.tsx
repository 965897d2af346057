import type { Level } from '@fairturn/contract/levels'
import type { User } from '@fairturn/contract/members'
import { Button } from '@fairturn/ui/Button.tsx'
import type { DataOf } from '@fairturn/ui/client.ts'
import { DateTime } from '@fairturn/ui/DateTime.tsx'
import { Note } from '@fairturn/ui/Note.tsx'
// Refunds a bought level, in the two steps required by Directive (EU) 2023/2673: "withdraw from contract
// here", "confirm withdrawal", and an acknowledgement with date and time on a durable medium.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Amount } from '../shell/Amount.tsx'
import { isMore } from '../shell/cents.ts'
import { call, queries } from '../shell/client.ts'
import { ConfirmDialog, Dialog } from '../shell/Dialog.tsx'
import { Gap } from '../shell/Gap.tsx'
import { keys, levelPreviewQuery, levelsQuery, refreshMoney, viewerQuery } from '../shell/queries.ts'
import type { RefundStatement } from '../shell/queries.ts'
import { session } from '../shell/session.ts'
import { useAction } from '../shell/useAction.ts'
import { BoughtAgain, BoughtAgainFrom } from './BoughtAgain.tsx'
import { Line } from './UpgradeDialog.tsx'

type Acknowledgement = DataOf<'POST level-refund'>

interface RefundDialogProps {
  statement: RefundStatement
  level: Level
  user: User
  onClose: () => void
}

/** Rendered outside the level's row: the row disappears with the level, but the acknowledgement must stay. */
export default function RefundDialog({ statement, level, user, onClose }: RefundDialogProps) {
  const [done, setDone] = useState<Acknowledgement | null>(null)

  function acknowledge(acknowledgement: Acknowledgement) {
    setDone(acknowledgement)
    queries.setQueryData(viewerQuery.queryKey, acknowledgement.user)
    session.replaceUser(acknowledgement.user)
    void refreshMoney()
    void queries.invalidateQueries({ queryKey: keys.orders })
  }

  if (done) return <DoneDialog acknowledgement={done} level={level} onClose={onClose} />
  return <StatementDialog {...{ statement, level, user, onClose }} onDone={acknowledge} />
}

interface StatementDialogProps extends RefundDialogProps {
  onDone: (acknowledgement: Acknowledgement) => void
}

function StatementDialog({ statement, level, user, onClose, onDone }: StatementDialogProps) {
  const { t } = useLingui()
  const { data: levels } = useQuery(levelsQuery)
  const returnsTo = levels?.find(({ _id }) => _id === statement.returns_to_level_id)?.name
  const withdraw = useAction({
    run: (purchase_id: string, key) =>
      call('POST level-refund', { body: { user_id: user._id, purchase_id }, key }),
    onDone: ({ data }) => onDone(data),
  })
  const { name } = level
  return (
    <ConfirmDialog
      onClose={onClose}
      title={t`Withdraw from contract`}
      busy={withdraw.busy}
      keep={t`Keep the level`}
      confirm={t`Confirm withdrawal from contract`}
      onConfirm={() => statement.purchase_id && withdraw.start(statement.purchase_id)}
    >
      <p className="mt-2">
        <Trans>
          You withdraw from the contract for {name}. This amount is refunded to your available balance
          immediately:
        </Trans>
      </p>
      <dl className="mt-4 divide-y divide-line rounded-control border border-line">
        <Line label={t`Username`}>
          <bdi>{user.username}</bdi>
        </Line>
        <Line label={t`Fee paid`}>
          <Amount amount={statement.fee} />
        </Line>
        {statement.bought_at && (
          <Line label={t({ message: 'On', context: 'date of purchase' })}>
            <DateTime value={statement.bought_at} />
          </Line>
        )}
        <Line label={t`Benefits received so far`}>
          <Amount amount={statement.given_so_far} />
        </Line>
        {statement.reserved !== '0.00' && (
          <Line label={t`Held until your orders and campaigns end`}>
            <Amount amount={statement.reserved} />
          </Line>
        )}
        <Line label={t`Refund`}>
          <Amount amount={statement.refundable} size="large" tone="award" />
        </Line>
        {isMore(statement.restored_fee, '0.00') && (
          <Line label={t`Paid again for your earlier level`}>
            <Amount amount={statement.restored_fee} />
          </Line>
        )}
        {returnsTo && <Line label={t`Your level afterwards`}>{returnsTo}</Line>}
      </dl>
      {statement.full_refund_until && (
        <div className="mt-3">
          <Note>
            <Trans>
              Full refund until <DateTime value={statement.full_refund_until} />. After that, the fee less the
              benefits received.
            </Trans>
            <Gap />
            <BoughtAgain />
          </Note>
        </div>
      )}
    </ConfirmDialog>
  )
}

interface DoneDialogProps {
  acknowledgement: Acknowledgement
  level: Level
  onClose: () => void
}

function DoneDialog({ acknowledgement, level, onClose }: DoneDialogProps) {
  const { t } = useLingui()
  const { data: preview } = useQuery({ ...levelPreviewQuery(level._id), refetchOnMount: 'always' })
  const { name } = level
  return (
    <Dialog
      onClose={onClose}
      title={t`You have left the contract`}
      actions={<Button onClick={onClose}>{t`Close`}</Button>}
    >
      <p className="mt-2">
        <Trans>
          You have withdrawn from the contract for {name}. The money is in your available balance.
        </Trans>
      </p>
      <dl className="mt-4 divide-y divide-line rounded-control border border-line">
        <Line label={t`Received on`}>
          <DateTime value={acknowledgement.confirmed_at} />
        </Line>
        <Line label={t`Refunded to you`}>
          <Amount amount={acknowledgement.refunded} size="large" tone="award" />
        </Line>
        {isMore(acknowledgement.restored_fee, '0.00') && (
          <Line label={t`Paid again for your earlier level`}>
            <Amount amount={acknowledgement.restored_fee} />
          </Line>
        )}
        <Line label={t({ message: 'Reference', context: 'of a refund' })}>
          <span className="whitespace-nowrap select-all">{acknowledgement.reference}</span>
        </Line>
      </dl>
      <BoughtAgainFrom from={preview?.can_be_bought_from ?? null} />
      <p className="mt-3 text-small text-quiet">
        <Trans>This acknowledgement is also saved in your notifications.</Trans>
      </p>
    </Dialog>
  )
}
