import { Button } from '@fairturn/ui/Button.tsx'
import { Field } from '@fairturn/ui/Field.tsx'
// The second factor: six digits from an authenticator app, or a recovery code.
import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState, type ComponentProps } from 'react'

export function CodeField(field: Omit<ComponentProps<typeof Field>, 'label'>) {
  const { t } = useLingui()
  const [recovers, setRecovers] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])

  function change() {
    setRecovers(!recovers)
    input.current?.focus()
  }
  return (
    <div>
      <Field
        {...field}
        ref={input}
        label={recovers ? t`Recovery code` : t`Code`}
        autoComplete="one-time-code"
        inputMode={recovers ? 'text' : 'numeric'}
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        maxLength={40}
      />
      <Button variant="quiet" onClick={change} className="mt-1 -ml-4">
        {recovers ? t`Use authenticator app` : t`Use a recovery code instead`}
      </Button>
    </div>
  )
}
