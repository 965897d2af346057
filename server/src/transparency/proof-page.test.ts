// docs/proof.md promises that a verifier can be written from that page alone. This one is: it reads the byte layouts
// from the page and shares no code with the product.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { adminProofCalls, proofCalls } from '@fairturn/contract/proofs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp, type TestMember } from '../../test/app.ts'
import { answered, deposit } from '../../test/carrying.ts'
import { staff } from '../../test/staff.ts'

type Fields = Readonly<Record<string, Buffer | string | bigint | number>>
type Layout = readonly { readonly name: string; readonly type: string }[]

const INTEGER_BYTES: Readonly<Record<string, number>> = { u8: 1, u32: 4, u64: 8, i64: 8 }
const page = await readFile(join(import.meta.dirname, '../../../docs/proof.md'), 'utf8')

/** The layouts of the page's code blocks, by name; a long one continues on the next line. */
function readLayouts(text: string): Map<string, Layout> {
  const lines = [...text.replaceAll(/\n +\|\| /g, ' || ').matchAll(/^(\w+) += H\((.+)\)$/gm)]
  return new Map(
    lines.map(([, name, fields]) => [
      name!,
      fields!.split(' || ').map((field) => {
        const [first, type = 'literal'] = field.split(':')
        return { name: first!, type }
      }),
    ]),
  )
}

/** The bytes of one field; throws for a type that the page does not explain. */
function fieldBytes({ name, type }: Layout[number], fields: Fields): Buffer {
  if (type === 'literal') return Buffer.from(name.replace('0x', ''), 'hex')
  const value = fields[name]
  if (value === undefined) throw new Error(`no value for ${name}`)
  if (type === 'utf8') return Buffer.from(value as string, 'utf8')
  const integer = INTEGER_BYTES[type]
  if (integer !== undefined)
    return Buffer.from(
      BigInt.asUintN(integer * 8, BigInt(value as bigint | number))
        .toString(16)
        .padStart(integer * 2, '0'),
      'hex',
    )
  const bytes = value as Buffer
  if (bytes.length !== Number(type)) throw new Error(`${name} has ${bytes.length} bytes, not ${type}`)
  return bytes
}

const hashBy =
  (layouts: ReadonlyMap<string, Layout>) =>
  (name: string, fields: Fields): Buffer =>
    createHash('sha256')
      .update(Buffer.concat(layouts.get(name)!.map((field) => fieldBytes(field, fields))))
      .digest()

const layouts = readLayouts(page)
const hash = hashBy(layouts)
const bytes = (hex: string) => Buffer.from(hex, 'hex')
const idBytes = (id: string) => bytes(id.replaceAll('-', ''))

describe('the byte layouts of the page', () => {
  test('are ten, and produce the hashes of its test vectors', () => {
    expect([...layouts.keys()]).toEqual([
      'identity',
      'leaf',
      'inner',
      'padding',
      'line',
      'plain_inner',
      'plain_padding',
      'award',
      'audit_leaf',
      'audit_inner',
    ])
    const vectors = new Map(
      [...page.matchAll(/^\| ([^|]+?) +\| `([0-9a-f]{64})` \|$/gm)].map(([, what, hex]) => [what!, hex!]),
    )
    const nonce = bytes('000102030405060708090a0b0c0d0e0f')
    const identity = hash('identity', {
      member_id: idBytes('019a0000-0000-7000-8000-000000000001'),
      user_name: 'minhanh',
    })
    const leaf = hash('leaf', {
      nonce,
      salt: Buffer.alloc(16, 0x11),
      identity,
      kind: 1,
      part: 0,
      amount: 1234,
    })
    const padding = hash('padding', { nonce, level: 0 })
    const inner = hash('inner', {
      nonce,
      level: 1,
      index: 0,
      left_sum: 1234,
      left_hash: leaf,
      right_sum: 0,
      right_hash: padding,
    })
    const at = { at: Date.parse('2026-11-21T08:00:00.000Z'), salt: Buffer.alloc(16, 0x11), nonce }
    const entry_id = idBytes('019a0000-0000-8000-8000-0000000000aa')
    const line = hash('line', {
      ...at,
      identity,
      account_id: idBytes('bad92164-02f2-8a09-92ed-c3a9706d987a'),
      account_no: 1,
      version: 7,
      amount: -500,
      balance_after: 1234,
      entry_id,
      type: 'campaign_paid',
    })
    const plainPadding = hash('plain_padding', { nonce, tree: 1, level: 0 })
    const plain = { nonce, tree: 1, level: 1, index: 0, left: line, right: plainPadding }
    const award = hash('award', { ...at, entry_id, amount: 84, bonus: 4, type: 'award_claimed' })
    const auditLeaf = hash('audit_leaf', { link: identity })
    expect(
      [
        identity,
        leaf,
        padding,
        inner,
        line,
        plainPadding,
        hash('plain_inner', plain),
        award,
        auditLeaf,
        hash('audit_inner', { left: auditLeaf, right: auditLeaf }),
      ].map((made) => made.toString('hex')),
    ).toEqual([...vectors.values()])
  })
})

