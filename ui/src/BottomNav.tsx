// The main navigation, icons alone in large text: five entries with the receive button in the middle, which stays centred when a side has fewer
// entries.
import { Anchor } from './Anchor.tsx'
import { Icon } from './Icon.tsx'
import type { IconName } from './icons.ts'

export interface NavItem {
  href: string
  label: string
  icon: IconName
  /** Whether the current screen is this entry's (`page`) or below it (`true`). */
  active?: 'page' | 'true' | false
  /** Shown on the icon if above zero. */
  badge?: number
  /** What the badge counts, read after the label. */
  note?: string
  /** The member is likely to go there: prefetch the screen. */
  onIntent?: () => void
}

interface BottomNavProps {
  label: string
  left: readonly NavItem[]
  /** The ring in the middle. */
  center: Omit<NavItem, 'icon' | 'badge' | 'note'> & {
    /** Accessible name: the label is one short word of it. */
    name: string
    /** How much of the ring is full, 0 to 1. */
    share: number
  }
  right: readonly NavItem[]
}

export function BottomNav({ label, left, center, right }: BottomNavProps) {
  return (
    <nav
      data-bar="navigation"
      aria-label={label}
      className="@container fixed inset-x-0 bottom-0 print:hidden z-20 mx-auto w-full max-w-page border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] min-[571px]:rounded-t-card min-[571px]:border-x"
    >
      <div className="flex h-16 items-stretch px-1 @max-[18.7rem]:h-[58px]">
        <Side items={left} />
        <div className="relative w-19 shrink-0 @max-[18.7rem]:w-[76px]">
          <Anchor
            href={center.href}
            aria-label={center.name}
            aria-current={center.active || undefined}
            onPointerEnter={center.onIntent}
            onFocus={center.onIntent}
            className={`group absolute inset-x-0 -top-[18px] bottom-0 flex flex-col items-center gap-0.5 rounded-small text-center text-tiny leading-tight font-semibold -outline-offset-2 ${
              center.active ? 'text-action' : 'text-ink'
            }`}
          >
            <span className="grid size-14 shrink-0 @max-[18.7rem]:size-[60px] place-items-center rounded-full border-4 border-surface bg-action text-on-action shadow-receive transition-colors duration-100 group-hover:bg-action-press">
              <TurnRing share={center.share} />
            </span>
            <span className="line-clamp-1 max-w-full @max-[18.7rem]:sr-only">{center.label}</span>
          </Anchor>
        </div>
        <Side items={right} />
      </div>
    </nav>
  )
}

function Side({ items }: { items: readonly NavItem[] }) {
  return (
    <div className="flex min-w-0 flex-1">
      {items.map((item) => (
        <Anchor
          key={item.href}
          href={item.href}
          aria-current={item.active || undefined}
          onPointerEnter={item.onIntent}
          onFocus={item.onIntent}
          className={`flex min-w-0 flex-1 flex-col items-center justify-center gap-1 rounded-small px-0.5 text-center text-tiny leading-tight font-medium -outline-offset-2 transition-colors duration-100 ${
            item.active ? 'text-action' : 'text-quiet hover:text-ink'
          }`}
        >
          <span className="relative">
            <Icon name={item.icon} size={22} className="@max-[18.7rem]:size-[30px]" />
            {item.badge !== undefined && item.badge > 0 && (
              <span
                aria-hidden
                className="figures absolute -top-1.5 -right-2.5 grid h-4.5 min-w-4.5 place-items-center rounded-full bg-award-fill px-1 text-tiny font-bold @max-[18.7rem]:h-[20px] @max-[18.7rem]:min-w-[20px] @max-[18.7rem]:text-[12px] text-[#14181f]"
              >
                {item.badge > 99 ? '99+' : item.badge}
              </span>
            )}
          </span>
          <span className="line-clamp-2 max-w-full @max-[18.7rem]:sr-only">{item.label}</span>
          {item.note !== undefined && <span className="sr-only">{item.note}</span>}
        </Anchor>
      ))}
    </div>
  )
}

const RADIUS = 12.5
const AROUND = 2 * Math.PI * RADIUS

/** The product's sign, in the colour of the text around it. */
function TurnRing({ share }: { share: number }) {
  return (
    <svg
      aria-hidden
      width={30}
      height={30}
      fill="none"
      stroke="currentColor"
      strokeWidth={4}
      className="-rotate-90"
    >
      <circle cx={15} cy={15} r={RADIUS} opacity={0.3} />
      {share > 0 && (
        <circle
          cx={15}
          cy={15}
          r={RADIUS}
          strokeLinecap="round"
          strokeDasharray={AROUND}
          strokeDashoffset={AROUND * (1 - Math.min(1, share))}
          className="transition-[stroke-dashoffset] duration-200"
        />
      )}
    </svg>
  )
}
