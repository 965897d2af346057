// Links members who used one device or address on one day, or registered from one network within minutes (docs/rules.md).
import { settingsOf } from '../content/content.ts'
import { linkMembers } from '../members/members.ts'
import type { Queryable } from '../platform/database/database.ts'
import { isInNetworks } from '../platform/http/address.ts'
import type { SeenDevice } from './devices.ts'
import { findSameDevices } from './tracking.store.ts'

/**
 * Links a member with the latest few others. Nobody in a network of a mobile operator: there, thousands share an address,
 * and many of their phones send one user agent.
 */
export async function linkByDevice(on: Queryable, seen: SeenDevice): Promise<void> {
  const { member_id, visitor, at } = seen
  const { mobile_networks } = await settingsOf(on)
  if (isInNetworks(seen.address, mobile_networks)) return
  const { day, hash, network, address } = visitor
  const others = await findSameDevices.all(on, { day, hash, network, address, member_id })
  await linkMembers(on, member_id, others, at)
}