describe('a real proof, verified by the page alone', () => {
  let app: TestApp
  let member: TestMember
  beforeAll(async () => {
    app = await startApp()
    member = await app.member('hashed')
    for (const [i, amount_minor] of [500n, 12_345n, 1n].entries())
      await deposit(app.database, (await app.member(`other${i}`))._id, amount_minor)
    await deposit(app.database, member._id, 98_765n)
    answered(await app.call(adminProofCalls.make, { as: await staff(app, 'finance') }))
  })
  afterAll(() => app.close())

  const signedOf = (statement: string, name: string) =>
    new RegExp(`^${name}: (\\w+)$`, 'm').exec(statement)![1]!

  /** The root over the lines of a member who has all of them, and the padding beside. */
  async function linesRoot(by: typeof hash): Promise<string> {
    const { proof, lines, accounts } = answered(
      await app.call(proofCalls.mine, { token: member.token, body: { user_id: member._id } }),
    )
    const nonce = bytes(signedOf(proof.statement, 'nonce'))
    const identity = by('identity', { member_id: idBytes(member._id), user_name: member.username })
    const [{ index, list, beside }] = lines!.pages as [NonNullable<typeof lines>['pages'][number]]
    const [line] = list as [(typeof list)[number]]
    expect([list.length, accounts!.map(({ kind }) => kind)]).toEqual([1, ['member_available']])
    let node = by('line', {
      nonce,
      salt: bytes(lines!.salt),
      identity,
      account_id: idBytes(line.account_id),
      account_no: 1,
      version: line.version,
      amount: BigInt(line.amount_minor),
      balance_after: BigInt(line.balance_after_minor),
      entry_id: idBytes(line.entry_id),
      at: Date.parse(line.at),
      type: line.type,
    })
    const others = beside.map(bytes)
    let at = index
    let width = Number(signedOf(proof.statement, 'lines'))
    for (let level = 0; width > 1; level += 1) {
      const last = at % 2 === 0 && at + 1 === width
      const other = last ? by('plain_padding', { nonce, tree: 1, level }) : others.shift()!
      const [left, right] = at % 2 === 0 ? [node, other] : [other, node]
      at = Math.floor(at / 2)
      width = Math.ceil(width / 2)
      node = by('plain_inner', { nonce, tree: 1, level: level + 1, index: at, left, right })
    }
    return node.toString('hex')
  }

  /** The root reached from each leaf of the member's evidence, as `sum:hash`, with hash function `by`. */
  async function tops(by: typeof hash): Promise<Set<string>> {
    const { leaves, proof } = answered(
      await app.call(proofCalls.mine, { token: member.token, body: { user_id: member._id } }),
    )
    const nonce = bytes(/^nonce: (\w+)$/m.exec(proof.statement)![1]!)
    const identity = by('identity', { member_id: idBytes(member._id), user_name: member.username })
    expect(leaves.length).toBeGreaterThan(0)
    return new Set(
      leaves.map(({ index, part, amount_minor, salt, path }) => {
        const amount = BigInt(amount_minor)
        let node = {
          sum: amount,
          hash: by('leaf', { nonce, salt: bytes(salt), identity, kind: 1, part, amount }),
        }
        let at = index
        for (const [below, beside] of path.entries()) {
          const other = { sum: BigInt(beside.sum_minor), hash: bytes(beside.hash) }
          const [left, right] = at % 2 === 0 ? [node, other] : [other, node]
          at = Math.floor(at / 2)
          const fields = {
            left_sum: left.sum,
            left_hash: left.hash,
            right_sum: right.sum,
            right_hash: right.hash,
          }
          node = {
            sum: left.sum + right.sum,
            hash: by('inner', { nonce, level: below + 1, index: at, ...fields }),
          }
        }
        return `${node.sum}:${node.hash.toString('hex')}`
      }),
    )
  }

  test('leads from each of a member’s leaves to the signed root and total', async () => {
    const { list } = answered(await app.call(proofCalls.list, { query: {} }))
    const signed = (name: string) => signedOf(list[0]!.statement, name)
    expect([...(await tops(hash))]).toEqual([`${signed('total_minor')}:${signed('root')}`])
    expect(await linesRoot(hash)).toBe(signed('lines_root'))
  })

  test('and does not if one field of a layout is changed', async () => {
    const right = await tops(hash)
    for (const [printed, changed] of [
      ['index:u32', 'index:u64'],
      ['0x00', '0x04'],
      ['kind:u8 || part:u8', 'part:u8 || kind:u8'],
      ['left_sum:u64 || left_hash:32', 'left_hash:32 || left_sum:u64'],
    ] as const) {
      expect(page).toContain(printed)
      expect(await tops(hashBy(readLayouts(page.replace(printed, changed))))).not.toEqual(right)
    }
    const root = await linesRoot(hash)
    for (const [printed, changed] of [
      ['amount:i64\n', 'amount:u32\n'],
      ['version:u64', 'version:u32'],
      ['0x11', '0x14'],
      ['at:u64 || type:utf8', 'type:utf8 || at:u64'],
    ] as const) {
      expect(page).toContain(printed)
      expect(await linesRoot(hashBy(readLayouts(page.replace(printed, changed))))).not.toBe(root)
    }
  })
})
