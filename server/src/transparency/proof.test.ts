// Proofs of liabilities through HTTP: they add up to the ledger and the public figures, each member finds exactly
// their own balance, and every fraud is detected by the member's check, the command line or the total.
import { createHash, createHmac, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { auditCalls } from '@fairturn/contract/backoffice/audit'
import { levelCalls } from '@fairturn/contract/levels'
import { memberCalls } from '@fairturn/contract/members'
import { formatMoney, parseMoney } from '@fairturn/contract/minor-units'
import { type Checkable, checkProof, type KnownKey } from '@fairturn/contract/proof/check'
import { keyText, NONE_BEFORE, readStatement, statementText } from '@fairturn/contract/proof/statement'
import { identityBytes, kindNumber } from '@fairturn/contract/proof/tree'
import {
  type Evidence,
  adminProofCalls,
  type Proof,
  type ProofKey,
  proofCalls,
} from '@fairturn/contract/proofs'
import { LIABILITIES, type Liability, transparencyCalls } from '@fairturn/contract/transparency'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApp, type TestApp, type TestMember } from '../../test/app.ts'
import { answered, carry, deposit, placeCampaign } from '../../test/carrying.ts'
import { cryptography as crypto, failures, verifier } from '../../test/device.ts'
import { fundedAccount } from '../../test/ledger.ts'
import { payable, withdraw } from '../../test/payments.ts'
import { staff, type TestOperator } from '../../test/staff.ts'
import { currentSigner, replaceKey, requireFollowingKey } from './proof-keys.ts'
import { openTree, pathOf, readItem, salterOf } from './proof-tree.ts'
import { proofMaker } from './proof.ts'

const LEVEL_2 = '019a0000-0000-7000-8000-000000000002'
const DAY_MS = 86_400_000

let app: TestApp
let finance: TestOperator
let owner: TestOperator
let placer: TestMember
let carrier: TestMember
let poor: TestMember
beforeAll(async () => {
  app = await startApp()
  finance = await staff(app, 'finance')
  owner = await staff(app, 'owner')
  placer = await app.member('placer')
  poor = await app.member('poor')
  carrier = await payable(app, 'carrier', 50_017n)
  await placeCampaign(app, placer)
  await carry(app, carrier)
  answered(await withdraw(app, carrier, '123.45'))
  await app.call(levelCalls.upgrade, {
    token: carrier.token,
    body: { user_id: carrier._id, level_id: LEVEL_2 },
  })
  await fundedAccount(app.database, 7_77n, 'unmatched_payment')
}, 60_000)
afterAll(() => app.close())
beforeEach(() => app.clock.advance(5_000))

const make = async () => answered(await app.call(adminProofCalls.make, { as: finance }))
const mine = async (member: TestMember, proof_id?: string) =>
  answered(
    await app.call(proofCalls.mine, {
      token: member.token,
      body: { user_id: member._id, ...(proof_id && { proof_id }) },
    }),
  )
const keys = async () => answered(await app.call(proofCalls.keys)).list
/** Of a forger, who signs with a key of their own: the list that they would show. */
async function keysOf({ proof }: Evidence): Promise<ProofKey[]> {
  const list = await keys()
  const key = readStatement(proof.statement)?.key
  if (key === undefined || list.some((one) => one.key === key)) return list
  return [{ number: 1, key, since: proof.taken_at, replaces: 'none', endorsement: null }]
}

async function check(member: TestMember, evidence: Evidence, more: Partial<Checkable> = {}) {
  return await checkProof(
    {
      evidence,
      keys: await keysOf(evidence),
      between: [],
      seen: undefined,
      me: { member_id: member._id, username: member.username },
      had: undefined,
      currency: 'USD',
      now_ms: Math.max(app.clock.now().getTime(), Date.parse(evidence.proof.taken_at)),
      ...more,
    },
    crypto,
  )
}

