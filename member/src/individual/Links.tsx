// Everything of the personal area that has a screen of its own.
import { useLingui } from '@lingui/react/macro'
import { Card } from '@fairturn/ui/Card.tsx'
import { Icon } from '@fairturn/ui/Icon.tsx'
import type { IconName } from '@fairturn/ui/icons.ts'
import { Row } from '@fairturn/ui/Row.tsx'
import { paths } from '../paths.ts'

interface Link {
  href: string
  icon: IconName
  title: string
}

export function Links() {
  const { t } = useLingui()
  const groups: { name: string; links: Link[] }[] = [
    {
      name: t`Money`,
      links: [
        { href: paths.accountDetail, icon: 'document', title: t`Account and statement` },
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
        {
          href: paths.warehouse,
          icon: 'box',
          title: t({ message: 'Orders', context: 'navigation: the screen with all my orders' }),
        },
        { href: paths.orderHistory, icon: 'clock', title: t`Order history` },
        { href: paths.campaigns, icon: 'share', title: t`Campaigns` },
        { href: paths.groupReport, icon: 'person', title: t`Invited members` },
        { href: paths.notification, icon: 'bell', title: t`Notifications` },
        { href: paths.security, icon: 'lock', title: t`Security` },
        { href: paths.transparency, icon: 'eye', title: t`Transparency` },
        { href: paths.proof, icon: 'check', title: t`Proof of liabilities` },
        { href: paths.orderingRules, icon: 'document', title: t`Ordering rules` },
      ],
    },
  ]
  return groups.map(({ name, links }) => (
    <nav key={name} aria-label={name} className="mt-6">
      <h2 className="mb-3 text-title">{name}</h2>
      <Card as="ul">
        {links.map(({ href, icon, title }) => (
          <Row
            as="li"
            key={href}
            href={href}
            leading={<Icon name={icon} className="text-action" />}
            title={title}
          />
        ))}
      </Card>
    </nav>
  ))
}
