// Mutation test of the promises: in a copy of the program one line is changed so that a promise is broken, and the test
// that docs/promises.md names for it must fail; if it passes, the drill fails. Without a change all of them must pass (the
// control). The program is copied and its tests are loaded once; each change is undone before the next.
import { existsSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Vitest } from 'vitest/node'
import { type Drill, judge } from './verdict.ts'

const ROOT = join(import.meta.dirname, '..')
const COPIED = [
  'server',
  'contract',
  'docs',
  'faults',
  'testing',
  'ui',
  'member',
  'vitest.config.ts',
  'package.json',
  'tsconfig.base.json',
  'tsconfig.json',
  'tsconfig.web.json',
]
const PROJECTS = ['server', 'ui']

/** Each promise is broken in its rule, around it, and in what is said of it. */
export const KINDS = ['rule', 'side door', 'figure or words'] as const

interface Breach {
  readonly promise: number
  readonly kind: (typeof KINDS)[number]
  /** The change, as a hurried or greedy developer might have made it. */
  readonly defect: string
  readonly file: string
  readonly from: string
  readonly to: string
  /** The test of the promise: its file, and its name as in docs/promises.md. */
  readonly test: readonly [file: string, name: string]
}

/** Of a file whose tests continue each other, all run. */
const CONTINUED = new Set(['server/src/transparency/figures.test.ts'])

