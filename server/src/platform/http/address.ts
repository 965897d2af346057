// Network prefixes of client IP addresses: the devices of a household share an IPv4 address or an IPv6 /64, and change
// addresses within it.
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
