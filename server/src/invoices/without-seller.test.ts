// A deployment without a seller is as it was before there were invoices: calls that are sent as before are answered as
// before, and the ledger has the same entries. `server/test/without-seller.jsonl` is what this file recorded (RECORD=1) on b69c6199, the
// commit before them; what has been added since is listed here with the value that says "nothing".
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { api } from '@fairturn/contract/api'
import { backoffice } from '@fairturn/contract/backoffice/api'
import { campaignCalls } from '@fairturn/contract/campaigns'
import { depositCalls } from '@fairturn/contract/deposits'
import { documentCalls } from '@fairturn/contract/documents'
import type { Endpoint } from '@fairturn/contract/endpoint'
import { newId } from '@fairturn/contract/ids'
import { levelCalls } from '@fairturn/contract/levels'
import { transparencyCalls } from '@fairturn/contract/transparency'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CallInput, startApp, type TestApp, type TestMember } from '../../test/app.ts'
import {
  answered,
  carry,
  claim,
  deposit,
  expectLedgerCorrect,
  unpaidCampaign,
  work,
} from '../../test/carrying.ts'
import { receiveAt } from '../../test/payments.ts'
import { approveCampaign, rejectCampaign } from '../campaigns/campaigns.ts'

const DAY_MS = 86_400_000
const FILE = join(import.meta.dirname, '../../test/without-seller.jsonl')
type Record_ = Record<string, unknown>

/** Answers by step, and the ledger's entries, without what differs between two runs. */
let said: Record_
let before: Record_
let app: TestApp

/** Ids, hashes, references and times become the place where they appear first. */
function settled(value: unknown): unknown {
  const seen = new Map<string, string>()
  const name = (found: string) => seen.get(found) ?? seen.set(found, `<${seen.size}>`).get(found)!
  const text = JSON.stringify(value)
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, name)
    .replace(/\b[0-9a-f]{32,64}\b/g, name)
    .replace(/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, name)
    .replace(/\bFT-[0-9A-Z]{4}-[0-9A-Z]{4}\b/g, name)
    .replace(/\bL-[0-9A-F]{12}\b/g, name)
    .replace(/"code":"[0-9A-Z]{8}"/g, '"code":"<invitation>"')
  return JSON.parse(text)
}

/** What each call has more than before, by the object that has it; its value without a seller. */
const ADDED: Readonly<Record<string, (object: Record_) => Record_>> = {
  vat: ({ total }) => ({ vat: '0.00', payable: total }),
  vat_refunded: () => ({ vat_refunded: '0.00', transfer: null }),
  vat_remaining: () => ({ vat_remaining: '0.00' }),
  vat_now: () => ({ vat_now: '0.00' }),
  vat_later_least: () => ({ vat_later_least: '0.00', vat_later_most: '0.00', vat_spent: '0.00' }),
  campaign_outcome: () => ({ campaign_id: null, campaign_outcome: null, taken_back: null }),
  being_checked: () => ({ being_checked: null }),
  over_share: () => ({ over_share: {} }),
  vat_country: () => ({ vat_country: null }),
  country_is_shown: () => ({ country_is_shown: true }),
  messages: () => ({ messages: { not_ours: 0, standing: 'stated' } }),
  reports: () => ({ reports: { received: 0, acted_on: 0, standing: 'stated' } }),
  support: () => ({
    support: {
      answer_hours: 24,
      answers: { count: 0, p50: null, p90: null, late: 0 },
      complaints: {
        decided: 0,
        ended_by_time: 0,
        late: 0,
        p50: null,
        p90: null,
        upheld: 0,
        upheld_percent: null,
      },
      standing: 'stated',
    },
  }),
}
const NEW_LIABILITIES = ['campaign_vat', 'vat'].map((kind) => ({ kind, amount: '0.00', standing: 'stated' }))
const isNothingNew = (part: unknown) => NEW_LIABILITIES.some((each) => isDeepStrictEqual(part, each))

/** The value as it was answered before: additions that say "nothing" are left out, and others stay. */
function asBefore(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((part) => !isNothingNew(part)).map(asBefore)
  if (typeof value !== 'object' || value === null) return value
  const object = value as Record_
  const added = Object.entries(ADDED).filter(([mark]) => mark in object)
  const nothing = Object.assign({}, ...added.map(([, ofObject]) => ofObject(object))) as Record_
  return Object.fromEntries(
    Object.entries(object)
      .filter(([name, one]) => !(name in nothing && isDeepStrictEqual(one, nothing[name])))
      .map(([name, one]) => [name, asBefore(one)]),
  )
}

const pathsOf = (calls: object) =>
  Object.values(calls)
    .flatMap((group) => Object.values(group as Record<string, Endpoint>))
    .map(({ method, path }) => `${method} ${path}`)
    .toSorted()

async function entriesOf(): Promise<unknown> {
  return await app.database.asSchemaOwner(`
    select e.type, e.actor, e.event_at, (
      select jsonb_agg(jsonb_build_object('account', a.kind, 'amount', p.amount_minor) order by a.kind, p.amount_minor)
      from posting p join account a on a.no = p.account_no where p.entry_id = e.id) as postings
    from entry e order by e.entry_no`)
}

