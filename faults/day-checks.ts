// Checks at the end of a day: the product's own checks, its published figures against the external record, campaigns' bills
// recounted from their exports, and every member's proof with the independent verifier.
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { AnswerOf, Endpoint } from '@fairturn/contract/endpoint'
import { formatMoney } from '@fairturn/contract/minor-units'
import { readStatement } from '@fairturn/contract/proof/statement'
import { type Evidence, proofCalls } from '@fairturn/contract/proofs'
import { type Figure, transparencyCalls } from '@fairturn/contract/transparency'
import { type Cluster, SECRET } from '../testing/cluster.ts'
import { type CallInput, anyOf, send, settle } from '../testing/requests.ts'
import type { Record } from './records.ts'
import type { Scene } from './trial.ts'
import { type Person, type World, requestAs, headersOf } from './world.ts'

const ROOT = join(import.meta.dirname, '..')
const PUBLISHED_WITHIN_MS = 180_000
const POLL_MS = 500
const HOUR_MS = 3_600_000
const MAX_RECOUNTED = 8

export interface DayBooks {
  /** Members whose own proof is valid. */
  readonly members: number
  readonly total_minor: bigint
  /** Number of the last proof. */
  readonly proof_number: number
  /** Number of published figures that match the record. */
  readonly figures: number
  readonly recounted: { readonly campaigns: number; readonly visits: number }
  readonly visits: { readonly verified: number; readonly refused: ReadonlyMap<string, number> }
  /** Result of the product's own ledger check. */
  readonly ledger_check: string
}