describe('what is proved', () => {
  test('the total and each kind are what the ledger owes and what the public figures say', async () => {
    const made = await make()
    const statement = readStatement(made.statement)!
    const [ledger] = await app.database.asSchemaOwner<{ owed: bigint; against: bigint }>(
      `select sum(balance_minor) filter (where kind not in ('cash', 'revenue'))::bigint as owed,
         -sum(balance_minor) filter (where kind in ('cash', 'revenue'))::bigint as against from account`,
    )
    expect(statement.total_minor).toBe(ledger!.owed)
    expect(statement.total_minor).toBe(ledger!.against)
    expect(parseMoney(made.total)).toBe(statement.total_minor)
    const { liabilities } = answered(await app.call(transparencyCalls.figures))
    for (const kind of LIABILITIES) {
      expect(liabilities.parts).toContainEqual(
        expect.objectContaining({ kind, amount: formatMoney(statement.by_kind_minor[kind]) }),
      )
    }
    // Of VAT: proof-vat.test.ts.
    const empty = LIABILITIES.filter((kind) => statement.by_kind_minor[kind] <= 0n)
    expect(empty).toEqual(['campaign_vat', 'vat'])
  })

  test('a member finds everything they are owed, of every kind, and the browser’s check and the command line agree', async () => {
    const made = await make()
    const evidence = await mine(carrier)
    expect(evidence.proof).toEqual(made)
    const user = answered(await app.call(memberCalls.me, { token: carrier.token }))
    const had = { available: [parseMoney(user.account_balance)], held: [parseMoney(user.held_balance)] }
    const checked = await check(carrier, evidence, { had })
    expect(failures(checked)).toEqual([])
    // It has seen nothing before, and was given neither screens nor statement.
    const states = Object.fromEntries(checked.steps.map(({ name, state }) => [name, state]))
    expect(Object.entries(states).filter(([, state]) => state !== 'passed')).toEqual([
      ['key', 'not_compared'],
      ['chain', 'not_compared'],
      ['lines', 'not_compared'],
      ['memory', 'not_compared'],
      ['screens', 'unchecked'],
      ['listed', 'unchecked'],
      ['awards', 'not_compared'],
      ['audit', 'not_compared'],
    ])
    expect(checked.owed_minor).toMatchObject({
      available: parseMoney(user.account_balance),
      held: 12_345n,
      level_fees: 2_000n,
    })
    expect(checked.owed_minor.open_awards).toBeGreaterThan(0n)
    expect(new Set(evidence.leaves.map(({ kind }) => kind)).size * 3).toBe(evidence.leaves.length)
    const { code, output } = await verifier(
      [evidence, await keys()],
      '--key',
      (await keys())[0]!.key,
      '--member',
      carrier._id,
      '--name',
      'carrier',
      '--available',
      user.account_balance,
      '--held',
      user.held_balance,
      '--open-awards',
      formatMoney(checked.owed_minor.open_awards),
      '--level-fees',
      formatMoney(checked.owed_minor.level_fees),
    )
    expect(output).toContain('Everything that was checked is valid.')
    expect(output.match(/NOT CHECKED: [^\n]+/g)).toEqual([
      expect.stringMatching(/^NOT CHECKED: what is owed since proof 2, which is \d+ hours old/),
      expect.stringMatching(/^NOT CHECKED: that proof \d+ follows the one before/),
      expect.stringMatching(/^NOT CHECKED: the chains of the ledger of proofs 2/),
      expect.stringMatching(
        /^NOT CHECKED: the audit log of proof 2, \d+ events, and the nodes that lead to it/,
      ),
      expect.stringMatching(/^NOT CHECKED: that the list of keys does not end earlier/),
      expect.stringMatching(/^NOT CHECKED: that your screens are in USD/),
      expect.stringMatching(/^NOT CHECKED: what was before proof 2 on 3 accounts/),
      expect.stringMatching(/^NOT CHECKED: that escrow was 0\.00/),
      expect.stringMatching(/^NOT CHECKED: that campaign_fees was 0\.00/),
      expect.stringMatching(/^NOT CHECKED: that campaign_vat was 0\.00/),
    ])
    expect(code).toBe(0)
    expect(failures(await check(placer, await mine(placer)))).toEqual([])
  })

  test('a member who is owed nothing is told so, and would notice otherwise', async () => {
    const evidence = await mine(poor)
    expect(evidence.leaves).toEqual([])
    const nothing = await check(poor, evidence, { had: { available: [0n], held: [0n] } })
    for (const step of ['leaves', 'paths', 'total', 'accounts'])
      expect(nothing.steps.find(({ name }) => name === step)).toMatchObject({
        state: 'not_compared',
        why: 'nothing_owed',
      })
    expect(failures(nothing)).toEqual([])
    expect(failures(await check(poor, evidence, { had: { available: [1n], held: [0n] } }))).toEqual([
      'balance: balance_differs',
    ])
  })

  test('is one snapshot: concurrent changes are in it completely or not at all', async () => {
    const going = new AbortController()
    const moving = (async () => {
      while (!going.signal.aborted) await deposit(app.database, placer._id, 3n)
    })()
    for (let i = 0; i < 3; i++) {
      const { heads, ...made } = answered(
        await app.call(proofCalls.proof, { params: { proof_id: (await make())._id } }),
      )
      expect(createHash('sha256').update(heads).digest('hex')).toBe(readStatement(made.statement)!.heads)
      expect(failures(await check(placer, await mine(placer, made._id)))).toEqual([])
    }
    going.abort()
    await moving
  })
})

