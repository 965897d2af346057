import { Anchor } from '@fairturn/ui/Anchor.tsx'
import { Icon } from '@fairturn/ui/Icon.tsx'
import type { IconName } from '@fairturn/ui/icons.ts'
import { useLingui } from '@lingui/react/macro'
import { paths } from '../shell/paths.ts'
import { LegalLinks } from '../terms/LegalLinks.tsx'
import { SignOut } from './SignOut.tsx'

interface Link {
  href: string
  icon: IconName
  title: string
}

const CELL =
  'flex h-full min-h-target items-center gap-2.5 px-3 py-1.5 text-small leading-tight font-semibold -outline-offset-2 transition-colors duration-100 hover:bg-action-soft'

export function Links() {
  const { t } = useLingui()
  const groups: { name: string; links: Link[] }[] = [
    {
      name: t`Money`,
      links: [
        { href: paths.statement, icon: 'document', title: t`Statement` },
        { href: paths.rewardHistory, icon: 'gift', title: t`Award history` },
        { href: paths.withdrawHistory, icon: 'withdraw', title: t`Withdrawal history` },
        { href: paths.depositHistory, icon: 'deposit', title: t`Deposit history` },
        { href: paths.bankInfo, icon: 'building', title: t`Bank information` },
        { href: paths.address, icon: 'home', title: t`Your address` },
      ],
    },
    {
      name: t`Activity`,
      links: [
        { href: paths.orderHistory, icon: 'clock', title: t`Order history` },
        { href: paths.campaigns, icon: 'share', title: t`Campaigns` },
        { href: paths.groupReport, icon: 'person', title: t`Invited members` },
        { href: paths.notification, icon: 'bell', title: t`Notifications` },
      ],
    },
    {
      name: t`Account`,
      links: [
        { href: paths.accountDetail, icon: 'settings', title: t`Account` },
        { href: paths.security, icon: 'lock', title: t`Security` },
        { href: paths.transparency, icon: 'eye', title: t`Transparency` },
        { href: paths.proof, icon: 'check', title: t`Proof of balance` },
        { href: paths.orderingRules, icon: 'info', title: t`Ordering rules` },
      ],
    },
  ]
  const cells = groups.map(({ name, links }, group) => (
    <nav key={name} aria-label={name} className="mt-4">
      <h2 className="mb-1.5 text-small font-semibold text-quiet">{name}</h2>
      {/* The hairlines between the cells are the background showing through the gaps. */}
      <ul className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line">
        {links.map(({ href, icon, title }) => (
          <li key={href} className="bg-surface">
            <Anchor href={href} className={CELL}>
              <Icon name={icon} className="text-action" />
              <span className="min-w-0 hyphens-auto">{title}</span>
            </Anchor>
          </li>
        ))}
        {group === groups.length - 1 && (
          <li className="bg-surface">
            <SignOut className={CELL} />
          </li>
        )}
      </ul>
    </nav>
  ))
  return (
    <>
      {cells}
      <LegalLinks />
    </>
  )
}
