// Rules that a device compares evidence by, each against a platform that can sign whatever it likes, and against an honest
// one. The command line has the same rules of its own (server/src/transparency/verifier.test.ts).
import { createHash, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { uuidOfHash } from '../accounting.ts'
import { formatMoney } from '../minor-units.ts'
import type { Evidence, Proof, ProofKey, ProofLine } from '../proofs.ts'
import { LIABILITIES, type Liability } from '../transparency.ts'
import { checkAward, type ShownAward } from './check-award.ts'
import { MAX_HISTORY, type Memory } from './check-lines.ts'
import { type Checkable, checkProof, type KnownKey, type Step } from './check.ts'
import type { Cryptography } from './cryptography.ts'
import {
  accountText,
  AWARDS_TREE,
  awardBytes,
  lineBytes,
  LINES_TREE,
  plainPaddingBytes,
  type PlainTree,
  rootOfRange,
} from './lines.ts'
import { isKey, keyText, NONE_BEFORE, readStatement, statementText } from './statement.ts'
import { bytesOfHex, hexOf, identityBytes, paddingBytes } from './tree.ts'

const digest = (bytes: Uint8Array | string): Uint8Array =>
  Uint8Array.from(createHash('sha256').update(bytes).digest())
const hashOf = (bytes: Uint8Array | string): string => hexOf(digest(bytes))

const cryptography: Cryptography = {
  sha256: async (bytes) => digest(bytes),
  async verify(key, signature, bytes) {
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: key }
    return verify(null, bytes, { key: jwk, format: 'jwk' }, Buffer.from(signature, 'base64url'))
  },
}

interface Signer {
  readonly key: string
  readonly secret: KeyObject
}
function signer(): Signer {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  return { key: publicKey.export({ format: 'jwk' }).x!, secret: privateKey }
}
const signed = (text: string, { secret }: Signer): string =>
  sign(null, Buffer.from(text), secret).toString('base64url')

const by = signer()
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const START_MS = Date.parse('2026-11-21T00:20:00.000Z')
const me = { member_id: '019a0000-0000-7000-8000-0000000000ff', username: 'minhanh' }
const ACCOUNT = uuidOfHash(hashOf(accountText('member_available', me.member_id)))
const SALT = '5'.repeat(32)

/** Proof `number` is taken so many days after the first instant. */
const takenMs = (number: number): number => START_MS + number * DAY_MS
const at = (ms: number): string => new Date(ms).toISOString()
const entryId = (no: number): string => `019a0000-0000-8000-8000-${String(no).padStart(12, '0')}`

/** 1.00, which comes by an award or a correction, or goes by one; the account ends with nothing. */
interface Moved {
  readonly entry: number
  readonly type: 'award_claimed' | 'adjustment'
  readonly amount: 1 | -1
  readonly ms: number
}
const award = (entry: number, ms: number): Moved => ({ entry, type: 'award_claimed', amount: 1, ms })
const spent = (entry: number, ms: number): Moved => ({ entry, type: 'adjustment', amount: -1, ms })

interface More {
  readonly key?: string
  readonly taken_ms?: number
  /** Awards that are given besides those of the lines. */
  readonly awards?: readonly Moved[]
}

const shownOf = ({ entry, ms, type }: Moved): ShownAward => ({
  entry_id: entryId(entry),
  type,
  amount: '1.00',
  bonus: '0.00',
  at: at(ms),
})

/** One after the other, from what the account had before. */
function linesOf(moved: readonly Moved[], before: ProofLine | undefined): ProofLine[] {
  const lines: ProofLine[] = []
  for (const { entry, type, amount, ms } of moved) {
    const { version, balance_after_minor } = lines.at(-1) ??
      before ?? { version: 0, balance_after_minor: '0' }
    lines.push({
      account_id: ACCOUNT,
      version: version + 1,
      amount_minor: String(amount * 100),
      balance_after_minor: String(Number(balance_after_minor) + amount * 100),
      entry_id: entryId(entry),
      type,
      at: at(ms),
    })
  }
  return lines
}

const lineHash = (nonce: Uint8Array, line: ProofLine): Uint8Array =>
  digest(
    lineBytes(
      { nonce, salt: bytesOfHex(SALT), identity: digest(identityBytes(me.member_id, me.username)) },
      {
        account: line.account_id,
        kind: 'member_available',
        version: BigInt(line.version),
        amount_minor: BigInt(line.amount_minor),
        balance_after: BigInt(line.balance_after_minor),
        entry_id: line.entry_id,
        at_ms: Date.parse(line.at),
        type: line.type,
      },
    ),
  )

