// Which groups of notices a member gets on which channel. Security notices cannot be switched off (channels.test.ts).
import {
  NOTICE_GROUPS,
  type NoticeChannel,
  type NoticeGroup,
  type NotificationSettings,
} from '@fairturn/contract/notices'
import type { Queryable, Tx } from '../platform/database/database.ts'
import { refuse } from '../platform/http/refusal.ts'
import { putChoice, selectChoices, selectReach } from './channels.store.ts'

/** Defaults: subscribing a device is consent, an address given for security is not. */
const WITHOUT_A_CHOICE = { push: true, mail: false } as const satisfies Record<NoticeChannel, boolean>

type Choices = (group: NoticeGroup, channel: NoticeChannel) => boolean

/** Whether the member gets notices of a group on each channel. */
export async function choicesOf(on: Queryable, member_id: string): Promise<Choices> {
  const rows = await selectChoices.all(on, { member_id })
  return (group, channel) =>
    group === 'security' ||
    (rows.find((row) => row.notice_group === group && row.channel === channel)?.is_on ??
      WITHOUT_A_CHOICE[channel])
}

/** Data of the settings screen; `mail`: whether this deployment sends mail. */
export async function notificationSettings(
  on: Queryable,
  member_id: string,
  now: Date,
  mail: boolean,
): Promise<NotificationSettings> {
  const isOn = await choicesOf(on, member_id)
  const { email, push_devices } = await selectReach.one(on, { member_id, now })
  return {
    groups: NOTICE_GROUPS.map((group) => ({
      group,
      push: isOn(group, 'push'),
      mail: mail && email !== null && isOn(group, 'mail'),
      locked: group === 'security',
    })),
    push_devices,
    mail: !mail ? 'not_available' : email === null ? 'needs_email' : 'available',
    email,
  }
}

export interface Choice {
  readonly group: NoticeGroup
  readonly channel: NoticeChannel
  readonly on: boolean
}

/** What a thief with a stolen session would silence first: they tell of money that leaves the balance. */
const OF_MONEY_THAT_LEAVES: ReadonlySet<NoticeGroup> = new Set(['withdrawals', 'levels'])

/** Whether it takes more than a session: turning on never does. */
export const silencesMoney = ({ group, on }: Choice): boolean => !on && OF_MONEY_THAT_LEAVES.has(group)

/** Refuses `security_notices_are_always_sent`, `mail_is_not_available` and `confirm_an_email_first`. */
export async function choose(tx: Tx, member_id: string, choice: Choice, mail: boolean): Promise<void> {
  const { group, channel, on } = choice
  if (group === 'security') throw refuse('security_notices_are_always_sent')
  if (channel === 'mail' && on) {
    if (!mail) throw refuse('mail_is_not_available')
    const { email } = await selectReach.one(tx, { member_id, now: tx.now })
    if (email === null) throw refuse('confirm_an_email_first')
  }
  await putChoice.all(tx, { member_id, group, channel, is_on: on, changed_at: tx.now })
}
