import type { BankDetails } from '@fairturn/contract/banking'
import { asksBic } from '@fairturn/contract/countries'
import { Button } from '@fairturn/ui/Button.tsx'
import type { CallInput, DataOf } from '@fairturn/ui/client.ts'
import type { ApiFailure } from '@fairturn/ui/failure.ts'
import { Field } from '@fairturn/ui/Field.tsx'
import { Note } from '@fairturn/ui/Note.tsx'
import { Tabs } from '@fairturn/ui/Tabs.tsx'
import { toast } from '@fairturn/ui/toasts.ts'
// The form for bank details: bank and account number, or IBAN. The server validates; its refusals are shown
// on their fields.
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { CredentialDialog } from '../members/security/CredentialDialog.tsx'
import { call, queries } from '../shell/client.ts'
import { DraftNote } from '../shell/forms/DraftNote.tsx'
import { SubmitBar } from '../shell/forms/SubmitBar.tsx'
import { useForm } from '../shell/forms/useForm.ts'
import { toastMessage } from '../shell/messages.ts'
import { bankQuery, refreshPayments } from '../shell/payment-queries.ts'
import { memberId } from '../shell/queries.ts'
import { BankPicker } from './BankPicker.tsx'

type Saved = DataOf<'POST update-bank'>
type Details = CallInput<'POST update-bank'>['body']

/** What is to be confirmed in the call itself. */
interface Confirming {
  details: Details
  /** Of an account that was saved before. */
  is_change: boolean
}

interface BankFormProps {
  saved: BankDetails | null
  onSaved?: () => void
}

export function BankForm({ saved, onSaved }: BankFormProps) {
  const { t } = useLingui()
  const { form, confirming, setConfirming, savedAs } = useBankForm(saved, onSaved)
  return (
    <>
      <form {...form.props} className="grid gap-4">
        {form.restored && <DraftNote />}
        <BankAccountFields form={form} />
        {saved && (
          <Note icon="clock">
            <Trans>
              After a change, withdrawals are on hold for 24 hours and we notify you. This protects your money
              if someone else gets into your account.
            </Trans>
          </Note>
        )}
        <p className="text-small text-quiet">
          <Trans>
            Name, account and address stay with each withdrawal until five years after you close your account,
            as anti-money-laundering law demands of whoever pays out. Then they are deleted.
          </Trans>
        </p>
        <SubmitBar>
          <Button type="submit" wide busy={form.busy}>
            {t`Save bank information`}
          </Button>
        </SubmitBar>
      </form>
      {confirming && (
        <Confirmation
          {...confirming}
          onDone={savedAs}
          onFailed={(failure) => {
            const isHere = form.attach(failure)
            if (isHere) setConfirming(null)
            return isHere
          }}
          onClose={() => setConfirming(null)}
        />
      )}
    </>
  )
}