const awardHash = (nonce: Uint8Array, moved: Moved): Uint8Array =>
  digest(
    awardBytes(nonce, bytesOfHex(SALT), {
      entry_id: entryId(moved.entry),
      amount_minor: 100n,
      bonus_minor: 0n,
      at_ms: moved.ms,
      type: moved.type,
    }),
  )

async function rootOf(nonce: Uint8Array, tree: PlainTree, leaves: readonly Uint8Array[]): Promise<string> {
  if (leaves.length === 0) return hashOf(plainPaddingBytes(nonce, tree, 0))
  return hexOf(
    (await rootOfRange({ nonce, tree, count: leaves.length }, 0, leaves, [], cryptography.sha256))!,
  )
}

/** The chain so far, to which the platform adds proofs of this member's lines; at most two awards in each. */
function platform() {
  const evidences: Evidence[] = []
  let last: ProofLine | undefined
  return {
    evidences,
    proofs: () => evidences.map(({ proof }) => proof),
    async prove(moved: readonly Moved[], more: More = {}): Promise<Evidence> {
      const number = evidences.length + 1
      const before = evidences.at(-1)?.proof
      const taken_at = at(more.taken_ms ?? takenMs(number))
      const nonceHex = hashOf(`nonce ${number}`).slice(0, 32)
      const nonce = bytesOfHex(nonceHex)
      const list = linesOf(moved, last)
      last = list.at(-1) ?? last
      const lines = list.map((line) => lineHash(nonce, line))
      const awarded = [...moved.filter(({ type }) => type === 'award_claimed'), ...(more.awards ?? [])]
      const leaves = awarded.map((one) => awardHash(nonce, one))
      const entries = (readStatement(before?.statement ?? '')?.covers?.entries ?? 0) + moved.length + 1
      const statement = statementText({
        number,
        proof_id: `019a0000-0000-7000-8000-${String(number).padStart(12, '0')}`,
        previous: before?.hash ?? NONE_BEFORE,
        taken_at,
        currency: 'USD',
        nonce: nonceHex,
        leaves: 0,
        total_minor: 0n,
        root: hashOf(paddingBytes(nonce, 0)),
        heads: hashOf(`heads ${number}`),
        covers: {
          entries,
          lines: lines.length,
          lines_root: await rootOf(nonce, LINES_TREE, lines),
          awards: leaves.length,
          awards_root: await rootOf(nonce, AWARDS_TREE, leaves),
          audit_events: 0,
          audit_head: '0'.repeat(64),
          audit_root: '0'.repeat(64),
        },
        by_kind_minor: Object.fromEntries(LIABILITIES.map((kind) => [kind, 0n])) as Record<Liability, bigint>,
        key: more.key ?? by.key,
      })
      const proof: Proof = {
        _id: `019a0000-0000-7000-8000-${String(number).padStart(12, '0')}`,
        number,
        taken_at,
        total: formatMoney(0n),
        leaves: 0,
        statement,
        hash: hashOf(statement),
        signature: signed(statement, by),
      }
      const evidence: Evidence = {
        proof,
        ...me,
        leaves: [],
        accounts: last
          ? [
              {
                account_id: ACCOUNT,
                kind: 'member_available',
                holder_id: me.member_id,
                version: last.version,
                balance_minor: last.balance_after_minor,
              },
            ]
          : [],
        lines: {
          count: list.length,
          salt: SALT,
          pages: list.length === 0 ? [] : [{ index: 0, list, beside: [] }],
        },
        awards: awarded.map((one, index) =>
          Object.assign(shownOf(one), {
            index,
            salt: SALT,
            beside: leaves.filter((_, i) => i !== index).map(hexOf),
          }),
        ),
        since: [],
      }
      evidences.push(evidence)
      return evidence
    },
  }
}

const firstKey = (key: string): ProofKey => ({
  number: 1,
  key,
  since: at(START_MS),
  replaces: 'none',
  endorsement: null,
})

interface Device {
  readonly seen?: KnownKey | undefined
  readonly memory?: Memory | undefined
}

