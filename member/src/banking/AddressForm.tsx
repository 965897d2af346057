import type { Address } from '@fairturn/contract/banking'
import { isInOtherLetters, needsPostalCode } from '@fairturn/contract/countries'
import { countryOfPhone } from '@fairturn/contract/phones'
import { postalCodeExample } from '@fairturn/contract/postal-codes'
import { Button } from '@fairturn/ui/Button.tsx'
import { Field } from '@fairturn/ui/Field.tsx'
import { Select } from '@fairturn/ui/Select.tsx'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { call, queries } from '../shell/client.ts'
import { useCountries } from '../shell/countries.ts'
import { DraftNote } from '../shell/forms/DraftNote.tsx'
import { SubmitBar } from '../shell/forms/SubmitBar.tsx'
import { TownField } from '../shell/forms/TownField.tsx'
import { useForm } from '../shell/forms/useForm.ts'
import { toastMessage } from '../shell/messages.ts'
import { addressQuery, bankQuery, refreshPayments } from '../shell/payment-queries.ts'
import { memberId } from '../shell/queries.ts'
import { QueryResult } from '../shell/QueryResult.tsx'
import { useUser } from '../shell/useSession.ts'

/** Where the phone tells no country: most members live there. */
const FIRST_COUNTRY = 'VN'

/** The address as it is saved, in a form. */
export function AddressEditor({ onSaved }: { onSaved?: () => void }) {
  const address = useQuery(addressQuery)
  const bank = useQuery(bankQuery)
  // Both at once: what is proposed must be known when the form opens.
  const data =
    address.data === undefined || bank.data === undefined
      ? undefined
      : { saved: address.data, proposedName: bank.data.bank?.holder ?? '' }
  return (
    <QueryResult query={{ ...(address.error ? address : bank), data }} outline={['h-96']}>
      {(known) => <AddressForm {...known} {...(onSaved && { onSaved })} />}
    </QueryResult>
  )
}

interface AddressFormProps {
  saved: Address | null
  /** Proposed while no address is saved: the holder of the bank account, which the payment goes to. */
  proposedName: string
  onSaved?: () => void
}

function useAddressForm({ saved, proposedName, onSaved }: AddressFormProps) {
  const phoneCountry = countryOfPhone(useUser()?.phone ?? '')
  const form = useForm({
    initial: {
      country: saved?.country ?? phoneCountry ?? FIRST_COUNTRY,
      name: saved?.name ?? proposedName,
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
      onSaved?.()
    },
  })
  return form
}

function AddressForm(props: AddressFormProps) {
  const { t } = useLingui()
  const countries = useCountries()
  const form = useAddressForm(props)
  const { country } = form.typed
  const example = postalCodeExample(country)
  const otherLetters = isInOtherLetters(country)
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
        hint={otherLetters ? t`Best in Latin letters: banks may leave out others` : undefined}
        autoComplete="street-address"
        maxLength={200}
      />
      <TownField
        form={form}
        hint={otherLetters ? t`In Latin letters, for example TOKYO: banks read no others` : undefined}
        maxLength={100}
      />
      <div className="fields-beside gap-4">
        <Field
          {...form.field('region')}
          label={t`Province or region (optional)`}
          autoComplete="address-level1"
          maxLength={100}
        />
        <Field
          {...form.field('postal_code')}
          label={needsPostalCode(country) ? t`Postal code` : t`Postal code (optional)`}
          hint={example && t`For example ${example}`}
          autoComplete="postal-code"
          maxLength={16}
        />
      </div>
      <UsedFor />
      <SubmitBar>
        <Button type="submit" wide busy={form.busy}>
          {t`Save address`}
        </Button>
      </SubmitBar>
    </form>
  )
}

const UsedFor = () => (
  <p className="text-small text-quiet">
    <Trans>
      Used for withdrawals only: banks require the recipient’s address, so it is in the payment file to our
      bank. Staff activity shows you when staff see it.
    </Trans>
  </p>
)
