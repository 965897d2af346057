// The bank's connection: a folder that no process of ours can write to, whose files are imported once; while it is
// configured nobody imports by hand unless two people allow it for a day.
import { execFile } from 'node:child_process'
import {
  chmod,
  chown,
  copyFile,
  link,
  mkdir,
  mkdtemp,
  readFile,
  rename,
  rm,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { approvalCalls } from '@fairturn/contract/backoffice/approvals'
import { bankStatementCalls as calls } from '@fairturn/contract/backoffice/bank-statements'
import { adminBankingCalls } from '@fairturn/contract/backoffice/banking'
import { adminSettingCalls } from '@fairturn/contract/backoffice/settings'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { approveProposed } from '../../test/approvals.ts'
import { bring, confirmStatement, nextSheet, openBankAccount } from '../../test/bank/account.ts'
import { camt053, OURS, type Line, type Sheet } from '../../test/bank/files.ts'
import { uploadBankFile } from '../../test/bank/upload.ts'
import { answered } from '../../test/carrying.ts'
import { expectPaymentsCorrect, payable, receiveAt } from '../../test/payments.ts'
import { staff, type TestOperator } from '../../test/staff.ts'
import { createDeposit } from '../deposits/deposits.ts'
import { accountOf, balancesOf } from '../ledger/ledger.ts'
import { alarmHandlers } from '../operations/alarms.ts'
import { handlers } from '../worker.ts'
import { readConnection } from './bank-connection.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const NOBODY = 65_534

let app: TestApp
let dir: string
let finance: TestOperator
let count = 0

beforeAll(async () => {
  app = await startApp()
  await receiveAt(app)
  await openBankAccount(app.database)
})
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'fairturn-feed-'))
  finance = await staff(app, 'finance')
})
afterEach(() => rm(dir, { recursive: true }))
afterAll(async () => {
  await expectPaymentsCorrect(app)
  await app.close()
})

const sheetOf = async (lines: readonly Line[], sheet: Partial<Sheet> = {}) =>
  camt053({ id: `C-${++count}`, ...(await nextSheet(app.database)), ...sheet, lines })
const nowhere = (): Promise<boolean> => Promise.resolve(false)
/** Two minutes later, as a process that can write nowhere. */
const read = ({ later = 2 * MINUTE_MS, canWrite = nowhere } = {}) =>
  readConnection(app.database, dir, { now: Date.now() + later, canWrite })
const statements = async () =>
  answered(await app.call(calls.statements, { as: finance, query: { sort: 'imported_at.desc' } })).list
const refused = async () => answered(await app.call(calls.connection, { as: finance })).refused
const runJobs = () =>
  app.database.runDueJobs([...handlers, ...alarmHandlers({ mail: undefined, alarmMail: [] })])

