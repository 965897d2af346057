// What a device compares with what it remembers: honest platforms raise no alarm, whatever the device has missed, and what
// was not compared is said with its numbers.
import { newId } from '@fairturn/contract/ids'
import type { KnownKey, Step } from '@fairturn/contract/proof/check'
import { MAX_HISTORY } from '@fairturn/contract/proof/check-lines'
import { EvidenceIsAbsent } from '@fairturn/contract/proof/gather'
import { adminProofCalls, type Evidence, proofCalls } from '@fairturn/contract/proofs'
import { transparencyCalls } from '@fairturn/contract/transparency'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startApp, type TestApp, type TestMember } from '../../test/app.ts'
import { answered, carry, claim, deposit, placeCampaign } from '../../test/carrying.ts'
import { deviceOf, failures, verifier } from '../../test/device.ts'
import { staff, type TestOperator } from '../../test/staff.ts'
import { accountOf, entryId, platformAccount, postOrRefuse } from '../ledger/ledger.ts'

const DAY_MS = 86_400_000

let app: TestApp
let finance: TestOperator
let member: TestMember
let other: TestMember
beforeAll(async () => {
  app = await startApp()
  finance = await staff(app, 'finance')
  await placeCampaign(app, await app.member('placer'))
  member = await app.member('member')
  other = await app.member('other')
}, 60_000)
afterAll(() => app.close())
beforeEach(() => app.clock.advance(5_000))

const make = async () => answered(await app.call(adminProofCalls.make, { as: finance }))
const stepOf = ({ steps }: { steps: readonly Step[] }, name: Step['name']) =>
  steps.find((step) => step.name === name)

/** Many at once, in one transaction. */
async function deposits(member_id: string, count: number): Promise<void> {
  await app.database.transaction((tx) =>
    postOrRefuse(
      tx,
      Array.from({ length: count }, () => {
        const id = entryId('deposit_credited', newId(tx.now))
        return {
          id,
          type: 'deposit_credited' as const,
          refers_to: member_id,
          actor: 'test',
          event_at: tx.now,
          postings: [
            { account: platformAccount('cash', id), amount_minor: -1n },
            { account: accountOf('member_available', member_id), amount_minor: 1n },
          ],
        }
      }),
    ),
  )
}

async function pay(amount_minor: bigint): Promise<void> {
  app.clock.advance(60_000)
  for (const { _id } of [member, other]) await deposit(app.database, _id, amount_minor)
  app.clock.advance(60_000)
  await make()
}

test('lines of every proof since the last check are compared; of more than thirty, the recent ones, with both numbers', async () => {
  await pay(100n)
  const device = deviceOf(app, member)
  expect(failures(await device.check())).toEqual([])
  const start = { seen: device.seen, memory: device.memory }
  for (let i = 0; i < MAX_HISTORY; i += 1) await pay(101n)
  await pay(7n)
  expect(device.last!.history).toEqual([])
  const all = await device.check()
  expect(failures(all)).toEqual([])
  expect(device.last!.history).toHaveLength(MAX_HISTORY)
  expect(stepOf(all, 'memory')).toEqual({ name: 'memory', state: 'passed' })
  await pay(8n)
  const late = deviceOf(app, member, start)
  const recent = await late.check()
  expect(failures(recent)).toEqual([])
  expect(stepOf(recent, 'memory')).toEqual({
    name: 'memory',
    state: 'unchecked',
    why: 'recent_proofs_only',
    proofs: { checked: MAX_HISTORY + 1, of: MAX_HISTORY + 2 },
  })
  const { evidence, history, between, seen, memory } = late.last!
  const { code, output } = await verifier([{ evidence, history, between, seen, memory }])
  expect([code, output]).toEqual([
    0,
    expect.stringContaining(`NOT CHECKED: the lines of 1 of the ${MAX_HISTORY + 2} proofs since`),
  ])
  // One of the recent ones is withheld.
  const without = await deviceOf(app, member, start).check((given) => ({
    ...given,
    history: given.history!.slice(1),
  }))
  expect(failures(without)).toContain('memory: lines_withheld')
  const short = await verifier([{ evidence, history: history!.slice(1), between, seen, memory }])
  expect([short.code, short.output]).toEqual([1, expect.stringContaining('are not there')])
}, 240_000)