async function live(): Promise<Record_> {
  const steps: Record_ = {}
  const ask = async <E extends Endpoint>(step: string, call: E, sent: CallInput<E>) => {
    const { status, code, message, data } = await app.call(call, sent)
    steps[step] = { status, code, message, data }
    return data
  }
  const placer = await app.member('placer')
  const carrier = await app.member('carrier')
  const by = ({ token }: TestMember) => ({ token })
  await receiveAt(app)
  const announced = { user_id: placer._id, amount: '25.00', method: 'bank_transfer' } as const
  await ask('announce', depositCalls.deposit, { ...by(placer), key: newId(app.clock.now()), body: announced })
  await ask('deposits', depositCalls.depositHistory, { ...by(placer), body: { user_id: placer._id } })
  await deposit(app.database, placer._id, 10_000n)
  await deposit(app.database, carrier._id, 50_000n)

  const wanted = { price: '0.40', visits: 10 }
  await ask('quote', campaignCalls.quote, { ...by(placer), body: wanted })
  const { id: campaign_id } = await app.database.transaction((tx) => unpaidCampaign(tx, placer))
  const one = { ...by(placer), params: { campaign_id } }
  await ask('unpaid', campaignCalls.get, one)
  await ask('pay unconfirmed', campaignCalls.pay, one)
  await app.confirm(placer, '4.92')
  await ask('pay', campaignCalls.pay, one)
  await app.database.transaction((tx) => approveCampaign(tx, { campaign_id, actor: 'operator:first' }))
  const more = { visits: 5 }
  const { total } = (await ask('top-up quote', campaignCalls.topUpQuote, { ...one, body: more })) as {
    total: string
  }
  await app.confirm(placer, total)
  await ask('top-up', campaignCalls.topUp, { ...one, key: newId(app.clock.now()), body: { ...more, total } })
  await ask('pause', campaignCalls.pause, one)
  await ask('resume', campaignCalls.resume, one)

  const order = await carry(app, carrier)
  answered(await claim(app, carrier, order._id))
  await ask('list', campaignCalls.list, { ...by(placer), query: {} })
  await ask('cancel quote', campaignCalls.cancelQuote, one)
  await ask('cancel', campaignCalls.cancel, one)
  const other = await app.database.transaction((tx) => unpaidCampaign(tx, placer))
  const rejected = { ...by(placer), params: { campaign_id: other.id } }
  await app.confirm(placer, '4.92')
  await ask('pay another', campaignCalls.pay, rejected)
  const reason = 'The page is not allowed.'
  await app.database.transaction((tx) =>
    rejectCampaign(tx, { campaign_id: other.id, actor: 'operator:first', reason }),
  )
  await ask('rejected', campaignCalls.get, rejected)

  const levels = (await ask('levels', levelCalls.list, {})) as { _id: string }[]
  const bought = { user_id: carrier._id, level_id: levels[1]!._id }
  await ask('level', levelCalls.upgrade, { ...by(carrier), body: bought })
  app.clock.advance(2 * DAY_MS)
  const again = await app.signedIn(carrier)
  const { purchase_id } = (await ask('level refund preview', levelCalls.refundPreview, by(again))) as {
    purchase_id: string
  }
  const returned = { user_id: carrier._id, purchase_id }
  await ask('level refund', levelCalls.refund, { ...by(again), body: returned })
  await work(app)

  const placing = await app.signedIn(placer)
  await ask('statement of the placer', documentCalls.statements, { ...by(placing), query: {} })
  await ask('statement of the carrier', documentCalls.statements, { ...by(again), query: {} })
  await ask('transparency', transparencyCalls.figures, {})
  return { ...steps, entries: await entriesOf() }
}

beforeAll(async () => {
  app = await startApp()
  said = settled(await live()) as Record_
  const calls = { members: pathsOf(api), staff: pathsOf(backoffice) }
  if (process.env['RECORD'] !== undefined) {
    const lines = Object.entries({ ...said, calls }).map((step) => `${JSON.stringify(step)}\n`)
    writeFileSync(FILE, lines.join(''))
  }
  const lines = readFileSync(FILE, 'utf8').trim().split('\n')
  before = Object.fromEntries(lines.map((line) => JSON.parse(line) as [string, unknown]))
})
afterAll(() => app.close())

describe('without a seller', () => {
  test('every call of before is there', () => {
    const { members, staff } = before['calls'] as { members: string[]; staff: string[] }
    expect(pathsOf(api)).toEqual(expect.arrayContaining(members))
    expect(pathsOf(backoffice)).toEqual(expect.arrayContaining(staff))
  })

  test('placing, paying, topping up, claiming, cancelling and levels are answered as before', () => {
    const { entries: _entries, ...answers } = said
    const { entries: _before, calls: _calls, ...expected } = before
    expect(Object.keys(answers)).toEqual(Object.keys(expected))
    for (const [step, answer] of Object.entries(answers))
      expect({ [step]: asBefore(answer) }).toEqual({ [step]: expected[step] })
  })

  test('the ledger has the same entries, to the cent', async () => {
    expect(said['entries']).toEqual(before['entries'])
    await expectLedgerCorrect(app)
  })
})
