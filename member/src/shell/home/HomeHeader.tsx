import { IconButton } from '@fairturn/ui/IconButton.tsx'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AvatarUpload } from '../../members/AvatarUpload.tsx'
import { paths } from '../paths.ts'
import { unreadQuery } from '../queries.ts'
import { useUser } from '../useSession.ts'

export function HomeHeader() {
  const { t } = useLingui()
  const user = useUser()
  // If the count fails to load, the bell is shown without it.
  const { data: unread = 0 } = useQuery(unreadQuery)
  return (
    <header className="flex items-center gap-3 pt-4 large-text:flex-wrap large-text:justify-between">
      <AvatarUpload />
      <p className="min-w-0 flex-1 large-text:order-last large-text:basis-full">
        <span className="block text-small text-quiet">{useGreeting()}</span>
        <bdi className="block text-title wrap-anywhere">{user?.username}</bdi>
      </p>
      <IconButton
        icon="bell"
        framed
        href={paths.notification}
        badge={unread}
        label={
          unread > 0
            ? plural(unread, { one: 'Notifications, # unread', other: 'Notifications, # unread' })
            : t`Notifications`
        }
      />
    </header>
  )
}

function useGreeting(): string {
  const { t } = useLingui()
  const [hour] = useState(() => new Date().getHours())
  if (hour < 5 || hour >= 18) return t`Good evening`
  return hour < 12 ? t`Good morning` : t`Good afternoon`
}
