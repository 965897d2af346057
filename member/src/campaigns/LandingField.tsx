import type { LandingCheck } from '@fairturn/contract/campaigns'
import { Field } from '@fairturn/ui/Field.tsx'
import { Icon } from '@fairturn/ui/Icon.tsx'
import { Spinner } from '@fairturn/ui/Spinner.tsx'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { asSentence } from '../shell/messages.ts'
import { landingQuery } from './campaign-queries.ts'
import { LIMITS, withScheme } from './placing.ts'

interface LandingFieldProps {
  value: string
  onChange: (landing_url: string) => void
  error: string | undefined
}

export function LandingField({ value, onChange, error }: LandingFieldProps) {
  const { t } = useLingui()
  const [checked, setChecked] = useState(value.trim())
  const { data, isFetching, isError } = useQuery(landingQuery(checked))
  const current = checked !== '' && checked === value.trim()
  const problem = current && !isFetching && data?.problem ? asSentence(data.problem.text) : undefined
  function left() {
    const full = withScheme(value)
    if (full !== value) onChange(full)
    setChecked(full)
  }
  return (
    <div>
      <Field
        name="landing_url"
        type="url"
        inputMode="url"
        autoCapitalize="none"
        autoComplete="url"
        spellCheck={false}
        label={t`Landing page URL`}
        placeholder="https://"
        value={value}
        maxLength={LIMITS.landing_url_characters}
        onChange={(event) => onChange(event.target.value)}
        onBlur={left}
        error={problem ?? error}
      />
      <div role="status" className="mt-1.5 text-small text-quiet">
        {current && isFetching ? (
          <span className="flex items-center gap-2">
            <Spinner size={16} />
            <Trans>Checking the page</Trans>
          </span>
        ) : current && isError ? (
          <Trans>We could not check the page right now. We will try again when you save.</Trans>
        ) : current && data?.passed ? (
          <Passed landing={data} />
        ) : null}
      </div>
    </div>
  )
}

function Passed({ landing }: { landing: LandingCheck }) {
  const { title, remarks } = landing
  const host = landing.host ?? ''
  const checked = remarks.every(({ code }) => code !== 'landing_page_could_not_be_checked')
  return (
    <>
      <span className="flex items-start gap-1.5">
        {checked && <Icon name="check" size={18} className="text-action" />}
        <span className="min-w-0 break-words">
          {title && <bdi className="block font-semibold text-ink">{title}</bdi>}
          {checked ? (
            <Trans>
              The page works. Visitors will see: Continue to <bdi>{host}</bdi>
            </Trans>
          ) : (
            <Trans>
              Visitors will see: Continue to <bdi>{host}</bdi>
            </Trans>
          )}
        </span>
      </span>
      {remarks.map(({ code, text }) => (
        <span key={code} className="mt-1 flex items-start gap-1.5 text-award">
          <Icon name="info" size={18} />
          <span className="min-w-0">{asSentence(text)}</span>
        </span>
      ))}
    </>
  )
}