describe('a file in the folder', () => {
  test('is imported once, by its hash, accepted without anybody, and credited by the job', async () => {
    const member = await payable(app, `feed ${count}`, 0n)
    const { reference } = await app.database.transaction((tx) =>
      createDeposit(tx, { member_id: member._id, amount_minor: 5000n, method: 'bank_transfer' }),
    )
    const content = await sheetOf([{ amount: '50.00', e2e: reference }])
    await writeFile(join(dir, 'a.xml'), content)
    await read()
    await read()
    await writeFile(join(dir, 'the same under another name.xml'), content)
    await read()
    const all = await statements()
    const latest = all.find(({ file_name }) => file_name === 'a.xml')
    expect(latest).toMatchObject({
      from_connection: true,
      status: 'accepted',
      confirmed_by: null,
      file_name: 'a.xml',
    })
    expect(all.filter(({ statement_id }) => statement_id === latest!.statement_id)).toHaveLength(1)
    await runJobs()
    const account = accountOf('member_available', member._id)
    expect((await balancesOf(app.database, [account])).get(account)!.balance_minor).toBe(5000n)
    expect(await refused()).toEqual([])
  })

  test('younger than a minute is left until it is older, also one whose time of change was set back', async () => {
    const before = (await statements()).length
    await writeFile(join(dir, 'fresh.xml'), await sheetOf([{ amount: '1.00', text: 'fresh' }]))
    await read({ later: 59_000 })
    expect(await statements()).toHaveLength(before)
    await read({ later: 61_000 })
    expect(await statements()).toHaveLength(before + 1)
  })

  test.each(['.b.xml.Xy12', '.hidden.xml', '~b.xml', 'b.xml.tmp', 'b.xml.PART', 'b.xml.filepart', 'b.xml~'])(
    'is not taken under the name of an unfinished transfer: %s; renamed it is',
    async (name) => {
      const before = (await statements()).length
      const calledBefore = (await refused()).length
      await writeFile(join(dir, name), await sheetOf([{ amount: '1.00', text: 'half' }]))
      await read()
      await read()
      expect(await statements()).toHaveLength(before)
      expect(await refused()).toHaveLength(calledBefore)
      await rename(join(dir, name), join(dir, 'whole.xml'))
      await read()
      expect(await statements()).toHaveLength(before + 1)
    },
  )

  test('that stays unfinished for an hour is shown once; one that begins with a dot never', async () => {
    await writeFile(join(dir, 'stuck.xml.part'), 'half')
    await writeFile(join(dir, '.stuck'), 'half')
    const shown = async () =>
      (await refused())
        .map(({ file_name, refusal }) => `${file_name} ${refusal}`)
        .filter((each) => each.includes('stuck'))
    await read()
    expect(await shown()).toEqual([])
    await read({ later: 61 * MINUTE_MS })
    await read({ later: 62 * MINUTE_MS })
    expect(await shown()).toEqual(['stuck.xml.part is_unfinished'])
  })

  test('whose time of modification is ahead of this machine’s clock is taken like any other', async () => {
    const before = (await statements()).length
    await writeFile(join(dir, 'ahead.xml'), await sheetOf([{ amount: '1.00', text: 'ahead' }]))
    const ahead = new Date(Date.now() + DAY_MS)
    await utimes(join(dir, 'ahead.xml'), ahead, ahead)
    await read({ later: 59_000 })
    expect(await statements()).toHaveLength(before)
    await read()
    expect(await statements()).toHaveLength(before + 1)
  })

  test.each(['a symbolic link', 'a hard link', 'a file that this process could have written'])(
    'is not taken: %s; operators are called once',
    async (what) => {
      const name = `not taken ${++count}.xml`
      const before = (await statements()).length
      const elsewhere = await mkdtemp(join(tmpdir(), 'fairturn-elsewhere-'))
      const file = join(elsewhere, 'x.xml')
      await writeFile(file, await sheetOf([{ amount: '1.00', text: 'elsewhere' }]))
      if (what === 'a symbolic link') await symlink(file, join(dir, name))
      else if (what === 'a hard link') await link(file, join(dir, name))
      else await copyFile(file, join(dir, name))
      const canWrite = () => Promise.resolve(what.startsWith('a file'))
      const calledBefore = (await refused()).length
      await read({ canWrite })
      await read({ canWrite })
      await rm(elsewhere, { recursive: true })
      expect(await statements()).toHaveLength(before)
      const found = await refused()
      expect(found).toHaveLength(calledBefore + 1)
      const refusal = what.startsWith('a file') ? 'is_writable' : 'is_a_link'
      expect(found).toContainEqual(expect.objectContaining({ file_name: name, refusal }))
    },
  )

  test.each<[string, Partial<Sheet>, string]>([
    ['another account', { account: 'DE02120300000000202051' }, 'bank_file_is_of_another_account'],
    ['another currency', { currency: 'EUR' }, 'bank_file_is_in_another_currency'],
    ['a sum that is wrong', { closing: '1.00' }, 'bank_statement_does_not_add_up'],
  ])('of %s is refused, and is shown', async (_what, sheet, code) => {
    await writeFile(join(dir, 'other.xml'), await sheetOf([{ amount: '1.00', text: 'x' }], sheet))
    await read()
    expect(await refused()).toContainEqual(expect.objectContaining({ file_name: 'other.xml', refusal: code }))
  })

  test('of tomorrow waits for its day', async () => {
    const day = new Date(app.clock.now().getTime() + DAY_MS).toISOString().slice(0, 10)
    const { opening } = await nextSheet(app.database)
    await writeFile(
      join(dir, 'tomorrow.xml'),
      await sheetOf([{ amount: '1.00', text: 'x' }], { day, opening }),
    )
    await read()
    const before = (await statements()).length
    expect(await refused()).toContainEqual(
      expect.objectContaining({ refusal: 'bank_statement_is_dated_later_than_today' }),
    )
    app.clock.advance(DAY_MS)
    finance = await staff(app, 'finance')
    await read()
    expect(await statements()).toHaveLength(before + 1)
    // The statements of the next tests are of later days.
    app.clock.advance(30 * DAY_MS)
  })
})