describe('who can see what', () => {
  test('the signed statements are public and paged without gaps; the groups add up to the total', async () => {
    const { list } = answered(await app.call(proofCalls.list))
    expect(list.map(({ number }) => number)).toEqual(list.map((_, i) => list[0]!.number - i))
    for (const [i, proof] of list.entries()) {
      const statement = readStatement(proof.statement)!
      expect(statement.previous).toBe(list[i + 1]?.hash ?? NONE_BEFORE)
      const { key } = (await keys())[0]!
      expect(await crypto.verify(key, proof.signature, Buffer.from(proof.statement))).toBe(true)
      const { nodes } = answered(await app.call(proofCalls.groups, { params: { proof_id: proof._id } }))
      expect(nodes.reduce((sum, node) => sum + BigInt(node.sum_minor), 0n)).toBe(statement.total_minor)
    }
  })

  test('nothing signed or public names a member, and no two proofs share a leaf', async () => {
    const first = await mine(carrier)
    await make()
    const second = await mine(carrier)
    const salts = (evidence: Evidence) => evidence.leaves.map(({ salt }) => salt)
    expect(salts(first).filter((salt) => salts(second).includes(salt))).toEqual([])
    const open = JSON.stringify([answered(await app.call(proofCalls.list)), await keys()])
    for (const secret of [carrier._id, carrier.username, ...salts(second)]) expect(open).not.toContain(secret)
  })

  test('a member gets only their own leaves, whatever they request', async () => {
    const made = await make()
    const theirs = await mine(carrier, made._id)
    const own = await mine(placer, made._id)
    expect(own.member_id).toBe(placer._id)
    expect(own.leaves.some(({ index }) => theirs.leaves.some((leaf) => leaf.index === index))).toBe(false)
    const other = await app.call(proofCalls.mine, { token: placer.token, body: { user_id: carrier._id } })
    expect(other).toMatchObject({ status: 403, code: 'not_your_account' })
    expect(await app.call(proofCalls.mine, { body: {} })).toMatchObject({ status: 401 })
    const unknown = { proof_id: '019a0000-0000-7000-8000-00000000000f' }
    for (const answer of [
      await app.call(proofCalls.mine, { token: placer.token, body: unknown }),
      await app.call(proofCalls.proof, { params: unknown }),
      await app.call(proofCalls.groups, { params: unknown }),
    ])
      expect(answer).toMatchObject({ status: 404, code: 'proof_is_unknown' })
  })

  test('operators who create one are in the audit log; two concurrent requests create one', async () => {
    const [one, two] = await Promise.all([
      app.call(adminProofCalls.make, { as: finance }),
      app.call(adminProofCalls.make, { as: owner }),
    ])
    const refused = [one, two].filter(({ status }) => status !== 200)
    for (const answer of refused) expect(answer).toMatchObject({ status: 409, code: 'proof_is_being_made' })
    const events = answered(await app.call(auditCalls.acts, { as: owner, query: { action: 'proof_made' } }))
    const newest = answered(await app.call(proofCalls.list)).list[0]!
    expect(events.list.map(({ after }) => after?.['number'])).toContain(newest.number)
  })
})

describe('retention', () => {
  test('neither the application nor the schema owner can change or remove what was signed', async () => {
    for (const statement of [
      'update proof set total_minor = total_minor - 1',
      'delete from proof',
      'truncate proof cascade',
      `update proof_key set since = since + interval '1 day'`,
      'delete from proof_key',
      'update proof_block set nodes = nodes',
      'update proof_holders set items = items',
    ]) {
      await expect(app.database.asSchemaOwner(statement)).rejects.toThrow(/kept as (they were signed|it is)/)
      await expect(app.database.query({ text: statement })).rejects.toThrow(/permission denied|must be owner/)
    }
  })

  test('a second proof with the same number, or one that does not follow the last, is refused', async () => {
    const insert = (number: number, previous: string) =>
      app.database.asSchemaOwner(
        `insert into proof (id, number, statement, hash, previous_hash, signature, key_number, taken_at, total_minor, leaf_count, heads, made_by)
         select gen_random_uuid(), $1, s, sha256(convert_to(s, 'UTF8')), decode($2, 'hex'), signature, key_number, taken_at, 0, 0, '', 'x'
         from (select *, statement || 'x' as s from proof order by number desc limit 1) p`,
        [number, previous],
      )
    const [newest] = answered(await app.call(proofCalls.list)).list
    await expect(insert(newest!.number, newest!.hash)).rejects.toThrow(/does not follow|duplicate key/)
    await expect(insert(newest!.number + 1, NONE_BEFORE)).rejects.toThrow(/does not follow/)
    await expect(insert(newest!.number + 2, newest!.hash)).rejects.toThrow(/does not follow/)
  })

  test('trees older than 92 days are deleted, others kept; the statement stays', async () => {
    const proof_id = (await make())._id
    await app.database.query({ text: `select proof_forget_trees('infinity')` })
    expect((await mine(carrier, proof_id)).leaves.length).toBeGreaterThan(0)
    await expect(app.database.query({ text: 'delete from proof_tree' })).rejects.toThrow(/permission denied/)
    await app.database.asSchemaOwner(`delete from proof_tree where proof_id = $1`, [proof_id])
    const late = await app.call(proofCalls.mine, { token: carrier.token, body: { proof_id } })
    expect(late).toMatchObject({ status: 410, code: 'proof_is_too_old' })
    expect(await app.call(proofCalls.proof, { params: { proof_id } })).toMatchObject({ status: 200 })
  })
})

