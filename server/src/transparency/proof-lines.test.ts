import { createHash, randomBytes } from 'node:crypto'
// The lines, awards and audit log that a proof signs, as a member's device checks them: the honest platform passes, and
// each dishonest one is caught by a device that has checked before.
import { auditCalls } from '@fairturn/contract/backoffice/audit'
import { levelCalls } from '@fairturn/contract/levels'
import { orderCalls } from '@fairturn/contract/orders'
import { checkAward, type ShownAward } from '@fairturn/contract/proof/check-award'
import type { Gathered } from '@fairturn/contract/proof/gather'
import {
  auditInnerBytes,
  auditLeafBytes,
  auditLogExtends,
  LINES_TREE,
  rootOfRange,
  splitOf,
} from '@fairturn/contract/proof/lines'
import { readStatement, statementText } from '@fairturn/contract/proof/statement'
import { adminProofCalls, type AwardProof, proofCalls } from '@fairturn/contract/proofs'
import { transparencyCalls } from '@fairturn/contract/transparency'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApp, type TestApp, type TestMember } from '../../test/app.ts'
import { answered, carry, claim, deposit, placeCampaign } from '../../test/carrying.ts'
import { cryptography, deviceOf, failures, verifier } from '../../test/device.ts'
import { payable, withdraw } from '../../test/payments.ts'
import { staff, type TestOperator } from '../../test/staff.ts'
import { recordAuditEvents } from '../staff/staff.ts'
import { auditHead } from './proof-audit.ts'
import { besideRange, openPlainTree } from './proof-lines.ts'

const LEVEL_2 = '019a0000-0000-7000-8000-000000000002'

let app: TestApp
let finance: TestOperator
let placer: TestMember
let carrier: TestMember
beforeAll(async () => {
  app = await startApp()
  finance = await staff(app, 'finance')
  placer = await app.member('placer')
  carrier = await payable(app, 'carrier', 50_017n)
  await placeCampaign(app, placer)
  await carry(app, carrier)
  answered(await withdraw(app, carrier, '123.45'))
  const body = { user_id: carrier._id, level_id: LEVEL_2 }
  answered(await app.call(levelCalls.upgrade, { token: carrier.token, body }))
}, 60_000)
afterAll(() => app.close())
beforeEach(() => app.clock.advance(5_000))

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()
const make = async () => answered(await app.call(adminProofCalls.make, { as: finance }))

/** As whoever owns the machine: past every trigger. */
const rewrite = (sql: string) =>
  app.database.asSuperuser(`do $$ begin set local session_replication_role = replica; ${sql}; end $$`)

describe('the honest platform', () => {
  test('a device checks seven kinds, every line, what it remembers and the audit log, from proof to proof', async () => {
    await make()
    const devices = [carrier, placer].map((member) => deviceOf(app, member))
    for (const device of devices) {
      const checked = await device.check()
      expect(failures(checked)).toEqual([])
      expect(checked.steps.filter(({ state }) => state === 'unchecked')).toEqual([])
      // A device that sees its first proof has compared nothing with what it remembers, and says so.
      const waiting = checked.steps.filter(({ state }) => state === 'not_compared')
      expect(waiting.map(({ name, why }) => `${name} ${why}`)).toEqual(
        expect.arrayContaining(['key', 'chain', 'memory', 'audit'].map((name) => `${name} first_sight`)),
      )
    }
    for (let i = 0; i < 3; i += 1) {
      app.clock.advance(600_000)
      await deposit(app.database, carrier._id, 1_000n + BigInt(i))
      await placeCampaign(app, placer)
      await make()
    }
    // Moved after the proof: signed in the next one only.
    await deposit(app.database, carrier._id, 9n)
    await deposit(app.database, placer._id, 9n)
    for (const device of devices) {
      const checked = await device.check()
      expect(failures(checked)).toEqual([])
      expect(checked.steps.filter(({ state }) => state !== 'passed')).toEqual([
        { name: 'awards', state: 'not_compared', why: 'no_awards' },
      ])
      expect(checked.steps.filter(({ why }) => why !== undefined)).toHaveLength(1)
      expect(device.last!.history).toHaveLength(2)
      expect(device.last!.evidence.since).toHaveLength(1)
    }
  })
})

