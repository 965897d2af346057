import { Button } from '@fairturn/ui/Button.tsx'
import { Field } from '@fairturn/ui/Field.tsx'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { plain } from '../banking/find-banks.ts'
import { useCountries, useCountryName } from '../shell/countries.ts'
import { Dialog } from '../shell/Dialog.tsx'
import { listOf } from '../shell/list.ts'
import { CheckRow } from './CheckRow.tsx'
import { LIMITS } from './placing.ts'

interface CountryPickerProps {
  chosen: readonly string[]
  onChange: (countries: string[]) => void
}

export function CountryPicker({ chosen, onChange }: CountryPickerProps) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const names = chosen.map(useCountryName())
  return (
    <div className="grid gap-2">
      <p aria-live="polite" className={names.length > 0 ? 'font-semibold' : 'text-small text-quiet'}>
        {names.length > 0 ? listOf(names) : <Trans>If you choose none, all countries are included.</Trans>}
      </p>
      <Button variant="secondary" icon="globe" onClick={() => setOpen(true)}>
        {t`Choose countries`}
      </Button>
      {open && <Countries chosen={chosen} onChange={onChange} onClose={() => setOpen(false)} />}
    </div>
  )
}

function Countries({ chosen, onChange, onClose }: CountryPickerProps & { onClose: () => void }) {
  const { t } = useLingui()
  const [search, setSearch] = useState('')
  const all = useCountries()
  const found = all.filter(({ label, value }) => plain(`${label} ${value}`).includes(plain(search.trim())))
  const toggle = (code: string) =>
    onChange(chosen.includes(code) ? chosen.filter((each) => each !== code) : [...chosen, code])
  return (
    <Dialog
      onClose={onClose}
      title={t`Choose countries`}
      maxWidth={480}
      actions={<Button onClick={onClose}>{t({ message: 'Done', context: 'choosing countries' })}</Button>}
    >
      <Field
        label={t`Search`}
        type="search"
        autoComplete="off"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
        className="mt-3"
      />
      <p role="status" className="mt-2 text-small text-quiet">
        <Plural value={chosen.length} _0="None chosen" one="# chosen" other="# chosen" />
      </p>
      {/* The height stays the same while searching, so that the field does not move. */}
      <div className="-mx-(--padding) mt-2 h-[40dvh] divide-y divide-line overflow-y-auto border-t border-line">
        {found.length === 0 ? (
          <p className="p-5 text-quiet">
            <Trans>No country found.</Trans>
          </p>
        ) : (
          found.map(({ value, label }) => (
            <CheckRow
              key={value}
              label={label}
              checked={chosen.includes(value)}
              disabled={!chosen.includes(value) && chosen.length >= LIMITS.countries}
              onChange={() => toggle(value)}
            />
          ))
        )}
      </div>
    </Dialog>
  )
}
