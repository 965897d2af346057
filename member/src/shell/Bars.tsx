// Bar chart over time. Each bar shows its figure on hover; screen readers get the bars that have a figure as
// a list.
import type { ReactNode } from 'react'

interface Bar {
  key: string
  /** In any unit; the highest bar fills the height. */
  height: number
  /** In the same unit: a lighter part on top. */
  above?: number
  /** Label and figure. */
  text: string
}

interface BarsProps {
  label: string
  bars: readonly Bar[]
  /** Labels below the first and the last bar. */
  from: string
  to: string
  /** Between these labels, such as whose days they are. */
  between?: ReactNode
  /** Half the height, for charts beside a figure that matters more. */
  low?: boolean
}

const HEIGHT = 96
const WIDTH = 10
const GAP = 3
const LEAST = 2

const wholeOf = ({ height, above = 0 }: Bar): number => height + above

export function Bars({ label, bars, from, to, between, low = false }: BarsProps) {
  const highest = Math.max(...bars.map(wholeOf), Number.MIN_VALUE)
  return (
    <figure className="mt-3">
      <svg
        aria-hidden
        viewBox={`0 0 ${bars.length * (WIDTH + GAP) - GAP} ${HEIGHT}`}
        preserveAspectRatio="none"
        className={`block w-full ${low ? 'h-12' : 'h-24'}`}
      >
        {bars.map((bar, i) => {
          const x = i * (WIDTH + GAP)
          const above = bar.above ? Math.max(LEAST, (bar.above / highest) * HEIGHT) : 0
          const least = above > 0 && bar.height === 0 ? 0 : LEAST
          const height = Math.min(HEIGHT - above, Math.max(least, (bar.height / highest) * HEIGHT))
          return (
            <g key={bar.key}>
              <title>{bar.text}</title>
              <rect
                x={x}
                y={HEIGHT - height}
                width={WIDTH}
                height={height}
                className={bar.height > 0 ? 'fill-action' : 'fill-track'}
              />
              {above > 0 && (
                <rect
                  x={x}
                  y={HEIGHT - height - above}
                  width={WIDTH}
                  height={above}
                  className="fill-control"
                />
              )}
            </g>
          )
        })}
      </svg>
      <figcaption className="figures mt-1.5 flex flex-wrap justify-between gap-x-2 text-small text-quiet">
        <span className="sr-only">{label}</span>
        <span aria-hidden className="whitespace-nowrap">
          {from}
        </span>
        {between}
        <span aria-hidden className="whitespace-nowrap">
          {to}
        </span>
      </figcaption>
      <ul className="sr-only">
        {bars
          .filter((bar) => wholeOf(bar) > 0)
          .map((bar) => (
            <li key={bar.key}>{bar.text}</li>
          ))}
      </ul>
    </figure>
  )
}
