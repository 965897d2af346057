// Changes of versioned content by dual approval: a setting, the levels, a page. Validated when proposed and again when
// approved.
import type { StaffRole } from '@fairturn/contract/backoffice/roles'
import { z } from 'zod'
import type { Tx } from '../platform/database/database.ts'
import type { Operator } from '../platform/http/app.ts'
import { actorOf, defineProposal, propose, type ProposalKind, voidProposalsOfKind } from '../staff/staff.ts'

export interface VersionedChange<Value> {
  readonly value: Value
  readonly reason: string
  /** The version the change is based on (optimistic concurrency). */
  readonly expected: number
  readonly restored_from?: number | undefined
}

export interface ChangeAuthors {
  readonly operator_id: string
  /** The second operator under dual approval. */
  readonly approved_by?: string
}

/** The actor who made the change take effect. */
export const actorOfChange = ({ operator_id, approved_by = operator_id }: ChangeAuthors): string =>
  actorOf({ operator_id: approved_by })

interface Content<Value> {
  readonly after: Value
  readonly expected: number
  readonly restored_from?: number
}

/** Takes effect when another operator approves it; `apply` validates it again. */
export const defineChangeProposal = <const Value extends z.ZodType>({
  kind,
  value,
  roles,
  subjects = () => [{}],
  apply,
}: {
  readonly kind: string
  readonly value: Value
  /** Who proposes it and, as another person, approves it. */
  readonly roles: readonly StaffRole[]
  /** By default one may be open of the kind. */
  readonly subjects?: (value: z.output<Value>) => readonly object[]
  readonly apply: (
    tx: Tx,
    change: VersionedChange<z.output<Value>>,
    authors: ChangeAuthors,
  ) => Promise<unknown>
}): ProposalKind =>
  defineProposal({
    kind,
    subjects: (content) => subjects((content as Content<z.output<Value>>).after),
    content: z.strictObject({
      before: z.unknown(),
      after: value,
      expected: z.int(),
      restored_from: z.int().optional(),
    }),
    proposers: roles,
    approvers: roles,
    async execute(tx, content, { proposed_by, approved_by, actor, reason }) {
      const { after, expected, restored_from } = content as Content<z.output<Value>>
      const change = { value: after, reason, expected, restored_from }
      await apply(tx, change, { operator_id: proposed_by, approved_by })
      // One whose execution had failed, and that rests on what this has replaced.
      for (const about of subjects(after))
        await voidProposalsOfKind(tx, { kind, about }, { because: 'changed_otherwise', actor })
    },
  })

/** Idempotent while a proposal is open: the caller has locked the key. */
export async function proposeChange(
  tx: Tx,
  kind: ProposalKind,
  { value: after, reason, expected, restored_from }: VersionedChange<unknown>,
  { before, operator }: { readonly before: unknown; readonly operator: Operator },
): Promise<{ version: null; proposal_id: string }> {
  const content = { before, after, expected, restored_from }
  return { version: null, proposal_id: await propose(tx, kind, content, reason, operator) }
}
