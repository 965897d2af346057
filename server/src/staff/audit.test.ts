// Reading the audit log: filtered, paged, exported with formulas escaped, and with its chain verified.
import { auditCalls } from '@fairturn/contract/backoffice/audit'
import { personalDataCalls } from '@fairturn/contract/personal-data'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp, type TestMember } from '../../test/app.ts'
import { answered } from '../../test/carrying.ts'
import { staff, type TestOperator } from '../../test/staff.ts'
import { recordAuditEvent } from './staff.ts'

let app: TestApp
let auditor: TestOperator
let support: TestOperator
let member: TestMember
beforeAll(async () => {
  app = await startApp()
  auditor = await staff(app, 'auditor')
  support = await staff(app, 'support')
  member = await app.member('looked at')
})
afterAll(() => app.close())

async function look(reason: string, by = support): Promise<void> {
  app.clock.advance(1000)
  await app.database.transaction((tx) =>
    recordAuditEvent(tx, {
      actor: by.actor,
      action: 'member_looked_at',
      object: { kind: 'member', id: member._id },
      member_id: member._id,
      reason,
    }),
  )
}

const events = async (query: Parameters<typeof list>[0]) =>
  (await list(query)).list.map(({ reason }) => reason)
const list = async (
  query: NonNullable<Parameters<typeof app.call<typeof auditCalls.acts>>[1]>['query'] = {},
) => answered(await app.call(auditCalls.acts, { as: auditor, query }))

// ASVS V15.3.1 V16.2.1
test('is filtered by actor, action, object, member and time; shows a colleague’s name for staff, none for the member', async () => {
  await look('First.')
  const between = app.clock.now().toISOString()
  const other = await staff(app, 'support')
  await look('Second. It is written down.', other)
  expect(await events({ actor: support.actor })).toEqual(['First.'])
  expect(await events({ member_id: member._id })).toEqual(['Second. It is written down.', 'First.'])
  expect(
    await events({ object_kind: 'member', object_id: member._id, action: 'member_looked_at' }),
  ).toHaveLength(2)
  expect(await events({ action: 'deposit_refused' })).toEqual([])
  expect(await events({ to: between })).toEqual([])
  expect(await events({ from: between, actor: other.actor })).toEqual(['Second. It is written down.'])
  const [newest] = (await list({ member_id: member._id })).list
  expect(newest).toMatchObject({ actor_name: other.username, member_id: member._id })
  const theirs = answered(await app.call(personalDataCalls.acts, { token: member.token, query: {} }))
  expect(theirs.list[0]).toMatchObject({
    action: 'member_looked_at',
    by: 'colleague',
    reason: 'Second. It is written down.',
  })
  expect(JSON.stringify(theirs)).not.toContain(other.username)
})

test('is paged without gaps or duplicates, and the export escapes formulas', async () => {
  const reasons = Array.from({ length: 120 }, (_, i) => `=Look(${i})`)
  for (const reason of reasons) await look(reason)
  const seen: (string | null)[] = []
  for (let cursor: string | undefined; ;) {
    const page = await list({ actor: support.actor, ...(cursor !== undefined && { cursor }) })
    seen.push(...page.list.map(({ reason }) => reason))
    if (page.cursor === null) break
    cursor = page.cursor
  }
  expect(seen.filter((reason) => reason?.startsWith('='))).toEqual(reasons.toReversed())
  const oldest = await list({ actor: support.actor, sort: 'at.asc' })
  expect(oldest.list.map(({ reason }) => reason)).toEqual(seen.toReversed().slice(0, oldest.list.length))
  const url = `/api/backoffice/audit.csv?actor=${support.actor}`
  const { cookie } = auditor.headers
  const answer = await app.fastify.inject({ method: 'GET', url, headers: { cookie: cookie! } })
  expect(answer.headers['content-type']).toContain('text/csv')
  const rows = answer.body.trim().split('\r\n').slice(1)
  expect(rows).toHaveLength(seen.length)
  expect(rows.filter((row) => /(^|,)"?=/.test(row))).toEqual([])
  expect(rows[0]).toContain(`"'=Look(119)"`)
})

test('the export escapes formulas after characters that a spreadsheet may take for the end of a cell', async () => {
  await look('a;=1+1;-2; - 3\t@x\n+4')
  const { cookie } = auditor.headers
  const url = `/api/backoffice/audit.csv?actor=${support.actor}`
  const { body } = await app.fastify.inject({ method: 'GET', url, headers: { cookie: cookie! } })
  expect(body).toContain(`"a;'=1+1;'-2; - 3\t'@x\n'+4"`)
})

// ASVS V11.4.3 V16.4.2
test('the chain is verified, and a break is located', async () => {
  const chain = async () => answered(await app.call(auditCalls.chain, { as: auditor }))
  const whole = await chain()
  expect(whole).toMatchObject({ findings: [], hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string })
  expect(whole.length).toBeGreaterThan(120)
  const [{ id }] = (await app.database.asSchemaOwner<{ id: string }>(
    `select audit_event_id as id from audit_event_link where no = 2`,
  )) as [{ id: string }]
  await app.database.asSuperuser(
    `do $$ begin set local session_replication_role = replica;
     update audit_event set reason = 'Nothing. It is written down.' where id = '${id}'; end $$`,
  )
  expect((await chain()).findings).toMatchObject([{ kind: 'act_changed', subject: id }])
})