/** A forged tree, as a dishonest operator would build it, with a correctly signed statement. */
function forged(items: { of: TestMember; kind: Liability; amount_minor: bigint }[], said_minor?: bigint) {
  const [nonce, secret] = [randomBytes(16), randomBytes(32)]
  const salter = salterOf(secret)
  const tree = openTree(nonce, salter)
  const holderOf = ({ _id }: TestMember) => Buffer.from(_id.replaceAll('-', ''), 'hex')
  for (const { of, kind, amount_minor } of items) {
    const identity = createHash('sha256').update(identityBytes(of._id, of.username)).digest()
    tree.add({ holder: holderOf(of), identity, kind, amount_minor })
  }
  const built = tree.build()
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const by_kind_minor = Object.fromEntries(LIABILITIES.map((kind) => [kind, 0n])) as Record<Liability, bigint>
  for (const { kind, amount_minor } of items) by_kind_minor[kind] += amount_minor
  if (said_minor !== undefined) by_kind_minor.available += said_minor - built.root.sum_minor
  const taken_at = '2026-11-21T00:20:00.000Z'
  const statement = statementText({
    number: 1,
    proof_id: '019a0000-0000-7000-8000-0000000000aa',
    previous: NONE_BEFORE,
    taken_at,
    currency: 'USD',
    nonce: nonce.toString('hex'),
    leaves: built.leaf_count,
    total_minor: said_minor ?? built.root.sum_minor,
    root: Buffer.from(built.root.hash).toString('hex'),
    heads: createHash('sha256').update('').digest('hex'),
    by_kind_minor,
    key: publicKey.export({ format: 'jwk' }).x!,
  })
  const proof: Proof = {
    _id: '019a0000-0000-7000-8000-0000000000aa',
    number: 1,
    taken_at,
    total: formatMoney(said_minor ?? built.root.sum_minor),
    leaves: built.leaf_count,
    statement,
    hash: createHash('sha256').update(statement).digest('hex'),
    signature: sign(null, Buffer.from(statement), privateKey).toString('base64url'),
  }
  const levels = new Map(built.kept.map(({ level, nodes }) => [level, nodes]))
  return {
    proof,
    evidenceFor: async (member: TestMember, leavesOf = member): Promise<Evidence> => {
      const leaves: Evidence['leaves'] = []
      for (let at = 0; at < built.items.length; at += 37) {
        const item = built.items.subarray(at, at + 37)
        if (!item.subarray(0, 16).equals(holderOf(leavesOf))) continue
        const { kind, indexes } = readItem(item)
        const { salts, amounts_minor } = salter.of(item)
        for (const [part, index] of indexes.entries()) {
          const path = await pathOf(nonce, built.leaf_count, index, async (level, no) =>
            levels.get(level)!.subarray(no * 256 * 40, (no + 1) * 256 * 40),
          )
          leaves.push({
            index,
            kind,
            part,
            amount_minor: String(amounts_minor[part]),
            salt: salts.toString('hex', part * 16, part * 16 + 16),
            path: path.map((node) => ({
              sum_minor: String(node.sum_minor),
              hash: Buffer.from(node.hash).toString('hex'),
            })),
          })
        }
      }
      return { proof, member_id: member._id, username: member.username, leaves }
    },
  }
}

const available = (of: TestMember, amount_minor: bigint) => ({ of, kind: 'available' as const, amount_minor })
const had = (available_minor: bigint) => ({ available: [available_minor], held: [0n] })

