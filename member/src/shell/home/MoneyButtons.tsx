import { LinkButton } from '@fairturn/ui/LinkButton.tsx'
import { useLingui } from '@lingui/react/macro'
import { paths } from '../paths.ts'
import { useSettings } from '../useSession.ts'

/** Deposit and withdrawal, both quiet: the most prominent action is the one that earns. */
export function MoneyButtons({ className }: { className: string }) {
  const { t } = useLingui()
  const deposit = useSettings()?.link_deposit.value || paths.deposit
  return (
    <div className={`side-by-side gap-3 ${className}`}>
      <LinkButton href={deposit} icon="deposit" variant="secondary" wide>
        {t`Deposit`}
      </LinkButton>
      <LinkButton href={paths.withdraw} icon="withdraw" variant="secondary" wide>
        {t`Withdraw`}
      </LinkButton>
    </div>
  )
}
