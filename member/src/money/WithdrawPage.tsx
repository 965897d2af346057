// What there is to say about withdrawing until it can be done here: what is there, and that it stays the member's.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { EmptyState } from '@fairturn/ui/EmptyState.tsx'
import { LinkButton } from '@fairturn/ui/LinkButton.tsx'
import { Note } from '@fairturn/ui/Note.tsx'
import { Amount } from '../Amount.tsx'
import { paths } from '../paths.ts'
import { viewerQuery } from '../queries.ts'
import { Page } from '../shell/Page.tsx'

export default function WithdrawPage() {
  const { t } = useLingui()
  const { data: viewer } = useQuery(viewerQuery)
  return (
    <Page title={t`Withdraw`}>
      <EmptyState
        icon="withdraw"
        title={t`Withdrawing is not open yet`}
        body={
          <Trans>
            When it opens, it will wait for nothing but identity and bank checks: no fee, no level, no quota.
          </Trans>
        }
        action={<LinkButton href={paths.home} icon="home">{t`Home`}</LinkButton>}
      />
      {viewer && (
        <Note>
          <Trans>
            <Amount amount={viewer.account_balance} tone="inherit" /> is available to you and stays yours
            until then.
          </Trans>
        </Note>
      )}
    </Page>
  )
}
