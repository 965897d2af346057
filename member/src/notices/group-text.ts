import type { NoticeGroup } from '@fairturn/contract/notices'
import { useLingui } from '@lingui/react/macro'

/** What a group of notifications is called, and what it tells. */
export function useGroupText(): Record<NoticeGroup, { label: string; detail?: string }> {
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
    support: {
      label: t({ message: 'Support', context: 'notification settings' }),
      detail: t`Answers to your questions and complaints`,
    },
    announcements: {
      label: t({ message: 'News', context: 'notification settings: announcements' }),
      detail: t`Announcements for all members`,
    },
  }
}
