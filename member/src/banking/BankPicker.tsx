import type { Bank } from '@fairturn/contract/banking'
import { EmptyState } from '@fairturn/ui/EmptyState.tsx'
import { Field } from '@fairturn/ui/Field.tsx'
import { FieldError } from '@fairturn/ui/FieldError.tsx'
import { Icon } from '@fairturn/ui/Icon.tsx'
import { Row } from '@fairturn/ui/Row.tsx'
import { Skeleton } from '@fairturn/ui/Skeleton.tsx'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useCountryName } from '../shell/countries.ts'
import { Dialog } from '../shell/Dialog.tsx'
import { Dotted } from '../shell/Dotted.tsx'
import { banksQuery } from '../shell/payment-queries.ts'
import { QueryResult } from '../shell/QueryResult.tsx'
import { findBanks } from './find-banks.ts'

export interface PickedBank {
  code: string
  name: string
}

interface BankPickerProps {
  picked: PickedBank | null
  onPick: (bank: PickedBank) => void
  error: string | undefined
}

export function BankPicker({ picked, onPick, error }: BankPickerProps) {
  const { t } = useLingui()
  const id = useId()
  const [open, setOpen] = useState(false)
  return (
    <div>
      <span id={`${id}-label`} className="mb-1.5 block text-small font-semibold">
        {t`Bank`}
      </span>
      <button
        type="button"
        name="bank_code"
        aria-labelledby={`${id}-label ${id}-value`}
        aria-describedby={error ? `${id}-error` : undefined}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className={`flex min-h-12 w-full cursor-pointer items-center gap-2 rounded-control border bg-surface px-3.5 py-2 text-left text-[1rem] ${
          error ? 'border-loss' : 'border-control'
        }`}
      >
        <span id={`${id}-value`} className={`min-w-0 flex-1 ${picked ? '' : 'text-quiet'}`}>
          {picked ? <bdi>{picked.name}</bdi> : t`Choose your bank`}
        </span>
        <Icon name="chevron" size={16} className="rotate-90 text-quiet" />
      </button>
      <FieldError id={id} error={error} />
      {open && (
        <Directory
          onPick={(bank) => {
            setOpen(false)
            onPick(bank)
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}

/** Nobody reads more than this; the search narrows the list. */
const SHOWN = 60

function Directory({ onPick, onClose }: { onPick: BankPickerProps['onPick']; onClose: () => void }) {
  const { t } = useLingui()
  const [search, setSearch] = useState('')
  const query = useQuery(banksQuery)
  const found = query.data && findBanks(query.data, search)
  return (
    <Dialog onClose={onClose} title={t`Choose your bank`} maxWidth={480}>
      <Field
        label={t`Search`}
        type="search"
        autoComplete="off"
        // The dialog is opened to search.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        value={search}
        onChange={(event) => setSearch(event.target.value)}
        className="mt-3"
      />
      {/* Fixed height, so that the field does not move while the result list changes. */}
      <div className="-mx-(--padding) mt-3 h-[46dvh] overflow-y-auto border-t border-line">
        <QueryResult
          bare
          query={{ ...query, data: found }}
          outline={
            <div className="grid gap-3 p-5">
              <Skeleton className="h-10" />
              <Skeleton className="h-10" />
              <Skeleton className="h-10" />
            </div>
          }
        >
          {(banks) =>
            banks.length === 0 ? (
              <EmptyState
                icon="building"
                title={t`No bank found`}
                body={
                  <Trans>
                    Try part of the name. If your account has an IBAN, you do not need to choose a bank.
                  </Trans>
                }
              />
            ) : (
              <ul className="divide-y divide-line px-1.5">
                {banks.slice(0, SHOWN).map((bank) => (
                  <Listed key={bank.code} bank={bank} onPick={onPick} />
                ))}
              </ul>
            )
          }
        </QueryResult>
      </div>
      <p role="status" className="sr-only">
        {found && <Trans>Banks found: {found.length}</Trans>}
      </p>
    </Dialog>
  )
}

function Listed({ bank, onPick }: { bank: Bank; onPick: BankPickerProps['onPick'] }) {
  const country = useCountryName()(bank.country)
  return (
    <Row
      as="li"
      onPress={() => onPick({ code: bank.code, name: bank.short_name })}
      title={<bdi>{bank.short_name}</bdi>}
      detail={
        <Dotted then={country}>
          <bdi>{bank.name}</bdi>
        </Dotted>
      }
    />
  )
}
