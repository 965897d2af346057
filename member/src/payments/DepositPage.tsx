// Depositing: how much and how, then exactly what to transfer and where. It must never ask for a deposit in order to earn.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useLocation, useSearch } from 'wouter'
import { Button } from '@fairturn/ui/Button.tsx'
import { Card } from '@fairturn/ui/Card.tsx'
import { EmptyState } from '@fairturn/ui/EmptyState.tsx'
import { parseAmount } from '@fairturn/ui/formats.ts'
import { Icon } from '@fairturn/ui/Icon.tsx'
import { LinkButton } from '@fairturn/ui/LinkButton.tsx'
import { Note } from '@fairturn/ui/Note.tsx'
import { Row } from '@fairturn/ui/Row.tsx'
import { Skeleton } from '@fairturn/ui/Skeleton.tsx'
import { useAction } from '@fairturn/ui/useAction.ts'
import { call, queries } from '../client.ts'
import { sayFailure } from '../failureText.ts'
import { Loading } from '../orders/Loading.tsx'
import { paths } from '../paths.ts'
import { memberId } from '../queries.ts'
import { BlockFailure } from '../shell/BlockFailure.tsx'
import { Page } from '../shell/Page.tsx'
import { AmountField } from './AmountField.tsx'
import { DepositStatus } from './DepositStatus.tsx'
import { OpenDeposits } from './OpenDeposits.tsx'
import { depositMethodsQuery, depositQuery, refreshPayments } from './payment-queries.ts'
import { amountRefusalText } from './words.ts'

export default function DepositPage() {
  const { t } = useLingui()
  const deposit_id = new URLSearchParams(useSearch()).get('deposit')
  return (
    <Page title={t`Deposit`} {...(deposit_id && { back: paths.deposit })}>
      {deposit_id ? (
        <DepositStatus key={deposit_id} deposit_id={deposit_id} />
      ) : (
        <>
          <Announcing />
          <OpenDeposits />
          <div className="mt-6">
            <Note tone="action">
              <Trans>
                You need no deposit to earn: taking, sharing and claiming an order costs nothing and asks for
                no balance. A deposit is for placing campaigns or buying a level.
              </Trans>
            </Note>
          </div>
          <Card className="mt-4">
            <Row
              href={paths.depositHistory}
              leading={<Icon name="clock" className="text-action" />}
              title={t`Deposit history`}
            />
          </Card>
        </>
      )}
    </Page>
  )
}

function Announcing() {
  const { t } = useLingui()
  const { data: methods, error, refetch, isFetching, fetchStatus } = useQuery(depositMethodsQuery)
  if (error && !methods) {
    return (
      <Card>
        <BlockFailure error={error} onRetry={refetch} busy={isFetching} />
      </Card>
    )
  }
  if (!methods) {
    return (
      <Loading fetchStatus={fetchStatus}>
        <Skeleton className="h-72 rounded-card" />
      </Loading>
    )
  }
  const [first] = methods
  if (first === undefined) {
    return (
      <EmptyState
        icon="deposit"
        title={t`No way to deposit is open at the moment`}
        body={<Trans>Nothing you do here depends on it. Please look again later.</Trans>}
        action={<LinkButton href={paths.receive} icon="turn">{t`Receive an order`}</LinkButton>}
      />
    )
  }
  return <DepositForm methods={methods} first={first} />
}

type Method = 'bank_transfer'

function DepositForm({ methods, first }: { methods: readonly Method[]; first: Method }) {
  const { t } = useLingui()
  const [, navigate] = useLocation()
  const [typed, setTyped] = useState('')
  const [method, setMethod] = useState(first)
  const [error, setError] = useState<string>()
  const announce = useAction({
    run: (wanted: { amount: string; method: Method }, key) =>
      call('POST deposit', { body: { user_id: memberId(), ...wanted }, key }),
    onDone({ data }) {
      queries.setQueryData(depositQuery(data._id).queryKey, data)
      void refreshPayments()
      navigate(paths.depositOf(data._id))
    },
    onFailed: sayFailure,
  })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const parsed = parseAmount(typed)
    if (parsed.ok && /[1-9]/.test(parsed.wire)) return announce.start({ amount: parsed.wire, method })
    setError(amountRefusalText(parsed.ok ? 'amount_negative' : parsed.reason))
    event.currentTarget.querySelector<HTMLElement>('[name=amount]')?.focus()
    return undefined
  }

  const names: Readonly<Record<Method, { name: string; detail: string }>> = {
    bank_transfer: {
      name: t`Bank transfer`,
      detail: t`From any account at any bank; usually here in one or two bank days. We charge nothing.`,
    },
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <AmountField
        label={t`How much will you transfer?`}
        typed={typed}
        onType={(next) => {
          setTyped(next)
          setError(undefined)
        }}
        error={error}
      />
      <fieldset>
        <legend className="mb-1.5 text-small font-semibold">{t`How`}</legend>
        <Card>
          {methods.map((each) => (
            // Its text stands in a variable, which the rule does not see.
            // oxlint-disable-next-line jsx-a11y/label-has-associated-control
            <label
              key={each}
              className="flex min-h-14 cursor-pointer items-center gap-3 px-3.5 py-3 has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-action"
            >
              <input
                type="radio"
                name="method"
                value={each}
                checked={method === each}
                onChange={() => setMethod(each)}
                className="size-5 shrink-0 accent-action"
              />
              <span>
                <span className="block font-semibold">{names[each].name}</span>
                <span className="block text-small text-quiet">{names[each].detail}</span>
              </span>
            </label>
          ))}
        </Card>
      </fieldset>
      <Button type="submit" icon="deposit" wide busy={announce.busy}>
        {t`Show where to transfer it`}
      </Button>
    </form>
  )
}
