// The personal area: who I am here, what I have, whom I invite, and how the app looks and speaks to me.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { navigate } from 'wouter/use-browser-location'
import type { User } from '@fairturn/contract/members'
import { Button } from '@fairturn/ui/Button.tsx'
import { Card } from '@fairturn/ui/Card.tsx'
import { LinkButton } from '@fairturn/ui/LinkButton.tsx'
import { Note } from '@fairturn/ui/Note.tsx'
import { ProgressBar } from '@fairturn/ui/ProgressBar.tsx'
import { Row } from '@fairturn/ui/Row.tsx'
import { Skeleton } from '@fairturn/ui/Skeleton.tsx'
import { Switch } from '@fairturn/ui/Switch.tsx'
import { useAction } from '@fairturn/ui/useAction.ts'
import { Amount } from '../Amount.tsx'
import { call, forgetMember, queries } from '../client.ts'
import { sayFailure } from '../failureText.ts'
import { InstallCard } from '../offline/InstallCard.tsx'
import { paths } from '../paths.ts'
import { levelsQuery, viewerQuery } from '../queries.ts'
import { session } from '../session.ts'
import { BlockFailure } from '../shell/BlockFailure.tsx'
import { LanguageSelect, ThemeSelect } from '../shell/Preferences.tsx'
import { useTitle } from '../shell/useTitle.ts'
import { useSettings } from '../useSession.ts'
import { AvatarUpload } from './AvatarUpload.tsx'
import { EarningsChart } from './EarningsChart.tsx'
import { InviteCard } from './InviteCard.tsx'
import { Links } from './Links.tsx'

export default function IndividualPage() {
  const { t } = useLingui()
  useTitle(t`Personal area`)
  const { data: viewer, error, refetch, isFetching } = useQuery(viewerQuery)
  return (
    <>
      <h1 className="pt-5 pb-3 text-title">{t`Personal area`}</h1>
      {error && !viewer ? (
        <Card>
          <BlockFailure error={error} onRetry={refetch} busy={isFetching} />
        </Card>
      ) : !viewer ? (
        <div aria-busy className="grid gap-4">
          <Skeleton className="h-18 rounded-card" />
          <Skeleton className="h-28 rounded-card" />
        </div>
      ) : (
        <Person viewer={viewer} />
      )}
      <InstallCard />
      <section aria-label={t`Language and appearance`} className="mt-6 grid gap-3 min-[440px]:grid-cols-2">
        <LanguageSelect />
        <ThemeSelect />
      </section>
      <LogoutButton />
    </>
  )
}

function Person({ viewer }: { viewer: User }) {
  const { t } = useLingui()
  const settings = useSettings()
  const support = settings?.link_support.value
  const deposit = settings?.link_deposit.value || paths.deposit
  return (
    <>
      <div className="flex items-center gap-4">
        <AvatarUpload size={64} />
        <p className="min-w-0">
          <bdi className="block truncate text-title">{viewer.username}</bdi>
          <span className="figures block text-quiet">{viewer.phone}</span>
        </p>
      </div>
      {viewer.lock && (
        <div className="mt-4">
          <Note tone="loss">
            <Trans>Your account has been locked: {viewer.lock.reason}</Trans>{' '}
            {support && (
              <a href={support} target="_blank" rel="noopener noreferrer" className="underline">
                <Trans>Contact support to object</Trans>
              </a>
            )}
          </Note>
        </div>
      )}
      <Card className="mt-4">
        <Row
          quiet
          title={t`Available balance`}
          trailing={<Amount amount={viewer.account_balance} size="large" />}
        />
        <Row quiet title={t`Held for withdrawals`} trailing={<Amount amount={viewer.held_balance} />} />
      </Card>
      <div className="mt-3 grid grid-cols-2 gap-3">
        <LinkButton href={deposit} icon="deposit" wide>
          {t`Deposit`}
        </LinkButton>
        <LinkButton href={paths.withdraw} icon="withdraw" variant="secondary" wide>
          {t`Withdraw`}
        </LinkButton>
      </div>
      <EarningsChart />
      <LevelProgress viewer={viewer} />
      <InviteCard code={viewer.code} />
      <Links />
      <Card className="mt-4">
        <ListedSwitch viewer={viewer} />
      </Card>
    </>
  )
}

function LevelProgress({ viewer }: { viewer: User }) {
  const { t } = useLingui()
  const { data: levels } = useQuery(levelsQuery)
  if (!levels) return <Skeleton className="mt-4 h-24 rounded-card" />
  const at = levels.findIndex(({ _id }) => _id === viewer.level_id)
  const name = levels[at]?.name
  const next = levels[at + 1]
  const next_name = next?.name
  const { verified_orders: done, quality_percent: quality } = viewer.record
  const needed = next?.orders_to_earn
  return (
    <Card padded className="mt-4 divide-y-0!">
      <p className="flex items-baseline justify-between gap-3">
        <span className="font-bold">{name}</span>
        <span className="text-small text-quiet">
          <Trans>{quality} % of visits verified</Trans>
        </span>
      </p>
      {needed ? (
        <>
          <div className="my-3">
            <ProgressBar
              value={Math.min(done, needed)}
              max={needed}
              label={t`Verified orders towards the next level`}
            />
          </div>
          <p className="text-small text-quiet">
            <Trans>
              {done} of {needed} verified orders until you get {next_name} free of charge.
            </Trans>
          </p>
        </>
      ) : (
        <p className="mt-1 text-small text-quiet">
          <Trans>Verified orders so far: {done}</Trans>
        </p>
      )}
    </Card>
  )
}

function ListedSwitch({ viewer }: { viewer: User }) {
  const { t } = useLingui()
  const change = useAction({
    run: (listed_in_awards: boolean) =>
      call('POST viewer', { body: { user_id: viewer._id, listed_in_awards } }),
    onDone({ data }) {
      session.replaceUser(data)
      queries.setQueryData(viewerQuery.queryKey, data)
    },
    onFailed: sayFailure,
  })
  return (
    <Switch
      label={t`Show my awards in the public list`}
      detail={t`Your name is always masked.`}
      checked={viewer.listed_in_awards}
      disabled={change.busy}
      onChange={change.start}
    />
  )
}

function LogoutButton() {
  const { t } = useLingui()
  const logout = useAction({
    run: () => call('POST auth/logout'),
    onDone: leave,
    onFailed(failure) {
      // Signing out of this device must always work; the server's side ends by itself with its tokens.
      if (failure.kind !== 'refused') sayFailure(failure)
      leave()
    },
  })
  function leave() {
    session.leave()
    forgetMember()
    navigate(paths.login, { replace: true })
  }
  return (
    <Button
      variant="loss"
      wide
      icon="logout"
      busy={logout.busy}
      onClick={() => logout.start(undefined)}
      className="mt-6"
    >
      {t`Sign out`}
    </Button>
  )
}
