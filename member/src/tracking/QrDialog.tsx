import { Button } from '@fairturn/ui/Button.tsx'
import { toast } from '@fairturn/ui/toasts.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { saveFile } from '../documents/save-file.ts'
import { Dialog } from '../shell/Dialog.tsx'
import { QrCode } from '../shell/QrCode.tsx'
import { qrImage } from './qr-image.ts'

export default function QrDialog({ link, onClose }: { link: string; onClose: () => void }) {
  const { t } = useLingui()

  async function save() {
    try {
      await saveFile(await qrImage(link), `qr-${link.slice(link.lastIndexOf('/') + 1)}.png`)
    } catch {
      toast(t`The image could not be created. Please take a screenshot.`, 'error')
    }
  }

  return (
    <Dialog onClose={onClose} title={t`QR code of your link`} maxWidth={360}>
      <div className="mt-3">
        <QrCode text={link} label={t`QR code of your link`} />
      </div>
      <p className="mt-3 text-center font-semibold break-all select-all">
        {link.replace(/^https?:\/\//, '')}
      </p>
      <Button variant="secondary" wide icon="deposit" className="mt-3" onClick={() => void save()}>
        {t`Save image`}
      </Button>
      <p className="mt-3 text-center text-small text-balance text-quiet">
        <Trans>Each visitor counts once. Your own visits do not count and lower your bonus.</Trans>
      </p>
    </Dialog>
  )
}
