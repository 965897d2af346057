import { Anchor } from '@fairturn/ui/Anchor.tsx'
import { Icon } from '@fairturn/ui/Icon.tsx'
import type { IconName } from '@fairturn/ui/icons.ts'
import { useLingui } from '@lingui/react/macro'
import { useRef, useState, type KeyboardEvent } from 'react'
import { paths } from '../paths.ts'

export function Overview() {
  const { t } = useLingui()
  const tiles: readonly { href: string; icon: IconName; label: string }[] = [
    { href: paths.companyProfile, icon: 'building', label: t`Company profile` },
    { href: paths.foundationRules, icon: 'document', label: t`Foundation rules` },
    { href: paths.developmentCooperation, icon: 'handshake', label: t`Development cooperation` },
    { href: paths.notification, icon: 'bell', label: t`Notifications` },
  ]
  const group = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState(0)

  function move(event: KeyboardEvent) {
    const steps: Record<string, number> = {
      ArrowRight: (at + 1) % tiles.length,
      ArrowLeft: (at - 1 + tiles.length) % tiles.length,
      Home: 0,
      End: tiles.length - 1,
    }
    const next = steps[event.key]
    if (next === undefined) return
    event.preventDefault()
    setAt(next)
    group.current?.querySelectorAll<HTMLElement>('a')[next]?.focus()
  }

  return (
    <nav aria-label={t`Overview`} className="mt-4">
      {/* One stop of the keyboard, the arrow keys move within (ARIA's toolbar pattern). */}
      <div
        ref={group}
        role="toolbar"
        aria-label={t`Overview`}
        tabIndex={-1}
        onKeyDown={move}
        className="grid grid-cols-4 gap-2.5 outline-none large-text:grid-cols-2"
      >
        {tiles.map(({ href, icon, label }, i) => (
          <Anchor
            key={href}
            href={href}
            tabIndex={i === at ? undefined : -1}
            onFocus={() => setAt(i)}
            className="group grid grid-cols-1 content-start gap-1.5 rounded-control text-center"
          >
            <span className="grid h-13 place-items-center rounded-control border border-line bg-surface text-action transition-colors duration-100 group-hover:border-control">
              <Icon name={icon} size={24} />
            </span>
            <span className="-mx-1.25 text-small leading-tight tracking-tight text-quiet hyphens-auto">
              {label}
            </span>
          </Anchor>
        ))}
      </div>
    </nav>
  )
}
