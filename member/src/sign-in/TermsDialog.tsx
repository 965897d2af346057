// The terms as they can be read before registering: the foundation rules and the ordering rules.
import { useLingui } from '@lingui/react/macro'
import { Button } from '@fairturn/ui/Button.tsx'
import { Dialog } from '@fairturn/ui/Dialog.tsx'
import { ContentBlock } from '../content/ContentBlock.tsx'

export function TermsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useLingui()
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t`Terms`}
      closeLabel={t`Close`}
      maxWidth={538}
      actions={<Button onClick={onClose}>{t`Close`}</Button>}
    >
      <div className="mt-4 grid gap-6">
        <ContentBlock name="GET foundation-rules" />
        <ContentBlock name="GET ordering-rules" />
      </div>
    </Dialog>
  )
}
