// Placeholder in the size of the content that is loading, so that the layout does not shift. Hidden from screen
// readers: the block around it has aria-busy.
export function Skeleton({ className = 'h-4 w-full' }: { className?: string }) {
  const rounding = className.includes('rounded') ? '' : 'rounded-small'
  return <span aria-hidden className={`block animate-breathe bg-track ${rounding} ${className}`} />
}
