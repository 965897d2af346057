// What tracking stores about a member apart from their orders' visits: hashes of their own devices, for two
// days.
import type { Queryable, Tx } from '../database/database.ts'
import { statement } from '../database/statement.ts'

const countDevices = statement<{ known: number }>(
  'tracking_count_devices',
  `select count(distinct hash)::int as known from member_device where member_id = $1`,
)
const eraseDevices = statement('tracking_erase_devices', `delete from member_device where member_id = $1`)

/** Number of devices known as the member's own. */
export const deviceData = (on: Queryable, member_id: string): Promise<{ known: number }> =>
  countDevices.one(on, member_id)

/** Deletes those devices. */
export async function forgetDevices(tx: Tx, member_id: string): Promise<void> {
  await eraseDevices.all(tx, member_id)
}
