import type { NoticeChannel, NoticeGroup, NotificationSettings } from '@fairturn/contract/notices'
import { Card } from '@fairturn/ui/Card.tsx'
import { Row } from '@fairturn/ui/Row.tsx'
import { Switch } from '@fairturn/ui/Switch.tsx'
// Which notifications are also sent by push and e-mail. The list in the app always has all of them, and
// security notices cannot be turned off.
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call, queries } from '../shell/client.ts'
import { toastFailure } from '../shell/failure-text.ts'
import { Page } from '../shell/Page.tsx'
import { paths } from '../shell/paths.ts'
import { memberId, notificationSettingsQuery } from '../shell/queries.ts'
import { QueryResult } from '../shell/QueryResult.tsx'
import { Section } from '../shell/Section.tsx'
import { DeviceSwitch } from './DeviceSwitch.tsx'

export default function NotificationSettingsPage() {
  const { t } = useLingui()
  return (
    <Page title={t`Notification settings`} back={paths.notification}>
      <p className="pb-4 text-quiet">
        <Trans>
          All notifications appear in the app. Choose which ones you also want as push or email. Security
          notifications cannot be turned off.
        </Trans>
      </p>
      <QueryResult query={useQuery(notificationSettingsQuery)} outline={['h-16', 'mt-8 h-96']}>
        {(settings) => (
          <>
            <Channel title={t`Push notifications`}>
              <DeviceSwitch />
              {settings.push_devices > 0 && <Groups settings={settings} channel="push" />}
            </Channel>
            <Channel title={t`By email`}>
              <MailRow settings={settings} />
              {settings.mail === 'available' && <Groups settings={settings} channel="mail" />}
            </Channel>
          </>
        )}
      </QueryResult>
    </Page>
  )
}

const Channel = ({ title, children }: { title: string; children: ReactNode }) => (
  <Section title={title} look="pb-2 text-title" className="pb-6">
    <Card>{children}</Card>
  </Section>
)

function MailRow({ settings: { mail, email } }: { settings: NotificationSettings }) {
  const { t } = useLingui()
  if (mail === 'available') return <Row title={email} detail={t`Email address`} href={paths.security} />
  if (mail === 'not_available') return <Row quiet title={t`Email is not available on this site.`} />
  return (
    <Row
      title={t`Add email`}
      detail={t`You can then get notifications by email. Security notifications are always sent.`}
      href={paths.security}
    />
  )
}

interface Choice {
  group: NoticeGroup
  channel: NoticeChannel
  on: boolean
}

function Groups({ settings, channel }: { settings: NotificationSettings; channel: NoticeChannel }) {
  const { t } = useLingui()
  const words = useGroupText()
  const choose = useMutation({
    mutationFn: (choice: Choice) =>
      call('POST notification-settings', { body: { user_id: memberId(), ...choice } }),
    // Optimistic: a switch that reverts loses nothing.
    onMutate: (choice) =>
      queries.setQueryData(notificationSettingsQuery.queryKey, (known) => known && chosen(known, choice)),
    onError: toastFailure,
    onSettled: () => queries.invalidateQueries({ queryKey: notificationSettingsQuery.queryKey }),
  })
  return settings.groups.map(({ group, locked, ...on }) => (
    <Switch
      key={group}
      label={words[group].label}
      detail={locked ? t`Always on` : words[group].detail}
      checked={on[channel]}
      disabled={locked}
      onChange={(checked) => choose.mutate({ group, channel, on: checked })}
    />
  ))
}

const chosen = (settings: NotificationSettings, { group, channel, on }: Choice): NotificationSettings => ({
  ...settings,
  groups: settings.groups.map((row) => (row.group === group ? { ...row, [channel]: on } : row)),
})

function useGroupText(): Record<NoticeGroup, { label: string; detail?: string }> {
  const { t } = useLingui()
  return {
    security: { label: t`Security` },
    orders: {
      label: t({ message: 'Orders', context: 'notification settings' }),
      detail: t`Completed, expired or reviewed`,
    },
    awards: {
      label: t({ message: 'Awards', context: 'notification settings' }),
      detail: t`Credited to your balance`,
    },
    deposits: {
      label: t({ message: 'Deposits', context: 'notification settings' }),
      detail: t`Received, expired or refused`,
    },
    withdrawals: {
      label: t({ message: 'Withdrawals', context: 'notification settings' }),
      detail: t`Every step until our bank has booked it`,
    },
    levels: {
      label: t({ message: 'Levels', context: 'notification settings' }),
      detail: t`Bought, earned or refunded`,
    },
    campaigns: {
      label: t({ message: 'Campaigns', context: 'notification settings' }),
      detail: t`Updates on campaigns you placed`,
    },
    announcements: {
      label: t({ message: 'News', context: 'notification settings: announcements' }),
      detail: t`Announcements for all members`,
    },
  }
}
