// Dual approval: executes exactly what was proposed, approved by another person, once; nothing happens if any of that
// fails.
import { approvalCalls } from '@fairturn/contract/backoffice/approvals'
import { adminMemberCalls } from '@fairturn/contract/backoffice/members'
import { staffCalls } from '@fairturn/contract/backoffice/staff'
import { newId } from '@fairturn/contract/ids'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { startApp, type TestApp } from '../../test/app.ts'
import { approveProposed } from '../../test/approvals.ts'
import { answered } from '../../test/carrying.ts'
import { freezeScope } from '../../test/freezes.ts'
import { signedIn, staff, type TestOperator } from '../../test/staff.ts'
import type { Tx } from '../platform/database/database.ts'
import { statement } from '../platform/database/statement.ts'
import { refuse } from '../platform/http/refusal.ts'
import { approve, defineProposal, propose, reject, withdraw } from './approvals.ts'

const HOUR_MS = 3_600_000
const count = statement(
  `-- staff_test_count
  insert into setting (key, value, updated_at) values ($key, '1', $now)
  on conflict (key) do update set value = to_jsonb((setting.value #>> '{}')::int + 1)`,
  { params: { key: 'text', now: 'timestamptz' } },
)

let obstacle: 'refusal' | 'fault' | undefined
/** Counts its executions, and fails if told to. */
const counting = defineProposal({
  kind: 'test_counting',
  content: z.strictObject({ key: z.string(), note: z.string() }),
  proposers: ['finance', 'owner'],
  approvers: ['finance', 'owner'],
  async execute(tx, { key }) {
    await count.all(tx, { key, now: tx.now })
    if (obstacle === 'refusal') throw refuse('withdrawal_is_in_another_state')
    if (obstacle === 'fault') throw new Error('a fault of our own')
    return { result: 'once' }
  },
})
/** Its texts are read by members. */
const naming = defineProposal({
  kind: 'test_naming',
  content: z.strictObject({ note: z.string(), texts: z.record(z.string(), z.string()).optional() }),
  proposers: ['finance'],
  approvers: ['finance'],
  execute: async () => undefined,
})
const KINDS = [counting]

let app: TestApp
let proposer: TestOperator
let approver: TestOperator
let keys = 0
let key: string
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  obstacle = undefined
  proposer = await staff(app, 'finance')
  approver = await staff(app, 'finance')
  key = `test_counted_${++keys}`
})

const tx = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => app.database.transaction(work)
const asking = ({ _id, role }: TestOperator) => ({ operator_id: _id, role })
const proposed = (by = proposer) =>
  app.database.transaction((tx) =>
    propose(tx, counting, { key, note: 'as written' }, 'It is needed. It is written down.', asking(by)),
  )
const detail = async (proposal_id: string, as = approver) =>
  answered(await app.call(approvalCalls.detail, { as, params: { proposal_id } }))

async function approval(proposal_id: string, by = approver, content_hash?: string) {
  const hash = content_hash ?? (await detail(proposal_id)).content_hash
  return await approve(app.database, KINDS, { proposal_id, content_hash: hash, operator: asking(by) })
}

async function executed(): Promise<number> {
  const [row] = await app.database.asSchemaOwner<{ value: number }>(
    'select value from setting where key = $1',
    [key],
  )
  return row?.value ?? 0
}

