import { Anchor } from '@fairturn/ui/Anchor.tsx'
import { Icon } from '@fairturn/ui/Icon.tsx'
import type { IconName } from '@fairturn/ui/icons.ts'
import { useLingui } from '@lingui/react/macro'
import { paths } from '../paths.ts'

export function Overview() {
  const { t } = useLingui()
  const tiles: readonly { href: string; icon: IconName; label: string }[] = [
    { href: paths.companyProfile, icon: 'building', label: t`Company profile` },
    { href: paths.foundationRules, icon: 'document', label: t`Foundation rules` },
    { href: paths.developmentCooperation, icon: 'handshake', label: t`Development cooperation` },
    { href: paths.notification, icon: 'bell', label: t`Notifications` },
  ]
  return (
    <nav aria-label={t`Overview`} className="mt-4 grid grid-cols-4 gap-2.5">
      {tiles.map(({ href, icon, label }) => (
        <Anchor
          key={href}
          href={href}
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
    </nav>
  )
}
