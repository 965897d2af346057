// What somebody who has the processes' database login can do with raw SQL: none of what would bend the money. Each try is
// one that the product's first version allowed, or of its kind; docs/security.md says what stays possible.
import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { memoryFolder } from '../../../../testing/memory-folder.ts'
import { startApp, type TestApp, type TestMember } from '../../../test/app.ts'
import { activeCampaign } from '../../../test/campaigns.ts'
import { distribute, placeCampaign } from '../../../test/carrying.ts'
import { createTestDatabase, testCluster } from '../../../test/database.ts'
import { staff } from '../../../test/staff.ts'
import { openDatabase } from './database.ts'
import { APP_ROLE, ensureAppLogin, keptAppPassword, withLogin, withSameLogin } from './login.ts'
import { migrate } from './migrate.ts'

describe('a connection of the processes', () => {
  let app: TestApp
  let client: Client
  let member: TestMember
  beforeAll(async () => {
    app = await startApp()
    member = await app.member('Lan')
    await staff(app, 'finance')
    await fill(app, member)
    client = new Client({ connectionString: app.database.url })
    await client.connect()
  })
  afterAll(async () => {
    await client.end()
    await app.close()
  })

  test.each([
    `set role fairturn`,
    `set role postgres`,
    `set session authorization fairturn`,
    `alter role ${APP_ROLE} createrole`,
    `create role another`,
    `grant fairturn to ${APP_ROLE}`,
    `set session_replication_role = replica`,
    `alter table posting disable trigger all`,
    `drop trigger append_only on entry`,
    `create function public.escape() returns int language sql as 'select 1'`,
    `create table public.mine (id int)`,
    `copy (select 1) to '/tmp/out'`,
    `select pg_read_file('/etc/passwd')`,
    `alter system set fsync = off`,
  ])('cannot become another role, or disarm the database: %s', async (text) => {
    await expect(client.query(text)).rejects.toMatchObject({
      code: expect.stringMatching(/^(42501|22023|0LP01)$/),
    })
  })

  test.each([
    `select set_config('role', 'none', false)`,
    `reset role`,
    `reset session authorization`,
    `set role none`,
  ])('stays itself: %s', async (text) => {
    await client.query(text)
    const { rows } = await client.query<{ who: string }>('select current_user || session_user as who')
    expect(rows).toEqual([{ who: `${APP_ROLE}${APP_ROLE}` }])
  })

  test.each([
    `update posting set amount_minor = 1`,
    `update account set balance_minor = 1`,
    `insert into entry default values`,
    `update deposit set amount_minor = 1`,
    `update deposit set member_id = '${randomUUID()}'`,
    `update withdrawal set account_number = '1'`,
    `update withdrawal set iban = 'DE00'`,
    `update withdrawal set holder = 'Somebody Else'`,
    `update withdrawal set amount_minor = 1`,
    `update withdrawal set fee_minor = 0`,
    `update withdrawal set member_id = '${randomUUID()}'`,
    `update withdrawal set card_deposit_id = '${randomUUID()}'`,
    `update card_payment set paid_minor = 1`,
    `update card_payment set member_id = '${randomUUID()}'`,
    `update card_spending set used_for = '${randomUUID()}'`,
    `update card_dispute set opened_at = now()`,
    `delete from card_dispute`,
    `delete from withdrawal`,
    `delete from deposit`,
    `update bank_line set amount_minor = 1`,
    `update bank_line set counterparty_account = '1'`,
    `update bank_line set remittance = 'FT-0000-0000'`,
    `update bank_statement set file_hash = sha256('')`,
    `update bank_statement set account = '1'`,
    `update payout_item set amount_minor = 1`,
    `update payout_batch set total_minor = 1`,
    `update orders set price_minor = 1`,
    `update orders set target = 1`,
    `update orders set member_id = '${randomUUID()}'`,
    `update offer set price_minor = 1`,
    `update award set reward_minor = 1`,
    `update visit_verdict set verdict = 'verified'`,
    `delete from visit`,
    `update level_purchase set fee_minor = 1`,
    `update proposal set content = '{}'`,
    `update operator set username = 'me'`,
    `update figure_day set value = 1`,
    `update proof set statement = ''`,
    `update running_total set amount_minor = 1`,
    `update schema_version set md5 = ''`,
    `truncate withdrawal`,
  ])('cannot change an amount, a payee, a verdict or what was decided: %s', async (text) => {
    await expect(client.query(text)).rejects.toMatchObject({ code: '42501' })
  })

  test.each([
    [`update withdrawal set status = 'requested' where status = 'refused'`, 'may not change'],
    [`update withdrawal set reason = 'another' where status = 'refused'`, 'may not change'],
    [`update deposit set received_minor = 1 where status = 'credited'`, 'may not change'],
    [`update deposit set evidence = 'another' where status = 'credited'`, 'may not change'],
    [`update deposit set status = 'awaiting' where status = 'credited'`, 'may not change'],
    [`update campaign set price_minor = 1 where status = 'active'`, 'may not change'],
    [`update operator set role = 'owner'`, 'beside an approved proposal only'],
  ])('cannot change what is final: %s', async (text, message) => {
    const before = await client.query(text.replace(/^update (\w+) set .*?( where .*)?$/, 'select from $1$2'))
    expect(before.rowCount).toBeGreaterThan(0)
    await expect(client.query(text)).rejects.toThrow(message)
  })

  test('cannot answer a check with a temporary table of its own', async () => {
    const [operator] = await app.database.asSchemaOwner<{ id: string }>('select id from operator')
    await client.query('begin')
    await client.query('create temporary table proposal (like public.proposal) on commit drop')
    await client.query(
      `insert into pg_temp.proposal (id, kind, content, content_hash, reason, proposed_by, proposed_at, expires_at, status, decided_by, excluded)
       values ($1, 'operator_role', $2, sha256(''), 'because', $1, now(), now(), 'executed', $3, '{}')`,
      [randomUUID(), { operator_id: operator!.id, role: 'owner' }, randomUUID()],
    )
    await client.query(`update operator set role = 'owner' where id = $1`, [operator!.id])
    await expect(client.query('commit')).rejects.toThrow('beside an approved proposal only')
  })

  test('every trigger function looks its tables up in the schema first', async () => {
    const found = await app.database.asSchemaOwner<{ name: string }>(
      `select proname as name from pg_proc p where pronamespace = 'public'::regnamespace and prorettype = 'trigger'::regtype
         and not 'search_path=pg_catalog, public, pg_temp' = any (coalesce(proconfig, '{}'))
         and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
    )
    expect(found).toEqual([])
  })

  test('cannot create a temporary table once the schema owner has migrated', async () => {
    await migrate({ url: app.database.schemaOwnerUrl })
    await expect(client.query('create temporary table mine (id int)')).rejects.toMatchObject({
      code: '42501',
    })
  })

  test('cannot say that an order was reviewed, or an objection decided, by somebody who does not', async () => {
    const order_id = await anOrder(app)
    const [operator] = await app.database.asSchemaOwner<{ id: string }>('select id from operator') // in finance
    const support = await staff(app, 'support')
    for (const actor of ['system', 'ghost', `operator:${randomUUID()}`, `operator:${operator!.id}`]) {
      const review = client.query('update orders set reviewed_by = $2 where id = $1', [order_id, actor])
      await expect(review).rejects.toThrow('nobody who may decide it')
      await expect(object(client, order_id, actor, actor === 'system')).rejects.toThrow(
        'nobody who may decide it',
      )
    }
    await client.query('update orders set reviewed_by = $2 where id = $1', [order_id, support.actor])
    await expect(object(client, order_id, support.actor, false)).rejects.toThrow(
      'who reviewed an order does not decide its objection',
    )
    const other = await staff(app, 'owner')
    expect(await object(client, order_id, other.actor, false)).toMatchObject({ rowCount: 1 })
    await expect(client.query('update objection set decided_by = $1', [support.actor])).rejects.toThrow(
      'may not change',
    )
  })

  test('cannot forge the approval that a role needs without leaving the proposal', async () => {
    const [operator] = await app.database.asSchemaOwner<{ id: string }>('select id from operator')
    // Two operators who agree leave a proposal and two audit events; a bare proposal by one person is refused.
    await client.query('begin')
    await client.query(
      `insert into proposal (id, kind, content, content_hash, reason, proposed_by, proposed_at, expires_at)
       values ($1, 'operator_role', $2, sha256(''), 'because', $3, now(), now() + interval '1 day')`,
      [randomUUID(), { operator_id: operator!.id, role: 'owner' }, operator!.id],
    )
    await client.query(`update operator set role = 'owner' where id = $1`, [operator!.id])
    await expect(client.query('commit')).rejects.toThrow('beside an approved proposal only')
  })
})

/** Inserts an objection that is decided a day before its time is over. */
const object = (client: Client, order_id: string, actor: string, by_silence: boolean) =>
  client.query(
    `insert into objection (id, order_id, member_id, note, made_at, decide_by, visits, most_visits, most_minor, decided_by,
       decided_at, by_silence, upheld, added_minor, reason)
     select gen_random_uuid(), id, member_id, '', now(), now() + interval '1 day', 1, 1, 0, $2, now(), $3, 0, 0, ''
     from orders where id = $1`,
    [order_id, actor, by_silence],
  )

async function anOrder(app: TestApp): Promise<string> {
  const carrier = await app.member('a carrier')
  await placeCampaign(app, await app.member('a placer'))
  const order = await distribute(app, carrier)
  return order._id
}

/** Leaves a row in each final status that a test above tries to change. */
async function fill(app: TestApp, member: TestMember): Promise<void> {
  await app.database.transaction((tx) => activeCampaign(tx))
  await app.database.asSchemaOwner(
    `insert into deposit (id, member_id, method, amount_minor, reference, status, created_at, expires_at, received_minor, evidence,
       settled_at, settled_by)
     values (gen_random_uuid(), $1, 'bank_transfer', 1000, 'FT-0000-0001', 'credited', now(), now(), 1000, 'a line', now(), 'system')`,
    [member._id],
  )
  await app.database.asSchemaOwner(
    `insert into withdrawal (id, member_id, amount_minor, fee_minor, reference, holder, iban, status, requested_at, settled_at,
       settled_by, reason)
     values (gen_random_uuid(), $1, 1000, 0, 'FW-0000-0001', 'LAN', 'DE00', 'refused', now(), now(), 'system', 'identity_in_doubt')`,
    [member._id],
  )
}

describe('openDatabase()', () => {
  test('refuses the schema owner and a superuser, naming the variable to set', async () => {
    const database = await createTestDatabase()
    for (const url of [database.schemaOwnerUrl, database.superuserUrl])
      await expect(openDatabase({ url })).rejects.toThrow(
        /The processes may not log in as \w+, .*DATABASE_APP_URL/,
      )
    await database.close()
  })

  test.each(['createrole', 'replication', 'bypassrls'])('refuses a login that has %s', async (attribute) => {
    const { superuserUrl } = testCluster()
    const role = `test_${randomUUID().replaceAll('-', '')}`
    await asSuperuser(superuserUrl, `create role ${role} login password 'x' ${attribute}`)
    await expect(openDatabase({ url: withLogin(superuserUrl, role, 'x') })).rejects.toThrow(
      'may not log in as',
    )
    await asSuperuser(superuserUrl, `drop role ${role}`)
  })

  test('refuses a member of the schema owner', async () => {
    const { superuserUrl } = testCluster()
    const role = `test_${randomUUID().replaceAll('-', '')}`
    await asSuperuser(superuserUrl, `create role ${role} login password 'x' in role fairturn`)
    await expect(openDatabase({ url: withLogin(superuserUrl, role, 'x') })).rejects.toThrow('member of it')
    await asSuperuser(superuserUrl, `drop role ${role}`)
  })
})

async function asSuperuser(url: string, text: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}

describe('the password of the processes’ login', () => {
  test('is random, kept for the next start, and readable by its owner only', async () => {
    const folder = await mkdtemp(join(await memoryFolder(), 'fairturn-login-'))
    const password = keptAppPassword(folder)
    expect(password).toMatch(/^[\w-]{32}$/)
    expect(keptAppPassword(folder)).toBe(password)
    const file = join(folder, 'database-app-password')
    expect((await stat(file)).mode & 0o077).toBe(0)
    expect(await readFile(file, 'utf8')).toBe(password)
    await rm(folder, { recursive: true })
  })

  test('that somebody else has set is not replaced', async () => {
    await expect(ensureAppLogin(testCluster().schemaOwnerUrl, 'another')).rejects.toThrow(
      /another password.*DATABASE_APP_URL/,
    )
  })
})

test.each([
  ['postgres://owner:secret@db:5432/fairturn', 'postgres://app:p%40ss@db:5432/fairturn'],
  [
    'postgresql://owner@/fairturn?host=/run/postgresql',
    'postgresql://app:p%40ss@/fairturn?host=/run/postgresql',
  ],
  ['postgres://db/fairturn', 'postgres://app:p%40ss@db/fairturn'],
])('another login of %s', (url, other) => {
  expect(withLogin(url, 'app', 'p@ss')).toBe(other)
  expect(withSameLogin(url, other)).toBe(other)
})

test('an address that names its user elsewhere is refused in words', () => {
  expect(() => withLogin('postgres://db/fairturn?user=owner', 'app', 'x')).toThrow('set DATABASE_APP_URL too')
})
