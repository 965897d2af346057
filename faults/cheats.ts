// Fraud attempts during a day, hour by hour: on the link of an order whose carrier wants to fill it without real visitors,
// and against the API. Each must be refused; results for visits are read from their stored verdicts.
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { approvalCalls } from '@fairturn/contract/backoffice/approvals'
import { ledgerCalls } from '@fairturn/contract/backoffice/ledger'
import { campaignCalls } from '@fairturn/contract/campaigns'
import type { Endpoint } from '@fairturn/contract/endpoint'
import { newId } from '@fairturn/contract/ids'
import { orderCalls } from '@fairturn/contract/orders'
import { trackingCalls } from '@fairturn/contract/tracking'
import { withdrawalCalls } from '@fairturn/contract/withdrawals'
import { type CallAnswer, anyOf, newKey, send, settle } from '../testing/requests.ts'
import { BROWSER } from './members.ts'
import { place } from './placers.ts'
import { PASSWORD, type Person, type World, requestAs, requestAsStaff } from './world.ts'

/** More than all honest visits of the day, so that the order is never completed. */
const ORDER_VISITS = 40
const READS_MS = 950
const LEAST_READ_MS = 800
/** Several, because others may draw a whole campaign first. */
const CAMPAIGNS = 20
const DRAWS = 300
const MAX_ATTEMPTS = 20
const PAUSE_MS = 250

type Headers = Readonly<Record<string, string>>

const PERSON: Headers = { 'user-agent': BROWSER, accept: 'text/html', 'accept-language': 'vi-VN,vi;q=0.9' }
const FORM: Headers = {
  origin: 'https://go.example.com',
  'content-type': 'application/x-www-form-urlencoded',
}