/** What a device that has seen and remembers this is told by the last of these. */
async function checkOf(evidences: readonly Evidence[], given: Partial<Checkable> & Device = {}) {
  const evidence = evidences.at(-1)!
  const from = Math.min(...[given.seen?.number, given.memory?.number].filter((no) => no !== undefined))
  const skipped = evidences.slice(0, -1).filter(({ proof }) => proof.number > from)
  const checked = await checkProof(
    {
      evidence,
      keys: [firstKey(by.key)],
      between: skipped.map(({ proof }) => proof),
      history: given.memory ? skipped.slice(-MAX_HISTORY) : [],
      seen: undefined,
      me,
      currency: 'USD',
      now_ms: Date.parse(evidence.proof.taken_at) + MINUTE_MS,
      had: undefined,
      ...given,
    },
    cryptography,
  )
  const { steps, seen, memory } = checked
  const failed = steps.filter(({ state }) => state === 'failed').map(({ name, why }) => `${name}: ${why}`)
  return { failed, seen, memory, step: (name: Step['name']) => steps.find((one) => one.name === name) }
}

/** The same 32 bytes, if the two bits that do not count are not looked at. */
function otherSpelling(key: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  return key.slice(0, -1) + alphabet[alphabet.indexOf(key.at(-1)!) + 1]!
}

describe('a key has one spelling', () => {
  const next = signer()
  const second = { number: 2, key: next.key, since: at(takenMs(1)), replaces: by.key }
  const honest = [firstKey(by.key), { ...second, endorsement: signed(keyText(second), by) }]

  test('and a list in which keys are written so, each once, is believed', async () => {
    for (const { key } of [by, next]) expect(isKey(key)).toBe(true)
    const one = platform()
    await one.prove([])
    expect((await checkOf(one.evidences, { keys: honest })).failed).toEqual([])
  })

  test('in the list: a key in another one, or listed twice, makes the list contradict itself', async () => {
    const again = otherSpelling(by.key)
    expect(Buffer.from(again, 'base64url')).toEqual(Buffer.from(by.key, 'base64url'))
    expect(isKey(again)).toBe(false)
    const respelt = { ...second, key: again }
    const twice = { ...second, key: by.key }
    const ofFirst = { ...second, replaces: again }
    const one = platform()
    await one.prove([])
    for (const keys of [
      [honest[0]!, { ...respelt, endorsement: signed(keyText(respelt), by) }],
      [honest[0]!, { ...twice, endorsement: signed(keyText(twice), by) }],
      [honest[0]!, { ...ofFirst, endorsement: signed(keyText(ofFirst), by) }],
      [firstKey(again), { ...ofFirst, endorsement: signed(keyText(ofFirst), by) }],
      [...honest, honest[0]!],
    ])
      expect([keys, (await checkOf(one.evidences, { keys })).failed]).toEqual([
        keys,
        ['key: keys_contradict'],
      ])
  })

  test('in the statement: with the key in another one it is none', async () => {
    const one = platform()
    await one.prove([], { key: otherSpelling(by.key) })
    expect((await checkOf(one.evidences)).failed).toContain('signature: not_a_statement')
  })

  test('and the list dates each key with an instant, in one spelling too', async () => {
    const one = platform()
    await one.prove([])
    const keys = [{ ...honest[0]!, since: '2026-11-21' }]
    expect((await checkOf(one.evidences, { keys })).failed).toEqual(['key: keys_contradict'])
  })
})

describe('a line is of the time of its proof', () => {
  test('one dated after the proof that has it is a failure, however little the rest is wrong', async () => {
    for (const [lateMs, failed] of [
      [6 * MINUTE_MS, ['lines: line_is_of_another_time']],
      // Clocks of two machines.
      [4 * MINUTE_MS, []],
      [-DAY_MS / 2, []],
    ] as const) {
      const one = platform()
      const ms = takenMs(1) + lateMs
      await one.prove([award(1, ms), spent(2, ms)])
      expect([lateMs, (await checkOf(one.evidences)).failed]).toEqual([lateMs, failed])
    }
  })

  test('one dated before the proof before is a failure, for a device that has that', async () => {
    for (const [ms, failed] of [
      [takenMs(1) - 6 * MINUTE_MS, ['lines: line_is_of_another_time']],
      // It was being entered when the proof before was taken.
      [takenMs(1) - 4 * MINUTE_MS, []],
      [takenMs(1) + 1, []],
    ] as const) {
      const one = platform()
      await one.prove([])
      const { seen, memory, failed: first } = await checkOf(one.evidences)
      expect(first).toEqual([])
      await one.prove([award(1, ms), spent(2, ms)])
      expect([ms, (await checkOf(one.evidences, { seen, memory })).failed]).toEqual([ms, failed])
      // It has no proof before to compare with.
      expect((await checkOf(one.evidences)).failed).toEqual([])
    }
  })

  test('also in a proof between two checks', async () => {
    const one = platform()
    await one.prove([])
    const { seen, memory } = await checkOf(one.evidences)
    await one.prove([])
    await one.prove([award(1, takenMs(2) - DAY_MS / 2), spent(2, takenMs(3) - DAY_MS / 2)])
    await one.prove([])
    expect((await checkOf(one.evidences, { seen, memory })).failed).toEqual([
      'lines: line_is_of_another_time',
    ])
  })
})