export const BREACHES: readonly Breach[] = [
  {
    promise: 1,
    kind: 'rule',
    defect: 'an order is only given to members with money in the account',
    file: 'server/src/orders/orders.ts',
    from: '  const { level, today } = await readyForTurn(tx, member)\n',
    to: `  const { level, today } = await readyForTurn(tx, member)
  const { rows } = await tx.query({ text: "select from account where kind = 'member_available' and holder_id = $1 and balance_minor > 0", values: [member_id] })
  if (rows.length === 0) throw refuse('offer_is_no_longer_available')
`,
    test: [
      'server/src/orders/orders.test.ts',
      'nobody pays to earn: with an empty balance, at level 1, a member gets all the way to the award',
    ],
  },
  {
    promise: 1,
    kind: 'side door',
    defect: 'a cent of each award is kept as a fee',
    file: 'server/src/orders/claims.ts',
    from: "      { account: accountOf('member_available', order.member_id), amount_minor },\n",
    to: `      { account: accountOf('member_available', order.member_id), amount_minor: amount_minor - 1n },
      { account: accountOf('campaign_fee', order.campaign_id), amount_minor: 1n },
`,
    test: [
      'server/src/orders/orders.test.ts',
      'nobody pays to earn: with an empty balance, at level 1, a member gets all the way to the award',
    ],
  },
  {
    promise: 1,
    kind: 'figure or words',
    defect: 'a fee taken under another name is not counted',
    file: 'server/src/transparency/promises.ts',
    from: '      else false\n    end as asked',
    to: '      else true\n    end as asked',
    test: [
      'server/src/transparency/promises.test.ts',
      'was started by that member or is a correction; a fee under any other name is seen',
    ],
  },
  {
    promise: 1,
    kind: 'figure or words',
    defect: 'an order may be refused for too little money, and the list of reasons says so',
    file: 'server/src/transparency/promises.ts',
    from: "'order_is_unknown', 'order_cannot_be_started'",
    to: "'insufficient_balance_to_upgrade', 'order_is_unknown', 'order_cannot_be_started'",
    test: [
      'server/src/transparency/promises.test.ts',
      'for which an order is refused is closed, and none is about money',
    ],
  },
  {
    promise: 2,
    kind: 'rule',
    defect: 'only half of an offer’s maximum cost is held for it',
    file: 'server/src/campaigns/slices.ts',
    from: 'amount_minor: hold_minor,\n    refers_to,',
    to: 'amount_minor: hold_minor / 2n,\n    refers_to,',
    test: [
      'server/src/orders/draw.test.ts',
      'rewards are funded before they are offered: the highest award is reserved when an offer is seen',
    ],
  },
  {
    promise: 2,
    kind: 'side door',
    defect: 'the highest bonus is offered and not reserved',
    file: 'server/src/campaigns/terms.ts',
    from: '  return reward_minor + portionOf(reward_minor, bonus_high_bp)\n',
    to: '  return reward_minor + portionOf(reward_minor, bonus_high_bp - bonus_high_bp)\n',
    test: [
      'server/src/campaigns/terms.test.ts',
      'promise 2, arithmetic: for any delivery no cent appears or vanishes, and never is more promised than there is',
    ],
  },
  {
    promise: 2,
    kind: 'figure or words',
    defect: 'every offer counts as funded',
    file: 'server/src/transparency/promises.ts',
    from: 'select count(a.no) as value, count(*) as out_of\nfrom offer o',
    to: 'select count(o.id) as value, count(*) as out_of\nfrom offer o',
    test: [
      'server/src/transparency/figures.test.ts',
      'offers that are not funded, awards without their entry, fees taken early, a level that cannot be earned',
    ],
  },
  {
    promise: 3,
    kind: 'rule',
    defect: 'the award list shows every award doubled',
    file: 'server/src/orders/awards.ts',
    from: 'm.username, a.reward_minor, a.bonus_minor, a.claimed_at\n  from award a\n  join member m',
    to: 'm.username, a.reward_minor * 2 as reward_minor, a.bonus_minor, a.claimed_at\n  from award a\n  join member m',
    test: [
      'server/src/orders/orders.test.ts',
      'award lists show real awards: exactly those that the ledger paid, members who opted out left out',
    ],
  },
  {
    promise: 3,
    kind: 'side door',
    defect: 'the award list shows each award twice, a second time a while before',
    file: 'server/src/orders/awards.ts',
    from: 'm.username, a.reward_minor, a.bonus_minor, a.claimed_at\n  from award a\n  join member m',
    to: 'm.username, a.reward_minor, a.bonus_minor, a.claimed_at\n  from (select * from award union all select * from award) a\n  join member m',
    test: [
      'server/src/orders/orders.test.ts',
      'award lists show real awards: exactly those that the ledger paid, members who opted out left out',
    ],
  },
  {
    promise: 3,
    kind: 'figure or words',
    defect: 'an award counts as paid whatever its entry paid',
    file: 'server/src/transparency/promises.ts',
    from: '\n  and paid.amount_minor = w.reward_minor + w.bonus_minor\n',
    to: '\n',
    test: [
      'server/src/transparency/figures.test.ts',
      'offers that are not funded, awards without their entry, fees taken early, a level that cannot be earned',
    ],
  },
  {
    promise: 4,
    kind: 'rule',
    defect: 'the legacy call stores the balance sent by the client',
    file: 'server/src/members/members.routes.ts',
    from: 'bind(routes, memberCalls.updateBalance, async ({ viewer }) => {\n    const { account_balance } = await readUser(viewer.member_id)',
    to: 'bind(routes, memberCalls.updateBalance, async ({ body }) => {\n    const { account_balance } = body',
    test: [
      'server/src/orders/orders.test.ts',
      'a balance is only the sum of its postings: claiming adds one, and no call sets it',
    ],
  },
  {
    promise: 4,
    kind: 'side door',
    defect: 'an award can be corrected like a deposit',
    file: 'server/src/ledger/corrections.ts',
    from: "e.type in ('deposit_credited',",
    to: "e.type in ('award_claimed', 'deposit_credited',",
    test: [
      'server/src/ledger/corrections.test.ts',
      'never an award, an unknown entry, or one that gave somebody else something',
    ],
  },
  {
    promise: 4,
    kind: 'side door',
    defect: 'a correction takes what is left of the awards, too',
    file: 'server/src/ledger/adjustments.ts',
    from: 'const taken_minor = [beyond_minor, available_minor]',
    to: 'const taken_minor = [available_minor]',
    test: [
      'server/src/ledger/corrections.test.ts',
      'awards count as spent last: what the member no longer has beyond them is the platform’s loss',
    ],
  },
  {
    promise: 4,
    kind: 'figure or words',
    defect: 'what is taken back of awards is only counted if it is named',
    file: 'server/src/transparency/promises.ts',
    from: '\n        or exists (select from from_awards f where f.id = t.id)',
    to: '',
    test: [
      'server/src/transparency/promises.test.ts',
      'is never taken back: a correction takes nothing of an award, and is seen if it does',
    ],
  },
  {
    promise: 4,
    kind: 'figure or words',
    defect: 'the rules in French say that what was claimed can be taken back',
    file: 'server/src/platform/texts/fr/pages/foundation-rules.html',
    from: 'n’est jamais repris',
    to: 'peut être repris',
    test: [
      'member/src/transparency/promise-words.test.ts',
      'what you have claimed is never taken back: the order and the rules say it in the same words',
    ],
  },
  {
    promise: 5,
    kind: 'rule',
    defect: 'members who have never deposited cannot withdraw',
    file: 'server/src/withdrawals/request-withdrawal.ts',
    from: '  const withdrawals: WithdrawalRow[] = []\n  if (payee',
    to: `  const { rows } = await tx.query({ text: 'select from deposit where member_id = $1', values: [member_id] })
  if (rows.length === 0) throw refuse('please_add_address_before')
  const withdrawals: WithdrawalRow[] = []
  if (payee`,
    test: [
      'server/src/withdrawals/withdrawals.test.ts',
      'promise 5: nothing but identity and bank checks: an outstanding order, level 1, no deposit, no turns left and an unpaid campaign do not matter',
    ],
  },
  {
    promise: 5,
    kind: 'rule',
    defect: 'one operator refuses a member’s withdrawals again and again',
    file: 'server/src/withdrawals/approve-withdrawal.ts',
    from: "if (found) throw refuse('another_operator_must_decide')",
    to: "if (found && step.reason === undefined) throw refuse('another_operator_must_decide')",
    test: [
      'server/src/withdrawals/refusal-reasons.test.ts',
      'cannot refuse one member again and again: the next within 30 days is another operator’s',
    ],
  },
  {
    promise: 5,
    kind: 'side door',
    defect: 'a card dispute keeps back everything, not the disputed amount',
    file: 'server/src/withdrawals/kept-back.ts',
    from: '  return available_minor > kept_minor ? available_minor - kept_minor : 0n\n',
    to: '  return kept_minor === 0n ? available_minor : 0n\n',
    test: [
      'server/src/withdrawals/card-returns.test.ts',
      'keeps back the disputed amount, no more; everything above it is paid; it is on each withdrawal',
    ],
  },
  {
    promise: 5,
    kind: 'figure or words',
    defect: 'refused withdrawals are not counted',
    file: 'server/src/platform/http/bind.ts',
    from: 'if (counts_refusals !== true) return',
    to: "if (counts_refusals !== true || call === 'withdraw') return",
    test: [
      'server/src/transparency/promises.test.ts',
      'of a withdrawal is counted by its code, though nothing else of it is stored',
    ],
  },
  {
    promise: 5,
    kind: 'figure or words',
    defect: 'a quota is a reason of the list',
    file: 'server/src/transparency/promises.ts',
    from: "'your_account_has_not_reached_the_minimum_balance', 'withdrawal_exceeds_the_available_balance',",
    to: "'your_account_has_not_reached_the_minimum_balance', 'you_have_completed_your_order_today', 'withdrawal_exceeds_the_available_balance',",
    test: [
      'server/src/transparency/promises.test.ts',
      'for which a withdrawal is not accepted is closed: identity, bank, amount, and the exceptions',
    ],
  },
  {
    promise: 5,
    kind: 'figure or words',
    defect: 'a withdrawal that nobody decides is never late',
    file: 'server/src/transparency/promises.ts',
    from: 'coalesce(approved_at, settled_at, $at) - requested_at',
    to: 'coalesce(approved_at, settled_at) - requested_at',
    test: [
      'server/src/transparency/promises.test.ts',
      'a withdrawal that waits more than 72 hours is late while nobody decides, and when the member cancels it',
    ],
  },
  {
    promise: 6,
    kind: 'rule',
    defect: 'a level refund is one cent short',
    file: 'server/src/levels/purchases.ts',
    from: '  const refunded_minor = refundableOf(purchase, tx.now)\n',
    to: '  const refunded_minor = refundableOf(purchase, tx.now) - 1n\n',
    test: ['server/src/levels/levels.test.ts', 'promise 6: a level cannot cost a member money'],
  },
  {
    promise: 6,
    kind: 'side door',
    defect: 'fees are revenue before their fourteen days have passed',
    file: 'server/src/levels/levels.jobs.ts',
    from: 'database.clock.now().getTime() - FULL_REFUND_MS)',
    to: 'database.clock.now().getTime() - FULL_REFUND_MS / 2)',
    test: [
      'server/src/levels/levels.test.ts',
      'is zero for 14 days, then what the level has given, never more than the fee',
    ],
  },
  {
    promise: 6,
    kind: 'figure or words',
    defect: 'money from one member to another is counted only among three',
    file: 'server/src/transparency/promises.ts',
    from: "select count(*) filter (where members > 1) as value, count(*) as out_of\nfrom (\n  select count(distinct a.holder_id) filter (where a.kind in ('member_available', 'member_held')) as members\n  from entry e join posting p on p.entry_no = e.entry_no and p.entry_id = e.id join account a on a.no = p.account_no\n  where e.type not in",
    to: "select count(*) filter (where members > 2) as value, count(*) as out_of\nfrom (\n  select count(distinct a.holder_id) filter (where a.kind in ('member_available', 'member_held')) as members\n  from entry e join posting p on p.entry_no = e.entry_no and p.entry_id = e.id join account a on a.no = p.account_no\n  where e.type not in",
    test: [
      'server/src/transparency/figures.test.ts',
      'a balance set by raw SQL, an adjustment by one person, an award that costs, money from member to member',
    ],
  },
  {
    promise: 7,
    kind: 'rule',
    defect: 'members with less than one unit are left out of the proof',
    file: 'server/src/transparency/proof.store.ts',
    from: 'where o.amount_minor <> 0 order by',
    to: 'where o.amount_minor >= 100 order by',
    test: [
      'server/src/transparency/proof.test.ts',
      'the total and each kind are what the ledger owes and what the public figures say',
    ],
  },
  {
    promise: 7,
    kind: 'side door',
    defect: 'the public figures leave out what is owed to nobody known',
    file: 'server/src/transparency/figures.store.ts',
    from: "('unmatched', 'unmatched_payment')",
    to: "('unmatched', 'not_so_matched')",
    test: [
      'server/src/transparency/figures.test.ts',
      'include a bought level, unmatched payments, refusals, cancellations, and refunds of a campaign',
    ],
  },
  {
    promise: 7,
    kind: 'figure or words',
    defect: 'a day without figures counts as published',
    file: 'server/src/transparency/promises.ts',
    from: "where figure = 'liabilities.total' and day <",
    to: "where figure = 'liabilities.total' or day <",
    test: [
      'server/src/transparency/figures.test.ts',
      'a withdrawal refused until the member had paid in, a refund that is short, a day that is missing',
    ],
  },
]

