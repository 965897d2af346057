// The check of a proof on a member's device, in Chromium at a fourfold slowdown of the processor: lines, memory, statement,
// leaves, signature. Run: node bench/proof-device.ts [lines] [rounds].
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { uuidOfHash } from '@fairturn/contract/ids'
import { formatMoney } from '@fairturn/contract/minor-units'
import type { Checkable } from '@fairturn/contract/proof/check'
import { accountText, LINES_TREE, lineBytes } from '@fairturn/contract/proof/lines'
import { NONE_BEFORE, statementText } from '@fairturn/contract/proof/statement'
import { identityBytes } from '@fairturn/contract/proof/tree'
import type { ProofLine } from '@fairturn/contract/proofs'
import { LIABILITIES } from '@fairturn/contract/transparency'
import { build } from 'vite'
import { besideRange, openPlainTree } from '../server/src/transparency/proof-lines.ts'
import { openTree, pathOf, readItem, salterOf } from '../server/src/transparency/proof-tree.ts'
import { launchBrowser } from '../testing/browser.ts'
import { median } from './http-load.ts'

const LINES = Number(process.argv[2] ?? 2_000)
const ROUNDS = Number(process.argv[3] ?? 5)
const SLOWDOWN = 4
/** Lines of other members in the same proof. */
const OTHERS = 100_000
const me = { member_id: '019a0000-0000-7000-8000-000000000001', username: 'minhanh' }
const AT = '2026-11-21T08:00:00.000Z'

const sha256 = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest()

/** What the member's device has collected: one account with so many lines since the last check. */
async function collected(): Promise<Checkable> {
  const [nonce, secret] = [randomBytes(16), randomBytes(32)]
  const identity = sha256(identityBytes(me.member_id, me.username))
  const salt = randomBytes(16)
  const account_id = uuidOfHash(sha256(accountText('member_available', me.member_id)).toString('hex'))
  const stored = new Map<string, Buffer>()
  const tree = openPlainTree(nonce, LINES_TREE, {
    blocks: async (blocks) => {
      for (const { level, block_no, nodes } of blocks) stored.set(`${level} ${block_no}`, Buffer.from(nodes))
    },
    places: async () => undefined,
  })
  const list: ProofLine[] = []
  for (let i = 0; i < OTHERS + LINES; i += 1) {
    if (i < OTHERS / 2 || i >= OTHERS / 2 + LINES) {
      await tree.add(Buffer.from(`another ${i}`))
      continue
    }
    const version = 1 + list.length
    const entry_id = uuidOfHash(sha256(`entry ${i}`).toString('hex'))
    const line = {
      account_id,
      version,
      amount_minor: '5',
      balance_after_minor: String(5 * version),
      entry_id,
      type: 'deposit_credited',
      at: AT,
    }
    list.push(line)
    const content = {
      account: account_id,
      kind: 'member_available' as const,
      version: BigInt(version),
      amount_minor: 5n,
      balance_after: BigInt(5 * version),
      entry_id,
      at_ms: Date.parse(AT),
      type: line.type,
    }
    await tree.add(lineBytes({ nonce, salt, identity }, content))
  }
  const lines_root = await tree.root()
  const of = { tree: LINES_TREE, count: OTHERS + LINES } as const
  const range = { first: OTHERS / 2, length: LINES }
  const beside = await besideRange(nonce, of, range, async (level, no) => stored.get(`${level} ${no}`)!)
  const balance_minor = BigInt(5 * LINES)
  const owner = Buffer.from(me.member_id.replaceAll('-', ''), 'hex')
  const salter = salterOf(secret)
  const liabilities = openTree(nonce, salter)
  liabilities.add({ owner, identity, kind: 'available', amount_minor: balance_minor })
  for (let i = 0; i < 100_000; i += 1)
    liabilities.add({ owner: randomBytes(16), identity, kind: 'held', amount_minor: 100n })
  const built = liabilities.build()
  const item = built.items.subarray(0, 37)
  const { salts, amounts_minor } = salter.of(item)
  const leaf_salts = Buffer.from(salts)
  const levels = new Map(built.kept.map(({ level, nodes }) => [level, nodes]))
  const leaves = await Promise.all(
    readItem(item).indexes.map(async (index, part) => ({
      index,
      kind: 'available' as const,
      part,
      amount_minor: String(amounts_minor[part]),
      salt: leaf_salts.toString('hex', part * 16, part * 16 + 16),
      path: (
        await pathOf(nonce, built.leaf_count, index, async (level, no) =>
          levels.get(level)!.subarray(no * 256 * 40, (no + 1) * 256 * 40),
        )
      ).map((node) => ({ sum_minor: String(node.sum_minor), hash: Buffer.from(node.hash).toString('hex') })),
    })),
  )
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const by_kind_minor = Object.fromEntries(LIABILITIES.map((kind) => [kind, 0n])) as Record<
    (typeof LIABILITIES)[number],
    bigint
  >
  by_kind_minor.available = balance_minor
  by_kind_minor.held = built.root.sum_minor - balance_minor
  const proof_id = '019a0000-0000-7000-8000-0000000000aa'
  const statement = statementText({
    number: 1,
    proof_id,
    previous: NONE_BEFORE,
    taken_at: AT,
    currency: 'USD',
    nonce: nonce.toString('hex'),
    leaves: built.leaf_count,
    total_minor: built.root.sum_minor,
    root: Buffer.from(built.root.hash).toString('hex'),
    heads: sha256('').toString('hex'),
    covers: {
      entries: OTHERS + LINES,
      lines: OTHERS + LINES,
      lines_root: lines_root.toString('hex'),
      awards: 0,
      awards_root: NONE_BEFORE,
      audit_events: 0,
      audit_head: NONE_BEFORE,
      audit_root: NONE_BEFORE,
    },
    by_kind_minor,
    key: publicKey.export({ format: 'jwk' }).x!,
  })
  const proof = {
    _id: proof_id,
    number: 1,
    taken_at: AT,
    total: formatMoney(built.root.sum_minor),
    leaves: built.leaf_count,
    statement,
    hash: sha256(statement).toString('hex'),
    signature: sign(null, Buffer.from(statement), privateKey).toString('base64url'),
  }
  const version = LINES
  return {
    currency: 'USD',
    now_ms: Date.parse(AT),
    evidence: {
      proof,
      ...me,
      leaves,
      accounts: [
        {
          account_id,
          kind: 'member_available',
          holder_id: me.member_id,
          version,
          balance_minor: String(balance_minor),
        },
      ],
      lines: {
        count: LINES,
        salt: salt.toString('hex'),
        pages: [{ index: range.first, list, beside: beside.map((node) => node.toString('hex')) }],
      },
      since: [],
    },
    keys: [
      {
        number: 1,
        key: publicKey.export({ format: 'jwk' }).x!,
        since: AT,
        replaces: 'none',
        endorsement: null,
      },
    ],
    between: [],
    history: [],
    seen: undefined,
    me,
    had: undefined,
    screens: undefined,
    memory: { number: 0, accounts: {} },
    listed: list.map((line) => ({
      _id: `${line.entry_id}:available`,
      at: line.at,
      amount: formatMoney(BigInt(line.amount_minor)),
      balance_after: formatMoney(BigInt(line.balance_after_minor)),
    })),
  }
}