describe('a proposal', () => {
  test('is executed when a colleague approves it, and names both', async () => {
    const id = await proposed()
    expect(await executed()).toBe(0)
    expect(await approval(id)).toEqual({ result: 'once' })
    expect(await executed()).toBe(1)
    expect(await detail(id)).toMatchObject({
      status: 'executed',
      content: { key, note: 'as written' },
      proposed_by: { username: proposer.username },
      decided_by: { username: approver.username },
    })
  })

  test('is found by what it is about while it is open, however many newer ones there are', async () => {
    const owner = await staff(app, 'owner')
    const change = await app.call(staffCalls.changeRole, {
      as: owner,
      params: { operator_id: approver._id },
      body: { role: 'support', reason: 'They answer members from now on.' },
    })
    const { proposal_id } = answered(change)
    const newer: string[] = []
    for (let i = 0; i < 35; i++) {
      key = `test_counted_${++keys}`
      newer.push(await proposed())
    }
    const openAbout = async (query: Record<string, string>) =>
      answered(await app.call(approvalCalls.open, { as: proposer, query })).list.map(({ _id }) => _id)
    expect(await openAbout({ operator_id: approver._id })).toEqual([proposal_id])
    expect(await openAbout({ operator_id: approver._id, kinds: 'operator_side,operator_role' })).toEqual([
      proposal_id,
    ])
    expect(await openAbout({ operator_id: approver._id, kinds: 'operator_side' })).toEqual([])
    expect(await openAbout({ operator_id: owner._id })).toEqual([])
    expect(await openAbout({ kinds: 'operator_role', page: 'privacy', locale: 'vn' })).toEqual([])
    await app.call(approvalCalls.withdraw, { as: owner, params: { proposal_id } })
    expect(await openAbout({ operator_id: approver._id })).toEqual([])
    for (const each of newer)
      await tx((inTx) => withdraw(inTx, { proposal_id: each, operator: asking(proposer) }))
  })

  test('is not approved by its proposer', async () => {
    const id = await proposed()
    await expect(approval(id, proposer)).rejects.toMatchObject({ code: 'another_operator_must_approve' })
    expect(await executed()).toBe(0)
    expect(await detail(id)).toMatchObject({ status: 'open', failure: null })
  })

  test('is not approved by its proposer in another session either', async () => {
    const owner = await staff(app, 'owner')
    const body = {
      username: `puppet.${keys}`,
      role: 'finance' as const,
      side: 'in' as const,
      reason: 'We need one more.',
    }
    const { proposal_id } = answered(await app.call(staffCalls.invite, { as: owner, body }))
    const { content_hash, may } = await detail(proposal_id, owner)
    expect(may).toEqual({ approve: false, withdraw: true })
    const headers = await signedIn(app, owner._id)
    const given = { params: { proposal_id }, body: { content_hash } }
    expect(await app.call(approvalCalls.approve, { headers, ...given })).toMatchObject({
      status: 403,
      code: 'another_operator_must_approve',
    })
    const { list } = answered(await app.call(staffCalls.list, { as: owner }))
    expect(list.map(({ username }) => username)).not.toContain(body.username)
  })

  test('is not approved by an owner who proposed it', async () => {
    const owner = await staff(app, 'owner')
    await expect(approval(await proposed(owner), owner)).rejects.toMatchObject({
      code: 'another_operator_must_approve',
    })
  })

  test.each(['auditor', 'support', 'content'] as const)(
    'is neither made nor approved by %s',
    async (role) => {
      const colleague = await staff(app, role)
      await expect(proposed(colleague)).rejects.toMatchObject({ code: 'your_role_may_not_do_this' })
      const id = await proposed()
      await expect(approval(id, colleague)).rejects.toMatchObject({ code: 'your_role_may_not_do_this' })
      expect(await executed()).toBe(0)
    },
  )

  test('is approved by its exact content only', async () => {
    const id = await proposed()
    const other = await proposed()
    const { content_hash } = await detail(other)
    await app.database.transaction((tx) =>
      propose(tx, counting, { key, note: 'another' }, 'It is needed. It is written down.', asking(proposer)),
    )
    await expect(approval(id, approver, 'f'.repeat(64))).rejects.toMatchObject({
      code: 'proposal_has_changed',
    })
    // The same content has the same hash; one changed letter changes it.
    await approval(id, approver, content_hash)
    expect(await executed()).toBe(1)
  })

  test('whose content is changed by raw SQL is not executed', async () => {
    const id = await proposed()
    const { content_hash } = await detail(id)
    await app.database.asSuperuser(
      `do $$ begin set local session_replication_role = replica;
       update proposal set content = jsonb_set(content, '{note}', '"other"') where id = '${id}'; end $$`,
    )
    await expect(approval(id, approver, content_hash)).rejects.toMatchObject({ code: 'proposal_has_changed' })
    expect(await executed()).toBe(0)
  })

  test.each([
    `update proposal set content = '{}'`,
    `update proposal set content_hash = sha256('')`,
    `update proposal set proposed_by = decided_by`,
    `update proposal set expires_at = now() + interval '1 year'`,
    `delete from proposal`,
  ])('is not changed by the application, nor by the schema owner: %s', async (sql) => {
    await proposed()
    await expect(app.database.query({ text: sql })).rejects.toMatchObject({ code: '42501' })
    await expect(app.database.asSchemaOwner(sql)).rejects.toMatchObject({ code: '23001' })
  })

  test('cannot be recorded as executed by its proposer, by a rule of the database', async () => {
    const id = await proposed()
    const own = app.database.asSchemaOwner(
      `update proposal set status = 'executed', decided_by = proposed_by, decided_at = proposed_at where id = $1`,
      [id],
    )
    await expect(own).rejects.toMatchObject({ constraint: 'proposal_is_decided_by_another' })
  })

  test('expires after 72 hours, and not before', async () => {
    const id = await proposed()
    const late = await proposed()
    const { content_hash } = await detail(id)
    app.clock.advance(72 * HOUR_MS - 1)
    await approval(id, approver, content_hash)
    app.clock.advance(1)
    await expect(approval(late, approver, content_hash)).rejects.toMatchObject({
      code: 'proposal_has_expired',
    })
    expect(await executed()).toBe(1)
    approver = await staff(app, 'finance')
    expect(await detail(late)).toMatchObject({ status: 'expired', may: { approve: false } })
    expect(await detail(id)).toMatchObject({ status: 'executed' })
    const query = { status: 'expired' as const }
    const { list } = answered(await app.call(approvalCalls.list, { as: approver, query }))
    expect(list.map(({ _id }) => _id)).toContain(late)
    expect(list.map(({ _id }) => _id)).not.toContain(id)
    const oldest = answered(
      await app.call(approvalCalls.list, { as: approver, query: { ...query, sort: 'proposed_at.asc' } }),
    )
    expect(oldest.list.map(({ _id }) => _id)).toEqual(list.map(({ _id }) => _id).toReversed())
    const { body } = await app.fastify.inject({
      url: '/api/backoffice/approvals.csv?status=expired',
      headers: approver.headers,
    })
    const lines = body.trim().split('\r\n').slice(1)
    expect(lines.map((line) => line.slice(0, 36))).toEqual(list.map(({ _id }) => _id))
  })

  test('that is rejected or withdrawn is over; a rejection states its reason', async () => {
    const [rejected, withdrawn] = [await proposed(), await proposed()]
    const no = { proposal_id: rejected, reason: 'Too much. It is written down.' }
    await expect(tx((t) => reject(t, KINDS, { ...no, operator: asking(proposer) }))).rejects.toMatchObject({
      code: 'another_operator_must_approve',
    })
    await tx((t) => reject(t, KINDS, { ...no, operator: asking(approver) }))
    const back = { proposal_id: withdrawn }
    await expect(tx((t) => withdraw(t, { ...back, operator: asking(approver) }))).rejects.toMatchObject({
      code: 'proposal_is_not_yours',
    })
    await tx((t) => withdraw(t, { ...back, operator: asking(proposer) }))
    for (const id of [rejected, withdrawn])
      await expect(approval(id)).rejects.toMatchObject({ code: 'proposal_is_decided' })
    expect(await detail(rejected)).toMatchObject({
      status: 'rejected',
      decision_reason: 'Too much. It is written down.',
    })
    expect(await executed()).toBe(0)
  })
})

