import { DateField, type DateFieldProps } from '@fairturn/ui/DateField.tsx'
import { useLingui } from '@lingui/react/macro'

export function DayField(props: Omit<DateFieldProps, 'pattern' | 'pickLabel' | 'refusal'>) {
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