export async function checkDay(
  { cluster, world }: Scene,
  record: Record,
  cheated: readonly [campaign_id: string, placer: Person],
  faults: string[],
): Promise<DayBooks> {
  const folder = await mkdtemp(join(tmpdir(), 'fairturn-day-'))
  try {
    const day = new Date(Date.now() + cluster.ahead_ms - 12 * HOUR_MS).toISOString().slice(0, 10)
    const published = await untilPublished(world, day)
    if (published === undefined) throw new Error('after midnight no figures and no proof were published')
    const proved = await verifyProofs(world, published, folder, faults)
    return {
      ...proved,
      figures: await compareFigures(world, record, day, faults),
      recounted: await recountCampaigns(world, cheated, folder, faults),
      visits: await visitsOf(world),
      ledger_check: await checkByProduct(cluster, faults),
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const get = async <E extends Endpoint>(
  world: World,
  endpoint: E,
  sent: Omit<CallInput<E>, 'headers'>,
): Promise<AnswerOf<E>> =>
  (await settle(world.stats, world.ports.web, endpoint, () => ({ ...sent, headers: {} }))).data

/** Jobs after midnight: the day's figures, its proof, and a ledger check without findings. */
async function untilPublished(
  world: World,
  day: string,
): Promise<AnswerOf<typeof proofCalls.list> | undefined> {
  const until_ms = performance.now() + PUBLISHED_WITHIN_MS
  while (performance.now() < until_ms) {
    const [proofs, figures] = await Promise.all([
      get(world, proofCalls.list, { query: {} }),
      get(world, transparencyCalls.figures, {}),
    ])
    const { checked_at, findings } = figures.ledger_check
    const proved = proofs.list[0] !== undefined && proofs.list[0].taken_at.slice(0, 10) > day
    const checked = checked_at !== null && checked_at.slice(0, 10) > day && findings === 0
    if (proved && checked && figures.promises.day === day) return proofs
    await sleep(POLL_MS)
  }
  return undefined
}

/** Exit code and output of one of the project's programs, run as a user would. */
async function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const all = { cwd: ROOT, env: { PATH: process.env['PATH'], ...env } }
  return await promisify(execFile)(process.execPath, [program, ...args], all).then(
    ({ stdout }) => ({ ok: true, output: stdout }),
    (error: { stdout: string; stderr: string }) => ({ ok: false, output: `${error.stdout}${error.stderr}` }),
  )
}

async function verifyProofs(
  world: World,
  proofs: AnswerOf<typeof proofCalls.list>,
  folder: string,
  faults: string[],
): Promise<Pick<DayBooks, 'members' | 'total_minor' | 'proof_number'>> {
  const [{ _id: proof_id, statement }] = proofs.list as [AnswerOf<typeof proofCalls.list>['list'][number]]
  const keys = await get(world, proofCalls.keys, {})
  const proof_statement = readStatement(statement)!
  const key = keys.list[0]!.key
  const file = async (name: string, content: unknown) => {
    const path = join(folder, name)
    await writeFile(path, JSON.stringify(content))
    return path
  }
  const shared = [await file('proofs.json', proofs), await file('keys.json', keys)]
  const sums = { available: 0n, held: 0n }
  let [members, changed]: [number, Evidence | undefined] = [0, undefined]
  for (const person of world.members) {
    const body = { user_id: person._id, proof_id }
    const { data: evidence } = await requestAs(world, person, proofCalls.mine, { body })
    const own = await balancesOf(world, person)
    const known = ['--key', key, '--member', person._id, '--name', person.username]
    const amounts = ['--available', formatMoney(own.available), '--held', formatMoney(own.held)]
    const path = await file('evidence.json', evidence)
    const { ok, output: found } = await run('scripts/verify-proof.mjs', [
      ...known,
      ...amounts,
      path,
      ...shared,
    ])
    if (ok) members += 1
    else faults.push(`the proof of ${person.username} does not hold: ${found.slice(-200)}`)
    sums.available += own.available
    sums.held += own.held
    if (evidence.leaves.length > 0) changed ??= evidence
  }
  // The control: one leaf is one cent higher.
  const [first, ...leaves] = changed!.leaves
  const forged = {
    ...changed!,
    leaves: [{ ...first!, amount_minor: String(BigInt(first!.amount_minor) + 1n) }, ...leaves],
  }
  if (
    (await run('scripts/verify-proof.mjs', ['--key', key, await file('forged.json', forged), ...shared])).ok
  )
    faults.push('a proof that was changed by one cent was believed')
  for (const kind of ['available', 'held'] as const)
    if (proof_statement.by_kind_minor[kind] !== sums[kind])
      faults.push(
        `the proof says ${proof_statement.by_kind_minor[kind]} ${kind}, all members together have ${sums[kind]}`,
      )
  return { members, total_minor: proof_statement.total_minor, proof_number: proof_statement.number }
}

async function balancesOf(world: World, { _id }: Person): Promise<{ available: bigint; held: bigint }> {
  const { rows } = await world.database.query<{ kind: string; balance_minor: bigint }>({
    text: `select kind::text, balance_minor from account where kind in ('member_available', 'member_held') and holder_id = $1`,
    values: [_id],
  })
  const of = (kind: string) => rows.find((row) => row.kind === kind)?.balance_minor ?? 0n
  return { available: of('member_available'), held: of('member_held') }
}

/** Compares the day's published figures with what was acknowledged on it; returns how many agree. */
async function compareFigures(
  world: World,
  { acknowledged }: Record,
  day: string,
  faults: string[],
): Promise<number> {
  const count = (operation: string) =>
    BigInt(acknowledged.filter((done) => done.operation === operation).length)
  const sum = (operation: string, account = 0) =>
    acknowledged
      .filter((done) => done.operation === operation)
      .reduce((total, { effects }) => total + (effects[account]?.amount_minor ?? 0n), 0n)
  const expected: Partial<{ [figure in Figure]: bigint }> = {
    'deposits.count': count('deposit imported'),
    'deposits.sum': sum('deposit imported'),
    'withdrawals.requested': count('withdrawal requested'),
    'withdrawals.requested_sum': sum('withdrawal requested', 1),
    'withdrawals.paid': count('withdrawal paid') - count('withdrawal returned'),
    'withdrawals.cancelled': count('withdrawal cancelled'),
    'withdrawals.refused_by_staff': count('withdrawal refused'),
    'withdrawals.returned_by_bank': count('withdrawal returned'),
    'awards.count': count('award claimed'),
    'awards.sum': sum('award claimed'),
    'refunds.levels': count('level given back'),
    'refunds.levels_sum': sum('level given back'),
    'adjustments.count': count('adjustment by two'),
    'adjustments.sum': sum('adjustment by two', 1),
  }
  let agreed = 0
  for (const [figure, should] of Object.entries(expected) as [Figure, bigint][]) {
    const query = { figure, from: day, to: day }
    const { unit, list } = await get(world, transparencyCalls.history, { query })
    const published = list[0]?.value ?? '0'
    const is = unit === 'money' ? BigInt(published.replace('.', '')) : BigInt(published)
    if (is === should) agreed += 1
    else faults.push(`published for ${day}: ${figure} ${is}, the record has ${should}`)
  }
  return agreed
}

async function recountCampaigns(
  world: World,
  [cheated, placer]: readonly [string, Person],
  folder: string,
  faults: string[],
): Promise<DayBooks['recounted']> {
  const others = world.members.flatMap((person) =>
    person.campaigns.slice(0, 1).map((id) => [id, person] as const),
  )
  let [campaigns, visits] = [0, 0]
  for (const [campaign_id, person] of [[cheated, placer] as const, ...others.slice(0, MAX_RECOUNTED - 1)]) {
    const headers = await headersOf(world, person)
    const path = `/api/campaigns/${campaign_id}/visits.csv`
    const answer = await send({ port: anyOf(world.ports.web), path, headers })
    const file = join(folder, 'visits.csv')
    await writeFile(file, answer?.body ?? '')
    const { ok, output } = await run('server/src/tracking/recount.command.ts', [file])
    if (!ok)
      faults.push(
        `the bill of campaign ${campaign_id} does not follow from its visits: ${output.slice(-300)}`,
      )
    campaigns += 1
    visits += Number(/^(\d+) visits/.exec(output)?.[1] ?? 0)
  }
  return { campaigns, visits }
}

async function visitsOf({ database }: World): Promise<DayBooks['visits']> {
  const { rows } = await database.query<{ verdict: string; count: number }>({
    text: 'select verdict, count(*)::int as count from visit_verdict group by verdict order by 2 desc, 1',
  })
  const refused = rows.filter(({ verdict }) => verdict !== 'verified')
  return {
    verified: rows.find(({ verdict }) => verdict === 'verified')?.count ?? 0,
    refused: new Map(refused.map(({ verdict, count }) => [verdict, count])),
  }
}

/** `npm run ledger:check` on the deployment’s database. */
async function checkByProduct(cluster: Cluster, faults: string[]): Promise<string> {
  const env = { DATABASE_APP_URL: cluster.url, DATA_DIR: cluster.data_dir, SECRET }
  const { ok, output } = await run('server/src/ledger/check.command.ts', [], env)
  if (!ok) faults.push(`the product’s own check: ${output.slice(-500)}`)
  return output.trim().split('\n').at(-1) ?? ''
}