describe('concurrency', () => {
  test('fifty concurrent approvals execute it once', async () => {
    const id = await proposed()
    const colleagues = await Promise.all(Array.from({ length: 50 }, () => staff(app, 'finance')))
    const { content_hash } = await detail(id)
    const outcomes = await Promise.allSettled(colleagues.map((each) => approval(id, each, content_hash)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const others = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(others.map(({ reason }) => (reason as { code: string }).code)).toEqual(
      Array.from({ length: 49 }, () => 'proposal_is_decided'),
    )
    expect(await executed()).toBe(1)
  })

  test('concurrent approval, rejection and withdrawal have one outcome', async () => {
    const other = await staff(app, 'finance')
    for (let round = 0; round < 10; round++) {
      const before = await executed()
      const id = await proposed()
      const { content_hash } = await detail(id)
      await Promise.allSettled([
        approval(id, approver, content_hash),
        tx((t) =>
          reject(t, KINDS, { proposal_id: id, reason: 'No. It is written down.', operator: asking(other) }),
        ),
        tx((t) => withdraw(t, { proposal_id: id, operator: asking(proposer) })),
      ])
      const { status } = await detail(id)
      expect(['executed', 'rejected', 'withdrawn']).toContain(status)
      expect((await executed()) - before).toBe(status === 'executed' ? 1 : 0)
    }
  })

  test('disabling the proposer concurrently: executed before, or void', async () => {
    const [owner, otherOwner] = [await staff(app, 'owner'), await staff(app, 'owner')]
    for (let round = 0; round < 10; round++) {
      proposer = await staff(app, 'finance')
      const before = await executed()
      const id = await proposed()
      const { content_hash } = await detail(id)
      const disabling = await app.call(staffCalls.disable, {
        as: owner,
        params: { operator_id: proposer._id },
        body: { reason: 'They left. It is written down.' },
      })
      await Promise.allSettled([
        approval(id, approver, content_hash),
        approveProposed(app, disabling, otherOwner),
      ])
      const { status } = await detail(id)
      expect(['executed', 'void']).toContain(status)
      expect((await executed()) - before).toBe(status === 'executed' ? 1 : 0)
    }
  })
})

test('a refusal rolls back everything, keeps it open and is shown; later it can be approved', async () => {
  const id = await proposed()
  obstacle = 'refusal'
  await expect(approval(id)).rejects.toMatchObject({
    code: 'proposal_could_not_be_executed',
    details: { code: 'withdrawal_is_in_another_state' },
  })
  expect(await executed()).toBe(0)
  expect(await detail(id)).toMatchObject({
    status: 'open',
    decided_by: null,
    failure: {
      code: 'withdrawal_is_in_another_state',
      message: 'withdrawal is in another state',
    },
  })
  obstacle = 'fault'
  await expect(approval(id)).rejects.toThrow('a fault of our own')
  expect(await detail(id)).toMatchObject({ status: 'open', failure: { code: 'error_please_try_again' } })
  expect(await executed()).toBe(0)
  obstacle = undefined
  await approval(id)
  expect(await executed()).toBe(1)
})

test('whose proposer has been disabled is void, even if nobody had recorded that', async () => {
  const id = await proposed()
  await app.database.asSchemaOwner('update operator set disabled_at = $2 where id = $1', [
    proposer._id,
    app.clock.now(),
  ])
  await expect(approval(id)).rejects.toMatchObject({ code: 'proposal_is_void' })
  const moved = await proposed(approver)
  await app.database.asSchemaOwner(`update operator set role = 'content' where id = $1`, [approver._id])
  const other = await staff(app, 'finance')
  const { content_hash } = await detail(moved, other)
  await expect(approval(moved, other, content_hash)).rejects.toMatchObject({ code: 'proposal_is_void' })
  expect(await executed()).toBe(0)
})

test('while the audit log is broken, only approvals that repair it are accepted', async () => {
  const own = await startApp()
  try {
    const [proposes, approves] = [await staff(own, 'finance'), await staff(own, 'finance')]
    await freezeScope(own, 'staff_approvals')
    const ending = defineProposal({ ...counting, kind: 'test_ending', despiteFreeze: true })
    const outcome = async (kind: typeof counting) => {
      const content = { key, note: 'as written' }
      const proposal_id = await own.database.transaction((t) =>
        propose(t, kind, content, 'It is needed. It is written down.', asking(proposes)),
      )
      const { content_hash } = answered(
        await own.call(approvalCalls.detail, { as: approves, params: { proposal_id } }),
      )
      const input = { proposal_id, content_hash, operator: asking(approves) }
      return await approve(own.database, [counting, ending], input).catch(
        (error: { code: string }) => error.code,
      )
    }
    expect(await outcome(counting)).toBe('this_is_paused_while_the_ledger_is_checked')
    expect(await outcome(ending)).toEqual({ result: 'once' })
  } finally {
    await own.close()
  }
})

test('names of members and operators are no links, where only operators read them', async () => {
  await app.member('lan.huong')
  const foundIn = async (reason: string, note: string, texts?: Record<string, string>) => {
    const id = await app.database.transaction((tx) =>
      propose(tx, naming, { note, ...(texts && { texts }) }, reason, asking(proposer)),
    )
    return (await detail(id)).found.map(({ text }) => text)
  }
  expect(await foundIn(`Sent by lan.huong, says ${proposer.username}: it agrees.`, 'lan.huong')).toEqual([])
  expect(await foundIn('Sent by lan.huang. It agrees with that.', 'as written')).toEqual(['lan.huang'])
  expect(await foundIn('Sent by lan.huong. Write to lan.huong/pay.', 'x')).toEqual(['lan.huong/pay.'])
  expect(await foundIn('Somebody reads this text.', 'x', { text: 'Write to lan.huong' })).toEqual([
    'lan.huong',
  ])
})

test('an unknown kind is a fault, and an unknown proposal a refusal', async () => {
  const proposal_id = await proposed()
  const { content_hash } = await detail(proposal_id)
  const input = { proposal_id, content_hash, operator: asking(approver) }
  await expect(approve(app.database, [], input)).rejects.toThrow('of the kind test_counting')
  const unknown = { params: { proposal_id: newId(app.clock.now()) } }
  for (const call of [
    app.call(approvalCalls.detail, { as: approver, ...unknown }),
    app.call(approvalCalls.withdraw, { as: approver, ...unknown }),
  ])
    expect(await call).toMatchObject({ status: 404, code: 'proposal_is_unknown' })
})

test.each([
  ['approved', 'executed'],
  ['rejected', 'rejected'],
  ['withdrawn', 'withdrawn'],
] as const)('the audit log says who proposed and what was %s, and why', async (action, status) => {
  const id = await proposed()
  const { content_hash } = await detail(id)
  app.clock.advance(1)
  const [by, reason] =
    action === 'withdrawn' ? [proposer, null] : [approver, 'It is needed. It is written down.']
  if (action === 'approved') await approval(id)
  if (action === 'rejected')
    await tx((t) =>
      reject(t, KINDS, {
        proposal_id: id,
        reason: 'It is needed. It is written down.',
        operator: asking(by),
      }),
    )
  if (action === 'withdrawn') await tx((t) => withdraw(t, { proposal_id: id, operator: asking(by) }))
  const content = { kind: 'test_counting', content_hash }
  expect(
    await app.database.asSchemaOwner(
      'select actor, action, object_kind, reason, before, after from audit_event where object_id = $1 order by id',
      [id],
    ),
  ).toEqual([
    {
      actor: proposer.actor,
      action: 'proposal_made',
      object_kind: 'proposal',
      reason: 'It is needed. It is written down.',
      before: null,
      after: content,
    },
    {
      actor: by.actor,
      action: `proposal_${action}`,
      object_kind: 'proposal',
      reason,
      before: { status: 'open' },
      after: { status, ...(status === 'executed' && content) },
    },
  ])
})

describe('in the back office', () => {
  let owners: [TestOperator, TestOperator]
  beforeEach(async () => {
    owners = [await staff(app, 'owner'), await staff(app, 'owner')]
  })

  async function invited(by: TestOperator): Promise<string> {
    const body = {
      username: `invited.${++keys}`,
      role: 'finance' as const,
      side: 'in' as const,
      reason: 'We need one more.',
    }
    return answered(await app.call(staffCalls.invite, { as: by, body })).proposal_id
  }
  const waiting = async (as: TestOperator) =>
    answered(await app.call(approvalCalls.list, { as, query: {} })).waiting

  test('operators are shown what they may do, until it is decided', async () => {
    const [first, second] = owners
    const params = { proposal_id: await invited(first) }
    const may = async (as: TestOperator) => (await detail(params.proposal_id, as)).may
    expect(await may(first)).toEqual({ approve: false, withdraw: true })
    expect(await may(second)).toEqual({ approve: true, withdraw: false })
    expect(await may(approver)).toEqual({ approve: false, withdraw: false })
    const rejected = { params, body: { reason: 'Too many of us.' } }
    expect(await app.call(approvalCalls.reject, { as: approver, ...rejected })).toMatchObject({
      status: 403,
      code: 'your_role_may_not_do_this',
    })
    expect(answered(await app.call(approvalCalls.reject, { as: second, ...rejected }))).toMatchObject({
      status: 'rejected',
      decision_reason: 'Too many of us.',
      decided_by: { username: second.username },
      may: { approve: false, withdraw: false },
    })
    expect(await may(first)).toEqual({ approve: false, withdraw: false })
    expect(await app.call(approvalCalls.withdraw, { as: first, params })).toMatchObject({
      code: 'proposal_is_decided',
      details: { status: 'rejected' },
    })
  })

  test('a proposal names its member, and is approved by the roles of its own kind', async () => {
    const { _id: member_id } = await app.member(`locked.${++keys}`)
    const [support, colleague] = [await staff(app, 'support'), await staff(app, 'support')]
    const asSupport = { as: support, params: { member_id } }
    const body = { kind: 'security' as const, reason: 'Their phone was stolen.' }
    answered(await app.call(adminMemberCalls.lock, { ...asSupport, body }))
    const confirmed = answered(
      await app.call(adminMemberCalls.confirmLock, { ...asSupport, body: { reason: body.reason } }),
    )
    expect(await detail(confirmed.proposal_id, colleague)).toMatchObject({
      member_id,
      may: { approve: true },
    })
  })

  test('the proposer can withdraw it', async () => {
    const params = { proposal_id: await invited(owners[0]) }
    expect(answered(await app.call(approvalCalls.withdraw, { as: owners[0], params }))).toMatchObject({
      status: 'withdrawn',
      decision_reason: null,
    })
  })

  test('a proposal waits for those who may approve it: not for its proposer, nor for another role', async () => {
    const before = await Promise.all([...owners, approver].map(waiting))
    await invited(owners[0])
    const after = await Promise.all([...owners, approver].map(waiting))
    expect(after.map((count, i) => count - before[i]!)).toEqual([0, 1, 0])
  })

  test('they are filtered by kind, and sorted by kind and by expiry', async () => {
    const of = async (query: object) =>
      answered(await app.call(approvalCalls.list, { as: owners[0], query })).list
    const id = await invited(owners[0])
    await proposed()
    const invitations = await of({ kind: 'operator_invitation' })
    expect(invitations.map(({ _id }) => _id)).toContain(id)
    expect(new Set(invitations.map(({ kind }) => kind))).toEqual(new Set(['operator_invitation']))
    expect(await of({ member_id: newId(app.clock.now()) })).toEqual([])
    for (const [sort, by] of [
      ['kind.asc', 'kind'],
      ['expires_at.asc', 'expires_at'],
    ] as const) {
      const values = (await of({ sort })).map((proposal) => proposal[by])
      expect(values.length).toBeGreaterThan(1)
      expect(values).toEqual(values.toSorted())
    }
  })

  test('their export has every column', async () => {
    const id = await proposed()
    await tx((t) =>
      reject(t, KINDS, {
        proposal_id: id,
        reason: 'Too much. It is written down.',
        operator: asking(approver),
      }),
    )
    const proposal = await detail(id)
    const { body } = await app.fastify.inject({
      url: '/api/backoffice/approvals.csv?kind=test_counting&status=rejected',
      headers: approver.headers,
    })
    const [head, ...rows] = body
      .replace(/^\uFEFF/, '')
      .trim()
      .split('\r\n')
    const cells = [
      id,
      'test_counting',
      'rejected',
      'It is needed. It is written down.',
      '',
      '',
      proposer.username,
      proposal.proposed_at,
      proposal.expires_at,
      proposal.side ?? '',
      proposal.waits_for.join(', '),
      approver.username,
      proposal.decided_at,
      'Too much. It is written down.',
      '',
      `"${JSON.stringify(proposal.content).replaceAll('"', '""')}"`,
      proposal.content_hash,
    ]
    expect(head!.split(',')).toHaveLength(cells.length)
    expect(rows.find((row) => row.startsWith(id))).toBe(cells.join(','))
  })
})