function useBankForm(saved: BankDetails | null, onSaved: (() => void) | undefined) {
  const { t } = useLingui()
  // The event of the notification may bring the saved account before the answer does: that is no change then.
  const [confirming, setConfirming] = useState<Confirming | null>(null)
  function savedAs(data: Saved) {
    setConfirming(null)
    queries.setQueryData(bankQuery.queryKey, data)
    form.discardDraft()
    void refreshPayments()
    if (confirming?.is_change === false) void toastMessage('added_bank_information_successfully')
    else toast(t`Bank information changed`, 'success')
    onSaved?.()
  }
  const form = useForm({
    initial: {
      kind: saved?.iban ? 'iban' : 'account',
      bank_code: saved?.bank_code ?? '',
      bank_name: saved?.bank_name ?? '',
      account_number: saved?.account_number ?? '',
      swift: (saved?.iban && saved.swift) ?? '',
      iban: saved?.iban?.replace(/(.{4})(?=.)/g, '$1 ') ?? '',
      holder: saved?.holder ?? '',
    },
    body: ({ kind, bank_code, account_number, iban, swift, holder }) => ({
      user_id: memberId(),
      holder,
      ...(kind === 'iban' ? { iban, ...(asksBic(iban) && { swift }) } : { bank_code, account_number }),
    }),
    schema: () =>
      import('@fairturn/contract/banking').then(({ bankingCalls }) => bankingCalls.updateBank.body),
    check: ({ kind, ...typed }) => {
      const ofIban = asksBic(typed.iban) ? (['iban', 'swift'] as const) : (['iban'] as const)
      const required = kind === 'iban' ? ofIban : (['bank_code', 'account_number'] as const)
      return Object.fromEntries(required.map((name) => [name, typed[name] === '' && 'field_is_required']))
    },
    draft: 'bank',
    send: async (body) => (await call('POST update-bank', { body })).data,
    onDone: savedAs,
    onFailed(failure, body) {
      // Only the server knows whether these details are already stored, so that nothing needs to be confirmed.
      const confirms = failure.code === 'confirmation_is_required'
      if (confirms) setConfirming({ details: body, is_change: saved !== null })
      return confirms
    },
  })
  return { form, confirming, setConfirming, savedAs }
}

function BankAccountFields({ form }: { form: ReturnType<typeof useBankForm>['form'] }) {
  const { t } = useLingui()
  const { kind, bank_code, bank_name, account_number, iban } = form.typed
  return (
    <Tabs
      label={t`Account format`}
      tabs={[
        { key: 'account', label: t`Bank and account number` },
        { key: 'iban', label: 'IBAN' },
      ]}
      value={kind}
      onChange={(next) => form.set({ kind: next })}
    >
      <div className="grid gap-4 pt-4">
        {kind === 'account' ? (
          <>
            <BankPicker
              picked={bank_code === '' ? null : { code: bank_code, name: bank_name || bank_code }}
              onPick={(bank) => form.set({ bank_code: bank.code, bank_name: bank.name })}
              error={form.errors['bank_code']}
            />
            <Field
              {...form.field('account_number')}
              label={t`Account number`}
              autoComplete="off"
              inputMode="text"
              maxLength={60}
              hint={
                /\p{L}/u.test(account_number)
                  ? t`It contains letters, which is rare. Please compare it with your bank’s app.`
                  : undefined
              }
            />
          </>
        ) : (
          <>
            <Field
              {...form.field('iban')}
              label="IBAN"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={60}
              placeholder="XX00 0000 0000 0000"
              hint={t`Spaces are optional`}
            />
            {asksBic(iban) && (
              <Field
                {...form.field('swift')}
                label={t`BIC (SWIFT code) of your bank`}
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                maxLength={20}
                hint={t`8 or 11 letters and digits. Your bank’s app or website shows it.`}
              />
            )}
          </>
        )}
        <Field
          {...form.field('holder')}
          label={t`Account holder`}
          hint={t`In Latin letters, as on your bank account, for example TANAKA TARO. The account must be yours.`}
          autoComplete="name"
          maxLength={70}
        />
      </div>
    </Tabs>
  )
}

interface ConfirmationProps extends Confirming {
  onDone: (data: Saved) => void
  onFailed: (failure: ApiFailure) => boolean
  onClose: () => void
}

function Confirmation({ details, is_change, ...answers }: ConfirmationProps) {
  const { t } = useLingui()
  return (
    <CredentialDialog
      code
      title={is_change ? t`Change bank information` : t`Save bank information`}
      lead={
        is_change ? (
          <Trans>Please confirm it’s you. Withdrawals will be on hold for 24 hours.</Trans>
        ) : (
          <Trans>Please confirm it’s you. Your withdrawals will be paid to this account.</Trans>
        )
      }
      confirm={is_change ? t`Change` : t({ message: 'Confirm', context: 'that it is you' })}
      send={async (given) => (await call('POST update-bank', { body: { ...details, ...given } })).data}
      {...answers}
    />
  )
}