describe('a dishonest operator is detected', () => {
  test('control: an honest one is not, for trees of every small size, with salts by HMAC-SHA-512', async () => {
    for (const others of [0, 1, 2, 3, 4, 7, 90]) {
      const items = Array.from({ length: others }, (_, i) => ({
        of: { ...placer, _id: `019a0000-0000-7000-8000-${String(i).padStart(12, '0')}` },
        kind: 'available' as const,
        amount_minor: BigInt(i),
      }))
      const { evidenceFor } = forged([...items, available(carrier, 700n)])
      const evidence = await evidenceFor(carrier)
      expect(failures(await check(carrier, evidence, { had: had(700n) }))).toEqual([])
      const { code } = await verifier([evidence], '--available', '7.00')
      expect(code).toBe(0)
    }
    const secret = randomBytes(32)
    const item = Buffer.alloc(37, 9)
    item[16] = kindNumber('held')
    const mac = createHmac('sha512', secret).update(item.subarray(0, 17)).digest()
    const { salts, amounts_minor } = salterOf(secret).of(item)
    expect(salts).toEqual(mac)
    expect(amounts_minor.reduce((sum, amount) => sum + amount)).toBe(item.readBigUInt64BE(17))
  })

  test('who leaves a member out, by the member’s own balance', async () => {
    const { evidenceFor } = forged([available(placer, 500n)])
    const evidence = await evidenceFor(carrier)
    expect(failures(await check(carrier, evidence, { had: had(700n) }))).toEqual(['balance: balance_differs'])
    expect((await verifier([evidence], '--available', '7.00')).code).toBe(1)
  })

  test('who lowers one, by the same', async () => {
    const { evidenceFor } = forged([available(placer, 500n), available(carrier, 699n)])
    const evidence = await evidenceFor(carrier)
    expect(failures(await check(carrier, evidence, { had: had(700n) }))).toEqual(['balance: balance_differs'])
    expect((await verifier([evidence], '--available', '7.00')).code).toBe(1)
  })

  test('who shows two members with the same balance one leaf, by the name in it', async () => {
    const { evidenceFor } = forged([available(carrier, 700n), available(placer, 1n)])
    const twice = await evidenceFor(poor, carrier)
    expect(failures(await check(poor, twice, { had: had(700n) }))).toEqual(
      expect.arrayContaining(['paths: path_leads_elsewhere']),
    )
    expect((await verifier([twice], '--available', '7.00')).code).toBe(1)
    // Nor can two members share an id: they sign in with different names.
    const sameId = { ...poor, _id: carrier._id }
    const again = await evidenceFor(sameId, carrier)
    expect(failures(await check(sameId, again))).toContain('paths: path_leads_elsewhere')
  })

  test('who shows one leaf in place of two of the same member, by its place', async () => {
    const { evidenceFor } = forged([available(carrier, 700n), available(placer, 1n)])
    const evidence = await evidenceFor(carrier)
    const [first, ...rest] = evidence.leaves
    const doubled = { ...evidence, leaves: [first!, first!, ...rest.slice(1)] }
    expect(failures(await check(carrier, doubled))).toContain('leaves: leaf_twice')
    expect((await verifier([doubled])).output).toContain('comes twice')
    const short = { ...evidence, leaves: rest }
    expect(failures(await check(carrier, short))).toContain('leaves: leaf_missing')
    expect((await verifier([short])).output).toContain('is missing')
  })

  test('who adds a negative leaf: it can be neither built nor encoded', async () => {
    expect(() => forged([available(carrier, 700n), available(placer, -500n)])).toThrow(/no proof/)
    const evidence = await forged([available(carrier, 700n)]).evidenceFor(carrier)
    for (const amount_minor of ['-500', String(2n ** 64n - 500n)]) {
      const negative = structuredClone(evidence)
      for (const leaf of negative.leaves) leaf.amount_minor = amount_minor
      expect(failures(await check(carrier, negative))).toContain('leaves: leaf_is_impossible')
      expect((await verifier([negative])).code).toBe(1)
    }
  })

  test('who is out by one cent in the middle, or states another total than the root’s, by every path', async () => {
    const items = Array.from({ length: 40 }, (_, i) => ({
      of: { ...placer, _id: `019a0000-0000-7000-8000-${String(i).padStart(12, '0')}` },
      kind: 'available' as const,
      amount_minor: 100n,
    }))
    const evidence = await forged([...items, available(carrier, 700n)]).evidenceFor(carrier)
    for (const level of evidence.leaves[0]!.path.keys()) {
      const out = structuredClone(evidence)
      const node = out.leaves[0]!.path[level]!
      node.sum_minor = String(BigInt(node.sum_minor) + 1n)
      expect(failures(await check(carrier, out))).not.toEqual([])
      expect((await verifier([out])).code).toBe(1)
    }
    const less = await forged([...items, available(carrier, 700n)], 4_699n).evidenceFor(carrier)
    expect(failures(await check(carrier, less))).not.toEqual([])
    expect((await verifier([less])).code).toBe(1)
  })

  // ASVS V11.6.1
  test('any field changed, of statement, signature, leaf or path: both checks report it', async () => {
    const evidence = await mine(carrier, (await make())._id)
    const at = (change: (one: Evidence) => unknown) => {
      const changed = structuredClone(evidence)
      change(changed)
      return changed
    }
    const flip = (text: string, i = 0) =>
      `${text.slice(0, i)}${text[i] === '0' ? '1' : '0'}${text.slice(i + 1)}`
    const lines = evidence.proof.statement.split('\n').length - 1
    const changes: [string, Evidence][] = [
      ...Array.from({ length: lines }, (_, line): [string, Evidence] => [
        `line ${line + 1}`,
        at(({ proof }) => {
          const all = proof.statement.split('\n')
          all[line] = flip(all[line]!, all[line]!.length - 1)
          proof.statement = all.join('\n')
        }),
      ]),
      ['signature', at(({ proof }) => (proof.signature = flip(proof.signature, 5)))],
      ['hash', at(({ proof }) => (proof.hash = flip(proof.hash)))],
      ['_id', at(({ proof }) => (proof._id = flip(proof._id)))],
      ['number', at(({ proof }) => (proof.number += 1))],
      ['taken_at', at(({ proof }) => (proof.taken_at = flip(proof.taken_at, 3)))],
      ['total', at(({ proof }) => (proof.total = `1${proof.total}`))],
      ['leaf count', at(({ proof }) => (proof.leaves += 1))],
      ['member', at((one) => (one.member_id = placer._id))],
      ['name', at((one) => (one.username = 'placer'))],
      ...[0, evidence.leaves.length - 1].flatMap((i): [string, Evidence][] => [
        [`index ${i}`, at(({ leaves }) => (leaves[i]!.index ^= 1))],
        [`kind ${i}`, at(({ leaves }) => (leaves[i]!.kind = 'campaign_fees'))],
        [`part ${i}`, at(({ leaves }) => (leaves[i]!.part = (leaves[i]!.part + 1) % 3))],
        [`amount ${i}`, at(({ leaves }) => (leaves[i]!.amount_minor = `1${leaves[i]!.amount_minor}`))],
        [`salt ${i}`, at(({ leaves }) => (leaves[i]!.salt = flip(leaves[i]!.salt)))],
        [`path shorter ${i}`, at(({ leaves }) => leaves[i]!.path.pop())],
        [`path longer ${i}`, at(({ leaves }) => leaves[i]!.path.push(leaves[i]!.path[0]!))],
      ]),
      ...evidence.leaves[0]!.path.flatMap((_, level): [string, Evidence][] => [
        [
          `hash at ${level}`,
          at(({ leaves }) => (leaves[0]!.path[level]!.hash = flip(leaves[0]!.path[level]!.hash))),
        ],
        [
          `sum at ${level}`,
          at(({ leaves }) => (leaves[0]!.path[level]!.sum_minor = `1${leaves[0]!.path[level]!.sum_minor}`)),
        ],
      ]),
    ]
    for (const [what, changed] of changes)
      expect([what, failures(await check(carrier, changed)).length > 0]).toEqual([what, true])
    const codes = await Promise.all(
      changes.map(async ([what, changed]) => [
        what,
        (await verifier([changed], '--member', carrier._id, '--name', 'carrier')).code,
      ]),
    )
    // The command line is given the member, so the evidence's own statement about them is ignored.
    const ignored = new Set<unknown>(['member', 'name'])
    expect(codes.filter(([what, code]) => code !== 1 && !ignored.has(what))).toEqual([])
  }, 120_000)
})

