// The mark: a turn that closes on an amber award. The word beside it is the site's title, from the settings.
export function TurnMark({
  size = 32,
  label,
  className,
}: {
  size?: number
  label?: string
  className?: string
}) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 32 32"
      fill="none"
      className={className}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <path
        d="M20.33 5.1A11.7 11.7 0 1 0 26.9 11.67"
        className="stroke-action"
        strokeWidth={5}
        strokeLinecap="round"
      />
      <circle cx={25.1} cy={6.9} r={3.3} className="fill-award-fill" />
    </svg>
  )
}

export function Logo({ name, size = 32 }: { name: string; size?: number }) {
  return (
    <span className="inline-flex items-center gap-2.5 text-ink">
      <TurnMark size={size} />
      <span className="font-bold tracking-tight" style={{ fontSize: size * 0.66 }}>
        {name}
      </span>
    </span>
  )
}
