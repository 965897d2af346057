// Admin calls on members. Details are shown only together with an audit event that the member can see
// (members.admin.test.ts).
import {
  adminMemberDataCalls as looks,
  adminMemberCalls as calls,
  adminMemberFiles as files,
  adminMemberNoteCalls as notes,
  type AdminMember,
} from '@fairturn/contract/backoffice/members'
import { formatMoney } from '@fairturn/contract/minor-units'
import { accountOf, balancesOf } from '../ledger/ledger.ts'
import { hasOneTimeCodes } from '../platform/credentials/one-time-codes.ts'
import { listPasskeys } from '../platform/credentials/passkeys.ts'
import { recoveryCodesLeft } from '../platform/credentials/recovery-codes.ts'
import { memberSubject } from '../platform/credentials/subjects.ts'
import type { Queryable } from '../platform/database/database.ts'
import type { Operator, Routes } from '../platform/http/app.ts'
import { bind } from '../platform/http/bind.ts'
import {
  actorOf,
  auditEventsOfMember,
  bindList,
  bindMemberText,
  reasonOfLook,
  refuseContactDetails,
} from '../staff/staff.ts'
import { lockForStaff } from './member-lock.ts'
import { notesOf, setTag, writeNote } from './member-notes.ts'
import { type FoundMember, type MemberInDetail, searchMembers } from './members.admin.store.ts'
import { maskPhone } from './names.ts'
import {
  confirmByOperator,
  endSessionsByOperator,
  findInDetail,
  lockByOperator,
  unlockByOperator,
} from './operator-locks.ts'
import { selectOpenSessions } from './sessions.store.ts'

export function memberAdminRoutes(routes: Routes): void {
  lists(routes)
  detail(routes)
  auditTrail(routes)
  noting(routes)
  changes(routes)
}

function lists(routes: Routes): void {
  bindList(routes, {
    call: calls.list,
    file: files.exportMembers,
    kind: 'members',
    name: 'members',
    rows: searchMembers,
    items: (rows) => rows.map(memberOnWire),
    named: ['level_id'],
    columns: {
      member_id: (member) => member._id,
      username: (member) => ({ text: member.username }),
      phone: (member) => ({ text: member.phone }),
      code: (member) => member.code,
      locale: (member) => member.locale,
      level_id: (member) => member.level_id,
      lock: (member) => member.lock?.kind ?? null,
      locked_at: (member) => member.lock?.since ?? null,
      verified_orders: (member) => member.verified_orders,
      member_since: (member) => member.member_since,
      closed_at: (member) => member.closed_at,
    },
  })
}

const memberOnWire = (member: FoundMember): AdminMember => ({
  _id: member.id,
  username: member.username,
  phone: maskPhone(member.phone),
  code: member.code,
  locale: member.locale,
  level_id: member.level_id,
  lock: member.lock_kind === null ? null : { kind: member.lock_kind, since: member.locked_at!.toISOString() },
  verified_orders: member.verified_orders,
  member_since: member.created_at.toISOString(),
  closed_at: member.closed_at?.toISOString() ?? null,
})

function detail(routes: Routes): void {
  bind(routes, calls.detail, async ({ app, params: { member_id }, query, transaction }) => {
    refuseContactDetails(app, query.reason)
    const data = await transaction(async (tx) => inDetail(tx, await findInDetail(tx, member_id), tx.now))
    return { data, looks: { members: [member_id], reason: query.reason } }
  })
}

async function inDetail(on: Queryable, member: MemberInDetail, now: Date) {
  const { id, inviter_id, inviter, invitation } = member
  const accounts = { available: accountOf('member_available', id), held: accountOf('member_held', id) }
  const balances = await balancesOf(on, Object.values(accounts))
  const { balance_minor, reserved_minor } = balances.get(accounts.available)!
  const subject = memberSubject(id)
  const sessions = await selectOpenSessions.all(on, { member_id: id, now })
  return {
    ...memberOnWire(member),
    phone: member.phone,
    phone_confirmed_at: member.phone_confirmed_at?.toISOString() ?? null,
    email: member.email,
    ...(await lockForStaff(on, id, now)),
    invited_by: inviter_id === null ? null : { _id: inviter_id, username: inviter! },
    invitation,
    invited: member.invited,
    verified_visits: Number(member.verified_visits),
    counted_visits: Number(member.counted_visits),
    available: formatMoney(balance_minor - reserved_minor),
    reserved: formatMoney(reserved_minor),
    held: formatMoney(balances.get(accounts.held)!.balance_minor),
    one_time_codes: await hasOneTimeCodes(on, subject),
    passkeys: (await listPasskeys(on, subject)).length,
    recovery_codes_left: await recoveryCodesLeft(on, subject),
    sessions: sessions.map((session) => ({
      _id: session.id,
      device: session.device,
      created_at: session.created_at.toISOString(),
      last_used_at: session.last_used_at.toISOString(),
    })),
  }
}

/** Only within an hour of a recorded view, so that the member knows that this operator reads. */
function auditTrail(routes: Routes): void {
  const { database } = routes.app
  bind(routes, looks.acts, async ({ params: { member_id }, query, operator, now }) => {
    await reasonOfLook(database, { member_id, actor: actorOf(operator), now })
    return { data: await auditEventsOfMember(database, { member_id, now, ...query, cursor: query.cursor }) }
  })
}

/** Behind the same look: notes may contain anything (decision 092). */
function noting(routes: Routes): void {
  const { database } = routes.app
  const looked = (on: Queryable, { member_id }: { member_id: string }, operator: Operator, now: Date) =>
    reasonOfLook(on, { member_id, actor: actorOf(operator), now })
  bind(routes, notes.notes, async ({ params, query, operator, now }) => {
    await looked(database, params, operator, now)
    return { data: await notesOf(database, params.member_id, query.cursor) }
  })
  bind(routes, notes.writeNote, async ({ params, body, operator, transaction }) => ({
    data: await transaction(async (tx) => {
      await looked(tx, params, operator, tx.now)
      return await writeNote(tx, { ...params, ...body }, operator)
    }),
  }))
  bind(routes, notes.setTag, async ({ params, body, operator, transaction }) => ({
    data: await transaction(async (tx) => {
      await looked(tx, params, operator, tx.now)
      return await setTag(tx, { ...params, ...body }, operator)
    }),
  }))
}

function changes(routes: Routes): void {
  bindMemberText(routes, calls.lock, async ({ params, body, operator, transaction }) => {
    const since = body.suspected_since
    const suspected_since = since === undefined ? undefined : new Date(since)
    const input = { ...params, ...body, suspected_since }
    const proposal_id = await transaction((tx) => lockByOperator(tx, input, operator))
    return { data: { kind: body.kind, proposal_id } }
  })

  bind(routes, calls.confirmLock, async ({ params, body, operator, transaction }) => ({
    data: {
      proposal_id: await transaction((tx) => confirmByOperator(tx, { ...params, ...body }, operator)),
    },
  }))

  bindMemberText(routes, calls.unlock, async ({ params, body, operator, transaction }) => {
    const proposal_id = await transaction((tx) => unlockByOperator(tx, { ...params, ...body }, operator))
    return { data: { unlocked: proposal_id === null, proposal_id } }
  })

  bindMemberText(routes, calls.endSessions, async ({ params, body, operator, transaction }) => {
    const input = { ...params, ...body }
    return { data: { ended: await transaction((tx) => endSessionsByOperator(tx, input, operator)) } }
  })
}
