// A text as a QR code. Always dark on light, for that is what cameras read.
import { encode } from 'uqr'

/** Cameras want four modules of quiet around a code. */
const QUIET_ZONE = 4

export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE })
  const dark = data
    .flatMap((row, y) => row.map((is_dark, x) => (is_dark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
  return (
    <div className="rounded-control border border-line bg-[#fff] p-2">
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
        className="block w-full"
      >
        <path d={dark} fill="#14181f" />
      </svg>
    </div>
  )
}