describe('a device’s stored proofs', () => {
  const seenOf = ({ number, hash, statement, signature }: Proof): KnownKey => ({
    key: readStatement(statement)!.key,
    number,
    hash,
    statement,
    signature,
  })

  test('proofs that follow the last seen one pass, with those between; a gap, a rollback or a fork does not', async () => {
    const first = await make()
    app.clock.advance(1000)
    const between = [await make(), await make()]
    const evidence = await mine(carrier, (await make())._id)
    const seen = seenOf(first)
    const passed = await check(carrier, evidence, { seen, between })
    expect(failures(passed)).toEqual([])
    expect(passed.seen).toMatchObject(seenOf(evidence.proof))
    expect(failures(await check(carrier, evidence, { seen, between: between.slice(1) }))).toEqual([
      'chain: proof_does_not_follow',
    ])
    const old = await mine(carrier, first._id)
    expect(failures(await check(carrier, old, { seen: seenOf(evidence.proof) }))).toEqual([
      'chain: proof_went_back',
    ])
    const other = { ...seenOf(evidence.proof), hash: first.hash }
    const forked = await check(carrier, evidence, { seen: other })
    expect(failures(forked)).toEqual(['chain: two_proofs_of_one_number'])
    expect(forked.seen).toBeUndefined()
    const all = [first, ...between, evidence.proof]
    expect((await verifier([{ list: all }])).code).toBe(0)
    expect((await verifier([{ list: [first, evidence.proof] }])).output).toMatch(
      /NOT CHECKED: that proof \d+ follows proof \d+; give those between/,
    )
    const file = { seen: first, between: [], evidence }
    expect((await verifier([file])).output).toContain('is missing')
  })

  test('a new key passes only if the previous one signed it', async () => {
    const before = seenOf(await make())
    const made = answered(await app.call(adminProofCalls.changeKey, { as: await staff(app, 'owner') }))
    expect(made.endorsement).not.toBeNull()
    const evidence = await mine(carrier, (await make())._id)
    expect(readStatement(evidence.proof.statement)!.key).toBe(made.key)
    expect(failures(await check(carrier, evidence, { seen: before }))).toEqual([])
    const silent = await keys()
    for (const key of silent) key.endorsement = null
    expect(failures(await check(carrier, evidence, { seen: before, keys: silent }))).toEqual([
      'key: keys_contradict',
    ])
    const { privateKey } = generateKeyPairSync('ed25519')
    const { number, key, since, replaces } = made
    const text = keyText({ number, key, since, replaces })
    const endorsement = sign(null, Buffer.from(text), privateKey).toString('base64url')
    const usurped = await keys()
    usurped.find((one) => one.key === made.key)!.endorsement = endorsement
    expect(failures(await check(carrier, evidence, { seen: before, keys: usurped }))).toEqual([
      'key: keys_contradict',
    ])
    // A list without fault of its own, that does not lead back to the key which this device knows.
    const other = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }).x!
    const unknown = { ...before, key: other }
    expect(failures(await check(carrier, evidence, { seen: unknown }))).toContain(
      'key: key_changed_without_a_word',
    )
    const proofs = [evidence, await keys()]
    expect((await verifier(proofs, '--key', before.key)).code).toBe(0)
    expect((await verifier([evidence, silent], '--key', before.key)).output).toContain('it has no signature')
    expect((await verifier([evidence, usurped], '--key', before.key)).output).toContain('does not vouch')
  })
})

