import { Select } from '@fairturn/ui/Select.tsx'
// How long after a visit a postback is accepted. Can be changed until the campaign is approved; from then on
// it is part of its terms.
import { useLingui } from '@lingui/react/macro'
import { call } from '../shell/client.ts'
import { useAction } from '../shell/useAction.ts'
import { refreshVerification } from './verification-queries.ts'

interface HoursProps {
  campaign_id: string
  confirm_hours: number
}

export function VerificationHours({ campaign_id, confirm_hours }: HoursProps) {
  const { t } = useLingui()
  const change = useAction({
    run: (hours: number) =>
      call('POST campaigns/:campaign_id/verification', {
        params: { campaign_id },
        body: { confirm_hours: hours },
      }),
    onDone: () => refreshVerification(campaign_id),
  })
  const usual = [
    { value: '24', label: t`1 day` },
    { value: '72', label: t`3 days` },
    { value: '168', label: t`7 days` },
    { value: '336', label: t`14 days` },
    { value: '720', label: t`30 days` },
  ]
  const value = String(confirm_hours)
  const choices = usual.some((one) => one.value === value)
    ? usual
    : [{ value, label: t`${confirm_hours} hours` }, ...usual]
  return (
    <Select
      label={t`Confirmation window after the visit`}
      choices={choices}
      value={value}
      onChange={(hours) => change.start(Number(hours))}
    />
  )
}
