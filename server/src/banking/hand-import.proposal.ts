// While the bank's connection is configured it alone brings the statements of the receiving account. Two people may allow
// statements by hand for a day, for example while the bank delivers none.
import { may } from '@fairturn/contract/backoffice/roles'
import { newId } from '@fairturn/contract/ids'
import { z } from 'zod'
import type { Queryable, Tx } from '../platform/database/database.ts'
import { statement } from '../platform/database/statement.ts'
import type { Operator } from '../platform/http/app.ts'
import { refuse } from '../platform/http/refusal.ts'
import { actorOf, defineProposal, propose, recordAuditEvent } from '../staff/staff.ts'
import { lockBankAccount } from './bank-statements.store.ts'
import { ourBankAccount } from './receiving-account.ts'

const PERMIT_MS = 86_400_000
/** A worker reads the folder every minute; a process that is not told of it knows by that. */
const CONNECTED_MS = 86_400_000

const insertPermit = statement(
  `-- banking_insert_hand_import_permit
  insert into hand_import_permit (id, account, valid_until, proposed_by, approved_by) values ($id, $account, $until, $proposed_by, $actor)`,
  {
    params: { id: 'uuid', account: 'text', until: 'timestamptz', proposed_by: 'text', actor: 'text' },
  },
)
const selectConnection = statement(
  `-- banking_connection
  select (select read_at from bank_connection) as read_at,
    (select max(valid_until) from hand_import_permit where account = $account) as by_hand_until`,
  { params: { account: 'text' }, columns: { read_at: 'timestamptz?', by_hand_until: 'timestamptz?' } },
)

export interface ConnectionStatus {
  readonly configured: boolean
  readonly read_at: Date | null
  /** Two people have allowed statements by hand until then; null if that is over. */
  readonly by_hand_until: Date | null
}

/** `connected`: whether this process has been told of the connection. */
export async function connectionStatus(
  on: Queryable & { readonly clock: { now(): Date } },
  account: string,
  connected: boolean,
): Promise<ConnectionStatus> {
  const now = on.clock.now()
  const { read_at, by_hand_until } = await selectConnection.one(on, { account })
  const configured = connected || (read_at !== null && now.getTime() - read_at.getTime() < CONNECTED_MS)
  return {
    configured,
    read_at,
    by_hand_until: by_hand_until !== null && by_hand_until > now ? by_hand_until : null,
  }
}

/** Refuses `statements_come_by_the_bank_connection`. */
export async function requireByHand(
  on: Queryable & { readonly clock: { now(): Date } },
  account: string,
  connected: boolean,
): Promise<void> {
  const { configured, by_hand_until } = await connectionStatus(on, account, connected)
  if (configured && by_hand_until === null) throw refuse('statements_come_by_the_bank_connection')
}

export const handImport = defineProposal({
  kind: 'statements_by_hand',
  oneOpenFor: ['account'],
  content: z.strictObject({ account: z.string(), hours: z.literal(24) }),
  side: 'in',
  proposers: may.move_money,
  approvers: may.move_money,
  async execute(tx, { account }, { actor, proposed_by, reason }) {
    const until = new Date(tx.now.getTime() + PERMIT_MS)
    const id = newId(tx.now)
    await insertPermit.all(tx, {
      id,
      account,
      until,
      proposed_by: actorOf({ operator_id: proposed_by }),
      actor,
    })
    const object = { kind: 'hand_import_permit', id }
    const after = { until: until.toISOString() }
    await recordAuditEvent(tx, { actor, action: 'hand_import_permitted', object, reason, after })
  },
})

/** Returns the proposal's id. Refuses `this_is_proposed_already`, `receiving_account_is_not_set`. */
export async function proposeHandImport(tx: Tx, reason: string, operator: Operator): Promise<string> {
  const { account } = await ourBankAccount(tx)
  await lockBankAccount.all(tx, { account }) // so that there is one proposal, however many are made at once
  return await propose(tx, handImport, { account, hours: 24 }, reason, operator)
}