test('the description and the program that members are referred to are served', async () => {
  const [description, program] = await Promise.all(
    ['/docs/proof.md', '/docs/verify-proof.mjs'].map((url) => app.fastify.inject(url)),
  )
  expect(description!.headers['content-type']).toContain('text/markdown')
  expect(description!.body).toContain('# ')
  expect(program!.headers['content-type']).toContain('text/plain')
  expect(program!.body).toContain('Verifies a proof of liabilities')
})

test('the command line names missing input, and refuses what is not evidence', async () => {
  expect((await verifier([])).code).toBe(2)
  expect((await verifier([{ nothing: true }])).code).toBe(2)
  expect((await verifier([{ proof: { statement: 'x', signature: 'y' } }])).code).toBe(1)
  const evidence = await forged([available(carrier, 700n)]).evidenceFor(carrier)
  const { code, output } = await verifier([evidence])
  expect(code).toBe(0)
  expect(output).toMatch(/NOT CHECKED: whose key it is/)
  expect(output).toMatch(/NOT CHECKED: that available was 7\.00/)
})

test('the job creates one each day of the site’s time zone, and fails visibly if it cannot', async () => {
  const job = proofMaker(app.config)
  const count = async () => answered(await app.call(proofCalls.list)).list[0]!.number
  await job.run(app.database, {})
  const before = await count()
  await job.run(app.database, {})
  expect(await count()).toBe(before)
  app.clock.advance(DAY_MS)
  await job.run(app.database, {})
  expect(await count()).toBe(before + 1)
  app.clock.advance(DAY_MS)
  await app.database.asSuperuser(`alter table account disable trigger all`)
  const id = `(select id from account where kind = 'member_available' and balance_minor > 1000 limit 1)`
  await app.database.asSchemaOwner(`update account set balance_minor = balance_minor - 1 where id = ${id}`)
  await expect(job.run(app.database, {})).rejects.toThrow(/^alarm: no proof of liabilities/)
  const refused = await app.call(adminProofCalls.make, { as: await staff(app, 'finance') })
  expect(refused).toMatchObject({
    status: 409,
    code: 'proof_cannot_be_made',
    details: { reason: expect.stringMatching(/^the tree has \d+, .* the ledger owes \d+/) },
  })
  await app.database.asSchemaOwner(`update account set balance_minor = balance_minor + 1 where id = ${id}`)
  await app.database.asSuperuser(`alter table account enable trigger all`)
  await job.run(app.database, {})
  expect(await count()).toBe(before + 2)
})