/** The app's own check and cryptography, as a script. */
async function script(): Promise<string> {
  const source = `
    import { checkProof } from '@fairturn/contract/proof/check'
    import { browserCryptography } from '/member/src/transparency/proof/cryptography.ts'
    globalThis.check = async (given) => {
      const began = performance.now()
      const { steps } = await checkProof(given, browserCryptography)
      return { ms: performance.now() - began, steps: steps.map(({ name, state, why }) => [name, state, why ?? ''].join(' ')) }
    }`
  const root = new URL('..', import.meta.url).pathname
  const built = await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: { write: false, rollupOptions: { input: 'device', output: { format: 'es' } } },
    plugins: [
      {
        name: 'device',
        resolveId: (id: string) =>
          id === 'device'
            ? `${root}bench/device.js`
            : id.startsWith('/member/')
              ? root + id.slice(1)
              : undefined,
        load: (id: string) => (id === `${root}bench/device.js` ? source : undefined),
      },
    ],
  })
  const [{ output }] = [built].flat() as unknown as [{ output: { code?: string }[] }]
  return output.find(({ code }) => code !== undefined)!.code!
}

interface Done {
  readonly ms: number
  readonly steps: string[]
}

const [given, code] = await Promise.all([collected(), script()])
const server = createServer((_request, reply) =>
  reply.setHeader('content-type', 'text/html').end('<!doctype html>'),
)
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const browser = await launchBrowser()
const page = await browser.newPage()
await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
await page.addScriptTag({ content: code, type: 'module' })
await page.waitForFunction('globalThis.check !== undefined')
const devtools = await page.context().newCDPSession(page)
await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
const times: number[] = []
let steps: string[] = []
for (let round = 0; round < ROUNDS; round += 1) {
  const done = await page.evaluate(
    (input) => (globalThis as unknown as { check: (input: unknown) => Promise<Done> }).check(input),
    given as unknown,
  )
  times.push(done.ms)
  steps = done.steps
}
console.log(steps.join('\n'))
console.log(
  `${LINES} lines at a ${SLOWDOWN}-fold slowdown: median ${median(times).toFixed(0)} ms, most ${Math.max(...times).toFixed(0)} ms (goal < 3000)`,
)
await browser.close()
server.close()
