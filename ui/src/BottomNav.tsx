// The main navigation: five entries with the receive button in the middle, which stays centred when a side has fewer
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
  /** The member is likely to go there: prefetch the screen. */
  onIntent?: () => void
}

interface BottomNavProps {
  label: string
  left: readonly NavItem[]
  center: NavItem
  right: readonly NavItem[]
}

export function BottomNav({ label, left, center, right }: BottomNavProps) {
  return (
    <nav
      data-bar="navigation"
      aria-label={label}
      className="fixed inset-x-0 bottom-0 z-20 mx-auto w-full max-w-page border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] min-[571px]:rounded-t-card min-[571px]:border-x"
    >
      <div className="flex h-16 items-stretch px-1">
        <Side items={left} />
        <div className="relative w-19 shrink-0">
          <Anchor
            href={center.href}
            aria-label={center.label}
            aria-current={center.active || undefined}
            onPointerEnter={center.onIntent}
            onFocus={center.onIntent}
            className="absolute -top-4.5 left-1/2 grid size-16 -translate-x-1/2 place-items-center rounded-full border-4 border-surface bg-action text-on-action shadow-receive transition-colors duration-100 hover:bg-action-press"
          >
            <Icon name={center.icon} size={26} />
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
          <Icon name={item.icon} size={22} />
          <span className="line-clamp-2 max-w-full">{item.label}</span>
        </Anchor>
      ))}
    </div>
  )
}
