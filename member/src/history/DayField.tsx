import { useLingui } from '@lingui/react/macro'
import { DateField } from '@fairturn/ui/DateField.tsx'

interface DayFieldProps {
  label: string
  /** `yyyy-MM-dd`; '' for none. */
  value: string
  onChange: (day: string) => void
  min?: string
  name?: string
  hint?: string
  error?: string | undefined
}

export function DayField(props: DayFieldProps) {
  const { t } = useLingui()
  const { label } = props
  return (
    <DateField
      {...props}
      pattern={t({ message: 'dd-mm-yyyy', context: 'how a date is typed, in letters of the language' })}
      pickLabel={t`${label}: open the calendar`}
      refusal={t`Enter a date like 31-12-2026`}
    />
  )
}
