// The tracked link as a QR code.
import { Trans, useLingui } from '@lingui/react/macro'
import { Dialog } from '@fairturn/ui/Dialog.tsx'
import { QrCode } from '../QrCode.tsx'

export default function QrDialog({ link, onClose }: { link: string; onClose: () => void }) {
  const { t } = useLingui()
  return (
    <Dialog open onClose={onClose} title={t`Your link as a QR code`} closeLabel={t`Close`} maxWidth={360}>
      <div className="mt-3">
        <QrCode text={link} label={t`QR code of your link`} />
      </div>
      <p className="mt-3 text-center font-semibold break-all select-all">
        {link.replace(/^https?:\/\//, '')}
      </p>
      <p className="mt-1 text-center text-small text-balance text-quiet">
        <Trans>Each visitor counts once. A visit of your own does not count, and lowers the bonus.</Trans>
      </p>
    </Dialog>
  )
}
