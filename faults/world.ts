// All actors of a drill: members who place, carry, deposit and withdraw, and the operators. Created once, before any fault;
// their money comes later, through the bank.
import { argon2Sync, randomBytes } from 'node:crypto'
import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Endpoint } from '@fairturn/contract/endpoint'
import { newId } from '@fairturn/contract/ids'
import { memberCalls } from '@fairturn/contract/members'
import { readPayee, saveBankDetails, saveAddress } from '../server/src/banking/banking.ts'
import { changeSetting } from '../server/src/content/content.ts'
import { recordAnswer, saveProfile } from '../server/src/invoices/invoices.ts'
import { registerMember } from '../server/src/members/members.ts'
import { type Database, openDatabase, type Tx } from '../server/src/platform/database/database.ts'
import { openOperatorSession } from '../server/src/staff/staff.ts'
import { type Cluster, asSuperuser, portsOf } from '../testing/cluster.ts'
import { type CallAnswer, type CallStats, type CallInput, newStats, settle } from '../testing/requests.ts'
import type { Records } from './records.ts'

export const PASSWORD = 'correct horse'
/** The receiving account in the bank's files. */
export const OUR_IBAN = 'FR1420041010050500013M02606'
/** An access token is valid for fifteen minutes, a confirmed staff session for five. */
const STAFF_SESSION_MS = 200_000

export interface Person {
  readonly _id: string
  readonly username: string
  readonly creative: string
  token: string
  /** Clock at sign-in. */
  signed_in_by_ms: number
  /** Started, visited, and possibly claimable. */
  readonly carried: { order_id: string; campaign_id: string }[]
  /** Withdrawals requested and, as far as they know, undecided. */
  readonly requested: string[]
  /** Their paid campaigns that, as far as they know, have not ended. */
  readonly campaigns: string[]
  purchase: { id: string; fee_minor: bigint } | undefined
}

export interface Operator {
  readonly _id: string
  readonly username: string
  cookie: string
  sinceMs: number
  signed_in_by_ms: number
}

/** Money that a member has announced, and that the bank will deliver. */
export interface Announced {
  readonly deposit_id: string
  readonly member_id: string
  readonly reference: string
  readonly amount_minor: bigint
}

export interface RequestedApproval {
  readonly withdrawal_id: string
  readonly member_id: string
  readonly amount_minor: bigint
}

export interface World {
  readonly cluster: Cluster
  readonly records: Records
  readonly stats: CallStats
  readonly members: readonly Person[]
  /** Approves withdrawals, the large ones together with the owner (dual approval). */
  readonly finance: Operator
  readonly owner: Operator
  /** Brings money in: imports bank files, and proposes adjustments that another operator approves. */
  readonly importer: Operator
  readonly confirmer: Operator
  /** Creates and sends payment files. */
  readonly releaser: Operator
  readonly landing: Server
  readonly landing_url: string
  /** Responses that are a violation, one sentence each. */
  readonly faults: string[]
  /** For the bank to deliver. */
  readonly announced: Announced[]
  /** For the operators to decide. */
  readonly withdrawals: RequestedApproval[]
  readonly in_review: string[]
  /** Visits in progress. */
  readonly visiting: Set<Promise<void>>
  readonly ports: { web: readonly number[]; links: readonly number[] }
  /** Pause of a member, or of the operators together, between two steps; none by default. */
  pause: (who: 'member' | 'staff') => Promise<unknown>
  readonly database: Database
}

export async function makeWorld(
  cluster: Cluster,
  records: Records,
  members: number,
  { seller = true }: { readonly seller?: boolean } = {},
): Promise<World> {
  const database = await openDatabase({
    url: cluster.url,
    poolSize: 2,
    clock: { now: () => new Date(Date.now() + cluster.ahead_ms) },
  })
  await arrange(cluster)
  if (seller) await database.transaction(sell)
  const landing = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end('<title>A shop</title>'),
  ).listen(0, '127.0.0.1')
  await new Promise((resolve) => landing.once('listening', resolve))
  const world: World = {
    cluster,
    records,
    stats: newStats(),
    members: await register(database, members, seller),
    finance: await operator(database, 'finance', 'out'),
    owner: await operator(database, 'owner', 'out'),
    importer: await operator(database, 'finance', 'in', 'importer'),
    confirmer: await operator(database, 'finance', 'in', 'confirmer'),
    releaser: await operator(database, 'finance', 'out', 'releaser'),
    landing,
    landing_url: `http://127.0.0.1:${(landing.address() as AddressInfo).port}/`,
    faults: [],
    announced: [],
    withdrawals: [],
    in_review: [],
    visiting: new Set(),
    ports: { web: portsOf(cluster, 'web'), links: portsOf(cluster, 'links') },
    pause: async () => undefined,
    database,
  }
  for (const person of world.members) await signIn(world, person)
  return world
}

