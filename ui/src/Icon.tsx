// An icon of our set; decorative unless it has a label.
import { icons, type IconName } from './icons.ts'

interface IconProps {
  name: IconName
  /** Width and height in CSS pixels. */
  size?: number
  /** Accessible name, if no text beside it says the same. */
  label?: string
  className?: string
}

export function Icon({ name, size = 20, label, className }: IconProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.7}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className ? `shrink-0 ${className}` : 'shrink-0'}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <path d={icons[name]} />
    </svg>
  )
}
