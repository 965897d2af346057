// Who invoices are for: the profile, and what is known of its VAT number.
import { needsPostalCode } from '@fairturn/contract/countries'
import type { Billing, BillingProfile } from '@fairturn/contract/invoices'
import { countryOfPhone } from '@fairturn/contract/phones'
import { postalCodeExample } from '@fairturn/contract/postal-codes'
import { Button } from '@fairturn/ui/Button.tsx'
import { DateTime } from '@fairturn/ui/DateTime.tsx'
import { Field } from '@fairturn/ui/Field.tsx'
import { LinkButton } from '@fairturn/ui/LinkButton.tsx'
import { Note } from '@fairturn/ui/Note.tsx'
import { Select } from '@fairturn/ui/Select.tsx'
import { toast } from '@fairturn/ui/toasts.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { call, queries } from '../shell/client.ts'
import { useCountries } from '../shell/countries.ts'
import { toastFailure } from '../shell/failure-text.ts'
import { DraftNote } from '../shell/forms/DraftNote.tsx'
import { SubmitBar } from '../shell/forms/SubmitBar.tsx'
import { TownField } from '../shell/forms/TownField.tsx'
import { useForm } from '../shell/forms/useForm.ts'
import { Page } from '../shell/Page.tsx'
import { paths } from '../shell/paths.ts'
import { refreshPayments } from '../shell/payment-queries.ts'
import { QueryResult } from '../shell/QueryResult.tsx'
import { useAction } from '../shell/useAction.ts'
import { useUser } from '../shell/useSession.ts'
import { vatText } from './labels.ts'
import { billingQuery } from './queries.ts'

export default function BillingPage() {
  const { t } = useLingui()
  return (
    <Page title={t`Billing profile`} back={paths.more}>
      <QueryResult query={useQuery(billingQuery)} outline={['h-20', 'mt-4 h-96']}>
        {(billing) => (
          <div className="grid gap-4">
            <Note tone="action">{vatText(billing)}</Note>
            {billing.vat_case !== null && !billing.country_is_shown && (
              <Note>
                <Trans>
                  VAT is charged as in the seller’s country until your address is complete and your VAT
                  number, or a phone number of your country, is confirmed.
                </Trans>
              </Note>
            )}
            {billing.profile?.vat_number && <NumberCheck profile={billing.profile} />}
            <BillingForm saved={billing.profile} />
            <LinkButton
              href={paths.invoices}
              variant="secondary"
              icon="document"
              wide
            >{t`Invoices`}</LinkButton>
          </div>
        )}
      </QueryResult>
    </Page>
  )
}

function keep(billing: Billing): void {
  queries.setQueryData(billingQuery.queryKey, billing)
  // Prices with VAT follow from it.
  void refreshPayments()
  void queries.invalidateQueries({ queryKey: ['campaigns'] })
}

function NumberCheck({ profile }: { profile: BillingProfile }) {
  const { t } = useLingui()
  const check = useAction({
    run: async () => (await call('POST billing/check-number', {})).data,
    onDone: keep,
    onFailed(failure) {
      toastFailure(failure)
      // A number that was refused is shown as such.
      void queries.invalidateQueries({ queryKey: billingQuery.queryKey })
    },
  })
  const { number_check, confirmed_until, vat_number } = profile
  return (
    <Note
      tone={number_check === 'refused' ? 'loss' : 'action'}
      icon={number_check === 'confirmed' ? 'check' : 'info'}
    >
      <p role="status">
        {number_check === 'confirmed' && confirmed_until ? (
          <Trans>
            {vat_number} is confirmed until <DateTime value={confirmed_until} day />.
          </Trans>
        ) : number_check === 'refused' ? (
          <Trans>The official VAT number check says that {vat_number} is not valid.</Trans>
        ) : (
          <Trans>{vat_number} is not confirmed yet.</Trans>
        )}
      </p>
      <Button variant="secondary" className="mt-2" busy={check.busy} onClick={() => check.start(undefined)}>
        {t`Check number`}
      </Button>
    </Note>
  )
}

/** Where the phone tells no country: most members live there. */
const FIRST_COUNTRY = 'VN'

const INCOMPLETE = 'billing_profile_is_incomplete' as const
type AddressField = 'street' | 'city' | 'postal_code'

/** A document of a company needs its address. */
function requiredAddress({ buyer_kind, country }: { buyer_kind: string; country: string }): AddressField[] {
  if (buyer_kind !== 'company') return []
  return needsPostalCode(country) ? ['street', 'city', 'postal_code'] : ['street', 'city']
}

