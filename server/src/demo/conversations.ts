// Members' conversations with support when the demo begins: one that waits for an answer, one answered, one solved, and a
// complaint about a rejected campaign, upheld by another operator with its statement of reasons.
import { createCampaign, payCampaign, rejectCampaign } from '../campaigns/campaigns.ts'
import {
  answer,
  createConversation,
  decideComplaint,
  latestSubjects,
  type NewConversation,
  solve,
} from '../support/support.ts'
import { demoMembers } from './dataset.ts'
import type { DemoHistory } from './demo-history.ts'
import { demoActor, demoOperator } from './staff.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** Who objects to the rejection of a campaign, and why it is upheld. */
const REJECTED = {
  username: 'maisonlune',
  reason: 'La page de destination ne répondait pas.',
  objection:
    'Notre page était en ligne toute la journée. Merci de l’ouvrir à nouveau\u202f: elle s’affiche de partout.',
  statement: {
    facts:
      'La page de destination s’affiche. Elle n’était pas accessible pendant l’examen, qui a duré deux minutes.',
    rule: 'Règles des campagnes\u202f: une page est refusée si elle reste inaccessible, pas après un seul essai.',
    machine: 'none',
    can_be_done: 'Vous pouvez placer la campagne à nouveau. Tout ce que vous aviez payé vous a été rendu.',
  },
} as const

const ANSWERED = {
  username: 'minhanh',
  question: 'Tôi nhận đơn tối qua nhưng chưa chia sẻ được liên kết. Tôi còn bao nhiêu thời gian?',
  text: 'Bạn có 48 giờ kể từ lúc nhận đơn; thời hạn có trên trang của đơn. Lượt truy cập đến sau đó không được tính.',
} as const

const SOLVED = {
  username: 'haruka',
  question: '報酬を受け取るのを忘れていました。まだ受け取れますか。',
  text: 'はい。注文の画面の「受け取る」から、いつでも受け取れます。',
} as const

const WAITING = {
  username: 'thuha.dn',
  question: 'Lần rút tiền này đã đến tài khoản của tôi. Tôi có thể tải biên nhận ở đâu?',
} as const

/** `endDay` is called after the orders of each day. */
export function openConversations(past: DemoHistory, members: readonly string[]) {
  let complaintId: string | undefined
  return {
    async endDay(days_ago: number): Promise<void> {
      if (days_ago === 2) complaintId = await objectToRejection(past, members)
      if (days_ago === 1) {
        await answerLater(past, members, ANSWERED)
        const { conversation_id: id, member_id } = await answerLater(past, members, SOLVED)
        later(past, 20)
        await past.database.transaction((tx) => solve(tx, { id, member_id }))
        await uphold(past, complaintId!)
      }
      if (days_ago === 0) await askAboutWithdrawal(past, members)
    },
  }
}

type Username = (typeof demoMembers)[number]['username']

function memberOf(members: readonly string[], username: Username) {
  const at = demoMembers.findIndex((one) => one.username === username)
  return { ...demoMembers[at]!, member_id: members[at]! }
}

function later({ clock }: DemoHistory, minutes: number): void {
  clock.set(new Date(clock.now().getTime() + minutes * MINUTE_MS))
}

const ask = async ({ database }: DemoHistory, asked: NewConversation): Promise<string> =>
  (await database.transaction((tx) => createConversation(tx, asked))).id

async function answerLater(
  past: DemoHistory,
  members: readonly string[],
  { username, question, text }: { username: Username; question: string; text: string },
) {
  const { member_id, locale } = memberOf(members, username)
  const conversation_id = await ask(past, { member_id, locale, complaint: false, message: question })
  later(past, 25)
  const operator = await demoOperator(past.database, 'demo.support')
  await past.database.transaction((tx) => answer(tx, { conversation_id, message: text }, operator))
  return { conversation_id, member_id }
}

/** A campaign that an operator rejects, which is refunded; its placer objects. */
async function objectToRejection(past: DemoHistory, members: readonly string[]): Promise<string> {
  const { creatives, database, now } = past
  const { member_id, locale, places } = memberOf(members, REJECTED.username)
  const { file, ...shown } = creatives[places!]!
  const { id: campaign_id } = await database.transaction((tx) =>
    createCampaign(tx, {
      ...shown,
      member_id,
      kind: 'visit',
      creative: file,
      languages: [],
      order_hours: 48,
      order_visits: 2,
      price_minor: 20n,
      visits: 150,
      ends_at: new Date(now.getTime() + 45 * DAY_MS),
    }),
  )
  await database.transaction((tx) => payCampaign(tx, { member_id, campaign_id }))
  later(past, 15)
  const actor = await demoActor(database, 'demo.content')
  const { reason, objection: message } = REJECTED
  await database.transaction((tx) => rejectCampaign(tx, { campaign_id, actor, reason }))
  later(past, 15)
  return await ask(past, {
    member_id,
    locale,
    subject: { kind: 'campaign', _id: campaign_id },
    complaint: true,
    message,
  })
}

/** By another operator than the one who rejected. */
async function uphold(past: DemoHistory, conversation_id: string): Promise<void> {
  later(past, 10)
  const operator = await demoOperator(past.database, 'demo.owner')
  const actor = await demoActor(past.database, 'demo.owner')
  const decision = { conversation_id, verdict: 'upheld', statement: REJECTED.statement } as const
  await past.database.transaction((tx) => decideComplaint(tx, decision, { operator, actors: [actor] }))
}

async function askAboutWithdrawal(past: DemoHistory, members: readonly string[]): Promise<void> {
  const { database } = past
  const { member_id, locale } = memberOf(members, WAITING.username)
  const asking = { member_id, now: past.clock.now() }
  const withdrawal = (await latestSubjects(database, asking)).find(({ kind }) => kind === 'withdrawal')!
  const subject = { kind: withdrawal.kind, _id: withdrawal.id }
  await ask(past, { member_id, locale, subject, complaint: false, message: WAITING.question })
}
