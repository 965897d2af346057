// What there is to say about depositing until it can be done here.
import { Trans, useLingui } from '@lingui/react/macro'
import { EmptyState } from '@fairturn/ui/EmptyState.tsx'
import { LinkButton } from '@fairturn/ui/LinkButton.tsx'
import { paths } from '../paths.ts'
import { Page } from '../shell/Page.tsx'

export default function DepositPage() {
  const { t } = useLingui()
  return (
    <Page title={t`Deposit`}>
      <EmptyState
        icon="deposit"
        title={t`Depositing is not open yet`}
        body={
          <Trans>
            You do not need it to earn: taking, sharing and claiming an order costs nothing and asks for no
            balance.
          </Trans>
        }
        action={<LinkButton href={paths.receive} icon="turn">{t`Receive an order`}</LinkButton>}
      />
    </Page>
  )
}