describe('while the connection is configured', () => {
  const upload = async (as = finance) =>
    await uploadBankFile(app, as, {
      path: 'bank-statements',
      content: await sheetOf([{ amount: '1.00', text: 'by hand' }]),
    })

  test('a statement by hand is refused; two people may allow it for a day', async () => {
    await read()
    expect(answered(await app.call(calls.connection, { as: finance }))).toMatchObject({
      configured: true,
      by_hand_until: null,
    })
    expect(await upload()).toMatchObject({ code: 'statements_come_by_the_bank_connection' })
    const body = { reason: 'The bank delivers nothing today.' }
    const proposed = await app.call(calls.proposeHandImport, { as: finance, body })
    expect(answered(await app.call(calls.proposeHandImport, { as: finance, body }))).toEqual(proposed.data)
    expect(await approveProposed(app, proposed, finance)).toMatchObject({
      code: 'another_operator_must_approve',
    })
    expect(await upload()).toMatchObject({ code: 'statements_come_by_the_bank_connection' })
    const second = await staff(app, 'finance')
    answered(await approveProposed(app, proposed, second))
    const { by_hand_until } = answered(await app.call(calls.connection, { as: finance }))
    expect(by_hand_until).toBe(new Date(app.clock.now().getTime() + DAY_MS).toISOString())
    expect((await upload()).code).toBeUndefined()
    app.clock.advance(DAY_MS)
    await read()
    expect(await upload(await staff(app, 'finance'))).toMatchObject({
      code: 'statements_come_by_the_bank_connection',
    })
  })

  test('of fifty proposals at once one is made', async () => {
    const body = { reason: 'The bank delivers nothing today.' }
    const proposed = await Promise.all(
      Array.from({ length: 50 }, () => app.call(calls.proposeHandImport, { as: finance, body })),
    )
    expect(new Set(proposed.map((each) => answered(each).proposal_id)).size).toBe(1)
    const params = { proposal_id: answered(proposed[0]!).proposal_id }
    const colleague = await staff(app, 'finance')
    answered(
      await app.call(approvalCalls.reject, {
        as: colleague,
        params,
        body: { reason: 'It is there by now.' },
      }),
    )
  })

  test('and for a process that is told of it, before it was ever read', async () => {
    const told = await startApp({ variables: { BANK_FEED_DIR: '/mnt/bank' } })
    await receiveAt(told)
    const as = await staff(told, 'finance')
    const content = camt053({ lines: [{ amount: '1.00', text: 'x' }] })
    expect(await uploadBankFile(told, as, { path: 'bank-statements', content })).toMatchObject({
      code: 'statements_come_by_the_bank_connection',
    })
    await told.close()
  })
})

describe('what the connection brings', () => {
  test('is accepted although somebody imported the same by hand, and adds nothing to it', async () => {
    const by_hand = await sheetOf([{ amount: '7.00', text: 'both', name: 'Erika', ref: 'BOTH-1' }])
    const permit = await app.call(calls.proposeHandImport, {
      as: finance,
      body: { reason: 'Once more. It is written down.' },
    })
    await approveProposed(app, permit, await staff(app, 'finance'))
    const { data } = (await uploadBankFile(app, finance, {
      path: 'bank-statements',
      content: by_hand,
    })) as unknown as {
      data: { list: { _id: string }[] }
    }
    await confirmStatement(app, data.list[0]!._id, await staff(app, 'finance'))
    const [brought] = await bring(app.database, by_hand)
    expect(brought).toMatchObject({
      new_lines: 0,
      repeated: false,
      statement: { status: 'accepted', gap: false },
    })
    const { list } = answered(
      await app.call(adminBankingCalls.lines, { as: finance, query: { search: 'both' } }),
    )
    expect(list).toHaveLength(1)
  })

  test('that leaves out days is not accepted, and cannot be discarded', async () => {
    const { day, opening } = await nextSheet(app.database)
    const later = new Date(Date.parse(day) + 5 * DAY_MS).toISOString().slice(0, 10)
    const missing = await sheetOf([{ amount: '3.00', text: 'missing' }], { day, opening })
    const next = await sheetOf([{ amount: '1.00', text: 'after' }], {
      day: later,
      opening: (Number(opening) + 3).toFixed(2),
    })
    const [waiting] = await bring(app.database, next)
    expect(waiting!.statement).toMatchObject({ status: 'unconfirmed', unconfirmed_reason: 'does_not_follow' })
    const discard = {
      params: { statement_id: waiting!.statement.id },
      body: { reason: 'Gone. It is written down.' },
    }
    expect(await app.call(calls.discardStatement, { as: finance, ...discard })).toMatchObject({
      status: 409,
      code: 'what_the_bank_connection_brought_stays',
    })
    // Once the missing one is there it follows.
    const [found] = await bring(app.database, missing)
    expect(found!.statement.status).toBe('accepted')
    expect(answered(await app.call(calls.statement, { as: finance, params: discard.params }))).toMatchObject({
      status: 'accepted',
      gap: false,
    })
    expect(await app.call(calls.proposeRevocation, { as: finance, ...discard })).toMatchObject({
      code: 'what_the_bank_connection_brought_stays',
    })
  })
})

