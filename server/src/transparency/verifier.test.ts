// The command-line verifier and the device's check, against evidence that lacks something or has it in another form, and
// against statements and keys of a dishonest platform: what is absent never passes.
import { createHash, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'
import { uuidOfHash } from '@fairturn/contract/accounting'
import { formatMoney, parseMoney } from '@fairturn/contract/minor-units'
import {
  type Checkable,
  type Checked,
  checkProof,
  type KnownKey,
  type Step,
} from '@fairturn/contract/proof/check'
import { checkAward, type ShownAward } from '@fairturn/contract/proof/check-award'
import {
  accountText,
  auditLeafBytes,
  awardBytes,
  lineBytes,
  type LineKind,
  LINES_TREE,
  plainPaddingBytes,
  rootOfRange,
} from '@fairturn/contract/proof/lines'
import {
  type Covers,
  keyText,
  NONE_BEFORE,
  readStatement,
  type Statement,
  statementText,
} from '@fairturn/contract/proof/statement'
import { bytesOfHex, hexOf, identityBytes, paddingBytes } from '@fairturn/contract/proof/tree'
import {
  adminProofCalls,
  type Evidence,
  type Proof,
  type ProofKey,
  type ProofLine,
  proofCalls,
} from '@fairturn/contract/proofs'
import {
  LIABILITIES,
  type Liability,
  OWED_TO_NO_MEMBER,
  transparencyCalls,
} from '@fairturn/contract/transparency'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp, type TestMember } from '../../test/app.ts'
import { answered, carry, claim, placeCampaign } from '../../test/carrying.ts'
import { cryptography, deviceOf, failures, verifier } from '../../test/device.ts'
import { staff } from '../../test/staff.ts'

const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')

