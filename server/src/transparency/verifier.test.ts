// The command-line verifier and the device's check, against evidence that lacks something or has it in another form, and
// against statements and keys of a dishonest platform: what is absent never passes.
import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { type Checkable, checkProof, type KnownKey } from '@fairturn/contract/proof/check'
import { checkAward } from '@fairturn/contract/proof/check-award'
import { auditLeafBytes, plainPaddingBytes } from '@fairturn/contract/proof/lines'
import {
  type Covers,
  keyText,
  NONE_BEFORE,
  readStatement,
  type Statement,
  statementText,
} from '@fairturn/contract/proof/statement'
import { bytesOfHex, paddingBytes } from '@fairturn/contract/proof/tree'
import {
  adminProofCalls,
  type Evidence,
  type Proof,
  type ProofKey,
  proofCalls,
} from '@fairturn/contract/proofs'
import { LIABILITIES, type Liability, transparencyCalls } from '@fairturn/contract/transparency'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp, type TestMember } from '../../test/app.ts'
import { answered, carry, claim, placeCampaign } from '../../test/carrying.ts'
import { cryptography, deviceOf, failures, verifier } from '../../test/device.ts'
import { staff } from '../../test/staff.ts'

const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')

describe('evidence', () => {
  let app: TestApp
  let placer: TestMember
  let carrier: TestMember
  let evidence: Evidence
  const make = async () => answered(await app.call(adminProofCalls.make, { as: await staff(app, 'finance') }))
  const evidenceOf = async (member: TestMember) => {
    const device = deviceOf(app, member)
    return await (await device.calls()).mine({})
  }
  beforeAll(async () => {
    app = await startApp()
    placer = await app.member('placer')
    carrier = await app.member('carrier')
    await placeCampaign(app, placer)
    const order = await carry(app, carrier)
    answered(await claim(app, await app.signedIn(carrier), order._id))
    await carry(app, await app.signedIn(carrier))
    app.clock.advance(60_000)
    await make()
    evidence = await evidenceOf(carrier)
  }, 60_000)
  afterAll(() => app.close())

  test('without lines, accounts or leaves is wrong, with the reason; null or without form it is no evidence', async () => {
    expect((await verifier([evidence])).code).toBe(0)
    for (const [part, reason] of [
      ['accounts', 'has no accounts'],
      ['lines', 'has no lines'],
      ['leaves', 'has no leaves'],
      ['proof', 'has no proof'],
    ] as const) {
      const { [part]: _, ...without } = evidence
      const { code, output } = await verifier([without, { list: [evidence.proof] }])
      expect([part, code, output]).toEqual([part, 1, expect.stringContaining(reason)])
    }
    for (const part of ['accounts', 'lines'] as const)
      expect((await verifier([{ ...evidence, [part]: null }])).code).toBe(1)
    const proofs = { list: [evidence.proof] }
    for (const nothing of [null, [null], 'evidence', 7, { evidence: null }, { ...proofs, evidence: null }]) {
      const { code, output } = await verifier([proofs, nothing])
      expect([nothing, code, output]).toEqual([nothing, 2, expect.stringContaining('no evidence')])
    }
    const { signature: _, ...unsigned } = evidence.proof
    expect((await verifier([proofs, { list: [unsigned] }])).code).toBe(1)
    expect((await verifier([evidence], '--available', '1,00')).code).toBe(2)
    expect((await verifier([evidence], '--unheard-of', '1.00')).code).toBe(2)
  })

  test('with a value of another type is wrong, wherever it is: never read as the one that it looks like', async () => {
    const places: (readonly (string | number)[])[] = []
    const walk = (value: unknown, path: readonly (string | number)[]): void => {
      // What has moved since is not signed, and not checked.
      if (path[0] === 'since') return
      if (typeof value !== 'object' || value === null) places.push(path)
      else if (Array.isArray(value)) for (const i of value.slice(0, 2).keys()) walk(value[i], [...path, i])
      else for (const [name, one] of Object.entries(value)) walk(one, [...path, name])
    }
    walk(evidence, [])
    expect(places.length).toBeGreaterThan(50)
    const other = (value: unknown): unknown[] =>
      typeof value === 'number' ? [String(value), [value]] : [[value], Number(value) || 1]
    const passed: string[] = []
    const lies = places.flatMap((path) => {
      const value = path.reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], evidence)
      return other(value).map((changed) => ({ path, changed }))
    })
    for (let at = 0; at < lies.length; at += 8)
      await Promise.all(
        lies.slice(at, at + 8).map(async ({ path, changed }) => {
          const lie = structuredClone(evidence) as unknown as Record<string, unknown>
          const parent = path.slice(0, -1).reduce((of, name) => of[name] as Record<string, unknown>, lie)
          parent[path.at(-1)!] = changed
          if ((await verifier([lie])).code !== 1) passed.push(`${path.join('.')} ${JSON.stringify(changed)}`)
        }),
      )
    expect(passed).toEqual([])
  }, 120_000)

  test('whose escrow is left out of the leaves is not checked, and says how much the accounts have', async () => {
    const own = await evidenceOf(placer)
    const without = { ...own, leaves: own.leaves.filter(({ kind }) => kind !== 'escrow') }
    const escrow = own.accounts!.find(({ kind }) => kind === 'campaign_escrow')!
    const { code, output } = await verifier([without])
    expect(code).toBe(0)
    expect(output).toContain(
      `NOT CHECKED: the accounts have ${escrow.balance_minor} of escrow, the leaves only 0`,
    )
    expect((await verifier([without], '--escrow', '1.00')).code).toBe(1)
    // A device compares with what the campaign's page says that orders keep.
    const device = deviceOf(app, placer)
    const caught = await device.check((given) => ({
      ...given,
      evidence: { ...given.evidence, leaves: without.leaves },
    }))
    expect(failures(caught)).toContain('screens: screen_differs')
  })

  test('of an award that is to come is recomputed when the proof is there, and one that is absent is an error', async () => {
    const order = await carry(app, await app.signedIn(carrier))
    answered(await claim(app, await app.signedIn(carrier), order._id))
    const { entry_id } = (
      await app.database.asOwner<{ entry_id: string }>(
        'select entry_id from award order by claimed_at desc limit 1',
      )
    )[0]!
    const params = { entry_id }
    const award = answered(await app.call(transparencyCalls.award, { params }))
    const waiting = answered(await app.call(proofCalls.award, { params }))
    const verdict = async (proof: typeof waiting, promised?: number, shown = award) => {
      const { list: proofs } = answered(await app.call(proofCalls.list))
      const keys = answered(await app.call(proofCalls.keys)).list
      const now_ms = app.clock.now().getTime()
      return await checkAward(shown, proof, { seen: undefined, keys, proofs, promised, now_ms }, cryptography)
    }
    const number = waiting.number!
    expect([waiting.found, await verdict(waiting)]).toEqual([null, 'waiting'])
    // Nobody has seen a proof of version 1 here, so that no award is older than such proofs.
    expect(await verdict({ number: null, found: null })).toBe('award_is_in_no_proof')
    expect(await verdict({ number: number + 9, found: null })).toBe('award_is_in_no_proof')
    const pending = await verifier([award, waiting, { list: [evidence.proof] }])
    expect([pending.code, pending.output]).toEqual([
      0,
      expect.stringContaining(`NOT CHECKED: award ${entry_id}`),
    ])
    app.clock.advance(600_000)
    const next = await make()
    app.clock.advance(600_000)
    expect(await verdict(answered(await app.call(proofCalls.award, { params })))).toBe('proved')
    // A stranger, who remembers nothing, is told again that it will come.
    for (const later of [waiting, { number: number + 1, found: null }, { number: null, found: null }])
      expect(await verdict(later)).toBe('award_is_in_no_proof')
    const lists = { list: [evidence.proof, next] }
    expect((await verifier([award, waiting, lists])).code).toBe(1)
    // Nor does it help to date it later than this device was told.
    await make()
    const dated = { ...award, at: app.clock.now().toISOString() }
    expect(await verdict({ number: number + 2, found: null }, number, dated)).toBe('award_is_in_no_proof')
    const proof = answered(await app.call(proofCalls.award, { params }))
    const early = { ...award, at: new Date(Date.parse(evidence.proof.taken_at) - 600_000).toISOString() }
    expect(await verdict(proof, undefined, early)).toBe('award_leads_elsewhere')
    expect((await verifier([award, proof, lists])).output).toContain('who was paid is only stated')
  })
})

