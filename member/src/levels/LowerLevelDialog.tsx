import type { Level } from '@fairturn/contract/levels'
import { Button } from '@fairturn/ui/Button.tsx'
// Explains a level below the current one: it gives less, so it cannot be unlocked; and how to return to it.
import { Trans, useLingui } from '@lingui/react/macro'
import { Dialog } from '../shell/Dialog.tsx'
import { MessageText } from '../shell/MessageText.tsx'
import { rateText } from './rates.ts'
import { Change, Line } from './UpgradeDialog.tsx'

interface LowerLevelDialogProps {
  level: Level
  current: Level
  onClose: () => void
}

export default function LowerLevelDialog({ level, current, onClose }: LowerLevelDialogProps) {
  const { t } = useLingui()
  const { name } = level
  const current_name = current.name
  return (
    <Dialog
      onClose={onClose}
      title={t`${name} has fewer benefits`}
      actions={<Button onClick={onClose}>{t`Keep ${current_name}`}</Button>}
    >
      <p className="mt-2">
        <MessageText code="you_cannot_upgrade_to_a_level_lower_than_your_current_level" />
      </p>
      <dl className="mt-4 divide-y divide-line rounded-control border border-line">
        <Line label={t`Turns a day`}>
          <Change from={String(current.number_ads)} to={String(level.number_ads)} />
        </Line>
        <Line label={t`Bonus and discount`}>
          <Change from={rateText(current)} to={rateText(level)} />
        </Line>
      </dl>
      <p className="mt-3 text-small text-quiet">
        <Trans>You can cancel a paid level in its own row. You then return to the level before it.</Trans>
      </p>
    </Dialog>
  )
}
