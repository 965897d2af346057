// Concurrent money operations of many members: every acknowledged step is recorded outside the database, idempotency keys
// are repeated, sent concurrently and sent with other content, and forbidden operations are attempted.
import { setTimeout as sleep } from 'node:timers/promises'
import { campaignCalls } from '@fairturn/contract/campaigns'
import { depositCalls } from '@fairturn/contract/deposits'
import type { Endpoint } from '@fairturn/contract/endpoint'
import { levelCalls } from '@fairturn/contract/levels'
import { formatMoney, parseMoney } from '@fairturn/contract/minor-units'
import { type Product, orderCalls } from '@fairturn/contract/orders'
import { withdrawalCalls } from '@fairturn/contract/withdrawals'
import { chance, random } from '../testing/random.ts'
import { type CallAnswer, anyOf, send, newKey } from '../testing/requests.ts'
import { keyed } from './keyed.ts'
import { cancelCampaign, place, topUp } from './placers.ts'
import { effect } from './records.ts'
import { PASSWORD, type Person, type World, requestAs } from './world.ts'

const GIVES_BACK = 0.1
const OVER_THRESHOLD = 0.05
/** Probability until one has been approved by two, so that a short drill covers that too. */
const AT_FIRST = 0.3
/** Longer than the minimum reading time of a page, in milliseconds. */
const READS_MS = 950
const VISIT_TRIES = 100
export const BROWSER =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36'

const cents = (from: number, to: number): bigint => BigInt(from + Math.floor(random() * (to - from)))

type Step = (world: World, person: Person) => Promise<unknown>

/** Weights of the random steps. */
const STEPS: readonly (readonly [Step, number])[] = [
  [deposit, 8],
  [withdraw, 16],
  [cancelWithdrawal, 6],
  [carry, 24],
  [claim, 26],
  [place, 2],
  [topUp, 8],
  [cancelCampaign, 0.4],
  [changeLevel, 4],
  [tryWhatIsRefused, 4],
]
const PARTS = STEPS.reduce((sum, [, parts]) => sum + parts, 0)

/** Performs random steps, forever or until `goesOn` returns false. */
export async function live(world: World, person: Person, goesOn: () => boolean): Promise<void> {
  await deposit(world, person)
  while (goesOn()) {
    let left = random() * PARTS
    const [step] = STEPS.find(([, parts]) => (left -= parts) < 0)!
    await step(world, person)
    await world.pause('member')
  }
}

async function deposit(world: World, person: Person): Promise<void> {
  const amount = formatMoney(cents(5_000, 300_000))
  const body = { user_id: person._id, amount, method: 'bank_transfer' as const }
  const announced = await keyed(world, person, depositCalls.deposit, {
    operation: 'deposit announced',
    sent: { body },
    other: { ...body, amount: '1.00' },
    same: ({ _id }) => _id,
    acknowledged: ({ _id }) => ({ thing: _id, effects: [] }),
  })
  if (announced === undefined) return
  const { _id: deposit_id, reference } = announced
  const amount_minor = parseMoney(amount)
  world.announced.push({ deposit_id, member_id: person._id, reference, amount_minor })
}

async function withdraw(world: World, person: Person): Promise<void> {
  const amount = formatMoney(
    chance(world.records.counts.has('withdrawal approved by two') ? OVER_THRESHOLD : AT_FIRST)
      ? cents(100_000, 110_000)
      : cents(1_000, 4_000),
  )
  const body = { user_id: person._id, amount, password: PASSWORD }
  const amount_minor = parseMoney(amount)
  const stats = await keyed(world, person, withdrawalCalls.withdraw, {
    operation: 'withdrawal requested',
    sent: { body },
    // An amount that is never drawn above.
    other: { ...body, amount: '50.00' },
    same: ({ withdrawal }) => withdrawal._id,
    acknowledged: ({ withdrawal: { _id } }) => ({
      thing: _id,
      effects: [
        effect('withdrawal_requested', _id, ['member_available', person._id], -amount_minor),
        effect('withdrawal_requested', _id, ['member_held', person._id], amount_minor),
      ],
    }),
  })
  if (stats === undefined) return
  const { _id: withdrawal_id } = stats.withdrawal
  person.requested.push(withdrawal_id)
  world.withdrawals.push({ withdrawal_id, member_id: person._id, amount_minor })
}

