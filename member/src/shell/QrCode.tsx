// A text as a QR code. Always dark on light, in the dark theme too: scanners may not read inverted codes.
import { encode } from 'uqr'

/** In modules; the QR standard (ISO/IEC 18004) requires four. */
const QUIET_ZONE = 4

export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE })
  const dark = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
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
