import type { Address } from '@fairturn/contract/banking'
import { needsPostalCode } from '@fairturn/contract/countries'
import { Button } from '@fairturn/ui/Button.tsx'
import { Field } from '@fairturn/ui/Field.tsx'
import { Select } from '@fairturn/ui/Select.tsx'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { call, queries } from '../shell/client.ts'
import { useCountries } from '../shell/countries.ts'
import { DraftNote } from '../shell/forms/DraftNote.tsx'
import { useForm } from '../shell/forms/useForm.ts'
import { toastMessage } from '../shell/messages.ts'
import { Page } from '../shell/Page.tsx'
import { paths } from '../shell/paths.ts'
import { addressQuery, refreshPayments } from '../shell/payment-queries.ts'
import { memberId } from '../shell/queries.ts'
import { QueryResult } from '../shell/QueryResult.tsx'

/** Default country: most members live there. */
const FIRST_COUNTRY = 'VN'

export default function AddressPage() {
  const { t } = useLingui()
  return (
    <Page title={t`Your address`} back={paths.individual}>
      <QueryResult query={useQuery(addressQuery)} outline={['h-96']}>
        {(saved) => <AddressForm saved={saved} />}
      </QueryResult>
    </Page>
  )
}

function AddressForm({ saved }: { saved: Address | null }) {
  const { t } = useLingui()
  const countries = useCountries()
  const form = useForm({
    initial: {
      country: saved?.country ?? FIRST_COUNTRY,
      name: saved?.name ?? '',
      street: saved?.street ?? '',
      city: saved?.city ?? '',
      region: saved?.region ?? '',
      postal_code: saved?.postal_code ?? '',
    },
    body: (typed) => ({ user_id: memberId(), ...typed }),
    schema: () =>
      import('@fairturn/contract/banking').then(({ bankingCalls }) => bankingCalls.updateAddress.body),
    draft: 'address',
    send: (body) => call('POST update-address', { body }),
    onDone({ data }) {
      queries.setQueryData(addressQuery.queryKey, data.address)
      form.discardDraft()
      void refreshPayments()
      void toastMessage('added_address_information_successfully')
    },
  })
  const { country } = form.typed
  return (
    <form {...form.props} className="grid gap-4">
      {form.restored && <DraftNote />}
      <Select
        label={t`Country`}
        choices={countries}
        value={country}
        onChange={(next) => form.set({ country: next })}
      />
      <Field {...form.field('name')} label={t`Full name`} autoComplete="name" maxLength={100} />
      <Field
        {...form.field('street')}
        label={t`Street and number`}
        autoComplete="street-address"
        maxLength={200}
      />
      <Field {...form.field('city')} label={t`City`} autoComplete="address-level2" maxLength={100} />
      <div className="grid gap-4 min-[440px]:grid-cols-2">
        <Field
          {...form.field('region')}
          label={t`Province or region (optional)`}
          autoComplete="address-level1"
          maxLength={100}
        />
        <Field
          {...form.field('postal_code')}
          label={needsPostalCode(country) ? t`Postal code` : t`Postal code (optional)`}
          autoComplete="postal-code"
          maxLength={16}
        />
      </div>
      <Button type="submit" wide busy={form.busy}>
        {t`Save address`}
      </Button>
      <p className="text-small text-quiet">
        <Trans>
          Used for withdrawals only: banks require the recipient’s address, so it is in the payment file to
          our bank. Staff activity shows you when staff see it.
        </Trans>
      </p>
    </form>
  )
}
