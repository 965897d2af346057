// The setting that names networks of mobile operators: nobody is linked to others by an address there, so that it must not
// become a way to switch off the linking everywhere.
import { isPublicNetwork } from '../platform/http/address.ts'
import { refuse } from '../platform/http/refusal.ts'

/**
 * The most that all entries cover together. Behind the NAT of an operator hundreds of phones share an address, so that real
 * lists are small: the operators of a large country have some ten million addresses of IPv4, fixed lines included, and of
 * IPv6 a /19 to a /32 each. A 64th of IPv4 is four /8, and a /15 is sixteen /19.
 */
const WIDEST = { ipv4: 6, ipv6: 15 } as const

/** Refuses `network_is_not_public` and `networks_are_too_wide`. What two entries both cover counts twice. */
export function requireMobileNetworks(cidrs: readonly string[]): void {
  const network = cidrs.find((cidr) => !isPublicNetwork(cidr))
  if (network !== undefined) throw refuse('network_is_not_public', { network })
  for (const kind of ['ipv4', 'ipv6'] as const) {
    const share = cidrs
      .filter((cidr) => cidr.includes(':') === (kind === 'ipv6'))
      .reduce((sum, cidr) => sum + 2 ** -Number(cidr.split('/')[1]), 0)
    if (share > 2 ** -WIDEST[kind])
      throw refuse('networks_are_too_wide', { ipv4: 2 ** (32 - WIDEST.ipv4), ipv6: WIDEST.ipv6 })
  }
}
