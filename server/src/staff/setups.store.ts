// All SQL about setting up: set-up codes of new colleagues, and of those who start again.
import type { StaffRole } from '@fairturn/contract/backoffice/roles'
import { statement } from '../database/statement.ts'

export const putSetup = statement(
  'staff_put_setup',
  `insert into operator_setup (operator_id, first_hash, second_hash, expires_at) values ($1, $2, $3, $4)
   on conflict (operator_id) do update
   set first_hash = excluded.first_hash, second_hash = excluded.second_hash, expires_at = excluded.expires_at`,
)
export const findSetup = statement<{ operator_id: string; username: string; role: StaffRole }>(
  'staff_find_setup',
  `select o.id as operator_id, o.username, o.role from operator_setup s join operator o on o.id = s.operator_id
   where s.first_hash = $1 and s.second_hash = $2 and s.expires_at > $3 and o.disabled_at is null`,
)
/** A race has one winner. */
export const useSetup = statement<{ operator_id: string }>(
  'staff_use_setup',
  `delete from operator_setup where first_hash = $1 and second_hash = $2 and expires_at > $3 returning operator_id`,
)
export const dropSetup = statement('staff_drop_setup', `delete from operator_setup where operator_id = $1`)
