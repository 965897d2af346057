// Mutation test of the promises: in a copy of the program one line is changed so that a promise is broken, and the tests
// that docs/promises.md names for it must fail; if they pass, the drill fails. Without a change they must pass (the
// control).
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Drill, judge } from './verdict.ts'

const ROOT = join(import.meta.dirname, '..')
const COPIED = [
  'server',
  'contract',
  'docs',
  'faults',
  'testing',
  'vitest.config.ts',
  'package.json',
  'tsconfig.base.json',
  'tsconfig.json',
]

interface Breach {
  readonly promise: number
  /** The change, as a hurried or greedy developer might have made it. */
  readonly defect: string
  readonly file: string
  readonly from: string
  readonly to: string
  /** Tests of the promise, by file and part of the name. */
  readonly test: readonly [file: string, name: string]
}

export const BREACHES: readonly Breach[] = [
  {
    promise: 1,
    defect: 'an order is only given to members with money in the account',
    file: 'server/src/orders/orders.ts',
    from: '  const { level, today } = await readyForTurn(tx, member)\n',
    to: `  const { level, today } = await readyForTurn(tx, member)
  const { rows } = await tx.query({ text: "select from account where kind = 'member_available' and holder_id = $1 and balance_minor > 0", values: [member_id] })
  if (rows.length === 0) throw refuse('offer_is_no_longer_available')
`,
    test: ['server/src/orders/orders.test.ts', 'nobody pays to earn'],
  },
  {
    promise: 2,
    defect: 'only half of an offer’s maximum cost is held for it',
    file: 'server/src/campaigns/slices.ts',
    from: 'amount_minor: hold_minor,\n    refers_to,',
    to: 'amount_minor: hold_minor / 2n,\n    refers_to,',
    test: ['server/src/orders/draw.test.ts', 'rewards are funded before they are offered'],
  },
  {
    promise: 3,
    defect: 'the award list shows every award doubled',
    file: 'server/src/orders/awards.ts',
    from: 'm.username, a.reward_minor, a.bonus_minor, a.claimed_at\n  from award a\n  join member m',
    to: 'm.username, a.reward_minor * 2 as reward_minor, a.bonus_minor, a.claimed_at\n  from award a\n  join member m',
    test: ['server/src/orders/orders.test.ts', 'award lists show real awards'],
  },
  {
    promise: 4,
    defect: 'the legacy call stores the balance sent by the client',
    file: 'server/src/members/members.routes.ts',
    from: 'bind(routes, memberCalls.updateBalance, async ({ viewer }) => {\n    const { account_balance } = await readUser(viewer.member_id)',
    to: 'bind(routes, memberCalls.updateBalance, async ({ body }) => {\n    const { account_balance } = body',
    test: ['server/src/orders/orders.test.ts', 'a balance is only the sum of its postings'],
  },
  {
    promise: 5,
    defect: 'members who have never deposited cannot withdraw',
    file: 'server/src/withdrawals/request-withdrawal.ts',
    from: '  const withdrawals: WithdrawalRow[] = []\n  if (payee',
    to: `  const { rows } = await tx.query({ text: 'select from deposit where member_id = $1', values: [member_id] })
  if (rows.length === 0) throw refuse('please_add_address_before')
  const withdrawals: WithdrawalRow[] = []
  if (payee`,
    test: ['server/src/withdrawals/withdrawals.test.ts', 'promise 5'],
  },
  {
    promise: 5,
    defect: 'one operator refuses a member’s withdrawals again and again',
    file: 'server/src/withdrawals/approve-withdrawal.ts',
    from: "if (found) throw refuse('another_operator_must_decide')",
    to: "if (found && step.reason === undefined) throw refuse('another_operator_must_decide')",
    test: ['server/src/withdrawals/refusal-reasons.test.ts', 'cannot refuse one member again and again'],
  },
  {
    promise: 6,
    defect: 'a level refund is one cent short',
    file: 'server/src/levels/purchases.ts',
    from: '  const refunded_minor = refundableOf(purchase, tx.now)\n',
    to: '  const refunded_minor = refundableOf(purchase, tx.now) - 1n\n',
    test: ['server/src/levels/levels.test.ts', 'promise 6'],
  },
  {
    promise: 7,
    defect: 'members with less than one unit are left out of the proof',
    file: 'server/src/transparency/proof.store.ts',
    from: 'where o.amount_minor <> 0 order by',
    to: 'where o.amount_minor >= 100 order by',
    test: ['server/src/transparency/proof.test.ts', 'the total and each kind are what the ledger owes'],
  },
]

/**
 * Whether the tests fail in a copy of the program, with or without the change. Throws if the text to change is not found.
 */
export async function fail({ file, from, to, test }: Breach, changed: boolean): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'fairturn-promise-'))
  try {
    for (const path of COPIED)
      await cp(join(ROOT, path), join(folder, path), {
        recursive: true,
        filter: (source) => !/\/(node_modules|dist)$/.test(source),
      })
    // Of the whole, and what a workspace has for itself.
    for (const path of ['.', ...COPIED])
      if (existsSync(join(ROOT, path, 'node_modules')))
        await symlink(join(ROOT, path, 'node_modules'), join(folder, path, 'node_modules'))
    const path = join(folder, file)
    const text = await readFile(path, 'utf8')
    if (!text.includes(from)) throw new Error(`${file} no longer has what is to be changed: ${from}`)
    if (changed) await writeFile(path, text.replace(from, to))
    const { code, output } = await runTests(folder, test)
    if (!/Tests .*\d+ (passed|failed)/.test(output)) throw new Error(`no test ran:\n${output.slice(-2000)}`)
    return code !== 0
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function runTests(
  folder: string,
  [file, name]: Breach['test'],
): Promise<{ code: number; output: string }> {
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
  const child = spawn(process.execPath, [vitest, 'run', '--root', folder, file, '-t', name], {
    cwd: folder,
    env: { ...process.env, NO_COLOR: '1' },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const code = await new Promise<number>((resolve) => child.once('close', (ended) => resolve(ended ?? 1)))
  return { code, output }
}

export const promises: Drill = {
  name: 'promises',
  shows: 'breaking each promise by one line fails its tests',
  async run(_options, print) {
    const missed: string[] = []
    const unshown: string[] = []
    for (const breach of BREACHES) {
      const caught = await fail(breach, true)
      print(`${breach.promise}. ${breach.defect}: ${caught ? 'caught' : 'NOT CAUGHT'}`)
      if (!caught) missed.push(`promise ${breach.promise} was broken and no test said so`)
      if (await fail(breach, false))
        unshown.push(`the tests of promise ${breach.promise} fail without any change`)
    }
    for (const line of [...missed, ...unshown]) print(`! ${line}`)
    const reached = `${BREACHES.length - missed.length} of ${BREACHES.length} broken promises caught`
    return judge({ faults: missed, unshown, reached })
  },
}