describe('a process refuses to start', () => {
  /** Runs the check as an unprivileged user, from a place that this user can read. */
  async function checkedAs(uid: number, folder: string, own: string): Promise<string> {
    const directory = await mkdtemp(join(tmpdir(), 'fairturn-check-'))
    await chmod(directory, 0o755)
    const module = join(directory, 'read-only-folder.ts')
    await writeFile(module, await readFile(new URL('../platform/read-only-folder.ts', import.meta.url)))
    const program = `import { requireReadOnly } from ${JSON.stringify(module)}
      await requireReadOnly(${JSON.stringify(folder)}, [${JSON.stringify(own)}]).then(() => console.log('starts'), (error) => console.log(error.message))`
    const node = join(directory, 'node')
    await copyFile(process.execPath, node)
    await chmod(node, 0o755)
    const said = await new Promise<string>((resolve, reject) =>
      execFile(node, ['--input-type=module', '-e', program], { uid, gid: uid, cwd: '/' }, (error, stdout) =>
        error ? reject(error) : resolve(stdout.trim()),
      ),
    )
    await rm(directory, { recursive: true })
    return said
  }

  test.runIf(process.getuid?.() === 0)(
    'if it could write to the folder, to one above it or by owning it; as root without a read-only mount',
    async () => {
      const outer = await mkdtemp(join(tmpdir(), 'fairturn-outer-'))
      await chmod(outer, 0o755)
      const folder = join(outer, 'feed')
      const own = join(outer, 'data')
      await mkdir(folder, { mode: 0o755 })
      await mkdir(own, { mode: 0o755 })
      expect(await checkedAs(NOBODY, folder, own)).toBe('starts')
      expect(await checkedAs(0, folder, own)).toContain('is not mounted read-only')
      await chmod(folder, 0o777)
      expect(await checkedAs(NOBODY, folder, own)).toContain('can be written to by this process')
      await chmod(folder, 0o755)
      await chmod(outer, 0o777)
      expect(await checkedAs(NOBODY, folder, own)).toContain(`can be written to by this process (${outer})`)
      await chmod(outer, 0o755)
      await chown(folder, NOBODY, NOBODY)
      await chmod(folder, 0o555)
      expect(await checkedAs(NOBODY, folder, own)).toContain('can be written to by this process')
      await chown(folder, 0, 0)
      const [within, above] = [join(own, 'feed'), outer]
      await mkdir(within)
      for (const each of [within, above])
        expect(await checkedAs(NOBODY, each, own)).toContain('lies among the data of this process')
      await rm(outer, { recursive: true })
    },
  )

  test('before it opens anything', async () => {
    const failed = await new Promise<string>((resolve) =>
      execFile(
        process.execPath,
        [new URL('../main.ts', import.meta.url).pathname],
        { env: { ...process.env, DATA_DIR: dir, BANK_FEED_DIR: join(dir), PORT: '0' } },
        (error, _stdout, stderr) => resolve(error === null ? 'started' : stderr),
      ),
    )
    expect(failed).toContain('BANK_FEED_DIR')
    expect(failed).toContain('lies among the data of this process')
  })
})

