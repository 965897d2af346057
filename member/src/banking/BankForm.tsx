// The form of the bank details: by bank and account number, or by IBAN. The server validates; its refusals
// are shown on their fields.
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { BankDetails } from '@fairturn/contract/banking'
import type { Proof } from '@fairturn/contract/security'
import { Button } from '@fairturn/ui/Button.tsx'
import type { DataOf } from '@fairturn/ui/client.ts'
import { ApiFailure } from '@fairturn/ui/failure.ts'
import { Field } from '@fairturn/ui/Field.tsx'
import { Note } from '@fairturn/ui/Note.tsx'
import { Tabs } from '@fairturn/ui/Tabs.tsx'
import { useAction } from '@fairturn/ui/useAction.ts'
import { call, queries } from '../client.ts'
import { DraftNote } from '../drafts/DraftNote.tsx'
import { toastMessage } from '../messages.ts'
import { bankQuery, refreshPayments } from '../payment-queries.ts'
import { memberId } from '../queries.ts'
import { ProofDialog } from '../security/ProofDialog.tsx'
import { textIn, useForm } from '../sign-in/useForm.ts'
import { useDraft, type Draft } from '../drafts/useDraft.ts'
import { useSettings } from '../useSession.ts'
import { BankPicker, type PickedBank } from './BankPicker.tsx'

const FIELDS = ['bank_code', 'account_number', 'iban', 'holder'] as const
type Kind = 'account' | 'iban'

interface Details {
  holder: string
  iban?: string
  bank_code?: string
  account_number?: string
}

export function BankForm({ saved }: { saved: BankDetails | null }) {
  const { t } = useLingui()
  const draft = useDraft('bank')
  const { typed } = draft
  // SEPA's payment files know no other letters.
  const in_euro = useSettings()?.currency.value === 'EURO'
  const [kind, setKind] = useState<Kind>(() =>
    typed?.['kind'] ? (typed['kind'] as Kind) : saved?.iban ? 'iban' : 'account',
  )
  const [bank, setBank] = useState<PickedBank | null>(() => pickedBefore(typed) ?? bankOf(saved))
  /** What waits for the password. */
  const [changing, setChanging] = useState<Details | null>(null)

  const send = async (details: Details, proof: Proof = {}) =>
    (await call('POST update-bank', { body: { user_id: memberId(), ...details, ...proof } })).data

  function saved_as(data: DataOf<'POST update-bank'>) {
    queries.setQueryData(bankQuery.queryKey, data)
    draft.drop()
    void refreshPayments()
    void toastMessage('added_bank_information_successfully')
  }
  const save = useAction({
    run: (details: Details) => send(details),
    onDone: saved_as,
    onFailed(failure, details) {
      // The server knows better whether this is a change.
      if (failure.code === 'confirmation_is_required') setChanging(details)
      else form.showFailure(failure)
    },
  })
  const form = useForm<(typeof FIELDS)[number]>({
    fields: FIELDS,
    check: (data) => ({
      ...(kind === 'account' && bank === null && { bank_code: 'field_is_required' as const }),
      ...(kind === 'account' &&
        textIn(data, 'account_number') === '' && { account_number: 'field_is_required' as const }),
      ...(kind === 'iban' && textIn(data, 'iban') === '' && { iban: 'field_is_required' as const }),
      ...(textIn(data, 'holder') === '' && { holder: 'field_is_required' as const }),
    }),
    place: {
      the_bank_does_not_exist: 'bank_code',
      iban_is_invalid: 'iban',
      account_number_is_invalid: 'account_number',
      holder_is_invalid: 'holder',
      holder_must_be_in_latin_letters: 'holder',
    },
    send(data) {
      const holder = textIn(data, 'holder')
      if (kind === 'iban') save.start({ holder, iban: textIn(data, 'iban') })
      else if (bank) {
        save.start({ holder, bank_code: bank.code, account_number: textIn(data, 'account_number') })
      }
    },
  })

  return (
    <>
      <form {...form.props} onChange={draft.follow} className="grid gap-4">
        <DraftNote draft={draft} />
        <Tabs
          label={t`Account format`}
          tabs={[
            { key: 'account', label: t`Bank and account number` },
            { key: 'iban', label: 'IBAN' },
          ]}
          value={kind}
          onChange={(next) => {
            setKind(next)
            draft.keep({ kind: next })
          }}
        >
          <div className="grid gap-4 pt-4">
            {kind === 'account' ? (
              <>
                <BankPicker
                  picked={bank}
                  onPick={(next) => {
                    setBank(next)
                    draft.keep({ bank_code: next.code, bank_name: next.name })
                  }}
                  error={form.errors.bank_code}
                />
                <Field
                  name="account_number"
                  label={t`Account number`}
                  autoComplete="off"
                  inputMode="text"
                  maxLength={60}
                  defaultValue={typed?.['account_number'] ?? saved?.account_number ?? ''}
                  error={form.errors.account_number}
                />
              </>
            ) : (
              <Field
                name="iban"
                label="IBAN"
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                maxLength={60}
                placeholder="XX00 0000 0000 0000"
                hint={t`Spaces are optional`}
                defaultValue={typed?.['iban'] ?? saved?.iban?.replace(/(.{4})(?=.)/g, '$1 ') ?? ''}
                error={form.errors.iban}
              />
            )}
            <Field
              name="holder"
              label={t`Account holder`}
              hint={
                kind === 'iban' && in_euro
                  ? t`In Latin letters, as on your bank account, for example TANAKA TARO. The account must be yours.`
                  : t`As on your bank account. The account must be yours.`
              }
              autoComplete="name"
              maxLength={70}
              defaultValue={typed?.['holder'] ?? saved?.holder}
              error={form.errors.holder}
            />
          </div>
        </Tabs>
        {saved && (
          <Note icon="clock">
            <Trans>
              After a change, withdrawals are on hold for 24 hours and we notify you. This protects your money
              if someone else gets into your account.
            </Trans>
          </Note>
        )}
        <Button type="submit" wide busy={save.busy}>
          {t`Save bank information`}
        </Button>
      </form>
      {changing && (
        <ProofDialog<never, DataOf<'POST update-bank'> | ApiFailure>
          title={t`Change bank information`}
          lead={<Trans>Please confirm it’s you. Withdrawals will be on hold for 24 hours.</Trans>}
          confirm={t`Change`}
          send={(proof) => send(changing, proof).catch(fieldRefusal)}
          onDone={(answer) => {
            setChanging(null)
            if (answer instanceof ApiFailure) form.showFailure(answer)
            else saved_as(answer)
          }}
          onClose={() => setChanging(null)}
        />
      )}
    </>
  )
}

function bankOf(saved: BankDetails | null): PickedBank | null {
  return saved?.bank_code ? { code: saved.bank_code, name: saved.bank_name ?? saved.bank_code } : null
}

function pickedBefore(typed: Draft['typed']): PickedBank | null {
  const code = typed?.['bank_code']
  return code ? { code, name: typed?.['bank_name'] ?? code } : null
}

/** Refusals of the form behind the dialog are shown there; anything else is rethrown. */
function fieldRefusal(error: unknown): ApiFailure {
  const of_form = [
    'the_bank_does_not_exist',
    'iban_is_invalid',
    'account_number_is_invalid',
    'holder_is_invalid',
    'holder_must_be_in_latin_letters',
  ]
  if (error instanceof ApiFailure && of_form.includes(error.code)) return error
  throw error
}
