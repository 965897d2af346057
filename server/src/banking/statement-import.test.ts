// Long and hostile bank files through HTTP: answered quickly, matched in batches with visible progress, complete after
// a kill; hostile files are refused without delaying other requests.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { adminBankingCalls } from '@fairturn/contract/backoffice/banking'
import { newId } from '@fairturn/contract/ids'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp, type TestMember } from '../../test/app.ts'
import { bring, nextSheet, openBankAccount } from '../../test/bank/account.ts'
import { camt053, type Line } from '../../test/bank/files.ts'
import { uploadBankFile } from '../../test/bank/upload.ts'
import { answered } from '../../test/carrying.ts'
import { expectPaymentsCorrect, payable, receiveAt } from '../../test/payments.ts'
import { staff, type TestOperator } from '../../test/staff.ts'
import { accountOf, balancesOf } from '../ledger/ledger.ts'
import { enqueue } from '../platform/queue/queue.ts'
import { handlers } from '../worker.ts'
import { decideBankLines } from './banking.jobs.ts'
import { newReference } from './references.ts'

const LINES = 1_200
const MEMBERS = 20

let app: TestApp
let finance: TestOperator
const members: TestMember[] = []

beforeAll(async () => {
  app = await startApp()
  await receiveAt(app)
  await openBankAccount(app.database)
  finance = await staff(app, 'finance')
  for (let i = 0; i < MEMBERS; i += 1) members.push(await payable(app, `member ${i}`, 0n))
})
afterAll(async () => {
  await expectPaymentsCorrect(app)
  await app.close()
})

/** Creates announced deposits of $ 10,00, and a statement that pays each of them. */
async function paidBy(id: string, count: number): Promise<string> {
  const now = app.clock.now()
  const deposits = Array.from({ length: count }, (_, i) => ({
    id: newId(now),
    member_id: members[i % MEMBERS]!._id,
    reference: newReference('FT'),
  }))
  await app.database.asSchemaOwner(
    `insert into deposit (id, member_id, method, amount_minor, reference, created_at, expires_at)
     select id, member_id, 'bank_transfer', 1000, reference, $2, $2::timestamptz + interval '14 days'
     from jsonb_to_recordset($1::jsonb) as d (id uuid, member_id uuid, reference text)`,
    [JSON.stringify(deposits), now],
  )
  const lines = deposits.map(({ reference }, i): Line => ({
    amount: '10.00',
    text: reference,
    ref: `${id}-${i}`,
  }))
  return camt053({ id, ...(await nextSheet(app.database)), lines })
}

const upload = (content: string) => uploadBankFile(app, finance, { path: 'bank-statements', content })
/** As the bank's connection brings it: the job decides its lines. */
const brought = async (content: string) =>
  (await bring(app.database, content)).map(({ statement: { id, undecided }, new_lines, repeated }) => ({
    _id: id,
    undecided_lines: undecided,
    new_lines,
    repeated,
  }))
const statement = async (statement_id: string) =>
  answered(await app.call(adminBankingCalls.statement, { as: finance, params: { statement_id } }))
async function credited(): Promise<bigint> {
  const accounts = members.map(({ _id }) => accountOf('member_available', _id))
  const balances = await balancesOf(app.database, accounts)
  return [...balances.values()].reduce((sum, { balance_minor }) => sum + balance_minor, 0n)
}