/** Statements of a platform that can sign whatever it likes. */
interface Signer {
  readonly key: string
  readonly secret: KeyObject
}
const signer = (): Signer => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  return { key: publicKey.export({ format: 'jwk' }).x!, secret: privateKey }
}
const signed = (text: string, { secret }: Signer) =>
  sign(null, Buffer.from(text), secret).toString('base64url')

const START_MS = Date.parse('2026-11-21T00:20:00.000Z')
const DAY_MS = 86_400_000
const HEADS = ['', '1 5 ', '2 5 '].map((line) => (line === '' ? '' : `${line}${'a'.repeat(64)}\n`))

/** Proof `number` of a platform without members, a day after the one before. */
function proofOf(
  number: number,
  by: Signer,
  before?: Proof,
  changed: Partial<Statement & Covers> = {},
): Proof {
  const nonce = changed.nonce ?? sha256(`${number}`).slice(0, 32)
  const entries = changed.entries ?? 5
  const audit_head = changed.audit_head ?? 'c'.repeat(64)
  const kinds = Object.fromEntries(LIABILITIES.map((kind) => [kind, 0n])) as Record<Liability, bigint>
  const statement = statementText({
    number,
    proof_id: `019a0000-0000-7000-8000-${String(number).padStart(12, '0')}`,
    previous: before?.hash ?? NONE_BEFORE,
    taken_at: new Date(START_MS + number * DAY_MS).toISOString(),
    currency: 'USD',
    leaves: 0,
    total_minor: 0n,
    root: sha256(paddingBytes(bytesOfHex(nonce), 0)),
    heads: sha256(entries === 0 ? '' : HEADS[1]!),
    by_kind_minor: kinds,
    key: by.key,
    ...changed,
    nonce,
    covers: {
      entries,
      lines: 0,
      lines_root: sha256(plainPaddingBytes(bytesOfHex(nonce), 1, 0)),
      awards: 0,
      awards_root: sha256(plainPaddingBytes(bytesOfHex(nonce), 2, 0)),
      audit_events: 1,
      audit_head,
      audit_root: changed.audit_root ?? sha256(auditLeafBytes(bytesOfHex(audit_head))),
    },
  })
  const { proof_id: _id, taken_at } = readStatement(statement) ?? { proof_id: '', taken_at: '' }
  return {
    _id,
    number,
    taken_at,
    total: '0.00',
    leaves: 0,
    statement,
    hash: sha256(statement),
    signature: signed(statement, by),
  }
}

