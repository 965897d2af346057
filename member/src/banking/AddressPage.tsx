// The member's address, which banks require for a withdrawal.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Address } from '@fairturn/contract/banking'
import { COUNTRIES, needsPostalCode } from '@fairturn/contract/countries'
import { Button } from '@fairturn/ui/Button.tsx'
import { Card } from '@fairturn/ui/Card.tsx'
import { Field } from '@fairturn/ui/Field.tsx'
import { Select } from '@fairturn/ui/Select.tsx'
import { Skeleton } from '@fairturn/ui/Skeleton.tsx'
import { useAction } from '@fairturn/ui/useAction.ts'
import { call, queries } from '../client.ts'
import { DraftNote } from '../drafts/DraftNote.tsx'
import { LANGUAGES } from '@fairturn/contract/locales'
import { toastMessage } from '../messages.ts'
import { Loading } from '../orders/Loading.tsx'
import { paths } from '../paths.ts'
import { addressQuery, refreshPayments } from '../payment-queries.ts'
import { memberId } from '../queries.ts'
import { BlockFailure } from '../shell/BlockFailure.tsx'
import { Page } from '../shell/Page.tsx'
import { textIn, useForm } from '../sign-in/useForm.ts'
import { useDraft } from '../drafts/useDraft.ts'
import { useLocale } from '../useSession.ts'

/** Where most members live; everybody else chooses. */
const FIRST_COUNTRY = 'VN'
const FIELDS = ['name', 'street', 'city', 'region', 'postal_code'] as const
const REQUIRED = ['name', 'street', 'city'] as const

export default function AddressPage() {
  const { t } = useLingui()
  const { data, error, refetch, isFetching, fetchStatus } = useQuery(addressQuery)
  return (
    <Page title={t`Your address`} back={paths.individual}>
      {error && data === undefined ? (
        <Card>
          <BlockFailure error={error} onRetry={refetch} busy={isFetching} />
        </Card>
      ) : data === undefined ? (
        <Loading fetchStatus={fetchStatus}>
          <Skeleton className="h-96 rounded-card" />
        </Loading>
      ) : (
        <AddressForm saved={data} />
      )}
    </Page>
  )
}

function AddressForm({ saved }: { saved: Address | null }) {
  const { t } = useLingui()
  const draft = useDraft('address')
  const { typed } = draft
  const countries = useCountries()
  const [country, setCountry] = useState(typed?.['country'] ?? saved?.country ?? FIRST_COUNTRY)
  const save = useAction({
    run: (address: Address) => call('POST update-address', { body: { user_id: memberId(), ...address } }),
    onDone({ data }) {
      queries.setQueryData(addressQuery.queryKey, data.address)
      draft.drop()
      void refreshPayments()
      void toastMessage('added_address_information_successfully')
    },
    onFailed: (failure) => form.showFailure(failure),
  })
  const form = useForm<(typeof FIELDS)[number]>({
    fields: FIELDS,
    check(data) {
      const required = [...REQUIRED, ...(needsPostalCode(country) ? (['postal_code'] as const) : [])]
      const missing = required.filter((field) => textIn(data, field) === '')
      return Object.fromEntries(missing.map((field) => [field, 'field_is_required' as const]))
    },
    place: {},
    send: (data) =>
      save.start({
        name: textIn(data, 'name'),
        street: textIn(data, 'street'),
        city: textIn(data, 'city'),
        region: textIn(data, 'region'),
        postal_code: textIn(data, 'postal_code'),
        country,
      }),
  })
  return (
    <form {...form.props} onChange={draft.follow} className="grid gap-4">
      <DraftNote draft={draft} />
      <Select
        label={t`Country`}
        choices={countries}
        value={country}
        onChange={(next) => {
          setCountry(next)
          draft.keep({ country: next })
        }}
      />
      <Field
        name="name"
        label={t`Full name`}
        autoComplete="name"
        maxLength={100}
        defaultValue={typed?.['name'] ?? saved?.name}
        error={form.errors.name}
      />
      <Field
        name="street"
        label={t`Street and number`}
        autoComplete="street-address"
        maxLength={200}
        defaultValue={typed?.['street'] ?? saved?.street}
        error={form.errors.street}
      />
      <Field
        name="city"
        label={t`City`}
        autoComplete="address-level2"
        maxLength={100}
        defaultValue={typed?.['city'] ?? saved?.city}
        error={form.errors.city}
      />
      <div className="grid gap-4 min-[440px]:grid-cols-2">
        <Field
          name="region"
          label={t`Province or region (optional)`}
          autoComplete="address-level1"
          maxLength={100}
          defaultValue={typed?.['region'] ?? saved?.region}
          error={form.errors.region}
        />
        <Field
          name="postal_code"
          label={needsPostalCode(country) ? t`Postal code` : t`Postal code (optional)`}
          autoComplete="postal-code"
          maxLength={16}
          defaultValue={typed?.['postal_code'] ?? saved?.postal_code}
          error={form.errors.postal_code}
        />
      </div>
      <Button type="submit" wide busy={save.busy}>
        {t`Save address`}
      </Button>
      <p className="text-small text-quiet">
        <Trans>Used for withdrawals only: banks require the recipient’s address. Nobody else sees it.</Trans>
      </p>
    </form>
  )
}

/** Every country by its name in the language of the screen, in that language's order. */
function useCountries() {
  const locale = useLocale()
  return useMemo(() => {
    const { tag } = LANGUAGES[locale]
    const names = new Intl.DisplayNames(tag, { type: 'region' })
    const collator = new Intl.Collator(tag)
    return COUNTRIES.map((code) => ({ value: code, label: names.of(code) ?? code })).sort((a, b) =>
      collator.compare(a.label, b.label),
    )
  }, [locale])
}