async function cancelWithdrawal(world: World, person: Person): Promise<void> {
  const withdrawal_id = person.requested.pop()
  if (withdrawal_id === undefined) return
  await keyed(world, person, withdrawalCalls.cancelWithdrawal, {
    operation: 'withdrawal cancelled',
    sent: { params: { withdrawal_id } },
    same: ({ withdrawal }) => [withdrawal._id, withdrawal.status],
    acknowledged: ({ withdrawal: { _id, amount } }) => ({
      thing: _id,
      effects: [
        effect('withdrawal_returned', _id, ['member_held', person._id], -parseMoney(amount)),
        effect('withdrawal_returned', _id, ['member_available', person._id], parseMoney(amount)),
      ],
    }),
  })
}

async function carry(world: World, person: Person): Promise<void> {
  const offer = await requestAs(world, person, orderCalls.draw, { body: { user_id: person._id } })
  if (offer.status !== 200) return await sleep(20)
  const order = await keyed(world, person, orderCalls.take, {
    operation: 'order taken',
    sent: { body: { offer_id: offer.data._id } },
    same: ({ _id }) => _id,
    acknowledged: ({ _id }) => ({ thing: _id, effects: [] }),
  })
  if (order === undefined) return
  const sent = { params: { order_id: order._id } }
  const same = ({ _id }: Product) => _id
  const acknowledged = ({ _id }: Product) => ({ thing: _id, effects: [] })
  if (chance(GIVES_BACK)) {
    await keyed(world, person, orderCalls.giveBack, {
      operation: 'order given back',
      sent,
      same,
      acknowledged,
    })
    return
  }
  const started = await keyed(world, person, orderCalls.start, {
    operation: 'order started',
    sent,
    same,
    acknowledged,
  })
  if (started === undefined) return
  const visit = visitUntilAnswered(world, started.link!)
    .then(() => void person.carried.push({ order_id: started._id, campaign_id: started.product_id }))
    .finally(() => world.visiting.delete(visit))
  world.visiting.add(visit)
}

let visitors = 0

/** A new visitor opens the link, reads and continues; each step is retried until it succeeds. */
async function visitUntilAnswered(world: World, link: string): Promise<void> {
  visitors += 1
  const path = new URL(link).pathname
  const headers = {
    'user-agent': BROWSER,
    accept: 'text/html,application/xhtml+xml',
    'accept-language': 'vi-VN,vi;q=0.9',
    'x-forwarded-for': `2001:db8:${(visitors & 0xffff).toString(16)}:${(visitors >> 16).toString(16)}::1`,
  }
  const form = { origin: 'https://go.example.com', 'content-type': 'application/x-www-form-urlencoded' }
  let token: string | undefined
  for (let tries = 0; tries < VISIT_TRIES && !world.stats.hopeless; tries += 1) {
    const port = anyOf(world.ports.links)
    if (token === undefined) {
      const page = await send({ port, path, headers })
      // The link does not exist: only a database that lost data would say so.
      if (page?.status === 404) return
      token = page?.status === 200 ? /name="token" value="([^"]+)"/.exec(page.body)?.[1] : undefined
    } else {
      const gone = await send({
        port,
        path: `${path}/continue`,
        method: 'POST',
        headers: { ...headers, ...form },
        body: `token=${token}`,
      })
      if (gone?.status === 303 || gone?.status === 404) return
    }
    await sleep(READS_MS)
  }
}

