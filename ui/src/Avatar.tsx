// A member's picture, or their initials on blue. Square, because round is reserved for the ring.
import { initials } from './formats.ts'
import { Spinner } from './Spinner.tsx'

interface AvatarProps {
  name: string
  /** URL of the picture; '' or absent shows the initials. */
  src?: string | undefined
  /** In CSS pixels. */
  size?: number
  /** A new picture is being uploaded. */
  busy?: boolean
}

export function Avatar({ name, src, size = 44, busy = false }: AvatarProps) {
  return (
    <span
      className="relative grid shrink-0 place-items-center overflow-hidden rounded-control bg-action font-bold text-on-action"
      style={{ width: size, height: size, fontSize: size * 0.34 }}
    >
      {src ? (
        <img
          src={src}
          alt=""
          width={size}
          height={size}
          decoding="async"
          className="size-full object-cover"
        />
      ) : (
        // Drawn with CSS: screen readers read the name beside it or the button's label instead.
        !busy && (
          <span aria-hidden data-initials={initials(name)} className="before:content-[attr(data-initials)]" />
        )
      )}
      {busy && (
        <span className="absolute inset-0 grid place-items-center bg-veil text-[#fff]">
          <Spinner size={size * 0.5} />
        </span>
      )}
    </span>
  )
}