export async function endWorld(world: World): Promise<void> {
  world.landing.closeAllConnections()
  world.landing.close()
  await world.database.close()
}

/**
 * Configures what operators would: unlimited turns, no level earned by record, a receiving account, and that all members
 * come from one machine, so that no order waits for a look.
 */
async function arrange({ url }: Cluster): Promise<void> {
  await asSuperuser(
    url,
    'update level set turns_a_day = 1000000, orders_to_earn = case when rank > 1 then 1000000 end',
  )
  const database = await openDatabase({ url, poolSize: 1 })
  await database.transaction(async (tx) => {
    await changeSetting(tx, 'unseen_limit', '1000000.00')
    await changeSetting(tx, 'mobile_networks', ['127.0.0.0/8'])
    await changeSetting(tx, 'receive_account', {
      holder: 'Fairturn Members',
      bank: 'Example Bank',
      iban: OUR_IBAN,
      bic: 'PSSTFRPP',
      street: '1 rue de la Paix',
      postal_code: '75002',
      city: 'Paris',
      country: 'FR',
    })
  })
  await database.close()
}

/** Everybody is charged VAT, or their company accounts for it. */
async function sell(tx: Tx): Promise<void> {
  await changeSetting(tx, 'vat_rates', [
    { country: 'FR', rate: 20, from: '2014-01-01' },
    { country: 'DE', rate: 19, from: '2007-01-01' },
  ])
  await changeSetting(tx, 'seller', {
    legal_name: 'Fairturn SAS',
    street: '1 rue de la Paix',
    postal_code: '75002',
    city: 'Paris',
    country: 'FR',
    vat_number: 'FR40303265045',
    registration_number: '303 265 045',
  })
}

/** Of three members one is a company at home, one a German company whose number was confirmed, and one has no profile. */
async function bill(tx: Tx, member_id: string, i: number): Promise<void> {
  if (i % 3 === 2) return
  const [country, vat_number] = i % 3 === 0 ? ['FR', 'FR40303265045'] : ['DE', 'DE136695976']
  await saveProfile(tx, member_id, {
    buyer_kind: 'company',
    legal_name: `Drill ${i}`,
    street: '12 Main Street',
    postal_code: '10969',
    city: 'Town',
    country,
    vat_number,
    registration_number: null,
    purchase_order: `PO-${i}`,
    email: null,
  })
  await recordAnswer(tx, { member_id, vat_number }, { check: 'confirmed', consultation: null })
}

/** A separate account per member, because approvals of the same account add up; check digits by ISO 13616. */
function ibanOf(i: number): string {
  const bban = String(i + 1).padStart(18, '0')
  const check = 98n - (BigInt(`${bban}131400`) % 97n)
  return `DE${String(check).padStart(2, '0')}${bban}`
}

/**
 * Password hash with argon2's minimum memory: each withdrawal verifies it, and at real cost a drill would measure little
 * else.
 */
