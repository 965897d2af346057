import { Anchor } from '@fairturn/ui/Anchor.tsx'
import { Icon } from '@fairturn/ui/Icon.tsx'
import type { IconName } from '@fairturn/ui/icons.ts'
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
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

/** Ten entries, the way out included; the others are one level down. */
export function Links() {
  const { t } = useLingui()
  return (
    <>
      <LinkGroup
        name={t`Money`}
        links={[
          { href: paths.statement, icon: 'document', title: t`Statement` },
          { href: paths.withdrawHistory, icon: 'withdraw', title: t`Withdrawal history` },
          { href: paths.bankInfo, icon: 'building', title: t`Bank information` },
        ]}
      />
      <LinkGroup
        name={t`Activity`}
        links={[
          { href: paths.orderHistory, icon: 'clock', title: t`Order history` },
          { href: paths.campaigns, icon: 'share', title: t`Campaigns` },
          { href: paths.support, icon: 'support', title: t`Support` },
        ]}
      />
      <LinkGroup
        name={t`Account`}
        links={[
          { href: paths.accountDetail, icon: 'settings', title: t`Account` },
          { href: paths.security, icon: 'lock', title: t`Security` },
          {
            href: paths.more,
            icon: 'plus',
            title: t({ message: 'More', context: 'the other links of the personal area' }),
          },
        ]}
      >
        <SignOut className={CELL} />
      </LinkGroup>
      <LegalLinks />
    </>
  )
}

export function OtherLinks() {
  const { t } = useLingui()
  return (
    <>
      <LinkGroup
        name={t`Money`}
        links={[
          { href: paths.rewardHistory, icon: 'gift', title: t`Award history` },
          { href: paths.depositHistory, icon: 'deposit', title: t`Deposit history` },
          { href: paths.address, icon: 'home', title: t`Your address` },
          { href: paths.invoices, icon: 'document', title: t`Invoices` },
          { href: paths.billing, icon: 'building', title: t`Billing profile` },
        ]}
      />
      <LinkGroup
        name={t({ message: 'Information', context: 'a group of links' })}
        links={[
          { href: paths.notification, icon: 'bell', title: t`Notifications` },
          { href: paths.groupReport, icon: 'person', title: t`Invited members` },
          { href: paths.transparency, icon: 'eye', title: t`Transparency` },
          { href: paths.proof, icon: 'check', title: t`Proof of balance` },
          { href: paths.orderingRules, icon: 'info', title: t`Ordering rules` },
        ]}
      />
    </>
  )
}

interface LinkGroupProps {
  name: string
  links: readonly Link[]
  /** A further cell. */
  children?: ReactNode
}

function LinkGroup({ name, links, children }: LinkGroupProps) {
  return (
    <nav aria-label={name} className="mt-4">
      <h2 className="mb-1.5 text-small font-semibold text-quiet">{name}</h2>
      {/* The hairlines between the cells are the background showing through the gaps. */}
      <ul className="grid grid-cols-2 gap-px large-text:grid-cols-1 overflow-hidden rounded-card border border-line bg-line">
        {links.map(({ href, icon, title }) => (
          <li key={href} className="bg-surface last:odd:col-span-full">
            <Anchor href={href} className={CELL}>
              <Icon name={icon} className="text-action" />
              <span className="min-w-0 hyphens-auto">{title}</span>
            </Anchor>
          </li>
        ))}
        {children && <li className="bg-surface">{children}</li>}
      </ul>
    </nav>
  )
}