const me = { member_id: '019a0000-0000-7000-8000-0000000000ff', username: 'poor' }

/** Failures of a device that has seen one proof, at another. */
async function atDevice(proof: Proof, more: Partial<Checkable> & { before?: Proof } = {}): Promise<string[]> {
  const { before, ...given } = more
  const seen: KnownKey | undefined = before && {
    number: before.number,
    hash: before.hash,
    statement: before.statement,
    signature: before.signature,
    key: readStatement(before.statement)!.key,
  }
  const evidence: Evidence = {
    proof,
    ...me,
    leaves: [],
    accounts: [],
    since: [],
    awards: [],
    lines: { count: 0, salt: '0'.repeat(32), pages: [] },
  }
  const input = { evidence, keys: [], between: [], seen, me, had: undefined, ...given }
  return failures(await checkProof(input, cryptography))
}

describe('a statement', () => {
  const by = signer()
  const first = proofOf(1, by)

  test('goes on from the one before: later, with a new nonce and id, in the same currency and with the same heads', async () => {
    const next = proofOf(2, by, first)
    expect(await atDevice(next, { before: first })).toEqual([])
    expect((await verifier([{ list: [first, next] }])).code).toBe(0)
    const { nonce, proof_id, taken_at } = readStatement(first.statement)!
    for (const [changed, why] of [
      [{ taken_at }, 'chain: proof_is_not_later'],
      [{ taken_at: new Date(START_MS).toISOString() }, 'chain: proof_is_not_later'],
      [{ nonce }, 'chain: proof_does_not_follow'],
      [{ proof_id }, 'chain: proof_does_not_follow'],
      [{ currency: 'EURO' }, 'chain: currency_changed'],
      [{ heads: sha256(HEADS[2]!) }, 'chain: proof_does_not_follow'],
      [{ audit_head: 'd'.repeat(64) }, 'audit: audit_log_rewritten'],
    ] as const) {
      const lie = proofOf(2, by, first, changed)
      expect([changed, await atDevice(lie, { before: first })]).toEqual([changed, [why]])
      expect([changed, (await verifier([{ list: [first, lie] }])).code]).toEqual([changed, 1])
    }
    // A millisecond is enough, so that two proofs of one second are no reason for an alarm.
    const soon = proofOf(2, by, first, { taken_at: new Date(Date.parse(taken_at) + 1).toISOString() })
    expect(await atDevice(soon, { before: first })).toEqual([])
    expect((await verifier([{ list: [first, soon] }])).code).toBe(0)
  })

  test('may have another currency than the one before only if that had no entry yet', async () => {
    const empty = proofOf(1, by, undefined, { entries: 0 })
    const euro = proofOf(2, by, empty, { currency: 'EURO' })
    expect(await atDevice(euro, { before: empty })).toEqual([])
    expect((await verifier([{ list: [empty, euro] }])).code).toBe(0)
  })

  test('has the form of its version in every field', async () => {
    for (const changed of [
      { currency: 'GBP' },
      { proof_id: '0'.repeat(36) },
      { taken_at: '2026-02-30T00:20:00.000Z' },
      { taken_at: '2026-11-21T24:20:00.000Z' },
    ]) {
      const lie = proofOf(1, by, undefined, changed)
      expect([changed, await atDevice(lie)]).toEqual([
        changed,
        expect.arrayContaining(['statement: not_a_statement']),
      ])
      expect([changed, (await verifier([lie])).code]).toEqual([changed, 1])
    }
    for (const changed of [{ root: 'a'.repeat(64) }, { audit_root: 'a'.repeat(64) }, { total_minor: 1n }])
      expect((await verifier([proofOf(1, by, undefined, changed)])).code).toBe(1)
  })

  test('comes with the heads of the chains, which only grow', async () => {
    const grown = (number: number, before: Proof | undefined, heads: string, entries: number) => ({
      ...proofOf(number, by, before, { heads: sha256(heads), entries }),
      heads,
    })
    const line = (no: number, entries: number, digit: string) => `${no} ${entries} ${digit.repeat(64)}\n`
    const one = grown(1, undefined, line(1, 5, 'a') + line(2, 2, 'b'), 7)
    const two = grown(2, one, line(1, 5, 'a') + line(2, 3, 'c'), 8)
    expect((await verifier([one, two])).code).toBe(0)
    for (const [heads, entries] of [
      [line(1, 4, 'a') + line(2, 9, 'c'), 13],
      [line(1, 5, 'f') + line(2, 3, 'c'), 8],
      [line(2, 9, 'c'), 9],
    ] as const)
      expect((await verifier([one, grown(2, one, heads, entries)])).code).toBe(1)
  })
})

