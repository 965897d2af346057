// Holds the place of what is still coming, in its size, so that nothing shifts. Hidden from screen readers:
// the block around it says aria-busy.
export function Skeleton({ className = 'h-4 w-full' }: { className?: string }) {
  const rounding = className.includes('rounded') ? '' : 'rounded-small'
  return <span aria-hidden className={`block animate-breathe bg-track ${rounding} ${className}`} />
}
