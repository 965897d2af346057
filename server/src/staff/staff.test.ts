// Staff actions are recorded once, in a hash chain, and can be read by the member affected.
import { newId } from '@fairturn/contract/ids'
import { personalDataCalls } from '@fairturn/contract/personal-data'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp, type TestMember } from '../../test/app.ts'
import { answered, placeCampaign } from '../../test/carrying.ts'
import { payable, receiveAt, withdraw } from '../../test/payments.ts'
import { actorOn } from '../../test/staff.ts'
import { createDeposit, creditDeposit } from '../deposits/deposits.ts'
import { lockMember, unlockMember } from '../members/members.ts'
import { approveWithdrawal, markPaid, sendWithdrawal } from '../withdrawals/withdrawals.ts'
import { checkAuditLog, recordAuditEvent } from './staff.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
  BY = { actor: await actorOn(app, 'out') }
})
afterAll(() => app.close())

/** An operator who moves money. */
let BY: { actor: string }
const events = async ({ token }: TestMember, cursor?: string) =>
  answered(await app.call(personalDataCalls.acts, { token, query: cursor === undefined ? {} : { cursor } }))
const lock = (member: TestMember, reason: string, kind: 'conduct' | 'security' = 'security') =>
  app.database.transaction((tx) => lockMember(tx, { ...BY, member_id: member._id, kind, reason }))
const look = (member: TestMember, reason: string) =>
  app.database.transaction((tx) =>
    recordAuditEvent(tx, {
      ...BY,
      action: 'member_looked_at',
      object: { kind: 'member', id: member._id },
      member_id: member._id,
      reason,
    }),
  )

describe('a member reads', () => {
  test('every access and change to their account and why, newest first, without the operator’s name', async () => {
    const member = await app.member('read about')
    await look(member, 'You asked us about a withdrawal.')
    app.clock.advance(1000)
    await lock(member, 'Signed in from two continents.', 'conduct')
    app.clock.advance(1000)
    await app.database.transaction((tx) =>
      unlockMember(tx, { ...BY, member_id: member._id, reason: 'It was you. It is written down.' }),
    )
    const { list, cursor } = await events(member)
    expect(list.map(({ action, reason, by }) => [action, reason, by])).toEqual([
      ['member_unlocked', 'It was you. It is written down.', 'colleague'],
      ['member_locked', 'Signed in from two continents.', 'colleague'],
      ['member_looked_at', 'You asked us about a withdrawal.', 'colleague'],
    ])
    expect(cursor).toBeNull()
    expect(JSON.stringify(list)).not.toContain(BY.actor.slice(9))
  })

  test('every step of their campaign, deposit and withdrawal once', async () => {
    const member = await payable(app, 'steps', 10_000n)
    await receiveAt(app)
    await placeCampaign(app, member)
    app.clock.advance(1000)
    const deposit = await app.database.transaction((tx) =>
      createDeposit(tx, { member_id: member._id, amount_minor: 500n, method: 'bank_transfer' }),
    )
    const arrival = { ...BY, deposit_id: deposit.id, amount_minor: 500n, evidence: `line of ${deposit.id}` }
    await app.database.transaction((tx) => creditDeposit(tx, arrival))
    await app.database.transaction((tx) => creditDeposit(tx, arrival))
    const { _id: withdrawal_id } = answered(await withdraw(app, member, '20.00')).withdrawal
    // Each step by another operator (decision 033).
    for (const step of [approveWithdrawal, sendWithdrawal, markPaid]) {
      app.clock.advance(1000)
      const actor = await actorOn(app, 'out')
      await app.database.transaction((tx) => step(tx, { actor, withdrawal_id }))
    }
    const { list } = await events(member)
    expect(list.map(({ action, object }) => [action, object.kind])).toEqual([
      ['withdrawal_paid', 'withdrawal'],
      ['withdrawal_sent', 'withdrawal'],
      ['withdrawal_approved', 'withdrawal'],
      ['deposit_credited', 'deposit'],
      ['campaign_approved', 'campaign'],
    ])
  })

  test('their own audit events and nobody else’s, paged without gaps or duplicates', async () => {
    const [member, other] = [await app.member('paged'), await app.member('not paged')]
    for (let i = 0; i < 25; i++) await look(i % 5 === 0 ? other : member, `Look ${i}.`)
    for (let i = 0; i < 25; i++) await look(member, `Later look ${i}.`)
    const seen: string[] = []
    for (let cursor: string | undefined; ;) {
      const page = await events(member, cursor)
      seen.push(...page.list.map(({ reason }) => reason!))
      if (page.cursor === null) break
      cursor = page.cursor
    }
    expect(new Set(seen).size).toBe(45)
    expect(seen).toHaveLength(45)
    expect((await events(other)).list).toHaveLength(5)
  })
})