// Last, because from then on no proof can be created without that configuration.
test('a configured key is adopted, signed by the previous one, and stored nowhere', async () => {
  const [old, next] = [randomBytes(32), randomBytes(32)].map((seed) => seed.toString('base64url'))
  const database = app.database
  const signing = (signingKeys: string[]) =>
    database.transaction((tx) => currentSigner(tx, { secrets: app.config.secrets, signingKeys }, tx.now))
  const first = await signing([old!])
  expect((await signing([old!])).number).toBe(first.number)
  expect((await keys()).at(-1)).toMatchObject({ number: first.number, key: first.key })
  expect((await keys()).at(-1)!.endorsement).not.toBeNull()
  const second = await signing([next!, old!])
  expect(second.number).toBe(first.number + 1)
  expect((await keys()).at(-1)!.endorsement).not.toBeNull()
  const [kept] = await database.asSchemaOwner<{ n: number }>(
    'select count(*)::int as n from proof_key where number >= $1 and ciphertext is not null',
    [first.number],
  )
  expect(kept!.n).toBe(0)
  await expect(signing([])).rejects.toThrow(/configured and is not any more/)
  await expect(signing([old!])).rejects.toThrow(/was replaced before/)
})

test('a configured key that the one before cannot sign is refused, when a process starts and when a proof is made', async () => {
  const [known, next, stranger] = Array.from({ length: 3 }, () => randomBytes(32).toString('base64url'))
  const { database } = app
  const { secrets } = app.config
  const makeWith = (...signingKeys: string[]) =>
    database.transaction((tx) => currentSigner(tx, { secrets, signingKeys }, tx.now))
  const start = (...signingKeys: string[]) => requireFollowingKey(database, { secrets, signingKeys })
  const newest = (await keys()).at(-1)!
  // The newest key was configured by the test before, and is lost.
  await expect(start(known!)).rejects.toThrow(
    /PROOF_SIGNING_KEY is new.*would raise an alarm.*a comma, the old/,
  )
  await expect(makeWith(known!)).rejects.toThrow(/PROOF_SIGNING_KEY is new/)
  // Nor can one be generated in the back office, which nothing would sign.
  const replaced = database.transaction((tx) => replaceKey(tx, { secrets, signingKeys: [] }, tx.now))
  await expect(replaced).rejects.toThrow('proof_key_is_configured')
  expect((await keys()).at(-1)).toEqual(newest)

  const another = await startApp()
  try {
    const secretsThere = another.config.secrets
    const startThere = (...signingKeys: string[]) =>
      requireFollowingKey(another.database, { secrets: secretsThere, signingKeys })
    const signThere = (...signingKeys: string[]) =>
      another.database.transaction((tx) => currentSigner(tx, { secrets: secretsThere, signingKeys }, tx.now))
    // The first key needs nobody; a generated one is there to sign its successor.
    await startThere(known!)
    await signThere()
    await startThere(known!)
    await startThere()
    // Encrypted by a secret that is not there, a generated key signs nothing either.
    const lost = { secrets: [randomBytes(32).toString('base64url')], signingKeys: [stranger!] }
    await expect(requireFollowingKey(another.database, lost)).rejects.toThrow(/PROOF_SIGNING_KEY is new/)
    await signThere(known!)
    await startThere(known!)
    await expect(startThere(stranger!)).rejects.toThrow(/PROOF_SIGNING_KEY is new/)
    await expect(startThere(stranger!, next!)).rejects.toThrow(/PROOF_SIGNING_KEY is new/)
    // As the handbook says: the new one, a comma, the old one.
    await startThere(next!, known!)
    await signThere(next!, known!)
    await startThere(next!)
    await expect(startThere(known!)).rejects.toThrow(/was replaced before/)
    const list = answered(await another.call(proofCalls.keys)).list
    expect(list.map(({ endorsement }) => endorsement === null)).toEqual([true, false, false])
  } finally {
    await another.close()
  }
}, 60_000)
