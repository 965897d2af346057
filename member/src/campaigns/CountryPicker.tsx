// Choosing countries by any part of their names.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import { COUNTRIES } from '@fairturn/contract/countries'
import { Button } from '@fairturn/ui/Button.tsx'
import { Dialog } from '@fairturn/ui/Dialog.tsx'
import { Field } from '@fairturn/ui/Field.tsx'
import { LANGUAGES } from '@fairturn/contract/locales'
import { useLocale } from '../useSession.ts'
import { CheckRow } from './CheckRow.tsx'
import { LIMITS } from './placing.ts'
import { countryName } from './words.ts'

interface CountryPickerProps {
  chosen: readonly string[]
  onChange: (countries: string[]) => void
}

export function CountryPicker({ chosen, onChange }: CountryPickerProps) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const { tag } = LANGUAGES[useLocale()]
  const names = chosen.map((code) => countryName(code, tag))
  return (
    <div className="grid gap-2">
      <p aria-live="polite" className={names.length > 0 ? 'font-semibold' : 'text-small text-quiet'}>
        {names.length > 0 ? names.join(', ') : <Trans>If you choose none, all countries are included.</Trans>}
      </p>
      <Button variant="secondary" icon="globe" onClick={() => setOpen(true)}>
        {t`Choose countries`}
      </Button>
      {open && <Countries chosen={chosen} onChange={onChange} onClose={() => setOpen(false)} />}
    </div>
  )
}

const plain = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replace(/đ/gi, 'd').toLocaleLowerCase()

function Countries({ chosen, onChange, onClose }: CountryPickerProps & { onClose: () => void }) {
  const { t } = useLingui()
  const [search, setSearch] = useState('')
  const { tag } = LANGUAGES[useLocale()]
  const all = useMemo(
    () =>
      COUNTRIES.map((code) => ({ code, name: countryName(code, tag) })).toSorted((one, other) =>
        one.name.localeCompare(other.name, tag),
      ),
    [tag],
  )
  const found = all.filter(({ name, code }) => plain(`${name} ${code}`).includes(plain(search.trim())))
  const toggle = (code: string) =>
    onChange(chosen.includes(code) ? chosen.filter((each) => each !== code) : [...chosen, code])
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Choose countries`}
      closeLabel={t`Close`}
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
      {/* As high while it is searched: the field must not move away under the finger. */}
      <div className="-mx-5 mt-2 h-[40dvh] divide-y divide-line overflow-y-auto border-t border-line">
        {found.length === 0 ? (
          <p className="p-5 text-quiet">
            <Trans>No country found.</Trans>
          </p>
        ) : (
          found.map(({ code, name }) => (
            <CheckRow
              key={code}
              label={name}
              checked={chosen.includes(code)}
              disabled={!chosen.includes(code) && chosen.length >= LIMITS.countries}
              onChange={() => toggle(code)}
            />
          ))
        )}
      </div>
    </Dialog>
  )
}
