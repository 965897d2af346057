import { Button } from '@fairturn/ui/Button.tsx'
import { useLingui } from '@lingui/react/macro'
import { ContentBlock } from '../../content/ContentBlock.tsx'
import { Dialog } from '../../shell/Dialog.tsx'

export function TermsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useLingui()
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t`Terms and privacy notice`}
      maxWidth={538}
      actions={<Button onClick={onClose}>{t`Close`}</Button>}
    >
      <div className="mt-4 grid grid-cols-1 gap-6">
        <ContentBlock name="GET terms" />
        <ContentBlock name="GET privacy-notice" />
        <ContentBlock name="GET foundation-rules" />
        <ContentBlock name="GET ordering-rules" />
      </div>
    </Dialog>
  )
}