test('the audit log of every earlier length is shown to be its beginning, and no other log is', async () => {
  const { database } = app
  const event = (i: number) => ({
    actor: finance.actor,
    action: 'proof_made' as const,
    object: { kind: 'proof' as const, id: String(i) },
  })
  await database.transaction((tx) =>
    recordAuditEvents(
      tx,
      Array.from({ length: 600 }, (_, i) => event(i)),
    ),
  )
  const links = await database.asSchemaOwner<{ hash: Buffer }>(
    'select hash from audit_event_link order by no',
  )
  const leaves = links.map(({ hash }) => sha256(auditLeafBytes(hash)))
  const rootOf = (of: readonly Buffer[]): Buffer => {
    if (of.length === 1) return of[0]!
    const split = splitOf(of.length)
    return sha256(auditInnerBytes(rootOf(of.slice(0, split)), rootOf(of.slice(split))))
  }
  for (let round = 0; round < 2; round += 1) {
    for (const count of [1, 2, 3, 100, 255, 256, 257, 384, 511, 512, 513, links.length - 1, links.length]) {
      const head = await database.transaction((tx) => auditHead(tx, count))
      expect(head).toMatchObject({ events: links.length, head: links.at(-1)!.hash.toString('hex') })
      expect(head.root).toBe(rootOf(leaves).toString('hex'))
      const nodes = Array.from({ length: head.proof.length / 32 }, (_, i) =>
        head.proof.subarray(i * 32, i * 32 + 32),
      )
      const after = { count: head.events, root: Buffer.from(head.root, 'hex') }
      const extend = (before: { count: number; root: Uint8Array }) =>
        auditLogExtends(before, after, nodes, cryptography.sha256)
      const root = rootOf(leaves.slice(0, count))
      expect([count, await extend({ count, root })]).toEqual([count, true])
      const other = rootOf([...leaves.slice(0, count - 1), leaves[0]!.map((byte) => byte ^ 1) as Buffer])
      expect([count, await extend({ count, root: other })]).toEqual([count, false])
      expect([count, await extend({ count: count + 1, root })]).toEqual([count, false])
    }
    // The second time from what the first has stored.
  }
})

test('trees of every size around a block lead every range to their root', async () => {
  const nonce = randomBytes(16)
  for (const count of [1, 2, 3, 5, 255, 256, 257, 300, 511, 512, 513, 700]) {
    const stored = new Map<string, Buffer>()
    const tree = openPlainTree(nonce, LINES_TREE, {
      blocks: async (blocks) => {
        for (const { level, block_no, nodes } of blocks)
          stored.set(`${level} ${block_no}`, Buffer.from(nodes))
      },
      positions: async () => undefined,
    })
    const leaves = Array.from({ length: count }, (_, i) => Buffer.from(`leaf ${i}`))
    for (const leaf of leaves) await tree.add(leaf)
    const root = await tree.root()
    const hashes = leaves.map(sha256)
    for (const [first, end] of [
      [0, count],
      [0, 1],
      [count - 1, count],
      [Math.floor(count / 3), Math.ceil(count / 2)],
      [Math.min(250, count - 1), Math.min(260, count)],
    ] as const) {
      const of = { tree: LINES_TREE, count } as const
      const length = Math.max(end - first, 1)
      const beside = await besideRange(nonce, of, { first, length }, async (level, no) =>
        stored.get(`${level} ${no}`)!,
      )
      const leads = (to: number, nodes: readonly Buffer[]) =>
        rootOfRange({ nonce, ...of }, to, hashes.slice(first, first + length), nodes, cryptography.sha256)
      expect([count, first, end, await leads(first, beside)]).toEqual([count, first, end, root])
      expect(await leads(first + 1, beside)).not.toEqual(root)
      expect(await leads(first, [...beside, root])).toBeUndefined()
    }
  }
})

