// The tracked link as a QR code. Always dark on light, for that is what cameras read.
import { Trans, useLingui } from '@lingui/react/macro'
import { encode } from 'uqr'
import { Dialog } from '@fairturn/ui/Dialog.tsx'

/** Cameras want four modules of quiet around a code. */
const QUIET_ZONE = 4

export default function QrDialog({ link, onClose }: { link: string; onClose: () => void }) {
  const { t } = useLingui()
  const { data, size } = encode(link, { ecc: 'M', border: QUIET_ZONE })
  const dark = data
    .flatMap((row, y) => row.map((is_dark, x) => (is_dark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
  return (
    <Dialog open onClose={onClose} title={t`Your link as a QR code`} closeLabel={t`Close`} maxWidth={360}>
      <div className="mt-3 rounded-control border border-line bg-[#fff] p-2">
        <svg
          role="img"
          aria-label={t`QR code of your link`}
          viewBox={`0 0 ${size} ${size}`}
          shapeRendering="crispEdges"
          className="block w-full"
        >
          <path d={dark} fill="#14181f" />
        </svg>
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
