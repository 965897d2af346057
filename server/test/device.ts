// A member's device as the app is one: collects and checks the latest proof through HTTP, and remembers what it saw.
import { execFile } from 'node:child_process'
import { createHash, createPublicKey, verify } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { campaignCalls } from '@fairturn/contract/campaigns'
import { contentCalls } from '@fairturn/contract/content'
import { documentCalls } from '@fairturn/contract/documents'
import { levelCalls } from '@fairturn/contract/levels'
import { orderCalls } from '@fairturn/contract/orders'
import { type Checked, checkProof, type KnownKey } from '@fairturn/contract/proof/check'
import type { Memory } from '@fairturn/contract/proof/check-lines'
import type { Cryptography } from '@fairturn/contract/proof/cryptography'
import { type Calls, gather, type Gathered } from '@fairturn/contract/proof/gather'
import { proofCalls } from '@fairturn/contract/proofs'
import type { TestApp, TestMember } from './app.ts'
import { answered } from './carrying.ts'

export const cryptography: Cryptography = {
  sha256: async (bytes) => createHash('sha256').update(bytes).digest(),
  async verify(key, signature, bytes) {
    const public_key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key }, format: 'jwk' })
    return verify(null, bytes, public_key, Buffer.from(signature, 'base64url'))
  },
}

/** After every moment of the tests' clocks. */
const LATER = '2027-06-01T00:00:00.000Z'

/** The command-line verifier's exit code and output, for files with these contents. */
export async function verifier(contents: readonly unknown[], ...options: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'fairturn-proof-'))
  const files = contents.map((_, i) => join(folder, `${i}.json`))
  await Promise.all(contents.map((content, i) => writeFile(files[i]!, JSON.stringify(content))))
  const script = join(import.meta.dirname, '../../scripts/verify-proof.mjs')
  try {
    return await new Promise<{ code: number; output: string }>((resolve) => {
      const child = execFile(
        process.execPath,
        [script, '--now', LATER, ...options, ...files],
        (_error, out, err) => resolve({ code: child.exitCode ?? -1, output: out + err }),
      )
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Steps that failed, with why. */
export const failures = ({ steps }: Checked): string[] =>
  steps.filter(({ state }) => state === 'failed').map(({ name, why }) => `${name}: ${why}`)

function callsOf(app: TestApp, { _id: user_id, token }: TestMember): Calls {
  const page = (cursor: string | undefined) => (cursor === undefined ? {} : { cursor })
  return {
    mine: async (body) => answered(await app.call(proofCalls.mine, { token, body: { user_id, ...body } })),
    keys: async () => answered(await app.call(proofCalls.keys)),
    proofs: async (cursor) => answered(await app.call(proofCalls.list, { query: page(cursor) })),
    statements: async (from, cursor) =>
      answered(await app.call(documentCalls.statements, { token, query: { from, ...page(cursor) } })),
    campaigns: async (cursor) => answered(await app.call(campaignCalls.list, { token, query: page(cursor) })),
    orders: async (cursor) =>
      answered(
        await app.call(orderCalls.list, { token, body: { user_id, state: 'success', ...page(cursor) } }),
      ),
    completed: async (from, cursor) =>
      answered(await app.call(orderCalls.listCompleted, { token, body: { user_id, from, ...page(cursor) } })),
    currency: async () => answered(await app.call(contentCalls.settings)).currency.value,
    level: async () => answered(await app.call(levelCalls.refundPreview, { token })),
  }
}

/** How a dishonest platform changes what it answers. */
export type Lie = (given: Gathered) => Gathered | undefined | void

export interface DeviceStart {
  readonly seen?: KnownKey | undefined
  readonly memory?: Memory | undefined
  /** Calls that answer otherwise than the app. */
  readonly calls?: Partial<Calls>
}

export function deviceOf(app: TestApp, member: TestMember, start: DeviceStart = {}) {
  let { seen, memory } = start
  return {
    calls: async (): Promise<Calls> => callsOf(app, await app.signedIn(member)),
    /** Everything the last check received. */
    last: undefined as Gathered | undefined,
    get seen() {
      return seen
    },
    get memory() {
      return memory
    },
    async check(lie: Lie = () => undefined): Promise<Checked> {
      const signedIn = await app.signedIn(member)
      const given = structuredClone(
        await gather({ ...callsOf(app, signedIn), ...start.calls }, { seen, memory }),
      )
      const received = lie(given) ?? given
      this.last = received
      const me = { member_id: member._id, username: member.username }
      const now_ms = app.clock.now().getTime()
      const checked = await checkProof({ ...received, me, now_ms }, cryptography)
      if (checked.seen !== undefined) {
        seen = checked.seen
        memory = checked.memory ?? memory
      }
      return checked
    },
  }
}
