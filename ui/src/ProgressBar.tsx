// How far something is, as a line. For a turn or an order use the Ring.
interface ProgressBarProps {
  value: number
  max: number
  label: string
  tone?: 'action' | 'award'
}

export function ProgressBar({ value, max, label, tone = 'action' }: ProgressBarProps) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      className="h-1.5 overflow-hidden rounded-full bg-track"
    >
      <div
        className={`h-full rounded-full transition-[width] duration-200 ${tone === 'award' ? 'bg-award-fill' : 'bg-action'}`}
        style={{ width: `${share * 100}%` }}
      />
    </div>
  )
}
