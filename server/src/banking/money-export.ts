// Lists of money that are saved as a file: each stands in the log.
import type { Operator, Routes } from '../http/app.ts'
import { actorOf, recordAct } from '../staff/staff.ts'

/** Writes the export in the log, and returns the name under which it is saved. */
export async function nameExport(
  { app: { database } }: Routes,
  list: string,
  operator: Operator,
): Promise<string> {
  const object = { kind: 'money', id: list }
  const actor = actorOf(operator)
  await database.transaction((tx) =>
    recordAct(tx, { actor, action: 'money_exported', object, member_id: null }),
  )
  return `${list}-${database.clock.now().toISOString().slice(0, 10)}.csv`
}