function leastHash(password: string): string {
  const [memory, passes, parallelism] = [8, 1, 1]
  const nonce = randomBytes(16)
  const tag = argon2Sync('argon2id', { message: password, nonce, memory, passes, parallelism, tagLength: 32 })
  const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(nonce)}$${unpadded(tag)}`
}

async function register(database: Database, count: number, profiles: boolean): Promise<Person[]> {
  const passwordHash = leastHash(PASSWORD)
  const members: Person[] = []
  for (let i = 0; i < count; i += 1) {
    const username = `drill member ${i}`
    const creative = `/files/${randomBytes(16).toString('hex')}.webp`
    const { id } = await database.transaction(async (tx) => {
      const phone = `+8491${String(2_000_000 + i)}`
      const made = await registerMember(tx, {
        username,
        phone,
        passwordHash,
        invite_code: null,
        locale: 'en',
      })
      const address = {
        name: username,
        street: '12 Hàng Bạc',
        city: 'Hà Nội',
        postal_code: '',
        region: '',
        country: 'VN',
      }
      await saveAddress(tx, made.id, address)
      const payee = await readPayee(tx, { holder: 'DRILL MEMBER', iban: ibanOf(i) })
      await saveBankDetails(tx, { member_id: made.id, payee, confirmed: true })
      if (profiles) await bill(tx, made.id, i)
      await tx.query({
        text: 'insert into creative (url, member_id) values ($1, $2)',
        values: [creative, made.id],
      })
      return made
    })
    members.push({
      _id: id,
      username,
      creative,
      token: '',
      signed_in_by_ms: 0,
      carried: [],
      requested: [],
      campaigns: [],
      purchase: undefined,
    })
  }
  return members
}

async function operator(
  database: Database,
  role: 'finance' | 'owner',
  side: 'in' | 'out',
  name: string = role,
): Promise<Operator> {
  const _id = newId(new Date())
  const username = `drill.${name}`
  await database.query({
    text: `insert into operator (id, username, role, side, set_up, created_at) values ($1, $2, $3, $4, true, now())`,
    values: [_id, username, role, side],
  })
  return { _id, username, cookie: '', sinceMs: -Infinity, signed_in_by_ms: 0 }
}

async function signIn(world: World, person: Person): Promise<void> {
  const body = { username: person.username, password: PASSWORD }
  const answer = await settle(world.stats, world.ports.web, memberCalls.login, () => ({ body, headers: {} }))
  if (answer.status !== 200) throw new Error(`${person.username} could not sign in: ${answer.code}`)
  person.token = answer.data.access_token
  person.signed_in_by_ms = world.cluster.ahead_ms
}

/** Headers of a session that is valid by the current clock: after each jump everybody signs in again. */
export async function headersOf(world: World, person: Person): Promise<Record<string, string>> {
  if (person.signed_in_by_ms !== world.cluster.ahead_ms) await signIn(world, person)
  return { authorization: `Bearer ${person.token}` }
}

/** Calls as a member until it is accepted or refused. */
export async function requestAs<E extends Endpoint>(
  world: World,
  person: Person,
  endpoint: E,
  sent: Omit<CallInput<E>, 'headers'>,
): Promise<CallAnswer<E>> {
  const once = async () => {
    await headersOf(world, person)
    return await settle<E>(world.stats, world.ports.web, endpoint, () => ({
      ...sent,
      headers: { authorization: `Bearer ${person.token}` },
    }))
  }
  const answer = await once()
  if (answer.code !== 'token_is_expired') return answer
  await signIn(world, person)
  return await once()
}

/** Calls as an operator, in a recently confirmed session, until it is accepted or refused. */
export async function requestAsStaff<E extends Endpoint>(
  world: World,
  who: Operator,
  endpoint: E,
  sent: Omit<CallInput<E>, 'headers'>,
): Promise<CallAnswer<E>> {
  const [port] = world.ports.web
  const site = { origin: `http://127.0.0.1:${port}`, host: `127.0.0.1:${port}` }
  // Retries may outlast the session's confirmation.
  return await settle<E>(world.stats, world.ports.web, endpoint, async () => ({
    ...sent,
    headers: { ...(await staffHeaders(world, who)), ...site },
  }))
}

/** Cookie and header of a fresh session. */
export async function staffHeaders(world: World, who: Operator): Promise<Record<string, string>> {
  const untilMs = performance.now() + 60_000
  const { cluster } = world
  while (performance.now() - who.sinceMs > STAFF_SESSION_MS || who.signed_in_by_ms !== cluster.ahead_ms) {
    try {
      who.signed_in_by_ms = cluster.ahead_ms
      who.cookie = await world.database.transaction((tx) =>
        openOperatorSession(tx, { operator_id: who._id, device: 'drill' }),
      )
      who.sinceMs = performance.now()
    } catch (error) {
      // The database may be down, which is what is being drilled.
      who.sinceMs = -Infinity
      if (performance.now() > untilMs) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  return { cookie: `staff_session=${who.cookie}`, 'x-staff': '1' }
}