test('two members who check on one device, the second after proofs that only the first has seen, raise no alarm', async () => {
  await pay(1n)
  const first = deviceOf(app, member)
  const second = deviceOf(app, other)
  expect(failures(await first.check())).toEqual([])
  expect(failures(await second.check())).toEqual([])
  await pay(2n)
  await pay(3n)
  expect(failures(await first.check())).toEqual([])
  await pay(4n)
  for (let i = 0; i < 2; i += 1) {
    // What the device has seen is one; what it remembers is each member's own.
    const shared = deviceOf(app, other, { seen: first.seen, memory: second.memory })
    const checked = await shared.check()
    expect(failures(checked)).toEqual([])
    expect(stepOf(checked, 'memory')).toEqual({ name: 'memory', state: 'passed' })
    expect(shared.last!.history).toHaveLength(2 + i)
    expect(failures(await first.check())).toEqual([])
    await pay(5n)
  }
  // A statement in between is another than the one that the device has seen.
  const shared = deviceOf(app, other, { seen: first.seen, memory: second.memory })
  const forked = await shared.check((given) => {
    const between = given.between.map((proof) =>
      proof.number === given.seen!.number
        ? { ...proof, statement: proof.statement.replace('escrow_minor: ', 'escrow_minor: 1') }
        : proof,
    )
    return { ...given, between }
  })
  expect(failures(forked)).toEqual(expect.arrayContaining([expect.stringMatching(/^chain: /)]))
})

test('a device that checks the same proof again says so, and that nothing new was compared', async () => {
  await pay(9n)
  const device = deviceOf(app, member)
  expect(failures(await device.check())).toEqual([])
  await pay(10n)
  const next = await device.check()
  for (const name of ['chain', 'memory', 'audit'] as const)
    expect(stepOf(next, name)).toEqual({ name, state: 'passed' })
  const again = await device.check()
  expect(failures(again)).toEqual([])
  for (const name of ['chain', 'memory', 'listed', 'audit'] as const)
    expect(stepOf(again, name)).toEqual({ name, state: 'not_compared', why: 'same_proof' })
  expect(stepOf(again, 'lines')).toMatchObject({ state: 'not_compared', why: 'earlier_lines' })
  // A proof in which the member has no movement has no movements that lead anywhere, however often it is checked.
  await make()
  expect(failures(await device.check())).toEqual([])
  expect(stepOf(await device.check(), 'lines')).toMatchObject({ state: 'not_compared', why: 'no_lines' })
  // A changed part is no balance that was not there, and nothing else is compared with it.
  const changed = await device.check((given) => {
    const [leaf, ...leaves] = given.evidence.leaves
    const amount_minor = String(BigInt(leaf!.amount_minor) + 1n)
    return { ...given, evidence: { ...given.evidence, leaves: [{ ...leaf!, amount_minor }, ...leaves] } }
  })
  expect(failures(changed)).toContainEqual(expect.stringMatching(/^paths: /))
  for (const name of ['total', 'screens'] as const)
    expect(stepOf(changed, name)).toEqual({ name, state: 'unchecked', why: 'parts_do_not_lead' })
  expect(failures(await device.check())).toEqual([])
  const { evidence, keys, seen, memory } = device.last!
  const { code, output } = await verifier([{ evidence, keys, seen, memory }])
  expect([code, output]).toEqual([0, expect.stringContaining('as the device remembers it of the same proof')])
  expect(output).not.toContain('every balance continues')
  // Within one proof no account can have moved, and none can have come.
  const grown = { ...memory!, accounts: {} }
  expect(failures(await deviceOf(app, member, { seen, memory: grown }).check())).toEqual([
    'memory: balance_does_not_follow',
  ])
  expect((await verifier([{ evidence, keys, seen, memory: grown }])).code).toBe(1)
})

