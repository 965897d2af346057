// Pseudonymous visitors: hashes with a daily salt that is keyed with SECRET, so that no backup alone tells an address.
// Addresses and user agents are never stored or logged, and no salt is kept longer than two days (storage.test.ts).
import { createHmac, hash, randomBytes } from 'node:crypto'
import type { Queryable } from '../platform/database/database.ts'
import { statement } from '../platform/database/statement.ts'
import { homeNetwork, networkPrefix, pseudonymKey } from '../platform/http/address.ts'

const DAY_MS = 86_400_000
const HASH_HEX = 32 // 128 bits
const SALT_BYTES = 32

interface SaltRow {
  salt: Buffer
  /** False for a day that an earlier version began: its hashes stay comparable. */
  keyed: boolean
}

/** Hashes in hex; `before`, `network_before` and `address_before` use the previous day's salt. */
export interface Visitor {
  day: string
  hash: string
  before: string
  network: string
  network_before: string
  address: string
  address_before: string
}

/** Identity of a visitor: address and user agent or, in a demo on one machine, a cookie (decision 007). */
export type Identity = { address: string; agent: string } | { demoVisitor: string }

export interface Salts {
  /** Synchronous if the day's salts are cached, as for every hit but the first of a day. */
  visitor(identity: Identity, at: Date): Visitor | Promise<Visitor>
}

const saveSalt = statement(
  `-- tracking_keep_salt
  insert into visit_salt (day, salt, keyed) values ($day, $salt, true) on conflict (day) do nothing`,
  { params: { day: 'date', salt: 'bytea' } },
)
const find = statement(
  `-- tracking_find_salt
  select salt, keyed from visit_salt where day = $day`,
  { params: { day: 'date' }, columns: { salt: 'bytea', keyed: 'bool' } },
)

/** Salts for a visit on one day, and caches of hashed networks and addresses. */
interface Day {
  name: string
  today: string
  yesterday: string
  networks: Map<string, Hashes>
  addresses: Map<string, Hashes>
}

interface Hashes {
  today: string
  yesterday: string
}

/** Of each kind. */
const MAX_CACHED = 20_000

/** Opens the salts of a database; created on demand, and cached for two days. */
export function openSalts(on: Queryable, secret: string): Salts {
  let current: Day | undefined
  let opening: { name: string; day: Promise<Day> } | undefined

  async function read(name: string, eve: string): Promise<Day> {
    const [today, yesterday] = [await readSalt(on, secret, name), await readSalt(on, secret, eve)]
    current = { name, today, yesterday, networks: new Map(), addresses: new Map() }
    return current
  }

  // At midnight concurrent requests share one query.
  function open(name: string, at: Date): Promise<Day> {
    if (opening?.name === name) return opening.day
    const day = read(name, dayOf(new Date(at.getTime() - DAY_MS))).finally(() => {
      if (opening?.day === day) opening = undefined
    })
    opening = { name, day }
    return day
  }

  return {
    visitor(identity, at) {
      const name = dayOf(at)
      if (current?.name === name) return visitorOn(current, identity)
      return open(name, at).then((day) => visitorOn(day, identity))
    },
  }
}

function visitorOn(day: Day, identity: Identity): Visitor {
  const person = personOf(identity)
  const network = hashesOf(day, day.networks, networkOf(identity))
  const address = hashesOf(day, day.addresses, addressOf(identity))
  return {
    day: day.name,
    hash: salted(day.today, person),
    before: salted(day.yesterday, person),
    network: network.today,
    network_before: network.yesterday,
    address: address.today,
    address_before: address.yesterday,
  }
}

// Cached, because many visitors come from few networks, and those of an operator from few addresses.
function hashesOf(day: Day, cache: Map<string, Hashes>, origin: string): Hashes {
  const known = cache.get(origin)
  if (known !== undefined) return known
  const hashed = { today: salted(day.today, origin), yesterday: salted(day.yesterday, origin) }
  if (cache.size >= MAX_CACHED) cache.clear()
  cache.set(origin, hashed)
  return hashed
}

async function readSalt(on: Queryable, secret: string, day: string): Promise<string> {
  const { salt, keyed } = (await find.maybe(on, { day })) ?? (await makeSalt(on, day))
  return keyed ? createHmac('sha256', pseudonymKey(secret)).update(salt).digest('hex') : salt.toString('hex')
}

// Of two processes that start a day concurrently, one creates the salt and both read it.
async function makeSalt(on: Queryable, day: string): Promise<SaltRow> {
  await saveSalt.all(on, { day, salt: randomBytes(SALT_BYTES) })
  return find.one(on, { day })
}

/** The UTC day, as `2026-11-21`. */
export function dayOf(at: Date): string {
  const day = Math.floor(at.getTime() / DAY_MS)
  // Cached: called several times per hit, almost always for today or yesterday.
  const named = dayNames.get(day)
  if (named !== undefined) return named
  const name = new Date(day * DAY_MS).toISOString().slice(0, 10)
  if (dayNames.size >= 1000) dayNames.clear()
  dayNames.set(day, name)
  return name
}
const dayNames = new Map<number, string>()

function salted(salt: string, text: string): string {
  return hash('sha256', salt + text, 'hex').slice(0, HASH_HEX)
}

function personOf(identity: Identity): string {
  if ('demoVisitor' in identity) return `demo ${identity.demoVisitor}`
  return `visitor ${homeNetwork(identity.address)} ${identity.agent}`
}

// In a demo every visitor counts as a separate network and address, because there is only one machine.
function networkOf(identity: Identity): string {
  if ('demoVisitor' in identity) return `demo network ${identity.demoVisitor}`
  // An IPv4 /24 or an IPv6 /48.
  return `network ${networkPrefix(identity.address, { octets: 3, groups: 3 })}`
}

function addressOf(identity: Identity): string {
  if ('demoVisitor' in identity) return `demo address ${identity.demoVisitor}`
  return `address ${homeNetwork(identity.address)}`
}
