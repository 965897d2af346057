// The second operator: reads a proposal and approves exactly that content.
import { approvalCalls } from '@fairturn/contract/backoffice/approvals'
import type { TestApp } from './app.ts'
import { answered } from './carrying.ts'
import type { TestOperator } from './staff.ts'

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