function useBillingForm(saved: BillingProfile | null) {
  const { t } = useLingui()
  const phoneCountry = countryOfPhone(useUser()?.phone ?? '')
  const form = useForm({
    initial: {
      buyer_kind: saved?.buyer_kind ?? 'company',
      legal_name: saved?.legal_name ?? '',
      street: saved?.street ?? '',
      postal_code: saved?.postal_code ?? '',
      city: saved?.city ?? '',
      country: saved?.country ?? phoneCountry ?? FIRST_COUNTRY,
      vat_number: saved?.vat_number ?? '',
      registration_number: saved?.registration_number ?? '',
      purchase_order: saved?.purchase_order ?? '',
      email: saved?.email ?? '',
    },
    body: (typed) => Object.assign({}, typed, { email: typed.email.trim() || null }),
    // As the server says it, but together with what the schema says.
    check: (typed) => {
      const missing = requiredAddress(typed).filter((field) => typed[field].trim() === '')
      return Object.fromEntries(missing.map((field) => [field, INCOMPLETE]))
    },
    schema: () => import('@fairturn/contract/invoices').then(({ billingForm }) => billingForm),
    draft: 'billing',
    send: (body) => call('POST billing', { body }),
    onDone({ data }) {
      keep(data)
      form.discardDraft()
      toast(t`Billing profile saved`, 'success')
    },
  })
  return form
}

function BillingForm({ saved }: { saved: BillingProfile | null }) {
  const { t } = useLingui()
  const form = useBillingForm(saved)
  const { buyer_kind } = form.typed
  const isCompany = buyer_kind === 'company'
  return (
    <form {...form.props} className="grid gap-4">
      {form.restored && <DraftNote />}
      <p className="text-small text-quiet">{t`Everything that is not marked as optional is required.`}</p>
      <Select
        label={t`Invoices are made out to`}
        choices={[
          { value: 'company', label: t`A company` },
          { value: 'person', label: t`A person` },
        ]}
        value={buyer_kind}
        onChange={(next) => form.set({ buyer_kind: next === 'person' ? 'person' : 'company' })}
      />
      <Field
        {...form.field('legal_name')}
        label={isCompany ? t`Company name` : t`Full name`}
        autoComplete={isCompany ? 'organization' : 'name'}
        maxLength={100}
        required
      />
      <BillingAddress form={form} />
      <Field
        {...form.field('vat_number')}
        label={t`VAT or tax number (optional)`}
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={30}
      />
      {isCompany && (
        <Field
          {...form.field('registration_number')}
          label={t`Registration number (optional)`}
          maxLength={50}
        />
      )}
      <Field
        {...form.field('purchase_order')}
        label={t`Purchase order (optional)`}
        hint={t`Appears on every document from now on.`}
        maxLength={60}
      />
      <Field
        {...form.field('email')}
        type="email"
        label={t`Email for invoices (optional)`}
        hint={t`We send each invoice and credit note to this address.`}
        autoComplete="email"
        maxLength={120}
      />
      <p className="text-small text-quiet">
        <Trans>
          Documents already issued do not change. Staff activity shows you when staff see your profile.
        </Trans>
      </p>
      <SubmitBar>
        <Button type="submit" wide busy={form.busy}>
          {t`Save billing profile`}
        </Button>
      </SubmitBar>
    </form>
  )
}

function BillingAddress({ form }: { form: ReturnType<typeof useBillingForm> }) {
  const { t } = useLingui()
  const countries = useCountries()
  const { country } = form.typed
  const example = postalCodeExample(country)
  const required = requiredAddress(form.typed)
  const needs = (field: AddressField) => required.includes(field)
  return (
    <>
      <Select
        label={t`Country`}
        choices={countries}
        value={country}
        onChange={(next) => form.set({ country: next })}
      />
      <Field
        {...form.field('street')}
        label={needs('street') ? t`Street and number` : t`Street and number (optional)`}
        autoComplete="street-address"
        maxLength={70}
        required={needs('street')}
      />
      <div className="fields-beside gap-4">
        <Field
          {...form.field('postal_code')}
          label={needs('postal_code') ? t`Postal code` : t`Postal code (optional)`}
          hint={example && t`For example ${example}`}
          autoComplete="postal-code"
          maxLength={16}
          required={needs('postal_code')}
        />
        <TownField form={form} maxLength={35} required={needs('city')} />
      </div>
    </>
  )
}