test('a device that checked with an earlier version of the app goes on from what that remembered', async () => {
  await pay(11n)
  const device = deviceOf(app, member)
  expect(failures(await device.check())).toEqual([])
  await pay(12n)
  await pay(13n)
  const { taken_at, ...memory } = device.memory!
  const seen = { ...device.seen!, covers_since: taken_at } as KnownKey
  const upgraded = await deviceOf(app, member, { seen, memory }).check()
  expect(failures(upgraded)).toEqual([])
  expect(upgraded.steps.filter(({ state }) => state === 'unchecked')).toEqual([])
  // From before version 2: the statement, without a memory.
  const before = await deviceOf(app, member, { seen }).check()
  expect(failures(before)).toEqual([])
  expect(stepOf(before, 'memory')).toMatchObject({ state: 'not_compared', why: 'first_sight' })
})

test('an answer without evidence is none: the check ends without a verdict, and nothing passes', async () => {
  await pay(20n)
  const whole = await (await deviceOf(app, member).calls()).mine({})
  for (const answer of [{}, null, { ...whole, proof: null }, { ...whole, leaves: undefined }])
    await expect(
      deviceOf(app, member, { calls: { mine: async () => answer as Evidence } }).check(),
    ).rejects.toThrow(EvidenceIsAbsent)
})

test('a call that fails ends the check without a verdict, and what is deleted is named with its numbers', async () => {
  await pay(21n)
  const device = deviceOf(app, member)
  expect(failures(await device.check())).toEqual([])
  const start = { seen: device.seen, memory: device.memory }
  await pay(22n)
  const gone = answered(await app.call(proofCalls.list)).list[0]!
  await pay(23n)
  const { mine } = await device.calls()
  const refusing = (code: string) =>
    deviceOf(app, member, {
      ...start,
      calls: {
        mine: async (body) => {
          if (body.proof_id !== gone._id) return await mine(body)
          throw Object.assign(new Error(code), { code })
        },
      },
    })
  await expect(refusing('too_many_requests').check()).rejects.toThrow('too_many_requests')
  expect(failures(await refusing('proof_is_too_old').check())).toContain('memory: lines_withheld')
  // The same after its trees are really gone: 410 with its code, wherever it is asked for.
  app.clock.advance(93 * DAY_MS)
  finance = await staff(app, 'finance')
  await pay(24n)
  await app.database.asSchemaOwner(`delete from proof_tree where proof_id = $1`, [gone._id])
  const late = deviceOf(app, member, start)
  const checked = await late.check()
  expect(failures(checked)).toEqual([])
  expect(stepOf(checked, 'memory')).toMatchObject({
    state: 'unchecked',
    why: 'lines_forgotten',
    proofs: { checked: 2, of: 3 },
  })
  const { token } = await app.signedIn(member)
  const old = { token, body: { proof_id: gone._id } }
  expect(await app.call(proofCalls.mine, old)).toMatchObject({ status: 410, code: 'proof_is_too_old' })
})

test('a proof taken in the same instant as the one before is later; with a clock far back there is none', async () => {
  const device = deviceOf(app, member)
  await pay(31n)
  expect(failures(await device.check())).toEqual([])
  const [first, second] = [await make(), await make()]
  expect(Date.parse(second.taken_at)).toBeGreaterThan(Date.parse(first.taken_at))
  expect(failures(await device.check())).toEqual([])
  app.clock.advance(-30_000)
  const third = await make()
  expect(Date.parse(third.taken_at)).toBe(Date.parse(second.taken_at) + 1)
  expect(failures(await device.check())).toEqual([])
  app.clock.advance(-120_000)
  expect(await app.call(adminProofCalls.make, { as: finance })).toMatchObject({
    status: 409,
    code: 'proof_cannot_be_made',
    details: { reason: expect.stringMatching(/^the clock says/) },
  })
  app.clock.advance(180_000)
})

