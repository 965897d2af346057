// Client IP addresses: their networks, and the pseudonyms under which they are counted. The devices of a household share an
// IPv4 address or an IPv6 /64, and change addresses within it.
import { createHmac, hkdfSync } from 'node:crypto'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Some proxies forward addresses with ports (Azure Application Gateway); then each connection would be another network. */
const PORT_OR_BRACKETS = /^(?:([\d.]+):\d{1,5}|\[([^\]]+)\](?::\d{1,5})?)$/

/** An IPv4-mapped IPv6 address counts as IPv4; undefined if it is not an address. */
function parse(forwarded: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const [, ipv4, ipv6] = PORT_OR_BRACKETS.exec(forwarded) ?? []
  const address = ipv4 ?? ipv6 ?? forwarded
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return ipaddr.IPv4.parse(address)
  return ipaddr.IPv6.isValid(address) ? ipaddr.process(address) : undefined
}

/** The first octets of an IPv4 address, or 16-bit groups of an IPv6 address, in canonical form; one place for all else. */
export function networkPrefix(
  address: string,
  { octets, groups }: { octets: number; groups: number },
): string {
  const parsed = parse(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.octets.slice(0, octets).join('.')
  if (parsed instanceof ipaddr.IPv6)
    return Array.from(parsed.parts.slice(0, groups), (part) => part.toString(16)).join(':')
  // A misconfigured proxy forwards what it is sent: whoever invents text there must not invent networks.
  return 'unknown'
}

/** Network of a household: an IPv4 address, or an IPv6 /64. */
export const homeNetwork = (address: string): string => networkPrefix(address, { octets: 4, groups: 4 })

/** Network of one customer of a provider: an IPv4 address, or an IPv6 /56 (RIPE-690). */
export function siteNetwork(address: string): string {
  const parsed = parse(address)
  if (!(parsed instanceof ipaddr.IPv6)) return homeNetwork(address)
  const [one, two, three, four] = parsed.parts as [number, number, number, number]
  return [one, two, three, four & 0xff00].map((part) => part.toString(16)).join(':')
}

/** 127.0.0.0/8 and ::1. */
export const isLoopback = (address: string): boolean => parse(address)?.range() === 'loopback'

type Network = ReturnType<typeof ipaddr.parseCIDR>
/** Parsed once a list: settings keep theirs until it changes. */
const parsedNetworks = new WeakMap<readonly string[], readonly Network[]>()

/** Whether the address lies in one of these networks, in CIDR notation. */
export function isInNetworks(address: string, cidrs: readonly string[]): boolean {
  const parsed = parse(address)
  if (parsed === undefined) return false
  let networks = parsedNetworks.get(cidrs)
  if (networks === undefined)
    parsedNetworks.set(cidrs, (networks = cidrs.map((cidr) => ipaddr.parseCIDR(cidr))))
  return networks.some((network) => network[0].kind() === parsed.kind() && parsed.match(network))
}

/** Global unicast only: IPv4 outside the reserved ranges, IPv6 within 2000::/3 outside its reserved ranges. */
export function isPublic(address: string): boolean {
  if (isIP(address) === 0) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv4' || (parsed.toByteArray()[0]! & 0xe0) === 0x20
}

/** Within a block of public addresses: bases of blocks that are not. */
const NOT_PUBLIC = [
  '100.64.0.0',
  '169.254.0.0',
  '172.16.0.0',
  '192.0.0.0',
  '192.0.2.0',
  '192.88.99.0',
  '192.168.0.0',
  '198.18.0.0',
  '198.51.100.0',
  '203.0.113.0',
  '2001::',
  '2001:db8::',
  '3fff::',
]

/** Whether all addresses of a network in CIDR notation are public. */
export function isPublicNetwork(cidr: string): boolean {
  const kind = ipaddr[cidr.includes(':') ? 'IPv6' : 'IPv4']
  const ends = [kind.networkAddressFromCIDR(cidr), kind.broadcastAddressFromCIDR(cidr)]
  const cidrs = [cidr]
  return (
    ends.every((address) => isPublic(address.toString())) &&
    !NOT_PUBLIC.some((address) => isInNetworks(address, cidrs))
  )
}

/**
 * Pseudonyms of addresses, and of the names that are tried at the sign-in: keyed with SECRET, so that whoever reads the database,
 * its write-ahead log or a backup cannot try all addresses, and different each UTC day, so that no two days can be linked
 * (client-addresses.test.ts). Of one day and of the day before: what was counted shortly before midnight still counts after it.
 */
export interface Pseudonyms {
  readonly today: Buffer
  readonly yesterday: Buffer
}

const DAY_MS = 86_400_000

const keys = new Map<string, Buffer>()

/** Derived once a secret: this is on the way of every anonymous call. */
export function pseudonymKey(secret: string): Buffer {
  let key = keys.get(secret)
  if (key === undefined)
    keys.set(secret, (key = Buffer.from(hkdfSync('sha256', secret, '', 'fairturn pseudonyms 1', 32))))
  return key
}

/** `words` of one kind of pseudonym: its name first. */
export function pseudonymsOf(secret: string, at: Date, ...words: readonly string[]): Pseudonyms {
  const key = pseudonymKey(secret)
  const day = Math.floor(at.getTime() / DAY_MS)
  const on = (each: number) =>
    createHmac('sha256', key)
      .update([String(each), ...words].join('\0'))
      .digest()
  return { today: on(day), yesterday: on(day - 1) }
}