const accountId = (kind: LineKind, holder_id: string): string =>
  uuidOfHash(sha256(accountText(kind, holder_id)))

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
    const paths: (readonly (string | number)[])[] = []
    const walk = (value: unknown, path: readonly (string | number)[]): void => {
      if (typeof value !== 'object' || value === null) paths.push(path)
      else if (Array.isArray(value)) for (const i of value.slice(0, 2).keys()) walk(value[i], [...path, i])
      else for (const [name, one] of Object.entries(value)) walk(one, [...path, name])
    }
    walk(evidence, [])
    expect(paths.length).toBeGreaterThan(50)
    const other = (value: unknown): unknown[] =>
      typeof value === 'number' ? [String(value), [value]] : [[value], Number(value) || 1]
    const passed: string[] = []
    const lies = paths.flatMap((path) => {
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

  test('of a first proof without any line, or of an account without one, is wrong', async () => {
    const { lines, accounts } = evidence
    const none = { ...evidence, lines: { ...lines!, count: 0, pages: [] }, awards: [] }
    const other = { ...accounts![0]!, kind: 'member_held' as const, balance_minor: '0', version: 4 }
    const held = { ...other, account_id: accountId('member_held', carrier._id) }
    for (const lie of [none, { ...evidence, accounts: [...accounts!, held] }]) {
      const { code, output } = await verifier([lie])
      expect([code, output]).toEqual([1, expect.stringContaining('are missing in proof 1')])
      const caught = await deviceOf(app, carrier).check((given) => ({ ...given, evidence: lie }))
      expect(failures(caught)).toContain('lines: line_is_missing')
    }
    expect((await verifier([evidence])).output).toContain(
      'proof 1: every balance is the sum of the lines of its account, from the first on',
    )
  })

  test('names each of the seven kinds: as the member says, not compared, or wrong; a kind without leaves too', async () => {
    const kinds = LIABILITIES.filter((kind) => !OWED_TO_NO_MEMBER.includes(kind))
    const option = (kind: string) => `--${kind.replace('_', '-')}`
    const owed = (kind: string) =>
      formatMoney(
        evidence.leaves
          .filter((leaf) => leaf.kind === kind)
          .reduce((sum, { amount_minor }) => sum + BigInt(amount_minor), 0n),
      )
    expect(owed('open_awards')).not.toBe('0.00')
    const without = { ...evidence, leaves: evidence.leaves.filter(({ kind }) => kind !== 'open_awards') }
    for (const given of [evidence, without]) {
      const { code, output } = await verifier([given])
      expect([code, kinds.filter((kind) => !output.includes(`NOT CHECKED: that ${kind} was `))]).toEqual([
        0,
        [],
      ])
    }
    const known = kinds.flatMap((kind) => [option(kind), owed(kind)])
    const all = await verifier([evidence], ...known)
    expect([
      all.code,
      kinds.filter((kind) => !all.output.includes(`${kind} was ${owed(kind)} in proof 1`)),
    ]).toEqual([0, []])
    expect(all.output).not.toMatch(/NOT CHECKED: that \w+ was/)
    const leftOut = await verifier([without], ...known)
    expect([leftOut.code, leftOut.output]).toEqual([1, expect.stringContaining('open_awards is 0.00')])
    for (const kind of kinds)
      expect([kind, (await verifier([evidence], option(kind), '77.77')).code]).toEqual([kind, 1])
    // Nothing is said of a member without evidence.
    expect((await verifier([evidence.proof])).output).toContain('NOT CHECKED: what any member is owed')
    const bad = await verifier([evidence], '--held', '0')
    expect([bad.code, bad.output]).toEqual([2, expect.not.stringContaining('no evidence')])
    expect(bad.output).toContain('--held 0 is not an amount with two decimals')
  }, 60_000)

  test('counts what is given twice once, and does not say that the first proof follows one', async () => {
    const { code, output } = await verifier([evidence, { list: [evidence.proof, evidence.proof] }])
    expect([code, output]).toEqual([0, expect.stringContaining('1 statements have the right form')])
    expect(output).toContain('proof 1 is the first, and names none before it')
    expect(output).not.toMatch(/proof 1 follows|follow one another|continues that/)
    expect(output).toMatch(/NOT CHECKED: the audit log of proof 1, \d+ events; there is none before/)
  })

  test('with postings since that do not continue its balances is wrong', async () => {
    const [account] = evidence.accounts!
    const line = {
      account_id: account!.account_id,
      version: account!.version + 1,
      entry_id: randomUUID(),
      type: 'deposit_credited',
      at: evidence.proof.taken_at,
      amount_minor: '5',
      balance_after_minor: String(BigInt(account!.balance_minor) + 5n),
    }
    const atMinutes = (minutes: number) =>
      new Date(Date.parse(evidence.proof.taken_at) + minutes * 60_000).toISOString()
    const good = await verifier([{ ...evidence, since: [line] }])
    expect([good.code, good.output]).toEqual([0, expect.stringContaining('NOT CHECKED: 1 postings since')])
    const { since: _, ...silent } = evidence
    const absent = await verifier([silent])
    expect([absent.code, absent.output]).toEqual([
      0,
      expect.stringMatching(/NOT CHECKED: what has moved since proof \d+: the evidence does not say/),
    ])
    const lies = [
      { version: line.version + 1 },
      { balance_after_minor: '1' },
      { amount_minor: 'junk' },
      { at: 'junk' },
      { at: atMinutes(-6) },
      { at: '2099-01-01T00:00:00.000Z' },
      { type: 'gift' },
      { amount_minor: '-5', balance_after_minor: String(BigInt(account!.balance_minor) - 5n) },
    ]
    for (const lie of lies)
      expect([lie, (await verifier([{ ...evidence, since: [{ ...line, ...lie }] }])).code]).toEqual([lie, 1])
    expect((await verifier([{ ...evidence, since: 'junk' }])).code).toBe(1)
    for (const lie of lies.slice(0, 3)) {
      const caught = await deviceOf(app, carrier).check((given) => ({
        ...given,
        evidence: { ...given.evidence, since: [{ ...line, ...lie }] },
      }))
      expect([lie, failures(caught)]).toEqual([lie, [expect.stringMatching(/^screens: /)]])
    }
  })

  test('whose escrow is left out of the leaves is not checked, and says how much the accounts have', async () => {
    const own = await evidenceOf(placer)
    const without = { ...own, leaves: own.leaves.filter(({ kind }) => kind !== 'escrow') }
    const escrow = own.accounts!.find(({ kind }) => kind === 'campaign_escrow')!
    const { code, output } = await verifier([without])
    expect(code).toBe(0)
    expect(output).toContain(
      `NOT CHECKED: the accounts have ${formatMoney(BigInt(escrow.balance_minor))} of escrow, the leaves only 0.00`,
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
      await app.database.asSchemaOwner<{ entry_id: string }>(
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
    expect((await verifier([award, proof, lists])).output).toContain('and who was paid are only stated')
  })

  test('of an award in a proof made seconds later is not told again that it will come, and what was promised stands', async () => {
    const another = await app.member('another')
    const order = await carry(app, await app.signedIn(another))
    answered(await claim(app, await app.signedIn(another), order._id))
    const newestAward = 'select entry_id from award order by claimed_at desc limit 1'
    const params = (await app.database.asSchemaOwner<{ entry_id: string }>(newestAward))[0]!
    const award = answered(await app.call(transparencyCalls.award, { params }))
    const waiting = answered(await app.call(proofCalls.award, { params }))
    const { list: keys } = answered(await app.call(proofCalls.keys))
    const verdict = async (proof: typeof waiting, promised?: number, shown = award) => {
      const { list: proofs } = answered(await app.call(proofCalls.list))
      const known = { seen: undefined, keys, proofs, promised, now_ms: app.clock.now().getTime() }
      return await checkAward(shown, proof, known, cryptography)
    }
    expect(await verdict(waiting)).toBe('waiting')
    const toCome = { ...award, at: new Date(app.clock.now().getTime() + 600_000).toISOString() }
    expect(await verdict(waiting, undefined, toCome)).toBe('award_is_of_the_future')
    app.clock.advance(10_000)
    const { number } = await make()
    expect(waiting).toEqual({ number, found: null })
    // An answer that does not know the proof is an old copy, or a lie: it is not said that there is none.
    for (const answer of [waiting, { number: number + 1, found: null }])
      expect(await verdict(answer)).toBe('made_since')
    expect(await verdict({ number: number + 1, found: null }, number)).toBe('award_is_in_no_proof')
    expect(await verdict(answered(await app.call(proofCalls.award, { params })), number)).toBe('proved')
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
  const { audit_events = 1, audit_head = 'c'.repeat(64) } = changed
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
      lines: changed.lines ?? 0,
      lines_root: changed.lines_root ?? sha256(plainPaddingBytes(bytesOfHex(nonce), 1, 0)),
      awards: changed.awards ?? 0,
      awards_root: changed.awards_root ?? sha256(plainPaddingBytes(bytesOfHex(nonce), 2, 0)),
      audit_events,
      audit_head,
      audit_root:
        changed.audit_root ??
        (audit_events === 0 ? '0'.repeat(64) : sha256(auditLeafBytes(bytesOfHex(audit_head)))),
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

const firstKey = (key: string): ProofKey => ({
  number: 1,
  key,
  since: new Date(START_MS).toISOString(),
  replaces: 'none',
  endorsement: null,
})

/** Unearned level fees of purchases, which add up to any sum if one may be below zero. */
const feesOf = (...balances_minor: readonly string[]) =>
  balances_minor.map((balance_minor, i) => {
    const holder_id = `019a0000-0000-7000-8000-00000000000${i}`
    const kind = 'level_fee' as const
    return { account_id: accountId(kind, holder_id), kind, holder_id, version: 1, balance_minor }
  })

type Given = Partial<Checkable> & { before?: Proof }

/** Failures of a device that has seen one proof, at another. */
const atDevice = async (proof: Proof, more: Given = {}): Promise<string[]> =>
  failures(await checkedAt(proof, more))

const stepAt = async (
  name: Step['name'],
  of: Proof | Evidence,
  more: Given = {},
): Promise<Step | undefined> => {
  const given = 'proof' in of ? { proof: of.proof, more: { ...more, evidence: of } } : { proof: of, more }
  return (await checkedAt(given.proof, given.more)).steps.find((step) => step.name === name)
}

async function checkedAt(proof: Proof, more: Given): Promise<Checked> {
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
  const keys = given.keys ?? [firstKey(readStatement((before ?? proof).statement)?.key ?? '')]
  const { currency = 'USD', taken_at = proof.taken_at } = readStatement(proof.statement) ?? {}
  const ofScreens = { had: undefined, currency, now_ms: Date.parse(taken_at) }
  const input = { evidence, between: [], seen, me, ...ofScreens, ...given, keys }
  return await checkProof(input, cryptography)
}

const MY_ACCOUNT = accountId('member_available', me.member_id)
const AT = new Date(START_MS).toISOString()
/** 1.00 comes and goes, so that nothing is owed. */
const [in_, out] = [
  [1, '100', '100'],
  [2, '-100', '0'],
].map(([version, amount_minor, balance_after_minor]) => ({
  account_id: MY_ACCOUNT,
  version: Number(version),
  amount_minor: String(amount_minor),
  balance_after_minor: String(balance_after_minor),
  entry_id: '019a0000-0000-8000-8000-0000000000aa',
  type: 'adjustment',
  at: AT,
})) as [ProofLine, ProofLine]

interface More {
  readonly before?: Proof | undefined
  /** The only one in the tree of awards. */
  readonly award?: ShownAward
  readonly changed?: Partial<Statement & Covers>
}

/** Evidence of proof `number`, signed by a platform that says whatever it likes, with these lines on an account that ends with 0. */
async function evidenceOf(
  by: Signer,
  number: number,
  list: readonly ProofLine[],
  { before, award, changed = {} }: More = {},
): Promise<Evidence> {
  const salt = '5'.repeat(32)
  const nonce = sha256(`${number}`).slice(0, 32)
  const identity = await cryptography.sha256(identityBytes(me.member_id, me.username))
  const context = { nonce: bytesOfHex(nonce), salt: bytesOfHex(salt), identity }
  const leaves = list.map((line) =>
    createHash('sha256')
      .update(
        lineBytes(context, {
          account: MY_ACCOUNT,
          kind: 'member_available',
          version: BigInt(line.version),
          amount_minor: BigInt(line.amount_minor),
          balance_after: BigInt(line.balance_after_minor),
          entry_id: line.entry_id,
          at_ms: Date.parse(line.at),
          type: line.type,
        }),
      )
      .digest(),
  )
  const tree = { nonce: context.nonce, tree: LINES_TREE, count: list.length } as const
  const root = await rootOfRange(tree, 0, leaves, [], cryptography.sha256)
  const last = list.at(-1) ?? out
  const covers = {
    entries: number * 5,
    heads: sha256(`chains of ${number}`),
    ...(list.length > 0 && { lines: list.length, lines_root: hexOf(root!) }),
    ...(award && { awards: 1, awards_root: leafOfAward(award, context) }),
    ...changed,
  }
  return {
    proof: proofOf(number, by, before, covers),
    ...me,
    leaves: [],
    accounts: [
      {
        account_id: MY_ACCOUNT,
        kind: 'member_available',
        holder_id: me.member_id,
        version: last.version,
        balance_minor: last.balance_after_minor,
      },
    ],
    since: [],
    awards: award === undefined ? [] : [{ ...award, index: 0, salt, beside: [] }],
    lines: {
      count: list.length,
      salt,
      pages: list.length === 0 ? [] : [{ index: 0, list: [...list], beside: [] }],
    },
  }
}

const leafOfAward = (award: ShownAward, { nonce, salt }: { nonce: Uint8Array; salt: Uint8Array }): string =>
  sha256(
    awardBytes(nonce, salt, {
      entry_id: award.entry_id,
      type: award.type,
      amount_minor: parseMoney(award.amount),
      bonus_minor: parseMoney(award.bonus),
      at_ms: Date.parse(award.at),
    }),
  )

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

  test('is of the currency of the screens, and of a time that has come; an old one is said to be old', async () => {
    const euro = proofOf(1, by, undefined, { currency: 'EURO' })
    expect(await atDevice(euro, { currency: 'USD' })).toEqual(['statement: currency_is_another'])
    // Before the first entry the settings may still change.
    const empty = proofOf(1, by, undefined, { currency: 'EURO', entries: 0 })
    expect(await atDevice(empty, { currency: 'USD' })).toEqual([])
    const taken_ms = Date.parse(first.taken_at)
    for (const [sinceMs, state, why] of [
      [-25 * 3_600_000, 'failed', 'proof_is_of_the_future'],
      [-3_600_000, 'unchecked', 'proof_is_ahead'],
      [-60_000, 'passed', undefined],
      [25 * 3_600_000, 'passed', undefined],
      [27 * 3_600_000, 'passed', 'proof_is_old'],
    ] as const)
      expect(await stepAt('statement', first, { now_ms: taken_ms + sinceMs })).toEqual({
        name: 'statement',
        state,
        ...(why && { why }),
      })
  })

  test('without new entries has no lines, awards or heads; awards are lines, and lines of entries', async () => {
    for (const changed of [
      { entries: 0, lines: 1 },
      { entries: 5, lines: 1, awards: 2 },
      { entries: 1, lines: 2, awards: 2 },
    ])
      expect([changed, await stepAt('statement', proofOf(1, by, undefined, changed))]).toEqual([
        changed,
        { name: 'statement', state: 'failed', why: 'counts_contradict' },
      ])
    for (const [changed, why] of [
      [{ lines: 1 }, 'counts_contradict'],
      [{ entries: 6 }, 'proof_does_not_follow'],
      [{ entries: 4, heads: sha256(HEADS[2]!) }, 'proof_does_not_follow'],
      [{ entries: 6, heads: sha256(HEADS[2]!), lines: 2, awards: 2 }, 'counts_contradict'],
    ] as const)
      expect([changed, await stepAt('chain', proofOf(2, by, first, changed), { before: first })]).toEqual([
        changed,
        { name: 'chain', state: 'failed', why },
      ])
    const grown = proofOf(2, by, first, { entries: 6, heads: sha256(HEADS[2]!), lines: 1 })
    expect(await stepAt('chain', grown, { before: first })).toEqual({ name: 'chain', state: 'passed' })
  })

  test('of a first proof leads to lines from the first posting on; of a later one, what was before is not checked', async () => {
    const evidenceOfLines = (number: number, list: readonly ProofLine[], before?: Proof) =>
      evidenceOf(by, number, list, { before })
    const whole = await evidenceOfLines(1, [in_, out])
    // Taking money away under a name that no rule is about, or going below zero, is a failure.
    for (const [lines, why] of [
      [[in_, { ...out, type: 'fee_taken' }], 'lines: movement_is_of_no_kind'],
      [[in_, { ...out, type: 'award_claimed' }], 'lines: movement_is_of_no_kind'],
      [[{ ...in_, amount_minor: '-1', balance_after_minor: '-1' }], 'lines: balance_below_zero'],
    ] as const) {
      const lie = await evidenceOfLines(1, [...lines])
      expect(await atDevice(lie.proof, { evidence: lie })).toContain(why)
    }
    // Another account of the kind hides one by an amount below zero.
    const hidden = { ...whole, accounts: [...whole.accounts!, ...feesOf('-40', '40')] }
    expect(await atDevice(hidden.proof, { evidence: hidden })).toContain('accounts: balance_below_zero')
    expect((await verifier([whole])).code).toBe(0)
    expect(await atDevice(whole.proof, { evidence: whole })).toEqual([])
    for (const list of [[out], []]) {
      const lie = await evidenceOfLines(1, list)
      const { code, output } = await verifier([lie])
      expect([code, output]).toEqual([1, expect.stringContaining('are missing in proof 1')])
      expect(await atDevice(lie.proof, { evidence: lie })).toEqual(['lines: line_is_missing'])
    }
    for (const list of [[out], []]) {
      const later = await evidenceOfLines(2, list, whole.proof)
      const { code, output } = await verifier([later])
      expect([code, output]).toEqual([
        0,
        expect.stringContaining('NOT CHECKED: what was before proof 2 on 1 accounts (member_available)'),
      ])
      expect(output).not.toContain('every balance')
      const why = list.length === 0 ? 'no_lines' : 'earlier_lines'
      expect(await stepAt('lines', later)).toMatchObject({ state: 'not_compared', why })
    }
    // With the evidence before it, the lines go on; or do not.
    const at = new Date(START_MS + 1.5 * DAY_MS).toISOString()
    const after = (from: number) => [
      { ...in_, version: from, at },
      { ...out, version: from + 1, at },
    ]
    const next = await evidenceOfLines(2, after(3), whole.proof)
    const both = await verifier([whole, next, whole])
    expect([both.code, both.output]).toEqual([
      0,
      expect.stringContaining(
        'proof 2: every balance continues the one before by lines alone, from proof 1 on',
      ),
    ])
    const gap = await evidenceOfLines(2, after(4), whole.proof)
    expect((await verifier([whole, gap])).code).toBe(1)
  })

  test('says of the audit log only what was compared; nodes that lead nowhere are wrong', async () => {
    const junk = ['a'.repeat(64)]
    for (const [from, to] of [
      [0, 0],
      [0, 4],
    ] as const) {
      const before = proofOf(1, by, undefined, { audit_events: from })
      const after = proofOf(2, by, before, {
        audit_events: to,
        audit_root: to === 0 ? '0'.repeat(64) : 'e'.repeat(64),
      })
      const { code, output } = await verifier([{ list: [before, after] }])
      expect([code, output]).toEqual([0, expect.stringContaining('NOT CHECKED: the audit logs of proofs 2;')])
      expect(output).not.toContain('proofs 2: the audit log')
      expect(await stepAt('audit', after, { before })).toMatchObject({
        state: 'not_compared',
        why: 'no_events',
      })
      expect((await verifier([{ list: [before, { ...after, audit_proof: junk }] }])).code).toBe(1)
      expect(await atDevice({ ...after, audit_proof: junk }, { before })).toEqual([
        'audit: audit_log_rewritten',
      ])
    }
    const same = proofOf(2, by, first)
    expect((await verifier([{ list: [first, same] }])).output).toContain(
      'proofs 2: the audit log is that of the proof before',
    )
    // Of the first proof there is nothing that it could continue.
    for (const audit_proof of [junk, ['junk'], 'junk']) {
      const lie = { ...first, audit_proof } as Proof
      expect([audit_proof, (await verifier([lie])).code]).toEqual([audit_proof, 1])
      expect([audit_proof, await atDevice(lie)]).toEqual([audit_proof, [expect.stringMatching(/^audit: /)]])
    }
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
  const keys: ProofKey[] = [firstKey(old.key), { ...fields, endorsement: signed(keyText(fields), old) }]
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
      'key: key_not_yet',
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
    // Without the list nobody knows that it was replaced, and nothing says that it was not.
    const unknown = await verifier([{ list: [first, again] }], '--key', old.key)
    expect([unknown.code, unknown.output]).toEqual([
      0,
      expect.stringContaining(
        'NOT CHECKED: that no signing key had been replaced when it signed; give the list of keys (GET proofs/keys)',
      ),
    ])
    expect(unknown.output).not.toContain('every signing key')
    const known = await verifier([{ list: [first, rotated] }, list], '--key', old.key)
    expect(known.output).toContain(
      'every signing key is the one you trust, or vouched for by it through the list of keys',
    )
    expect(known.output).not.toContain('NOT CHECKED: that no signing key')
  })

  test('is wrong where the list of keys contradicts itself, lacks a key, or dates it otherwise', async () => {
    const rotated = proofOf(2, next, first)
    const stranger = signer()
    const [one, two] = keys as [ProofKey, ProofKey]
    const signedBy = (of: Omit<ProofKey, 'endorsement'>, who: Signer) => ({
      ...of,
      endorsement: signed(keyText(of), who),
    })
    const lists: [string, ProofKey[]][] = [
      ['another key 1', [one, firstKey(stranger.key), two]],
      ['a second key without a word', [one, { ...two, endorsement: null }]],
      ['a second key with a stranger’s word', [one, signedBy(fields, stranger)]],
      ['two second keys', [one, two, signedBy({ ...fields, key: stranger.key }, old)]],
      ['no first key', [two]],
      [
        'a key that comes twice',
        [one, two, signedBy({ ...fields, number: 3, key: old.key, replaces: next.key }, next)],
      ],
      ['a gap', [one, signedBy({ ...fields, number: 3 }, old)]],
      ['a junk time', [one, signedBy({ ...fields, since: 'junk' }, old)]],
      ['a junk first time', [{ ...one, since: 'junk' }, two]],
      [
        'a key older than the one it replaces',
        [one, signedBy({ ...fields, since: new Date(0).toISOString() }, old)],
      ],
    ]
    for (const [what, list] of lists) {
      for (const options of [['--key', old.key], []])
        expect([what, (await verifier([{ list: [first, rotated] }, { list }], ...options)).code]).toEqual([
          what,
          1,
        ])
      expect([what, await atDevice(rotated, { before: first, keys: list })]).toEqual([
        what,
        ['key: keys_contradict'],
      ])
      // A first check has nothing to compare with, and sees it all the same.
      expect([what, await atDevice(rotated, { keys: list })]).toEqual([what, ['key: keys_contradict']])
    }
    expect(await atDevice(first, { keys: [] })).toEqual(['key: keys_contradict'])
    // Before it was introduced, a key signs nothing.
    const early = proofOf(2, next, first, { taken_at: new Date(Date.parse(since) - 600_000).toISOString() })
    expect((await verifier([{ list: [first, early] }, { list: keys }], '--key', old.key)).code).toBe(1)
    expect(await atDevice(early, { before: first, keys })).toEqual(['key: key_not_yet'])
    // The same list given twice says nothing else.
    expect(
      (await verifier([{ list: [first, rotated] }, { list: keys }, { list: keys }], '--key', old.key)).code,
    ).toBe(0)
  }, 60_000)

  test('is taken from the command line also if it begins with a dash', async () => {
    const { code, output } = await verifier([first], '--key', `-${signer().key.slice(1)}`)
    expect([code, output]).toEqual([1, expect.stringContaining('key')])
  })

  test('may have signed a proof that was being made at that moment', async () => {
    const during = proofOf(2, old, first, { taken_at: new Date(Date.parse(since) + 60_000).toISOString() })
    expect(await atDevice(during, { before: first, keys })).toEqual([])
    expect((await verifier([{ list: [first, during] }, { list: keys }], '--key', old.key)).code).toBe(0)
  })
})

describe('the command line', () => {
  const by = signer()
  const first = proofOf(1, by)
  const keys = { keys: [firstKey(by.key)] }
  const award: ShownAward = {
    entry_id: in_.entry_id,
    type: 'award_claimed',
    amount: '1.00',
    bonus: '0.05',
    at: AT,
  }
  const earned = { ...in_, type: 'award_claimed' }
  const spent = { ...out, entry_id: '019a0000-0000-8000-8000-0000000000bb' }

  /** Exit code, and output that has this. */
  const says = async (code: number, what: string, contents: readonly unknown[], ...options: string[]) => {
    const found = await verifier(contents, ...options)
    expect([what, found]).toEqual([what, { code, output: expect.stringContaining(what) as string }])
    return found.output
  }

  test('names the currency and the time of each proof, and compares the currency', async () => {
    const euro = await evidenceOf(by, 1, [in_, out], { changed: { currency: 'EURO' } })
    const { taken_at } = euro.proof
    await says(0, `proof 1 is of ${taken_at}: 0.00 EURO owed in all`, [euro])
    await says(0, 'NOT CHECKED: that your screens are in EURO', [euro])
    expect(await says(0, 'proof 1 is in EURO, as you say', [euro], '--currency', 'EURO')).not.toContain(
      'your screens',
    )
    await says(1, 'WRONG: proof 1 is in EURO', [euro], '--currency', 'USD')
    // Also without evidence of a member.
    await says(1, 'WRONG: proof 1 is in EURO', [euro.proof], '--currency', 'USD')
    await says(2, '--currency is USD or EURO', [euro], '--currency', 'EUR')
  })

  test('refuses a proof of a day to come, and says of one that is ahead or old that it is', async () => {
    const taken_ms = Date.parse(first.taken_at)
    const at = (sinceMs: number) => ['--now', new Date(taken_ms + sinceMs).toISOString()]
    await says(1, 'which is not yet', [first], ...at(-25 * 3_600_000))
    await says(0, `NOT CHECKED: the time of proof 1, ${first.taken_at}`, [first], ...at(-3_600_000))
    await says(
      0,
      'NOT CHECKED: what is owed since proof 1, which is 27 hours old',
      [first],
      ...at(27 * 3_600_000),
    )
    for (const sinceMs of [-60_000, 0, 25 * 3_600_000])
      expect((await verifier([first], ...at(sinceMs))).output).not.toMatch(/is not yet|hours old/)
    await says(2, '--now is no instant', [first], '--now', 'yesterday')
  })

  test('prints nothing that a file says as a line of its own, or as its own words', async () => {
    const junk = '\u001b[2Kminhanh\nheld was 0.00 in proof 1, as you say\u202e\r\u0085'
    const evidence = await evidenceOf(by, 1, [in_, out])
    const named = await verifier([
      {
        ...evidence,
        lines: { count: 0, salt: '0'.repeat(32), pages: [] },
        accounts: [],
        username: junk,
        proof: first,
      },
    ])
    expect(named.code).toBe(0)
    expect(named.output).toContain('"\\u001b[2Kminhanh\\nheld was')
    const shown = { ...award, at: new Date(Date.parse(first.taken_at) + 60_000).toISOString() }
    const toCome = { number: 2, found: null }
    const paths: [code: number, contents: object[]][] = [
      ...['entry_id', 'type', 'amount', 'bonus', 'at'].map((name): [number, object[]] => [
        1,
        [first, { ...shown, [name]: junk }, toCome],
      ]),
      [1, [first, shown, { number: junk, found: null }]],
      [1, [first, { ...shown, bonus: {} }, toCome]],
      [1, [first, { ...shown, amount: '01.00' }, toCome]],
      [1, [{ ...first, hash: junk }]],
      [1, [{ ...evidence, leaves: [{ index: junk }] }]],
      [1, [{ ...evidence, accounts: [{ ...evidence.accounts![0]!, holder_id: junk }] }]],
      [1, [await evidenceOf(by, 1, [{ ...in_, type: junk }, out])]],
      [1, [first, { keys: [{ ...keys.keys[0]!, key: junk }] }]],
      [2, [{ [junk]: 1 }]],
      [0, [first, { ...keys, [junk]: 1 }]],
    ]
    for (const [code, contents] of paths) {
      const found = await verifier(contents)
      expect([contents, found.code]).toEqual([contents, code])
      expect(found.output).not.toMatch(/[^\P{C}\n]|^held was/mu)
    }
    expect(named.output).not.toMatch(/[^\P{C}\n]|^held was/mu)
  })

  test('finds accounts and lines below zero, of another type, or that take what none of their type does', async () => {
    const whole = await evidenceOf(by, 1, [in_, out])
    await says(1, 'is below zero', [{ ...whole, accounts: [...whole.accounts!, ...feesOf('-40', '40')] }])
    const below = [
      { ...in_, amount_minor: '-1', balance_after_minor: '-1' },
      { ...out, amount_minor: '1' },
    ]
    await says(1, 'was below zero', [await evidenceOf(by, 1, below)])
    await says(1, 'of an unknown type, "fee_taken"', [
      await evidenceOf(by, 1, [in_, { ...out, type: 'fee_taken' }]),
    ])
    await says(1, 'takes from the available balance', [
      await evidenceOf(by, 1, [in_, { ...out, type: 'level_recognised' }]),
    ])
    await says(1, 'not every line is there', [
      await evidenceOf(by, 1, [in_, { ...out, type: 'level_bought' }]),
    ])
    const named = await says(0, 'NOT CHECKED: why 1 lines of proof 1 took 1.00 by adjustment or reversal', [
      whole,
    ])
    expect(named).toContain('every balance is the sum of the lines of its account')
  })

  test('counts entries, lines and awards, and finds chains that do not grow with them', async () => {
    const lies: [string, Proof[]][] = [
      ['has lines, but no entries in all', [proofOf(1, by, undefined, { entries: 0, lines: 1 })]],
      ['has more awards than lines', [proofOf(1, by, undefined, { lines: 1, awards: 2 })]],
      ['has more awards than entries', [proofOf(1, by, undefined, { entries: 1, lines: 2, awards: 2 })]],
      ['has lines, but no entries since proof 1', [first, proofOf(2, by, first, { lines: 1 })]],
      ['have the same heads, but not as many entries', [first, proofOf(2, by, first, { entries: 6 })]],
      ['has fewer entries', [first, proofOf(2, by, first, { entries: 4, heads: sha256(HEADS[2]!) })]],
      [
        'has more awards than entries since',
        [first, proofOf(2, by, first, { entries: 6, heads: sha256(HEADS[2]!), lines: 2, awards: 2 })],
      ],
      // Also where the proof between is not given.
      ['has fewer entries', [first, proofOf(3, by, first, { entries: 4, heads: sha256(HEADS[2]!) })]],
      ['does not continue that of proof 1', [first, proofOf(3, by, first, { audit_head: 'd'.repeat(64) })]],
    ]
    for (const [why, list] of lies) await says(1, why, [{ list }])
    const grown = await says(0, 'proofs 1, 2 follow one another', [
      { list: [first, proofOf(2, by, first, { entries: 6, heads: sha256(HEADS[2]!), lines: 1 })] },
    ])
    expect(grown).not.toContain('WRONG')
  })

  test('passes over nothing in a file: what is remembered of another proof or member, what is null or empty, what it does not know', async () => {
    const evidence = await evidenceOf(by, 1, [in_, out])
    const memory = { number: 1, accounts: { [MY_ACCOUNT]: [2, '0'] } }
    await says(0, 'as the device remembers it of the same proof', [{ evidence, memory, ...keys }])
    for (const [code, why, changed] of [
      [
        1,
        'the device remembers proof 9, which is later than all the evidence',
        { memory: { ...memory, number: 9 } },
      ],
      [1, 'the device remembers a proof 0', { memory: { number: 0, accounts: {} } }],
      [1, 'the file is of another member', { memory, member_id: '019a0000-0000-7000-8000-0000000000fe' }],
      [1, 'does not say of which member', { memory, member_id: null }],
      [1, 'does not say of which member', { member_id: 5 }],
      [1, 'memory is not there', { memory: [] }],
      [1, 'the accounts remembered is not there', { memory: { number: 1 } }],
      [2, 'memory is null; leave it out', { memory: null }],
      [2, 'earlier is null; leave it out', { earlier: null }],
      [2, 'seen is null; leave it out', { seen: null }],
      [2, 'evidence is an empty list', { evidence: [], earlier: evidence }],
      [2, 'evidence has nothing that this program knows', { evidence: {}, earlier: evidence }],
      [1, 'the list of keys is empty', { keys: [] }],
      [0, 'NOT CHECKED: what this program does not know in the files: "note"', { note: 'all is well' }],
    ] as const)
      await says(code, why, [{ evidence, ...changed }])
    for (const nothing of [{}, [], { list: [] }, { keyz: [1] }])
      expect([nothing, (await verifier([evidence, nothing])).code]).toEqual([nothing, 2])
    const stranger = { memory, member_id: '019a0000-0000-7000-8000-0000000000fe' }
    await says(1, 'of whom there is no evidence', [evidence, stranger])
    const later = proofOf(2, by, evidence.proof, { entries: 6, heads: sha256(HEADS[2]!) })
    await says(1, 'a rollback', [{ evidence, seen: later }])
  })

  test('says the same in whichever order files are given, and finds two answers on one proof', async () => {
    const evidence = await evidenceOf(by, 1, [in_, out])
    const next = await evidenceOf(by, 2, [], { before: evidence.proof })
    const third = await evidenceOf(by, 3, [], { before: next.proof })
    const outputs = []
    for (const files of [
      [evidence, next, third, keys],
      [third, keys, evidence, next],
    ])
      outputs.push((await verifier(files)).output)
    expect(outputs[0]).toBe(outputs[1])
    const lacking = { ...next, accounts: [] }
    for (const files of [
      [next, lacking],
      [lacking, next],
    ])
      expect((await verifier([evidence, ...files])).code).toBe(1)
  })

  test('says of a gap between proofs what to fetch, unless a device asked for them', async () => {
    const evidence = await evidenceOf(by, 1, [in_, out])
    const next = await evidenceOf(by, 2, [], { before: evidence.proof })
    const third = await evidenceOf(by, 3, [], { before: next.proof })
    const output = await says(
      0,
      'NOT CHECKED: that proof 3 follows proof 1; give those between (GET proofs)',
      [evidence, third],
    )
    expect(output).not.toContain('follow one another')
    const file = { evidence: third, seen: evidence.proof, between: [] }
    await says(1, 'proof 2 is missing in the file, though the device asked for it', [file])
    await says(0, 'proofs 1, 2, 3 follow one another', [{ ...file, between: [next.proof] }])
  })

  test('has one line of each award, at its time, and none besides', async () => {
    const proved = await evidenceOf(by, 1, [earned, spent], { award })
    const own = await says(0, '1 awards of the member are in the tree of awards', [proved])
    expect(own).toContain('2 lines lead to the root of proof 1')
    await says(1, 'awards that are not among the lines', [
      { ...proved, awards: [...proved.awards!, { ...proved.awards![0]!, entry_id: spent.entry_id }] },
    ])
    await says(1, 'awards that are not among the lines', [
      { ...(await evidenceOf(by, 1, [in_, out])), awards: proved.awards },
    ])
    const twice = [
      earned,
      { ...earned, version: 2, balance_after_minor: '200' },
      { ...spent, version: 3, amount_minor: '-200' },
    ]
    await says(1, 'an award comes twice among the lines', [await evidenceOf(by, 1, twice, { award })])
    const dated = { ...award, at: new Date(START_MS - 60_000).toISOString() }
    await says(1, 'has another time than its line', [
      await evidenceOf(by, 1, [earned, spent], { award: dated }),
    ])
    const late = [in_, { ...out, at: '2099-01-01T00:00:00.000Z' }]
    await says(1, 'a line is dated after the proof that has it', [await evidenceOf(by, 1, late)])
  })

  test('has lines of its own time, and an award in one proof only, where the proof before is given', async () => {
    const first_day = new Date(START_MS + DAY_MS).toISOString()
    const firstAward = { ...award, at: first_day }
    const before = await evidenceOf(by, 1, [{ ...earned, at: first_day }, spent], { award: firstAward })
    const laterOf = async (lines: readonly ProofLine[], shown?: ShownAward) =>
      await evidenceOf(
        by,
        2,
        lines.map((line, i) => ({ ...line, version: 3 + i })),
        { before: before.proof, ...(shown && { award: shown }) },
      )
    const at = new Date(START_MS + 1.5 * DAY_MS).toISOString()
    const honest = await says(0, 'proof 2: every balance continues the one before', [
      before,
      await laterOf([
        { ...in_, at },
        { ...out, at },
      ]),
    ])
    expect(honest).toContain('1 awards of the member are in the tree of awards of proof 1')
    const old = await laterOf([in_, out])
    await says(1, 'is dated before proof 1, which does not have it', [before, old])
    // Alone there is nothing to compare it with.
    await says(0, 'NOT CHECKED: that proof 2 follows the one before', [old])
    const again = await laterOf(
      [
        { ...earned, at: first_day },
        { ...out, at },
      ],
      firstAward,
    )
    await says(1, `award ${award.entry_id} has a line in proof 1 and another in proof 2`, [before, again])
  })

  test('takes awards and their proofs in any order; of one in no proof it says what the given proofs do not contradict', async () => {
    const proved = await evidenceOf(by, 1, [earned, spent], { award })
    const { proof } = proved
    const { index, salt, beside } = proved.awards![0]!
    const there = { number: 1, found: { proof, index, salt, beside } }
    const at = (sinceMs: number) => new Date(Date.parse(proof.taken_at) + sinceMs).toISOString()
    const pending = { ...award, entry_id: spent.entry_id, at: at(60_000) }
    const toCome = { number: 2, found: null }
    for (const files of [
      [award, there, pending, toCome],
      [pending, award, there, toCome],
      [toCome, pending, there, award],
    ]) {
      const output = await says(0, `award ${award.entry_id} of 1.00 is in proof 1`, files)
      expect(output).toContain(`NOT CHECKED: award ${pending.entry_id} of 1.00`)
    }
    // Nothing is checked of one that is said to come, alone.
    await says(2, 'NOTHING CHECKED: that the award is in no proof yet is only stated', [pending, toCome])
    await says(0, 'ask again: GET awards', [proof, pending, { number: 1, found: null }])
    const soon = { taken_at: at(120_000) }
    const next = await evidenceOf(by, 2, [], { before: proof, changed: soon })
    for (const [why, shown, said, proofs] of [
      ['and said to come in it', { ...pending, at: at(600_000) }, 1, [proof]],
      ['and proof 2 has been made', pending, 1, [proof, next.proof]],
      ['and proof 1 has them', pending, null, [proof]],
      ['and said to be older', { ...pending, at: at(600_000) }, null, [proof]],
      ['has the number 0', pending, 0, [proof]],
      ['which is not yet', { ...pending, at: '2099-01-01T00:00:00.000Z' }, 2, [proof]],
      ['is dated before proof 1', { ...pending, at: at(-600_000) }, 2, [proof]],
    ] as const)
      await says(1, why, [...proofs, shown, { number: said, found: null }])
  })

  test('says of the chains of the ledger whether they were compared', async () => {
    const heads = HEADS[1]!
    const one = { ...first, heads }
    const two = { ...proofOf(2, by, first), heads }
    await says(0, 'NOT CHECKED: the chains of the ledger of proofs 1; their list (heads) is not given', [
      first,
    ])
    await says(0, 'the chains of the ledger of proof 1 are those that its statement has the hash of', [one])
    const both = await says(0, 'proofs 2: no chain of the ledger has lost entries', [one, two])
    expect(both).not.toContain('NOT CHECKED: that no chain')
    await says(0, 'NOT CHECKED: that no chain of the ledger has lost entries', [two])
  })

  test('trusts the key of now for the proofs that it signed, and says which others signed before; a list may end early', async () => {
    const next = signer()
    const fields = {
      number: 2,
      key: next.key,
      since: new Date(START_MS + 1.5 * DAY_MS).toISOString(),
      replaces: by.key,
    }
    const both = { keys: [...keys.keys, { ...fields, endorsement: signed(keyText(fields), by) }] }
    const rotated = proofOf(2, next, first)
    const list = { list: [first, rotated] }
    await says(
      0,
      'NOT CHECKED: whose keys signed proofs 1: they are of before',
      [list, both],
      '--key',
      next.key,
    )
    await says(0, 'NOT CHECKED: whose keys signed the proofs before proof 2', [list], '--key', next.key)
    await says(1, 'no proof is signed by the key you trust', [first, both], '--key', next.key)
    await says(1, 'no proof is signed by the key you trust', [first], '--key', next.key)
    const output = await says(0, 'NOT CHECKED: that the list of keys does not end earlier than it should', [
      first,
      keys,
    ])
    expect(output).toContain('by the list of keys, which ends with key 1, no signing key had been replaced')
    expect(output).not.toMatch(/vouche/)
    await says(0, 'in which each vouches for the next', [list, both])
    // The last character of a key has bits that do not count, so that it could be written twice.
    const other = `${by.key.slice(0, -1)}${String.fromCharCode(by.key.charCodeAt(42) + 1)}`
    const spelt = { ...fields, key: other }
    await says(1, 'is not 32 bytes in base64url', [
      first,
      { keys: [...keys.keys, { ...spelt, endorsement: signed(keyText(spelt), by) }] },
    ])
  })
})
