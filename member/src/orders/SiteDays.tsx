import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useSettings } from '../shell/useSession.ts'
import { hasOtherClock, zoneName } from './zones.ts'

/** Beside figures by the site's day, where the device's day is another: which zone's day it is. */
export function SiteDays() {
  const { i18n } = useLingui()
  const [now] = useState(() => new Date())
  const timeZone = useSettings()?.time_zone.value
  if (!timeZone || !hasOtherClock(timeZone, now)) return null
  const zone = zoneName(timeZone, i18n.locales as string)
  return <Trans>Days: {zone}</Trans>
}
