// The product's symbol: a turn as a ring that fills. Blue for verified, amber for awarded; no other colours.
import type { ReactNode } from 'react'

/** Of a ring that stands alone, with its text inside. */
const MIN_LARGE_SIZE = 120

interface RingProps {
  value: number
  max: number
  /** Outer width in CSS pixels at the usual text size; grows with the text inside. */
  size?: number
  /** Stroke width in CSS pixels; by default an eighth of the size. */
  thickness?: number
  tone?: 'action' | 'award'
  /** Accessible name: what is counted. Without it the ring is decorative, beside a text with the same information. */
  label?: string
  /** The value in words, if the number alone is ambiguous. */
  valueText?: string
  children?: ReactNode
  className?: string
}

export function Ring({
  value,
  max,
  size = 48,
  thickness,
  tone = 'action',
  label,
  valueText,
  children,
  className,
}: RingProps) {
  const most = size < MIN_LARGE_SIZE ? '22vw' : '80vmin'
  const width = `min(${size / 16}rem, max(${size}px, ${most}))`
  const stroke = thickness ?? Math.max(3, Math.round(size / 10))
  const radius = (size - stroke) / 2
  const around = 2 * Math.PI * radius
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0
  const meaning = label
    ? {
        role: 'progressbar',
        'aria-label': label,
        'aria-valuemin': 0,
        'aria-valuemax': max,
        'aria-valuenow': value,
        ...(valueText ? { 'aria-valuetext': valueText } : {}),
      }
    : { 'aria-hidden': true }
  return (
    <div
      className={`relative grid shrink-0 place-items-center ${className ?? ''}`}
      style={{ width, height: width }}
    >
      <svg
        {...meaning}
        viewBox={`0 0 ${size} ${size}`}
        className="absolute inset-0 size-full -rotate-90"
        fill="none"
        strokeWidth={stroke}
      >
        <circle cx={size / 2} cy={size / 2} r={radius} className="stroke-track" />
        <circle
          cx={size / 2}
          cy={size / 2}
          r={radius}
          // A round cap would show a dot at zero.
          strokeLinecap={share > 0 ? 'round' : 'butt'}
          strokeDasharray={around}
          strokeDashoffset={around * (1 - share)}
          className={`transition-[stroke-dashoffset] duration-200 ${tone === 'award' ? 'stroke-award-fill' : 'stroke-action'}`}
        />
      </svg>
      <div className="figures relative text-center">{children}</div>
    </div>
  )
}