/** A copy of the program with its test runner; `close` deletes it. */
export async function copyProgram() {
  const folder = await mkdtemp(join(tmpdir(), 'fairturn-promises-'))
  for (const path of COPIED)
    await cp(join(ROOT, path), join(folder, path), {
      recursive: true,
      filter: (source) => !/\/(node_modules|dist)$/.test(source),
    })
  // Of the whole, and what a workspace has for itself.
  for (const path of ['.', ...COPIED])
    if (existsSync(join(ROOT, path, 'node_modules')))
      await symlink(join(ROOT, path, 'node_modules'), join(folder, path, 'node_modules'))
  // Loaded here, because the list of breaches is also read inside a test run.
  const { createVitest } = await import('vitest/node')
  // Isolated: a worker that is reused would keep the modules of the change before.
  const vitest = await createVitest('test', {
    root: folder,
    watch: false,
    project: PROJECTS,
    reporters: [{}],
    isolate: true,
  })
  await vitest.standalone()
  return {
    /** The tests that fail, of those named, while the change is made. Throws if one is missing, or the text to change is. */
    async failing(tests: readonly Breach['test'][], change?: Pick<Breach, 'file' | 'from' | 'to'>) {
      if (change === undefined) return await failingOf(vitest, tests)
      const path = join(folder, change.file)
      const text = await readFile(path, 'utf8')
      if (!text.includes(change.from))
        throw new Error(`${change.file} no longer has what is to be changed: ${change.from}`)
      await writeFile(
        path,
        text.replace(change.from, () => change.to),
      )
      vitest.invalidateFile(path)
      try {
        return await failingOf(vitest, tests)
      } finally {
        await writeFile(path, text)
        vitest.invalidateFile(path)
      }
    },
    async close() {
      await vitest.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const asPattern = (name: string): string => name.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)

async function failingOf(vitest: Vitest, tests: readonly Breach['test'][]): Promise<string[]> {
  const failed: string[] = []
  for (const [file, ofFile] of Map.groupBy(tests, ([path]) => path)) {
    const names = ofFile.map(([, name]) => name)
    if (CONTINUED.has(file)) vitest.resetGlobalTestNamePattern()
    else vitest.setGlobalTestNamePattern(new RegExp(names.map(asPattern).join('|')))
    const path = join(vitest.config.root, file)
    const specifications = await vitest.globTestSpecifications([path])
    const { testModules } = await vitest.runTestSpecifications(specifications)
    const found = testModules
      .filter(({ moduleId }) => moduleId === path)
      .flatMap(({ children }) => Array.from(children.allTests()))
    for (const name of names) {
      const states = found
        .filter(({ fullName }) => fullName.includes(name))
        .map((test) => test.result().state)
        .filter((state) => state !== 'skipped')
      const loading = testModules.flatMap((module) => module.errors()).map(({ message }) => message)
      if (states.length === 0) throw new Error(`no test ran of ${file}: ${name} ${loading.join('; ')}`)
      if (states.includes('failed')) failed.push(name)
    }
  }
  return failed
}

export const promises: Drill = {
  name: 'promises',
  shows: 'breaking each promise by one line, in its rule, around it or in what is said of it, fails its test',
  async run(_options, print) {
    const program = await copyProgram()
    try {
      const tests = new Map(BREACHES.map(({ test }) => [test.join(), test]))
      const unshown = (await program.failing([...tests.values()])).map(
        (name) => `without any change this test fails: ${name}`,
      )
      const missed: string[] = []
      for (const breach of BREACHES) {
        const caught = (await program.failing([breach.test], breach)).length > 0
        print(`${breach.promise}. ${breach.kind}: ${breach.defect}: ${caught ? 'caught' : 'NOT CAUGHT'}`)
        if (!caught) missed.push(`promise ${breach.promise} was broken and no test said so: ${breach.defect}`)
      }
      for (const line of [...missed, ...unshown]) print(`! ${line}`)
      const reached = `${BREACHES.length - missed.length} of ${BREACHES.length} breaches caught, at least three of each promise`
      return judge({ faults: missed, unshown, reached })
    } finally {
      await program.close()
    }
  },
}