test('each award of the member is compared with the tree of awards, which leaves none out', async () => {
  await placeCampaign(app, await app.member('second'))
  const device = deviceOf(app, member)
  await make()
  expect(failures(await device.check())).toEqual([])
  const order = await carry(app, await app.signedIn(member))
  const claimed = answered(await claim(app, await app.signedIn(member), order._id))
  app.clock.advance(60_000)
  await make()
  const checked = await device.check()
  expect(device.last!.evidence.awards).toHaveLength(1)
  expect(failures(checked)).toEqual([])
  expect(stepOf(checked, 'awards')).toEqual({ name: 'awards', state: 'passed' })
  expect(claimed).toBeDefined()
  const { evidence } = device.last!
  const [award] = evidence.awards!
  const entry = answered(await app.call(transparencyCalls.award, { params: { entry_id: award!.entry_id } }))
  expect(entry).toMatchObject({ amount: award!.amount, bonus: award!.bonus, at: award!.at })
  // What is hashed is what the entry paid.
  expect(entry.postings).toContainEqual({ kind: 'member_available', amount: award!.amount })
  const lies = [
    [],
    [{ ...award!, amount: '0.01' }],
    [{ ...award!, bonus: '9.00' }],
    [{ ...award!, index: award!.index + 1 }],
    [{ ...award!, entry_id: '019a0000-0000-8000-8000-0000000000aa' }],
  ]
  for (const awards of lies) {
    const changed = { ...evidence, awards }
    const lie = await device.check((given) => ({ ...given, evidence: changed }))
    expect([awards, failures(lie)]).toEqual([awards, ['awards: award_not_in_tree']])
    expect([awards, (await verifier([changed])).code]).toEqual([awards, 1])
  }
  const { awards: _, ...without } = evidence
  const silent = await device.check((given) => ({ ...given, evidence: without }))
  // Awards that are withheld raise the alarm, also of the check in the background.
  expect(failures(silent)).toEqual(['awards: not_given'])
  const short = await verifier([without])
  expect([short.code, short.output]).toEqual([1, expect.stringContaining('1 awards of proof')])
  await app.database.asSchemaOwner(`delete from proof_tree where proof_id = $1`, [evidence.proof._id])
  const params = { entry_id: award!.entry_id }
  expect(await app.call(proofCalls.award, { params })).toMatchObject({
    status: 410,
    code: 'proof_is_too_old',
  })
})

test('evidence has the accounts also if more has moved since than it lists', async () => {
  await pay(41n)
  const proof = answered(await app.call(proofCalls.list)).list[0]!
  const device = deviceOf(app, other)
  const { accounts } = await (await device.calls()).mine({ proof_id: proof._id })
  for (let i = 0; i < 11; i += 1) {
    await deposits(other._id, 500)
    // Plans that were made for the few rows before read all of them for each entry: 100 s instead of 4, now and then.
    await app.database.asSchemaOwner('analyze')
  }
  const late = await (await device.calls()).mine({ proof_id: proof._id })
  expect(late.since).toBeNull()
  expect(late.accounts).toEqual(accounts)
  const checked = await device.check()
  expect(failures(checked)).toEqual([])
  expect(stepOf(checked, 'screens')).toMatchObject({ state: 'unchecked', why: 'too_many_movements' })
  expect(stepOf(checked, 'accounts')).toMatchObject({ state: 'passed' })
  const withheld = await device.check(({ evidence, ...given }) => ({
    ...given,
    evidence: { ...evidence, accounts: null },
  }))
  expect(failures(withheld)).toContain('accounts: not_given')
}, 240_000)