describe('an award is one line, and each line of one is an award', () => {
  const noon = (number: number) => takenMs(number) - DAY_MS / 2

  test('as they are, they pass, in one proof and in the next', async () => {
    const one = platform()
    await one.prove([award(1, noon(1)), award(2, noon(1)), spent(3, noon(1)), spent(4, noon(1))])
    const first = await checkOf(one.evidences)
    expect([first.failed, first.step('awards')]).toEqual([[], { name: 'awards', state: 'passed' }])
    await one.prove([award(5, noon(2)), spent(6, noon(2))])
    const next = await checkOf(one.evidences, first)
    expect([next.failed, next.step('awards')]).toEqual([[], { name: 'awards', state: 'passed' }])
  })

  test('two lines of one award are a failure, in one proof or in two', async () => {
    const twice = platform()
    await twice.prove([award(1, noon(1)), award(1, noon(1)), spent(2, noon(1)), spent(3, noon(1))])
    expect((await checkOf(twice.evidences)).failed).toEqual(['awards: award_twice'])
    const later = platform()
    await later.prove([])
    const { seen, memory } = await checkOf(later.evidences)
    await later.prove([award(1, takenMs(2)), spent(2, takenMs(2))])
    await later.prove([award(1, takenMs(2)), spent(3, takenMs(2))])
    expect((await checkOf(later.evidences, { seen, memory })).failed).toEqual(['awards: award_twice'])
  })

  test('an award without a line is a failure, unless lines are missing, which is one of their own', async () => {
    const one = platform()
    await one.prove([award(1, noon(1)), spent(2, noon(1))], { awards: [award(9, noon(1))] })
    expect((await checkOf(one.evidences)).failed).toEqual(['awards: award_without_line'])
    const none = platform()
    await none.prove([], { awards: [award(9, noon(1))] })
    // In the statement it is more awards than lines besides.
    expect((await checkOf(none.evidences)).failed).toEqual([
      'statement: counts_contradict',
      'awards: award_without_line',
    ])
    const [evidence] = one.evidences
    const lines = { ...evidence!.lines!, pages: [] }
    const withheld = await checkOf([{ ...evidence!, lines }])
    expect(withheld.failed).toEqual(['lines: line_is_missing'])
  })

  test('one given twice is one too many', async () => {
    const one = platform()
    const { awards, ...evidence } = await one.prove([award(1, noon(1)), spent(2, noon(1))])
    const given = { ...evidence, awards: [...awards!, ...awards!] }
    expect((await checkOf([given])).failed).toEqual(['awards: award_without_line'])
  })
})

