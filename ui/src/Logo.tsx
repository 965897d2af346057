// The logo: a ring that closes on an amber award. The word beside it is the site's title from the settings.
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
        d="M26.91 14.6A11 11 0 1 1 17.4 5.09"
        className="stroke-action"
        strokeWidth={5}
        strokeLinecap="round"
      />
      <circle cx={23.78} cy={8.22} r={3.4} className="fill-award-fill" />
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
