import { Icon } from '@fairturn/ui/Icon.tsx'
import { Row } from '@fairturn/ui/Row.tsx'
import { Switch } from '@fairturn/ui/Switch.tsx'
import { toast } from '@fairturn/ui/toasts.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queries } from '../shell/client.ts'
import { toastFailure } from '../shell/failure-text.ts'
import { keys, notificationSettingsQuery } from '../shell/queries.ts'
import { isDeviceOn, pushStatus, type PushStatus, turnDeviceOff, turnDeviceOn } from './device.ts'

export function DeviceSwitch() {
  const { t } = useLingui()
  const [state, setState] = useState(pushStatus)
  const { data: on = false } = useQuery({ queryKey: keys.pushDevice, queryFn: isDeviceOn })
  const turn = useMutation({
    mutationFn: async (enable: boolean) => {
      if (!enable) {
        await turnDeviceOff()
        return false
      }
      const turnedOn = await turnDeviceOn()
      if (!turnedOn && pushStatus() === 'available')
        toast(t`Notifications could not be turned on for this device.`)
      return turnedOn
    },
    onSuccess: (now) => queries.setQueryData(keys.pushDevice, now),
    onError: toastFailure,
    async onSettled() {
      setState(pushStatus())
      await queries.invalidateQueries({ queryKey: notificationSettingsQuery.queryKey })
    },
  })
  if (state !== 'available') return <UnavailableReason state={state} />
  return (
    <Switch
      label={t`This device`}
      detail={t`Short alerts only; amounts are shown in the app`}
      checked={turn.isPending ? turn.variables : on}
      disabled={turn.isPending}
      onChange={turn.mutate}
    />
  )
}

function UnavailableReason({ state }: { state: Exclude<PushStatus, 'available'> }) {
  return (
    <Row
      quiet
      leading={<Icon name="info" className="text-action" />}
      title={
        <>
          {state === 'blocked' && (
            <Trans>
              Your browser blocks notifications from this site. Allow them in the browser settings and come
              back.
            </Trans>
          )}
          {state === 'needs_installing' && (
            <Trans>Add this app to your home screen first: tap Share, then Add to Home Screen.</Trans>
          )}
          {state === 'unsupported' && <Trans>This browser cannot receive notifications.</Trans>}
        </>
      }
    />
  )
}