async function claim(world: World, person: Person): Promise<void> {
  const carried = person.carried.shift()
  if (carried === undefined) return await carry(world, person)
  const { order_id, campaign_id } = carried
  const order = await requestAs(world, person, orderCalls.get, { params: { order_id } })
  if (order.status !== 200) return
  if (order.data.status !== 'success') {
    if (order.data.status === 'distributing') person.carried.push(carried)
    return
  }
  await keyed(world, person, orderCalls.claim, {
    operation: 'award claimed',
    sent: { body: { user_id: person._id, order_id } },
    same: ({ order, award }) => [order._id, award],
    acknowledged: ({ award }) => ({
      thing: order_id,
      effects: [
        effect('award_claimed', order_id, ['member_available', person._id], parseMoney(award)),
        effect('award_claimed', order_id, ['campaign_escrow', campaign_id], -parseMoney(award)),
      ],
    }),
  })
}

const LEVELS = [2, 3, 4].map((rank) => `019a0000-0000-7000-8000-00000000000${rank}`)

async function changeLevel(world: World, person: Person): Promise<void> {
  const { purchase } = person
  if (purchase === undefined) return await buyLevel(world, person)
  const back = await keyed(world, person, levelCalls.refund, {
    operation: 'level given back',
    sent: { body: { user_id: person._id, purchase_id: purchase.id } },
    same: ({ reference }) => reference,
    acknowledged: ({ refunded }) => ({
      thing: purchase.id,
      effects: [
        effect('level_refunded', purchase.id, ['member_available', person._id], parseMoney(refunded)),
      ],
    }),
  })
  if (back !== undefined) person.purchase = undefined
}

async function buyLevel(world: World, person: Person): Promise<void> {
  const key = newKey()
  const body = { user_id: person._id, level_id: anyOf(LEVELS) }
  const bought = await requestAs(world, person, levelCalls.upgrade, { body, key })
  if (bought.status !== 200) return world.records.refuse({ operation: 'level bought', key })
  const { data } = await requestAs(world, person, levelCalls.refundPreview, {})
  if (data.purchase_id === null) return void world.faults.push('a level was bought and is not there')
  const { purchase_id: id, fee } = data
  person.purchase = { id, fee_minor: parseMoney(fee) }
  const effects = [effect('level_bought', id, ['member_available', person._id], -parseMoney(fee))]
  world.records.acknowledge({ operation: 'level bought', thing: id, key, effects })
}

/** Money that is not there, other members' objects, totals that were never quoted. */
async function tryWhatIsRefused(world: World, person: Person): Promise<void> {
  const other = anyOf(world.members.filter((each) => each !== person))
  const key = newKey()
  const tries: (() => Promise<CallAnswer<Endpoint>>)[] = [
    () => {
      const body = { user_id: person._id, amount: '99999999.00', password: PASSWORD }
      return requestAs(world, person, withdrawalCalls.withdraw, { body, key })
    },
  ]
  const [campaign_id] = other.campaigns
  if (campaign_id !== undefined) {
    const params = { campaign_id }
    const body = { visits: 10, total: '0.01' }
    tries.push(() => requestAs(world, other, campaignCalls.topUp, { params, body, key }))
    tries.push(() => requestAs(world, person, campaignCalls.cancel, { params, key }))
  }
  const [carried] = other.carried
  if (carried !== undefined) {
    const body = { user_id: person._id, order_id: carried.order_id }
    tries.push(() => requestAs(world, person, orderCalls.claim, { body, key }))
  }
  const [withdrawal_id] = other.requested
  if (withdrawal_id !== undefined)
    tries.push(() =>
      requestAs(world, person, withdrawalCalls.cancelWithdrawal, { params: { withdrawal_id }, key }),
    )
  const { status } = await anyOf(tries)()
  if (status === 200) world.faults.push('something that must be refused was done')
  else world.records.refuse({ operation: 'to be refused', key })
}
