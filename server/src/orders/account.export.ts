// Everything stored about one member as one JSON document, streamed so that a long history needs little
// memory. Other members (those invited, the inviter) are masked (account.test.ts).
import type { accountCalls } from '@fairturn/contract/account'
import type { AnswerOf } from '@fairturn/contract/endpoint'
import type { Locale } from '@fairturn/contract/locales'
import { formatMoney } from '@fairturn/contract/money'
import { brandsOfCampaigns, campaignData } from '../campaigns/campaigns.ts'
import { settingsOf } from '../content/content.ts'
import type { Database, Queryable } from '../database/database.ts'
import { levelHistory, levelNamesOf } from '../levels/levels.ts'
import { memberData } from '../members/members.ts'
import { noticeData } from '../notices/notices.ts'
import { bankingData } from '../banking/banking.ts'
import { depositData } from '../deposits/deposits.ts'
import { withdrawalData } from '../withdrawals/withdrawals.ts'
import { statementOf } from '../documents/documents.ts'
import { actsOnMember } from '../staff/staff.ts'
import { deviceData } from '../tracking/tracking.ts'
import { selectOwnOrders } from './account.store.ts'
import { brandsOfOrders } from './brands.ts'

type Everything = AnswerOf<typeof accountCalls.export>
type Pages = AsyncIterable<readonly object[]>
/** Every part by its name in the contract: a value, or a list that comes in pages. */
type Parts = { readonly [Name in keyof Everything]: (() => unknown) | Pages }

const PAGE_SIZE = 500
const MAX_UUID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

interface ExportInput {
  readonly member_id: string
  readonly locale: Locale
}

/** The text of `{ "data": … }`, in pieces. */
export async function* accountDocument(database: Database, input: ExportInput): AsyncGenerator<string> {
  let before = '{"data":{'
  for (const [name, part] of Object.entries(await partsOf(database, input))) {
    yield `${before}${JSON.stringify(name)}:`
    if (typeof part === 'function') yield JSON.stringify(part())
    else yield* listText(part)
    before = ','
  }
  yield '}}'
}

async function* listText(pages: Pages): AsyncGenerator<string> {
  let before = '['
  for await (const page of pages) {
    if (page.length === 0) continue
    yield before + page.map((row) => JSON.stringify(row)).join(',')
    before = ','
  }
  yield before === '[' ? '[]' : ']'
}

async function partsOf(database: Database, { member_id, locale }: ExportInput): Promise<Parts> {
  const member = await memberData(database, member_id)
  const { address, bank } = await bankingData(database, member_id)
  const deposits = await depositData(database, member_id)
  const withdrawals = await withdrawalData(database, member_id)
  const { push_devices, ...notices } = await noticeData(database, member_id)
  const devices = { ...(await deviceData(database, member_id)), push_devices }
  const levels = await levelHistory(database, member_id, locale)
  const campaigns = await campaignData(database, member_id)
  const { currency } = await settingsOf(database)
  return {
    made_at: () => database.clock.now(),
    currency: () => currency,
    profile: () => member.profile,
    sign_in: () => member.sign_in,
    sessions: () => member.sessions,
    devices: () => devices,
    address: () => address,
    bank: () => bank,
    notifications: () => notices.notifications,
    notification_channels: () => notices.notification_channels,
    levels: () => levels,
    deposits: () => deposits,
    withdrawals: () => withdrawals,
    campaigns: () => campaigns,
    orders: orderPages(database, member_id),
    statement: statementPages(database, { member_id, locale }),
    invited: () => member.invited,
    acts_of_staff: actPages(database, member_id),
  }
}

async function* orderPages(on: Queryable, member_id: string): Pages {
  for (let before: string | undefined = MAX_UUID; before !== undefined;) {
    const rows = await selectOwnOrders.all(on, member_id, before, PAGE_SIZE)
    const ids = rows.map((row) => row.campaign_id)
    const brands = await brandsOfCampaigns(on, ids)
    yield rows.map(({ campaign_id, reward_minor, bonus_minor, ...order }) =>
      Object.assign(order, {
        brand: brands.get(campaign_id),
        reward: reward_minor === null ? null : formatMoney(reward_minor),
        bonus: bonus_minor === null ? null : formatMoney(bonus_minor),
      }),
    )
    before = rows.length < PAGE_SIZE ? undefined : rows.at(-1)!.order_id
  }
}

async function* statementPages(on: Queryable, input: ExportInput): Pages {
  const subjects = { order: brandsOfOrders, campaign: brandsOfCampaigns, level: levelNamesOf }
  for (let before: string | undefined; ;) {
    const page = await statementOf(on, subjects, {
      ...input,
      before,
      limit: PAGE_SIZE,
      from: undefined,
      to: undefined,
    })
    yield page.list
    if (page.cursor === null) return
    before = page.cursor
  }
}

async function* actPages(on: Queryable, member_id: string): Pages {
  for (let before: string | undefined = MAX_UUID; before !== undefined;) {
    const rows = await actsOnMember(on, { member_id, before, limit: PAGE_SIZE })
    yield rows.map(({ at, action, actor, object_kind, object_id, reason, before, after }) => ({
      at,
      action,
      by: actor.startsWith('operator:') ? 'colleague' : 'system',
      object: { kind: object_kind, id: object_id },
      reason,
      before,
      after,
    }))
    before = rows.length < PAGE_SIZE ? undefined : rows.at(-1)!.id
  }
}
