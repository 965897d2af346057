// The ring, turning: work is in progress. Hidden from screen readers; the element around it has aria-busy.
export function Spinner({ size = 20, className }: { size?: number; className?: string }) {
  return (
    <svg
      aria-hidden
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      strokeWidth={2.6}
      strokeLinecap="round"
      stroke="currentColor"
      className={`animate-turn ${className ?? ''}`}
    >
      <circle cx={12} cy={12} r={9} opacity={0.25} />
      <path d="M12 3a9 9 0 0 1 9 9" />
    </svg>
  )
}
