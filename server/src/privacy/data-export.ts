// Data export (GDPR): everything stored about one member as one JSON document, streamed so that memory use does not grow
// with the history. Other members are masked (privacy.test.ts).
import type { AnswerOf } from '@fairturn/contract/endpoint'
import type { Locale } from '@fairturn/contract/locales'
import { formatMoney } from '@fairturn/contract/minor-units'
import type { personalDataCalls } from '@fairturn/contract/personal-data'
import { bankingData } from '../banking/banking.ts'
import { brandsOfCampaigns, campaignData, savedDraft } from '../campaigns/campaigns.ts'
import { settingsOf } from '../content/content.ts'
import { depositData } from '../deposits/deposits.ts'
import { statementPages } from '../documents/documents.ts'
import { levelHistory, levelNamesOf } from '../levels/levels.ts'
import { memberData } from '../members/members.ts'
import { noticeData } from '../notices/notices.ts'
import { brandsOfOrders } from '../orders/orders.ts'
import type { Database, Queryable } from '../platform/database/database.ts'
import { typed, statement, toColumn } from '../platform/database/statement.ts'
import { MAX_UUID } from '../platform/http/cursor.ts'
import { reasonTextOrNull } from '../platform/texts/reasons.ts'
import { listActionsOnMember } from '../staff/staff.ts'
import { deviceData } from '../tracking/tracking.ts'
import { withdrawalData } from '../withdrawals/withdrawals.ts'
import { ownRows } from './own-rows.ts'

type Everything = AnswerOf<typeof personalDataCalls.export>
type Pages = AsyncIterable<readonly object[]>
/** Every part by its name in the contract: a value, or a paginated list. */
type Parts = { readonly [Name in keyof Everything]: unknown }

const PAGE_SIZE = 500

/** A page of a member's orders with their visit summaries, newest first, before an id (keyset pagination). */
const selectOwnOrders = statement(
  `-- privacy_own_orders
  select o.id as order_id, o.campaign_id, o.status, o.target, o.visits, o.counted, o.verified, o.reward_minor,
    o.bonus_minor, o.taken_at, o.deadline, o.started_at, o.settled_at, o.claimed_at,
    b.note as objection_note, b.made_at as objected_at, o.objection
  from orders o left join objection b on b.order_id = o.id
  where o.member_id = $member_id and o.id < $before order by o.id desc limit $limit`,
  {
    params: { member_id: 'uuid', before: 'uuid', limit: typed<number>('int8') },
    columns: {
      order_id: 'uuid',
      campaign_id: 'uuid',
      status: 'text',
      target: 'int4',
      visits: 'int4',
      counted: 'int4',
      verified: 'int4',
      reward_minor: 'int8?',
      bonus_minor: 'int8?',
      taken_at: 'timestamptz',
      deadline: 'timestamptz',
      started_at: 'timestamptz?',
      settled_at: 'timestamptz?',
      claimed_at: 'timestamptz?',
      objection_note: 'text?',
      objected_at: 'timestamptz?',
      objection: 'text?',
    },
  },
)

interface ExportInput {
  readonly member_id: string
  readonly locale: Locale
  /** Of the deployment, newest first: drafts are encrypted. */
  readonly secrets: readonly string[]
}

/** The text of `{ "data": … }`, in chunks. */
export async function* personalDataDocument(database: Database, input: ExportInput): AsyncGenerator<string> {
  let before = '{"data":{'
  for (const [name, part] of Object.entries(await partsOf(database, input))) {
    yield `${before}${JSON.stringify(name)}:`
    if (isPages(part)) yield* listText(part)
    else yield JSON.stringify(part)
    before = ','
  }
  yield '}}'
}

const isPages = (part: unknown): part is Pages =>
  typeof part === 'object' && part !== null && Symbol.asyncIterator in part

async function* listText(pages: Pages): AsyncGenerator<string> {
  let before = '['
  for await (const page of pages) {
    if (page.length === 0) continue
    yield before + page.map((row) => JSON.stringify(row)).join(',')
    before = ','
  }
  yield before === '[' ? '[]' : ']'
}

async function partsOf(database: Database, { member_id, locale, secrets }: ExportInput): Promise<Parts> {
  const { profile, sign_in, sessions, invited } = await memberData(database, member_id)
  const { push_devices, ...notices } = await noticeData(database, member_id)
  const { currency } = await settingsOf(database)
  return {
    made_at: database.clock.now(),
    currency,
    profile,
    sign_in,
    sessions,
    devices: { ...(await deviceData(database, member_id)), push_devices },
    ...(await bankingData(database, member_id)),
    notifications: notices.notifications,
    notification_channels: notices.notification_channels,
    levels: await levelHistory(database, member_id, locale),
    deposits: await depositData(database, member_id),
    withdrawals: await withdrawalData(database, member_id, locale),
    campaigns: await campaignData(database, member_id),
    draft: await savedDraft(database, secrets, member_id),
    orders: orderPages(database, member_id),
    statement: statementPages(database, SUBJECTS, { member_id, locale, from: undefined, to: undefined }),
    invited,
    acts_of_staff: actPages(database, member_id, locale),
    ...ownRows(database, member_id),
  }
}

/** The name of what an entry refers to. */
const SUBJECTS = { order: brandsOfOrders, campaign: brandsOfCampaigns, level: levelNamesOf }

async function* orderPages(on: Queryable, member_id: string): Pages {
  for (let before: string | undefined = MAX_UUID; before !== undefined;) {
    const rows = await selectOwnOrders.all(on, { member_id, before, limit: PAGE_SIZE })
    const brands = await brandsOfCampaigns(on, toColumn(rows, 'campaign_id'))
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

async function* actPages(on: Queryable, member_id: string, locale: Locale): Pages {
  for (let before: string | undefined = MAX_UUID; before !== undefined;) {
    const rows = await listActionsOnMember.all(on, { member_id, before_id: before, limit: PAGE_SIZE })
    yield rows.map(({ at, action, actor, object_kind, object_id, reason, before, after }) => ({
      at,
      action,
      by: actor.startsWith('operator:') ? 'colleague' : 'system',
      object: { kind: object_kind, id: object_id },
      reason: reasonTextOrNull(reason, locale),
      before,
      after,
    }))
    before = rows.length < PAGE_SIZE ? undefined : rows.at(-1)!.id
  }
}