describe('an award that is in no proof yet', () => {
  const since = (evidence: Evidence, ms: number): Evidence => ({
    ...evidence,
    since: linesOf([award(7, ms), spent(8, ms)], evidence.lines?.pages.at(-1)?.list.at(-1)),
  })

  test('of the member is said to be in none, and is no failure', async () => {
    const one = platform()
    await one.prove([])
    const waits = await checkOf([since(one.evidences[0]!, takenMs(1) + MINUTE_MS)])
    expect([waits.failed, waits.step('awards')]).toEqual([
      [],
      { name: 'awards', state: 'not_compared', why: 'awards_to_come' },
    ])
    const two = platform()
    const proved = await two.prove([award(1, takenMs(1) - DAY_MS / 2), spent(2, takenMs(1) - DAY_MS / 2)])
    const both = await checkOf([since(proved, takenMs(1) + MINUTE_MS)])
    expect([both.failed, both.step('awards')]).toEqual([
      [],
      { name: 'awards', state: 'passed', why: 'awards_to_come' },
    ])
    const none = await checkOf(one.evidences)
    expect(none.step('awards')).toEqual({ name: 'awards', state: 'not_compared', why: 'no_awards' })
  })

  test('of the member is a failure if it is dated before the proof, which would have it', async () => {
    const one = platform()
    await one.prove([])
    const leftOut = await checkOf([since(one.evidences[0]!, takenMs(1) - 6 * MINUTE_MS)])
    expect(leftOut.failed).toEqual(['awards: award_not_in_tree'])
    const entering = await checkOf([since(one.evidences[0]!, takenMs(1) - MINUTE_MS)])
    expect(entering.failed).toEqual([])
    const two = platform()
    const proved = await two.prove([award(7, takenMs(1) - DAY_MS / 2), spent(8, takenMs(1) - DAY_MS / 2)])
    const again = await checkOf([since(proved, takenMs(1) + MINUTE_MS)])
    expect(again.failed).toEqual(['awards: award_twice'])
  })

  test('in the public list waits for the next proof; said to be in one made before it, or left out of one, it is a failure', async () => {
    const one = platform()
    await one.prove([])
    await one.prove([])
    const verdict = async (ms: number, number: number) => {
      const proofs = one.proofs().toReversed()
      const known = { seen: undefined, keys: [firstKey(by.key)], proofs, now_ms: takenMs(2) + DAY_MS / 2 }
      return await checkAward(shownOf(award(1, ms)), { number, found: null }, known, cryptography)
    }
    const afterMs = takenMs(2) + 10 * MINUTE_MS
    expect(await verdict(afterMs, 3)).toBe('waiting')
    expect(await verdict(afterMs, 2)).toBe('award_is_later_than_its_proof')
    expect(await verdict(takenMs(2) + MINUTE_MS, 2)).toBe('waiting')
    expect(await verdict(takenMs(2) - 10 * MINUTE_MS, 3)).toBe('award_is_in_no_proof')
    expect(await verdict(takenMs(2) + DAY_MS, 3)).toBe('award_is_of_the_future')
  })

  test('is proved by the proof that has it, unless that was taken before it', async () => {
    for (const [ms, verdict] of [
      [takenMs(1) - DAY_MS / 2, 'proved'],
      [takenMs(1) + 10 * MINUTE_MS, 'award_is_later_than_its_proof'],
    ] as const) {
      const one = platform()
      const { proof, awards } = await one.prove([award(1, ms), spent(2, ms)])
      const { index, salt, beside } = awards![0]!
      const known = { seen: undefined, keys: [firstKey(by.key)], proofs: [proof], now_ms: ms + DAY_MS }
      const found = { number: 1, found: { proof, index, salt, beside } }
      expect(await checkAward(shownOf(award(1, ms)), found, known, cryptography)).toBe(verdict)
    }
  })
})

describe('an honest member is not alarmed', () => {
  /** Each day an award that is spent at once, so that nothing is owed at a proof. */
  const day = (number: number): Moved[] => [
    award(2 * number, takenMs(number) - DAY_MS / 2),
    spent(2 * number + 1, takenMs(number) - DAY_MS / 2),
  ]

  test('with more than thirty proofs between two checks, on this device and on one that checks each', async () => {
    const one = platform()
    await one.prove(day(1))
    const first = await checkOf(one.evidences)
    let daily: Device = first
    for (let number = 2; number <= MAX_HISTORY + 4; number += 1) {
      await one.prove(day(number))
      const checked = await checkOf(one.evidences, { seen: daily.seen, memory: daily.memory })
      expect([number, checked.failed]).toEqual([number, []])
      daily = checked
    }
    const { seen, memory } = first
    const late = await checkOf(one.evidences, { seen, memory })
    expect(late.failed).toEqual([])
    expect(late.step('memory')).toMatchObject({
      state: 'unchecked',
      why: 'recent_proofs_only',
      proofs: { checked: MAX_HISTORY + 1, of: MAX_HISTORY + 3 },
    })
    // A new device, which has seen nothing.
    expect((await checkOf(one.evidences)).failed).toEqual([])
    // One on which another member has checked since.
    const shared = await checkOf(one.evidences, { seen: daily.seen, memory })
    expect(shared.failed).toEqual([])
  })

  test('whose proofs between are deleted after their time; before it they are withheld', async () => {
    for (const [days, failed] of [
      [100, []],
      [10, ['memory: lines_withheld']],
    ] as const) {
      const one = platform()
      await one.prove(day(1))
      const { seen, memory } = await checkOf(one.evidences)
      await one.prove(day(2))
      for (const number of [3, 4]) {
        const taken_ms = takenMs(number) + days * DAY_MS
        const ms = taken_ms - DAY_MS / 2
        await one.prove([award(2 * number, ms), spent(2 * number + 1, ms)], { taken_ms })
      }
      const history = one.evidences.slice(2, 3)
      const gone = await checkOf(one.evidences, { seen, memory, history })
      expect([days, gone.failed]).toEqual([days, failed])
      expect(gone.step('lines')).toMatchObject({ state: 'unchecked', why: 'lines_forgotten' })
      expect(gone.step('awards')).toEqual({ name: 'awards', state: 'passed' })
    }
  })
})