describe('a dishonest platform is caught by a device that has checked before', () => {
  /** A device that has checked, then a new proof of an honest platform. */
  async function experienced(member: TestMember) {
    const device = deviceOf(app, member)
    await make()
    expect(failures(await device.check())).toEqual([])
    app.clock.advance(60_000)
    await deposit(app.database, member._id, 77n)
    await make()
    return device
  }

  test('who leaves out the leaf of an escrow, or of a fee, with or without its account', async () => {
    for (const [member, kind, accounts, amount] of [
      [placer, 'escrow', 'campaign_escrow', 'screens'],
      [placer, 'campaign_fees', 'campaign_fee', 'accounts'],
      [carrier, 'level_fees', 'level_fee', 'accounts'],
      [carrier, 'held', 'member_held', 'accounts'],
      [carrier, 'open_awards', undefined, 'screens'],
    ] as const) {
      const device = await experienced(member)
      const earlier = device.last!.evidence
      const without = ({ evidence, ...given }: Gathered) => ({
        ...given,
        evidence: { ...evidence, leaves: evidence.leaves.filter((leaf) => leaf.kind !== kind) },
      })
      expect([kind, failures(await device.check(without)).join(' ')]).toEqual([
        kind,
        expect.stringContaining(`${amount}: `),
      ])
      const forgotten = failures(
        await device.check((given) => {
          const { evidence, ...rest } = without(given)
          const kept = evidence.accounts!.filter((account) => account.kind !== accounts)
          return { ...rest, evidence: { ...evidence, accounts: kept } }
        }),
      )
      expect([kind, forgotten]).toEqual([kind, expect.arrayContaining(['screens: screen_differs'])])
      expect(forgotten.includes('memory: account_forgotten')).toBe(accounts !== undefined)
      // The command line has the earlier evidence instead of memory, and the amount that the member knows.
      const owed = device.last!.evidence
      expect(
        (
          await verifier(
            [earlier, { ...owed, accounts: owed.accounts }],
            `--${kind.replace('_', '-')}`,
            '1.00',
          )
        ).code,
      ).toBe(1)
      // Untouched, the same answer passes.
      expect([kind, failures(await device.check())]).toEqual([kind, []])
    }
  })

  test('who leaves out, changes or adds a line, or withholds the lines of a proof in between', async () => {
    const device = await experienced(carrier)
    app.clock.advance(60_000)
    await deposit(app.database, carrier._id, 78n)
    await make()
    const pageOf = ({ evidence }: Gathered) => evidence.lines!.pages[0]!
    const lies: [string, string, (given: Gathered) => void][] = [
      ['line left out', 'lines: line_is_missing', (given) => void pageOf(given).list.pop()],
      [
        'all lines left out',
        'lines: balance_does_not_follow',
        ({ evidence }) => (evidence.lines = { ...evidence.lines!, count: 0, pages: [] }),
      ],
      ['amount', 'lines: line_leads_elsewhere', (given) => (pageOf(given).list[0]!.amount_minor = '79')],
      [
        'balance',
        'lines: line_leads_elsewhere',
        (given) => (pageOf(given).list[0]!.balance_after_minor = '1'),
      ],
      [
        'time',
        'lines: line_leads_elsewhere',
        (given) => (pageOf(given).list[0]!.at = '2026-11-21T08:00:00.000Z'),
      ],
      ['type', 'lines: line_leads_elsewhere', (given) => (pageOf(given).list[0]!.type = 'adjustment')],
      ['place', 'lines: line_leads_elsewhere', (given) => (pageOf(given).index += 1)],
      ['node', 'lines: line_leads_elsewhere', (given) => void pageOf(given).beside.push('0'.repeat(64))],
      ['salt', 'lines: line_leads_elsewhere', ({ evidence }) => (evidence.lines!.salt = '0'.repeat(32))],
      ['withheld', 'memory: lines_withheld', (given) => ({ ...given, history: [] })],
      [
        'statement line',
        'listed: statement_differs',
        (given) => ({ ...given, listed: given.listed!.slice(1) }),
      ],
      [
        'statement amount',
        'listed: statement_differs',
        (given) => ({
          ...given,
          listed: given.listed!.map((line) => Object.assign(line, { amount: '0.01' })),
        }),
      ],
      [
        'form',
        'audit: form_went_back',
        ({ evidence }) => {
          const { covers: _, ...older } = readStatement(evidence.proof.statement)!
          evidence.proof.statement = statementText(older)
        },
      ],
    ]
    for (const [what, why, lie] of lies) {
      const checked = await device.check((given) => {
        const changed = lie(given)
        return typeof changed === 'object' && 'evidence' in changed ? changed : given
      })
      expect([what, failures(checked)]).toEqual([what, expect.arrayContaining([why])])
      expect(checked.memory).toBeUndefined()
      const { evidence, history, between, seen, memory } = device.last!
      const { code } = await verifier([{ evidence, history, between, seen, memory }])
      // It is given neither screens nor statement, and says what it could not check.
      expect([what, code]).toEqual([what, what.startsWith('statement') ? 0 : 1])
    }
    expect(failures(await device.check())).toEqual([])
    const { evidence, history, between, seen, memory } = device.last!
    const { code, output } = await verifier([{ evidence, history, between, seen, memory }])
    expect(output).toContain('every balance continues the one before by lines alone, from proof ')
    expect(output).not.toContain('NOT CHECKED: the lines')
    expect(code).toBe(0)
  })

  test('who invents an award, in the list or with another amount', async () => {
    const device = await experienced(carrier)
    const paid = await carry(app, await app.signedIn(carrier))
    answered(await claim(app, await app.signedIn(carrier), paid._id))
    const [listed] = answered(await app.call(orderCalls.awards)).list
    const shown = async (entry_id: string) =>
      answered(await app.call(transparencyCalls.award, { params: { entry_id } }))
    const proofOf = async (entry_id: string) =>
      answered(await app.call(proofCalls.award, { params: { entry_id } }))
    const { list: keys } = answered(await app.call(proofCalls.keys))
    const verdict = async (award: ShownAward, proof: AwardProof) => {
      const { list: proofs } = answered(await app.call(proofCalls.list))
      const known = { seen: device.seen, keys, proofs, now_ms: app.clock.now().getTime() + 600_000 }
      return await checkAward(award, proof, known, cryptography)
    }
    const award = await shown(listed!.entry_id)
    // Until the next proof it says in which one it will be.
    const waiting = await proofOf(award.entry_id)
    expect(waiting).toEqual({ number: device.seen!.number + 2, found: null })
    app.clock.advance(600_000)
    await make()
    expect(failures(await device.check())).toEqual([])
    const proof = await proofOf(award.entry_id)
    expect(await verdict(award, proof)).toBe('proved')
    for (const changed of [
      { amount: '99.00' },
      { bonus: '0.00' },
      { at: '2026-11-21T08:00:00.000Z' },
      { type: 'objection_upheld' },
      { entry_id: paid._id },
    ])
      expect([changed, await verdict({ ...award, ...changed }, proof)]).toEqual([
        changed,
        'award_leads_elsewhere',
      ])
    expect((await verifier([award, proof])).output).toContain(
      `award ${award.entry_id} of ${award.amount} is in proof`,
    )
    expect((await verifier([{ ...award, amount: '99.00' }, proof])).code).toBe(1)
    const { found } = proof
    const elsewhere = { ...proof, found: { ...found!, index: found!.index + 1 } }
    expect(await verdict(award, elsewhere)).toBe('award_leads_elsewhere')
    const unsigned = { ...proof, found: { ...found!, proof: { ...found!.proof, signature: 'A'.repeat(86) } } }
    expect(await verdict(award, unsigned)).toBe('award_leads_elsewhere')
    // One that never was in the ledger's day: put into the list with an entry that exists, and a time before the proof.
    await rewrite(`
      insert into award (id, order_id, member_id, campaign_id, entry_id, reward_minor, bonus_minor, quality_bp, claimed_at, objection_id)
      select gen_random_uuid(), w.order_id, w.member_id, w.campaign_id, e.id, 900000, 0, 10000, w.claimed_at + interval '1 second', gen_random_uuid()
      from award w, entry e where w.entry_id = '${award.entry_id}' and e.type = 'deposit_credited'
        and not exists (select from award x where x.entry_id = e.id) order by e.entry_no desc limit 1`)
    const invented = answered(await app.call(orderCalls.awards)).list.find(
      ({ amount }) => amount === '9000.00',
    )!
    const answer = await proofOf(invented.entry_id)
    expect(await verdict({ ...invented, type: 'award_claimed' }, answer)).toBe('award_is_in_no_proof')
    // Nor does it help to say that it will be in the next one.
    const later = { number: device.seen!.number + 1, found: null }
    expect(await verdict({ ...invented, type: 'award_claimed' }, later)).toBe('award_is_in_no_proof')
    await rewrite(`delete from award where reward_minor = 900000`)
  })

  test('who rewrites a line of the audit log, and the whole chain after it', async () => {
    const device = await experienced(placer)
    expect(failures(await device.check())).toEqual([])
    const chain = async () =>
      answered(await app.call(auditCalls.chain, { as: await staff(app, 'auditor') })).findings
    await rewrite(`
      update audit_event set reason = 'Nothing. It is written down.' where id = (select audit_event_id from audit_event_link where no = 2);
      declare l record; v_hash bytea; begin
        select hash into v_hash from audit_event_link where no = 1;
        for l in select k.no, a as event from audit_event_link k join audit_event a on a.id = k.audit_event_id where k.no > 1 order by k.no loop
          update audit_event_link set previous_hash = v_hash, hash = audit_event_hash(v_hash, l.event) where no = l.no returning hash into v_hash;
        end loop;
        update audit_chain set hash = v_hash;
      end`)
    // The chain itself is consistent again, but not what was signed: the check of the ledger says so.
    expect(new Set((await chain()).map(({ kind }) => kind))).toEqual(new Set(['act_proof_differs']))
    app.clock.advance(60_000)
    await make()
    const caught = await device.check()
    expect(failures(caught)).toEqual(['audit: audit_log_rewritten'])
    const { evidence, between, seen } = device.last!
    const { code, output } = await verifier([{ evidence, between, seen }])
    expect(output).toContain('does not continue that of proof')
    expect(code).toBe(1)
  })

  test('who lowers balance and statement together', async () => {
    const device = deviceOf(app, carrier)
    await deposit(app.database, carrier._id, 5_000n)
    await make()
    expect(failures(await device.check())).toEqual([])
    const earlier = device.last!.evidence
    const own = `(select no from account where kind = 'member_available' and holder_id = '${carrier._id}')`
    const last = `(select max(version) from posting where account_no = ${own})`
    const cash = `(select min(p.account_no) from posting p join account a on a.no = p.account_no and a.kind = 'cash'
      where p.entry_no = (select entry_no from posting where account_no = ${own} and version = ${last}))`
    const lower = (by: number) =>
      rewrite(`
        update posting set amount_minor = amount_minor - ${by}, balance_after = balance_after - ${by} where account_no = ${own} and version = ${last};
        update account set balance_minor = balance_minor - ${by} where no = ${own};
        update account set balance_minor = balance_minor + ${by} where no = ${cash}`)
    await lower(1_000)
    app.clock.advance(1_000)
    await make()
    // Balance, statement and proof agree with one another: a device that has never checked finds nothing.
    expect(failures(await deviceOf(app, carrier).check())).toEqual([])
    const caught = await device.check()
    expect(failures(caught)).toEqual(['memory: balance_does_not_follow'])
    expect(caught.seen).toBeUndefined()
    // Both are signed: the earlier evidence shows the balance that it lowered.
    const { evidence, between, seen } = device.last!
    const { code, output } = await verifier([{ evidence, between, seen, earlier }])
    expect(output).toContain('was changed without a line')
    expect(code).toBe(1)
    // A later entry does not hide it.
    await deposit(app.database, carrier._id, 1_000n)
    await make()
    expect(failures(await device.check())).toEqual(['memory: balance_does_not_follow'])
  })
})
