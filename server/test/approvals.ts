// The second operator: reads a proposal and approves exactly that content.
import { approvalCalls } from '@fairturn/contract/backoffice/approvals'
import { SIDES, STAFF_ROLES, type StaffRole } from '@fairturn/contract/backoffice/roles'
import { expect } from 'vitest'
import { takesSide } from '../src/staff/sides.ts'
import type { TestApp } from './app.ts'
import { answered } from './carrying.ts'
import { staff, type TestOperator } from './staff.ts'

export async function approveProposal(app: TestApp, proposal_id: string, as: TestOperator) {
  const params = { proposal_id }
  const { content_hash } = answered(await app.call(approvalCalls.detail, { as, params }))
  return await app.call(approvalCalls.approve, { as, params, body: { content_hash } })
}

/** Approves what a call has proposed; if the call was refused, returns its refusal. */
export const approveProposed = async (
  app: TestApp,
  proposed: { status: number; code: string; data: { proposal_id: string | null } },
  as: TestOperator,
): Promise<{ status: number; code: string; data: unknown }> =>
  proposed.status === 200 ? await approveProposal(app, proposed.data.proposal_id!, as) : proposed

export interface Answered<Data> {
  status: number
  code: string
  details: Record<string, unknown> | undefined
  data: Data
}

/**
 * The answer once a second operator has approved what the call proposed, if it proposed anything: its data with what `read`
 * returns then, or the approval's refusal.
 */
export async function settled<Data extends { proposal_id?: string | null }>(
  app: TestApp,
  answer: Answered<Data>,
  as: TestOperator,
  read: () => Promise<Partial<Data>>,
): Promise<Answered<Data>> {
  const proposal_id = answer.status === 200 ? answer.data.proposal_id : undefined
  if (!proposal_id) return answer
  const approved = await approveProposal(app, proposal_id, as)
  if (approved.status !== 200) return { ...answer, ...approved, data: answer.data }
  return { ...answer, data: { ...answer.data, ...(await read()) } }
}

/**
 * An open proposal waits for operators of these roles, of either side, and for nobody else: others are refused, and neither its
 * list nor its count names them. Leaves it open.
 */
export async function expectToWaitFor(
  app: TestApp,
  proposal_id: string,
  roles: readonly StaffRole[],
): Promise<void> {
  const params = { proposal_id }
  for (const role of STAFF_ROLES)
    for (const side of takesSide(role) ? SIDES : [null]) {
      const as = await staff(app, role, side)
      const decides = roles.includes(role)
      const { list, waiting } = answered(
        await app.call(approvalCalls.list, { as, query: { status: 'open' } }),
      )
      const listed = list.find(({ _id }) => _id === proposal_id)!
      expect(listed.waits_for.includes(as.username), `waits for ${role}`).toBe(decides)
      expect(listed.may.approve, `${role} may approve`).toBe(decides)
      expect(waiting, `waiting for ${role}`).toBe(list.filter((each) => each.may.approve).length)
      if (decides) continue
      expect(await approveProposal(app, proposal_id, as)).toMatchObject({ code: 'your_role_may_not_do_this' })
      const body = { reason: 'This is not mine to decide.' }
      expect(await app.call(approvalCalls.reject, { as, params, body })).toMatchObject({
        code: 'your_role_may_not_do_this',
      })
    }
}