describe('a key that was replaced', () => {
  const [old, next] = [signer(), signer()]
  const since = new Date(START_MS + 1.5 * DAY_MS).toISOString()
  const fields = { number: 2, key: next.key, since, replaces: old.key }
  const keys: ProofKey[] = [
    { number: 1, key: old.key, since: new Date(START_MS).toISOString(), replaces: 'none', endorsement: null },
    { ...fields, endorsement: signed(keyText(fields), old) },
  ]
  const first = proofOf(1, old)

  test('signs no proof after its replacement, and does not come back', async () => {
    const rotated = proofOf(2, next, first)
    expect(await atDevice(rotated, { before: first, keys })).toEqual([])
    const again = proofOf(2, old, first)
    expect(await atDevice(again, { before: first, keys })).toEqual(['key: key_was_replaced'])
    // A device that sees its first proof is told by the list of keys.
    expect(await atDevice(again, { keys })).toEqual(['key: key_was_replaced'])
    const back = proofOf(3, old, rotated)
    expect(await atDevice(back, { before: first, between: [rotated], keys })).toEqual([
      'key: key_was_replaced',
    ])
    // Also if the list does not say since when.
    const silent = keys.map((key) => ({ ...key, since: new Date(START_MS + 9 * DAY_MS).toISOString() }))
    const text = keyText({ ...fields, since: silent[1]!.since })
    const late = [silent[0]!, { ...silent[1]!, endorsement: signed(text, old) }]
    expect(await atDevice(back, { before: first, between: [rotated], keys: late })).toEqual([
      'key: key_changed_without_a_word',
    ])
    const list = { list: keys }
    expect((await verifier([{ list: [first, rotated] }, list], '--key', old.key)).code).toBe(0)
    for (const [proofs, of] of [
      [[first, again], list],
      [[first, rotated, back], list],
      [[first, rotated, back], { list: late }],
    ] as const) {
      expect((await verifier([{ list: proofs }, of], '--key', old.key)).code).toBe(1)
      expect((await verifier([{ list: proofs }, of])).code).toBe(1)
    }
    const { output } = await verifier([{ list: [first, rotated] }])
    expect(output).toContain('NOT CHECKED: that the key of proof 2 is vouched for')
  })

  test('is taken from the command line also if it begins with a dash', async () => {
    const { code, output } = await verifier([first], '--key', `-${old.key.slice(1)}`)
    expect([code, output]).toEqual([1, expect.stringContaining('key')])
  })

  test('may have signed a proof that was being made at that moment', async () => {
    const during = proofOf(2, old, first, { taken_at: new Date(Date.parse(since) + 60_000).toISOString() })
    expect(await atDevice(during, { before: first, keys })).toEqual([])
    expect((await verifier([{ list: [first, during] }, { list: keys }], '--key', old.key)).code).toBe(0)
  })
})