describe('a statement of many lines', () => {
  test('is acknowledged before it is matched, reports progress, and credits nothing twice', async () => {
    const before = await credited()
    const content = await paidBy('LONG-1', LINES)
    const [taken] = await brought(content)
    expect(taken).toMatchObject({ new_lines: LINES, repeated: false, undecided_lines: LINES })
    expect(await statement(taken!._id)).toMatchObject({ lines: LINES, undecided_lines: LINES })
    expect(await credited()).toBe(before)
    // Repeated during the matching, with a small statement beside it: neither waits for the long one, nor changes it.
    expect(await brought(content)).toMatchObject([{ new_lines: 0, repeated: true }])
    await app.database.runDueJobs([...handlers])
    expect(await statement(taken!._id)).toMatchObject({ undecided_lines: 0 })
    expect((await credited()) - before).toBe(BigInt(LINES) * 1000n)
    expect(await brought(content)).toMatchObject([{ new_lines: 0, repeated: true, undecided_lines: 0 }])
    await app.database.runDueJobs([...handlers])
    expect((await credited()) - before).toBe(BigInt(LINES) * 1000n)
    const unknown = { as: finance, params: { statement_id: newId(app.clock.now()) } }
    expect((await app.call(adminBankingCalls.statement, unknown)).code).toBe('bank_statement_is_unknown')
  })

  test('resumes where a killed process stopped: every line is credited once', async () => {
    // More batches than can finish between the kills.
    const lines = 4_800
    const before = await credited()
    const [taken] = await brought(await paidBy('KILLED-1', lines))
    const undecided = async () => (await statement(taken!._id)).undecided_lines
    for (let kills = 0; kills < 3; kills += 1) {
      const left = await undecided()
      const child = fork(new URL('../../test/bank/decide-lines.ts', import.meta.url), [app.database.url], {
        silent: true,
      })
      await once(child.stdout!, 'data')
      while ((await undecided()) === left) await sleep(5)
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
    const left = await undecided()
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThan(lines)
    const creditedSoFar = (await credited()) - before
    expect(creditedSoFar % 1000n).toBe(0n)
    // Two workers that finish it concurrently do not credit anything twice.
    await Promise.all([app.database.runDueJobs([...handlers]), app.database.runDueJobs([...handlers])])
    expect(await undecided()).toBe(0)
    expect((await credited()) - before).toBe(BigInt(lines) * 1000n)
  })

  test('an undecidable line delays no other of its batch', async () => {
    const before = await credited()
    const content = await paidBy('FAILS-1', 40)
    const [, broken] = /<Ustrd>(FT-[^<]*)<\/Ustrd>/.exec(content)!
    await app.database.asSchemaOwner(
      `create function refuse_one() returns trigger language plpgsql as $$
       begin if new.reference = '${broken}' then raise exception 'this one fails'; end if; return new; end $$;
       create trigger refuse_one before update on deposit for each row execute function refuse_one()`,
    )
    await brought(content)
    await expect(app.database.runDueJobs([...handlers])).rejects.toThrow(
      'lines of the bank could not be decided',
    )
    expect((await credited()) - before).toBe(39_000n)
    await app.database.asSchemaOwner(`drop trigger refuse_one on deposit; drop function refuse_one()`)
    // The schedule enqueues it every few minutes.
    await app.database.transaction((tx) => enqueue(tx, decideBankLines, {}))
    await app.database.runDueJobs([...handlers])
    expect((await credited()) - before).toBe(40_000n)
  })
})

describe('a hostile file', () => {
  const good = camt053({ id: 'HOSTILE', lines: [{ amount: '1.00', text: 'x' }] })
  const repeated = (text: string, count: number) => text.repeat(count)
  const attributes = Array.from({ length: 300_000 }, (_, i) => `a${i}="x"`).join(' ')
  test.each([
    ['300 000 attributes', 'too_many_attributes', good.replace('<Ntry>', `<Ntry ${attributes}>`)],
    [
      'four million elements',
      'too_many_elements',
      good.replace('<Ntry>', `<Ntry>${repeated('<a/>', 4_000_000)}`),
    ],
    ['a hundred thousand levels', 'too_deep', good.replace('<Ntry>', `<Ntry>${repeated('<a>', 100_000)}`)],
    ['50 001 lines', 'too_many_lines', linesOf(50_001)],
    [
      'a comment of 19 MB',
      'text_too_long',
      good.replace('<Ntry>', `<!--${repeated('y', 19_000_000)}--><Ntry>`),
    ],
    [
      'an attribute of 1 MB',
      'text_too_long',
      good.replace('<Ntry>', `<Ntry a="${repeated('y', 1_000_000)}">`),
    ],
    ['one text of 19 MB', 'text_too_long', good.replace('>x<', `>${repeated('y', 19_000_000)}<`)],
    [
      'a text in many segments',
      'text_too_long',
      good.replace('>x<', `>${repeated('<![CDATA[yy]]><!-- -->', 40_000)}<`),
    ],
    ['entities', 'declares_entities', good.replace('?>', '?><!DOCTYPE a [<!ENTITY b "lol">]>')],
    ['an invalid character', 'not_well_formed', good.replace('>x<', '>&#x110000;<')],
  ])('%s is refused as %s', async (_name, why, content) => {
    expect(await upload(content)).toMatchObject({ code: 'bank_file_is_not_readable', details: { why } })
  })

  test('delays no other request while it is parsed', async () => {
    const content = good.replace('<Ntry>', `<Ntry>${repeated('<a/>', 4_000_000)}`)
    let longest = 0
    let last = performance.now()
    const beat = setInterval(() => {
      const now = performance.now()
      longest = Math.max(longest, now - last)
      last = now
    }, 5)
    const began = performance.now()
    await upload(content)
    const took = performance.now() - began
    clearInterval(beat)
    // Parsing takes many times as long as this thread was blocked, which is only for receiving 16 MB.
    expect(longest).toBeLessThan(took / 3)
  })

  const balance = (xml: string, code: string, to: string) =>
    xml.replace(new RegExp(`(<Cd>${code}</Cd></CdOrPrtry></Tp>)<Amt Ccy="USD">`), `$1<Amt${to}>`)
  test.each([
    [
      'a balance without a currency',
      balance(good, 'CLBD', ''),
      'bank_file_is_not_readable',
      { why: 'missing', where: 'Bal Ccy' },
    ],
    [
      'balances in two currencies',
      balance(good, 'CLBD', ' Ccy="EUR"'),
      'bank_file_is_not_readable',
      { why: 'currencies_differ' },
    ],
    [
      'a line without a currency',
      good.replace('<Ntry><Amt Ccy="USD">', '<Ntry><Amt>'),
      'bank_file_is_not_readable',
      { why: 'missing', where: 'Ntry 1 Ccy' },
    ],
    [
      'another currency in a line',
      good.replace('<Ntry><Amt Ccy="USD">', '<Ntry><Amt Ccy="EUR">'),
      'bank_file_is_in_another_currency',
      { line: 1, currency: 'EUR' },
    ],
  ])('%s is distinguished from the others', async (_name, content, code, details) => {
    expect(await upload(content)).toMatchObject({ code, details })
  })
})

/** The shortest possible lines. */
function linesOf(count: number): string {
  const entry =
    '<Ntry><Amt Ccy="USD">1</Amt><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>2026-11-20</Dt></BookgDt></Ntry>'
  return camt053({ id: 'MANY', lines: [], closing: `${1000 + count}.00` }).replace(
    '</Stmt>',
    `${entry.repeat(count)}</Stmt>`,
  )
}
