// Recognises members' own devices, so that nobody earns with their own visits. Stored for two days, as hashes; addresses
// and user agents stay in this process's memory (storage.test.ts).
import { randomBytes } from 'node:crypto'
import type { Queryable, Tx } from '../platform/database/database.ts'
import { statement } from '../platform/database/statement.ts'
import { isLoopback } from '../platform/http/address.ts'
import { recordDevice } from './tracking.store.ts'
import { type Identity, dayOf, openSalts, type Visitor } from './visitor.ts'

const MAX_CACHED_DEVICES = 50_000
/** Longer than any browser's; the rest would only use memory. */
const MAX_AGENT_LENGTH = 1024
const COOKIE = 'visitor'
const COOKIE_VALUE = /^[A-Za-z0-9_-]{22}$/
const COOKIE_LIFE_S = 365 * 86_400

export interface DeviceRequest {
  address: string
  agent: string
  /** The Cookie header. */
  cookie: string | undefined
}

/** Identity of the sender of a request, and the Set-Cookie header that the response must carry to preserve it. */
export interface Recognised {
  identity: Identity
  setCookie: string | null
}

/** Address and user agent; in a demo on one machine, where everybody shares both, a random cookie (decision 007). */
export function recognise(came: DeviceRequest, demo: boolean): Recognised {
  if (!demo || !isLoopback(came.address))
    return {
      identity: { address: came.address, agent: came.agent.slice(0, MAX_AGENT_LENGTH) },
      setCookie: null,
    }
  const sent = cookieOf(came.cookie)
  if (sent !== undefined) return { identity: { demoVisitor: sent }, setCookie: null }
  const demoVisitor = randomBytes(16).toString('base64url')
  const setCookie = `${COOKIE}=${demoVisitor}; Path=/; Max-Age=${COOKIE_LIFE_S}; HttpOnly; SameSite=Lax`
  return { identity: { demoVisitor }, setCookie }
}

function cookieOf(header: string | undefined): string | undefined {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim().split('='))
  return pairs.find(([name, value]) => name === COOKIE && COOKIE_VALUE.test(value ?? ''))?.[1]
}

export interface Devices {
  /**
   * Records that this member uses the device of a request: written once per day and device, otherwise cached. Returns the
   * Set-Cookie header to send, or null. Call only for requests with a valid session.
   */
  note(on: Queryable, member_id: string, came: DeviceRequest, now: Date): Promise<string | null>
}

/** A device on which a member is seen for the first time that day. */
export interface SeenDevice {
  readonly member_id: string
  readonly at: Date
  readonly address: string
  readonly visitor: Visitor
}

/** `link`: called for each, to link members of one device or address; the link service needs none. */
export function openDevices(
  on: Queryable,
  { demo, secret }: { demo: boolean; secret: string },
  link?: (on: Queryable, seen: SeenDevice) => Promise<void>,
): Devices {
  const salts = openSalts(on, secret)
  let noted = new Set<string>()
  let notedDay = ''

  return {
    async note(on, member_id, came, now) {
      const { identity, setCookie } = recognise(came, demo)
      const day = dayOf(now)
      if (day !== notedDay || noted.size >= MAX_CACHED_DEVICES) {
        noted = new Set()
        notedDay = day
      }
      const device = `${member_id} ${JSON.stringify(identity)}`
      if (noted.has(device)) return setCookie
      const visitor = await salts.visitor(identity, now)
      const { hash, network, address } = visitor
      const is_new = (await recordDevice.maybe(on, { member_id, day, hash, network, address })) !== undefined
      // In a demo on one machine everybody has the same address, and one browser plays several members.
      if (is_new && !('demoVisitor' in identity))
        await link?.(on, { member_id, at: now, address: came.address, visitor })
      noted.add(device)
      return setCookie
    },
  }
}

const countDevices = statement(
  `-- tracking_count_devices
  select count(distinct hash)::int as known from member_device where member_id = $member_id`,
  { params: { member_id: 'uuid' }, columns: { known: 'int4' } },
)
const eraseDevices = statement(
  `-- tracking_erase_devices
  delete from member_device where member_id = $member_id`,
  { params: { member_id: 'uuid' } },
)

export const deviceData = (on: Queryable, member_id: string): Promise<{ known: number }> =>
  countDevices.one(on, { member_id })

export async function deleteDevices(tx: Tx, member_id: string): Promise<void> {
  await eraseDevices.all(tx, { member_id })
}