/** Hits of bots that are detected when the page is requested. */
const MACHINES: readonly (readonly [what: string, reason: string, headers: Headers])[] = [
  ['a bot that identifies itself', 'bot', { ...PERSON, 'user-agent': 'python-requests/2.32' }],
  [
    'a search engine’s crawler',
    'bot',
    { ...PERSON, 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
  ],
  ['a chat app’s link preview', 'preview', { ...PERSON, 'user-agent': 'facebookexternalhit/1.1' }],
  ['a browser that prefetches the link', 'prefetch', { ...PERSON, 'sec-purpose': 'prefetch' }],
  [
    'the link embedded as an image in another page',
    'not_a_page_view',
    { ...PERSON, 'sec-fetch-dest': 'image' },
  ],
  ['a bot posing as a browser', 'scanner', { 'user-agent': BROWSER, accept: '*/*' }],
]

/** How many of each kind the rules allow to count, and the reason for which the rest is refused. */
const VISITS: Readonly<{ [what: string]: readonly [reason: string, counted: number] }> = {
  ...Object.fromEntries(MACHINES.map(([what, reason]) => [what, [reason, 0] as const])),
  'Continue pressed immediately': ['too_fast', 0],
  'an invented token': ['token_invalid', 0],
  'a token used a second time': ['token_used', 0],
  'the carrier’s own phone': ['own_visit', 0],
  'a repeated visit by the same visitor': ['repeated', 0],
  'a visitor who does not press Continue': ['not_continued', 0],
  'other phones in the carrier’s home network': ['own_network', 5],
  'many phones in one network': ['network_pace', 10],
}
/** They have no page of their own, so their visit cannot be followed: counted by reason. */
const WITHOUT_PAGE: ReadonlySet<string> = new Set(['prefetch', 'token_invalid', 'token_used'])

export interface CheatRow {
  readonly what: string
  readonly tried: number
  readonly counted: number
  /** Number of refusals by reason or code. */
  readonly refused: ReadonlyMap<string, number>
}

interface Cheats {
  /** Tries everything once, in this hour. */
  readonly tryAll: () => Promise<void>
  /** Results once everything is judged; and faults, one sentence each. */
  readonly outcome: () => Promise<{ readonly rows: readonly CheatRow[]; readonly faults: readonly string[] }>
  readonly campaign_id: string
  readonly placer: Person
}

/** Resolves once there is an order to cheat with, from a campaign paid, approved and drawn normally. */
export async function openCheats(world: World): Promise<Cheats> {
  const [placer, carrier, stranger] = world.members as [Person, Person, Person, ...Person[]]
  const { campaign_id, order_id, path } = await takeOrder(world, placer, carrier)
  const hits = new Map<string, string[]>(Object.keys(VISITS).map((what) => [what, []]))
  const calls = new Map<string, { tried: number; refused: Map<string, number> }>()
  const faults: string[] = []
  const home = addressIn(network())
  const known = { ...PERSON, 'x-forwarded-for': addressIn(network()) }
  let known_counted = false

  const tried = (what: string, visit_id: string) => void hits.get(what)!.push(visit_id)
  const ofLink = { world, path }

  async function visits(): Promise<void> {
    await Promise.all([
      ...MACHINES.map(([what, reason, headers]) =>
        (WITHOUT_PAGE.has(reason) ? refusedPage : readFrom)(what, {
          ...headers,
          'x-forwarded-for': addressIn(network()),
        }),
      ),
      tooFast(),
      sameAgain(),
      open(ofLink, somebody()).then((token) => tried('a visitor who does not press Continue', idOf(token))),
      press(ofLink, somebody(), `${newId(new Date())}.${randomBytes(16).toString('base64url')}`).then(() =>
        tried('an invented token', ''),
      ),
      ownPhone(),
    ])
  }

  async function tooFast(): Promise<void> {
    const [headers, asked_ms] = [somebody(), performance.now()]
    const token = await open(ofLink, headers)
    // On an overloaded machine the request took as long as reading: this visitor is skipped.
    if (performance.now() - asked_ms > LEAST_READ_MS / 2) return
    await press(ofLink, headers, token)
    if (performance.now() - asked_ms < LEAST_READ_MS) tried('Continue pressed immediately', idOf(token))
  }

  async function sameAgain(): Promise<void> {
    const token = await open(ofLink, known)
    await sleep(READS_MS)
    await press(ofLink, known, token)
    if (known_counted) tried('a repeated visit by the same visitor', idOf(token))
    known_counted = true
    await press(ofLink, known, token)
    tried('a token used a second time', '')
  }

  /** They are signed in on it, and any call reveals which phone is theirs. */
  async function ownPhone(): Promise<void> {
    const own = { ...PERSON, 'x-forwarded-for': home }
    await requestAs(world, carrier, orderCalls.get, { params: { order_id } })
    await settle(world.stats, world.ports.web, orderCalls.get, () => ({
      params: { order_id },
      headers: { ...own, authorization: `Bearer ${carrier.token}` },
    }))
    await readFrom('the carrier’s own phone', own)
  }

  async function readFrom(what: string, headers: Headers): Promise<void> {
    const token = await open(ofLink, headers)
    tried(what, idOf(token))
    await sleep(READS_MS)
    await press(ofLink, headers, token)
  }

  async function refusedPage(what: string, headers: Headers): Promise<void> {
    const { status } = await untilAnswered(() => send({ port: anyOf(world.ports.links), path, headers }))
    tried(what, '')
    if (status !== 403) faults.push(`${what}: answered ${status}, with a page that would be shown later`)
  }

  /** Once a day: a house and a hall full of phones (click farm). */
  async function crowds(): Promise<void> {
    const hall = network()
    const inHome = home.split(':').slice(0, 3).join(':')
    for (const [what, prefix, phones] of [
      ['other phones in the carrier’s home network', inHome, 9],
      ['many phones in one network', hall, 14],
    ] as const)
      await Promise.all(
        Array.from({ length: phones }, (_, i) =>
          readFrom(what, { ...PERSON, 'x-forwarded-for': `${prefix}:${(i + 16).toString(16)}::1` }),
        ),
      )
  }

  async function call(what: string, ask: () => Promise<CallAnswer<Endpoint>>): Promise<void> {
    const { status, code } = await ask()
    const of = calls.get(what) ?? { tried: 0, refused: new Map<string, number>() }
    calls.set(what, of)
    of.tried += 1
    if (status === 200) faults.push(`${what}: it was done`)
    else of.refused.set(code, (of.refused.get(code) ?? 0) + 1)
  }

  async function askForOthers(): Promise<void> {
    const [carried] = stranger.carried
    const [withdrawal_id] = stranger.requested
    const params = { campaign_id }
    const user_id = stranger._id
    await call('ending another member’s campaign', () =>
      requestAs(world, stranger, campaignCalls.cancel, { params, key: newKey() }),
    )
    await call('reading another member’s results', () =>
      requestAs(world, stranger, trackingCalls.results, { params }),
    )
    await call('withdrawing more than the available balance', () =>
      requestAs(world, stranger, withdrawalCalls.withdraw, {
        body: { user_id, amount: '99999999.00', password: PASSWORD },
        key: newKey(),
      }),
    )
    await call('claiming a reward before the order is complete', () =>
      requestAs(world, carrier, orderCalls.claim, {
        body: { user_id: carrier._id, order_id },
        key: newKey(),
      }),
    )
    if (carried !== undefined)
      await call('claiming another member’s reward', () =>
        requestAs(world, placer, orderCalls.claim, {
          body: { user_id: placer._id, order_id: carried.order_id },
          key: newKey(),
        }),
      )
    if (withdrawal_id !== undefined)
      await call('cancelling another member’s withdrawal', () =>
        requestAs(world, placer, withdrawalCalls.cancelWithdrawal, {
          params: { withdrawal_id },
          key: newKey(),
        }),
      )
    await call('a forged session', () =>
      settle(world.stats, world.ports.web, trackingCalls.results, () => ({
        params,
        headers: { authorization: `Bearer ${placer.token.slice(0, -8)}AAAAAAAA` },
      })),
    )
  }

  /** An operator who proposes a correction and tries to approve it too. */
  async function approveAlone(): Promise<void> {
    const account = (member: Person) => ({ kind: 'member_available' as const, holder_id: member._id })
    const body = {
      adjustment: 'platform_error' as const,
      from: { kind: 'revenue' as const },
      to: account(carrier),
      amount: '0.01',
      refers_to: `cheat ${newKey()}`,
      reason: 'It was meant for another member.',
    }
    const { data, status } = await requestAsStaff(world, world.importer, ledgerCalls.proposeAdjustment, {
      key: newKey(),
      body,
    })
    if (status !== 200) return
    const params = { proposal_id: data.proposal_id }
    const detail = await requestAsStaff(world, world.importer, approvalCalls.detail, { params })
    if (detail.status !== 200) return
    const { content_hash } = detail.data
    await call('an operator approving their own proposal', () =>
      requestAsStaff(world, world.importer, approvalCalls.approve, { params, body: { content_hash } }),
    )
  }

  let crowded = false
  return {
    campaign_id,
    placer,
    async tryAll() {
      await Promise.all([visits(), askForOthers(), approveAlone()])
      if (crowded) return
      crowded = true
      await crowds()
    },
    async outcome() {
      const { rows: stored } = await world.database.query<{ id: string; verdict: string }>({
        text: 'select visit_id::text as id, verdict from visit_verdict where link_id = $1',
        values: [order_id],
      })
      const verdicts = new Map(stored.map(({ id, verdict }) => [id, verdict]))
      const rows: CheatRow[] = []
      for (const [what, ids] of hits) {
        const [reason, allowed] = VISITS[what]!
        const found = WITHOUT_PAGE.has(reason)
          ? stored.filter(({ verdict }) => verdict === reason).slice(0, ids.length)
          : ids.flatMap((id) => {
              const verdict = verdicts.get(id)
              return verdict === undefined ? [] : [{ verdict }]
            })
        const refused = new Map<string, number>()
        for (const { verdict } of found)
          if (verdict !== 'verified') refused.set(verdict, (refused.get(verdict) ?? 0) + 1)
        const counted = found.filter(({ verdict }) => verdict === 'verified').length
        if (counted > allowed) faults.push(`${what}: ${counted} were counted, at most ${allowed} may`)
        for (const id of ids) if (id !== '' && !verdicts.has(id)) faults.push(`${what}: ${id} has no verdict`)
        if (found.length < ids.length) faults.push(`${what}: ${ids.length} tried, ${found.length} judged`)
        for (const [other] of refused)
          if (other !== reason) faults.push(`${what}: judged ${other} and not ${reason}`)
        rows.push({ what, tried: ids.length, counted, refused })
      }
      for (const [what, of] of calls) rows.push({ what, counted: 0, ...of })
      return { rows: rows.filter((row) => row.tried > 0), faults }
    },
  }
}

async function takeOrder(world: World, placer: Person, carrier: Person) {
  for (let campaigns = 0; campaigns < CAMPAIGNS; campaigns += 1) {
    const taken = await takeOrderOf(world, await placeActive(world, placer), carrier)
    if (taken !== undefined) return taken
  }
  throw new Error('the order to cheat with was never drawn')
}

/** Id of a campaign, once it is active. */
async function placeActive(world: World, placer: Person): Promise<string> {
  const brand = 'Jasmine Tea'
  const form = { brand, visits: 200, order_visits: ORDER_VISITS, order_hours: 72 }
  let [campaign_id, status]: [string | undefined, string | undefined] = [undefined, undefined]
  // Operators reject a share of all campaigns; then another is placed.
  while (status !== 'active') {
    if (status === undefined || status === 'rejected') {
      campaign_id = await place(world, placer, form)
      // Removed from the placer's own list, so that their other steps do not change it.
      if (campaign_id !== undefined) placer.campaigns.splice(placer.campaigns.indexOf(campaign_id), 1)
    }
    const params = { campaign_id: campaign_id ?? '' }
    status = campaign_id && (await requestAs(world, placer, campaignCalls.get, { params })).data.status
    await sleep(PAUSE_MS)
  }
  return campaign_id!
}

async function takeOrderOf(world: World, campaign_id: string, carrier: Person) {
  for (let draws = 0; draws < DRAWS; draws += 1) {
    const { data: offer } = await requestAs(world, carrier, orderCalls.draw, {
      body: { user_id: carrier._id },
    })
    if (offer?.product_id === campaign_id) {
      const taken = await requestAs(world, carrier, orderCalls.take, {
        body: { offer_id: offer._id },
        key: newKey(),
      })
      const params = { order_id: taken.data?._id ?? '' }
      const started =
        taken.status === 200 && (await requestAs(world, carrier, orderCalls.start, { params, key: newKey() }))
      if (started && started.status === 200)
        return {
          campaign_id: offer.product_id,
          order_id: params.order_id,
          path: new URL(started.data.link!).pathname,
        }
    }
    await sleep(offer === undefined ? PAUSE_MS : 0)
  }
  return undefined
}

let networks = 0
/** A separate /48, none of those that the day's visitors come from. */
const network = (): string => `2001:db9:${(networks += 1).toString(16)}`
const addressIn = (prefix: string): string => `${prefix}:1::1`
const somebody = (): Headers => ({ ...PERSON, 'x-forwarded-for': addressIn(network()) })
const idOf = (token: string): string => token.slice(0, 36)

interface OfLink {
  readonly world: World
  readonly path: string
}

/** Token of a page, once the page was received. */
async function open({ world, path }: OfLink, headers: Headers): Promise<string> {
  const { status, body } = await untilAnswered(() => send({ port: anyOf(world.ports.links), path, headers }))
  const token = /name="token" value="([^"]+)"/.exec(body)?.[1]
  if (token === undefined) throw new Error(`a link answered ${status} and no page: ${body.slice(0, 200)}`)
  return token
}

async function press({ world, path }: OfLink, headers: Headers, token: string): Promise<void> {
  await untilAnswered(() =>
    send({
      port: anyOf(world.ports.links),
      path: `${path}/continue`,
      method: 'POST',
      headers: { ...headers, ...FORM },
      body: `token=${token}`,
    }),
  )
}

async function untilAnswered(ask: () => ReturnType<typeof send>) {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const answer = await ask()
    if (answer !== undefined && answer.status < 500) return answer
    await sleep(PAUSE_MS)
  }
  throw new Error('a link answered nobody')
}