describe('the opening balance', () => {
  test('is proposed once, however many propose it at once', async () => {
    const body = { reason: 'What was there before.' }
    const proposed = await Promise.all(
      Array.from({ length: 50 }, () => app.call(calls.proposeOpeningBalance, { as: finance, body })),
    )
    expect(new Set(proposed.map((each) => answered(each).proposal_id)).size).toBe(1)
  })

  test('is booked once an account by two people, and brings the reconciliation to zero', async () => {
    const fresh = await startApp()
    await receiveAt(fresh)
    const [one, two] = [await staff(fresh, 'finance'), await staff(fresh, 'finance')]
    const propose = (as: TestOperator) =>
      fresh.call(calls.proposeOpeningBalance, { as, body: { reason: 'What was there before.' } })
    expect(await propose(one)).toMatchObject({ status: 409, code: 'there_is_no_opening_balance' })
    const day = '2026-11-20'
    await bring(
      fresh.database,
      camt053({ id: 'FIRST', day, opening: '250.00', lines: [{ amount: '10.00', text: 'x' }] }),
    )
    await fresh.database.runDueJobs([...handlers])
    const reconciled = async () =>
      answered(await fresh.call(adminBankingCalls.reconciliation, { as: one, query: { day: '2026-11-21' } }))
    expect(await reconciled()).toMatchObject({ bank: '260.00', ledger: '10.00', unexplained: '250.00' })
    const proposed = await propose(one)
    expect(await propose(two)).toMatchObject({
      status: 409,
      code: 'this_is_proposed_already',
      details: { proposal: { _id: proposed.data.proposal_id } },
    })
    expect(await approveProposed(fresh, proposed, one)).toMatchObject({
      code: 'another_operator_must_approve',
    })
    answered(await approveProposed(fresh, proposed, two))
    expect(await reconciled()).toMatchObject({ bank: '260.00', ledger: '260.00', unexplained: '0.00' })
    expect(await propose(one)).toMatchObject({ code: 'there_is_no_opening_balance' })
    await expectPaymentsCorrect(fresh)
    expect(OURS).toContain('FR')
    await fresh.close()
  })

  test('is neither proposed nor approved by who set the account', async () => {
    const fresh = await startApp()
    const owner = () => staff(fresh, 'owner')
    const [ours, theirs, third, fourth] = [await owner(), await owner(), await owner(), await owner()]
    const [one, two] = [await staff(fresh, 'finance'), await staff(fresh, 'finance')]
    const account = { holder: 'Fairturn', bank: 'Bank', iban: OURS, city: 'Paris', country: 'FR' }
    let version = 0
    const set = async (value: object | null, by: [TestOperator, TestOperator]) => {
      const change = await fresh.call(adminSettingCalls.change, {
        as: by[0],
        params: { name: 'receive_account' },
        body: { value, reason: 'The account of our bank.', expected: version },
      })
      answered(await approveProposed(fresh, change, by[1]))
      version = Math.max(version + 1, 2)
    }
    const propose = (as: TestOperator) =>
      fresh.call(calls.proposeOpeningBalance, { as, body: { reason: 'What was there before.' } })
    const withdrawn = async ({ data }: { data: { proposal_id: string } }) =>
      answered(await fresh.call(approvalCalls.withdraw, { as: one, params: data }))
    const refused = { status: 403, code: 'who_set_the_account_does_not_book_its_balance' }
    await set(account, [ours, theirs])
    // The account stays the same, and so do those who set it.
    await set({ ...account, city: 'Lyon' }, [third, fourth])
    await bring(
      fresh.database,
      camt053({
        id: 'FIRST',
        day: '2026-11-20',
        opening: '50000.00',
        lines: [{ amount: '1.00', text: 'x' }],
      }),
    )
    for (const as of [ours, theirs]) expect(await propose(as)).toMatchObject(refused)
    const proposed = await propose(one)
    const params = proposed.data
    for (const as of [ours, theirs]) {
      expect(await approveProposed(fresh, proposed, as)).toMatchObject(refused)
      const body = { reason: 'It is not what was there.' }
      expect(await fresh.call(approvalCalls.reject, { as, params, body })).toMatchObject(refused)
    }
    const { waits_for } = answered(await fresh.call(approvalCalls.detail, { as: one, params }))
    expect(new Set(waits_for)).toEqual(new Set([third, fourth, two].map(({ username }) => username)))

    // Whoever made it ours again since then, after another account, has set it.
    await set({ ...account, iban: 'DE89370400440532013000' }, [ours, theirs])
    await set(account, [third, fourth])
    expect(await approveProposed(fresh, proposed, third)).toMatchObject({
      code: 'proposal_could_not_be_executed',
      details: { code: refused.code },
    })
    await withdrawn(proposed)
    expect(await propose(fourth)).toMatchObject(refused)
    answered(await approveProposed(fresh, await propose(one), ours))
    await fresh.close()
  })
})