describe('an audit event', () => {
  test('is recorded if and only if its change is', async () => {
    const member = await app.member('rolled back')
    const failed = app.database.transaction(async (tx) => {
      await lockMember(tx, {
        ...BY,
        member_id: member._id,
        kind: 'conduct',
        reason: 'Never. It is written down.',
      })
      throw new Error('after it')
    })
    await expect(failed).rejects.toThrow('after it')
    expect((await events(member)).list).toEqual([])
  })

  test('that needs a reason is refused without one', async () => {
    const member = await app.member('unreasoned')
    await expect(lock(member, '')).rejects.toThrow('audit_event_reason_check')
    const without = app.database.transaction((tx) =>
      recordAuditEvent(tx, {
        ...BY,
        action: 'member_looked_at',
        object: { kind: 'member', id: member._id },
        member_id: member._id,
      }),
    )
    await expect(without).rejects.toMatchObject({ constraint: 'audit_event_gives_a_reason' })
  })

  test.each([
    'update audit_event set reason = null',
    'delete from audit_event',
    'delete from audit_event_link',
  ])(
    // ASVS V16.4.2
    'is not changed by the application, nor by the schema owner: %s',
    async (sql) => {
      await look(await app.member(`append only ${sql.length}`), 'A look.')
      await expect(app.database.query({ text: sql })).rejects.toMatchObject({ code: '42501' })
      await expect(app.database.asSchemaOwner(sql)).rejects.toThrow('stays written')
    },
  )

  test('is chained, for fifty concurrent transactions, and for two events in one', async () => {
    const member = await app.member('chained')
    await Promise.all(Array.from({ length: 50 }, (_, i) => look(member, `At once ${i}.`)))
    await app.database.transaction(async (tx) => {
      await lockMember(tx, {
        ...BY,
        member_id: member._id,
        kind: 'conduct',
        reason: 'One. It is written down.',
      })
      await unlockMember(tx, { ...BY, member_id: member._id, reason: 'Two. It is written down.' })
    })
    const [{ linked }] = (await app.database.asSchemaOwner<{ linked: number }>(
      `select count(*)::int as linked from audit_event a join audit_event_link l on l.audit_event_id = a.id where a.member_id = $1`,
      [member._id],
    )) as [{ linked: number }]
    expect(linked).toBe(52)
    expect(await checkAuditLog(app.database)).toEqual([])
  })
})

describe('the check finds, even if done by the schema owner with triggers disabled,', () => {
  // Each is rolled back, so that the next test finds only its own.
  async function tampered(sql: string): Promise<string[]> {
    const client = await tamperer()
    try {
      await client.query(`begin; set local session_replication_role = replica`)
      await client.query(sql)
      const found = await checkAuditLog(client)
      return found.map(({ kind }) => kind)
    } finally {
      await client.query('rollback')
      await client.end()
    }
  }
  async function tamperer() {
    const client = new Client({ connectionString: app.database.superuserUrl })
    await client.connect()
    return client
  }
  const second = `(select audit_event_id from audit_event_link where no = 2)`
  beforeAll(async () => {
    const member = await app.member('tampered')
    for (let i = 0; i < 4; i++) await look(member, `Look ${i}.`)
  })

  test.each([
    [
      'another reason',
      `update audit_event set reason = 'Nothing. It is written down.' where id = ${second}`,
      ['act_changed'],
    ],
    ['another operator', `update audit_event set actor = 'operator:x' where id = ${second}`, ['act_changed']],
    ['another member', `update audit_event set member_id = null where id = ${second}`, ['act_changed']],
    ['another state', `update audit_event set after = '{}' where id = ${second}`, ['act_changed']],
    ['a deleted audit event', `delete from audit_event where id = ${second}`, ['act_changed']],
    [
      'an audit event deleted with its link',
      `with a as (delete from audit_event_link where no = 2 returning audit_event_id) delete from audit_event where id in (select audit_event_id from a)`,
      ['act_chain_broken', 'act_chain_head_differs'],
    ],
    [
      'the last one deleted with its link',
      `with a as (delete from audit_event_link where no = (select max(no) from audit_event_link) returning audit_event_id)
       delete from audit_event where id in (select audit_event_id from a)`,
      ['act_chain_head_differs'],
    ],
    [
      'an inserted one',
      `insert into audit_event (id, at, actor, action, object_kind, object_id)
       values ('${newId(new Date())}', now(), 'system', 'deposit_credited', 'deposit', 'x')`,
      ['act_not_chained'],
    ],
    [
      'a changed audit event with a matching hash',
      `update audit_event set reason = 'Nothing. It is written down.' where id = ${second};
       update audit_event_link l set hash = audit_event_hash(l.previous_hash, a) from audit_event a where a.id = l.audit_event_id and l.no = 2`,
      ['act_chain_broken'],
    ],
    ['a head that was set back', `update audit_chain set length = 1`, ['act_chain_head_differs']],
    ['a missing head', `delete from audit_chain`, ['act_chain_head_differs']],
  ])('%s', async (_what, sql, kinds) => {
    expect([...new Set(await tampered(sql))]).toEqual(kinds)
  })
})

test('a security lock that is renewed still ends 72 hours after it started', async () => {
  const member = await app.member('locked twice')
  await lock(member, 'A new country.')
  const since = async () =>
    (
      await app.database.asSchemaOwner<{ locked_at: Date }>('select locked_at from member where id = $1', [
        member._id,
      ])
    )[0]!.locked_at
  const first = await since()
  app.clock.advance(71 * 3_600_000)
  await lock(member, 'Still a new country.')
  expect(await since()).toEqual(first)
})
