// Versions of what operators can change: numbered from 1, append-only, the last is in force. Shared by settings, levels,
// pages, popups and the banner.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { cursor, id } from '../ids.ts'
import type { MessageCode } from '../messages.ts'
import type { StaffRole } from './roles.ts'

/** The number of a version. */
export const versionNumber = z
  .int('field_is_invalid')
  .min(1, 'field_is_invalid')
  .max(1_000_000, 'field_is_invalid')

/** Optimistic concurrency control: the version the change is based on, 0 if there was none. */
export const expected = z
  .int('field_is_invalid')
  .min(0, 'field_is_invalid')
  .max(1_000_000, 'field_is_invalid')
  .describe('the version this change was made from, 0 where there was none; another last one refuses it')

/** Refusals of a versioned change. */
export const VERSION_REFUSALS = [
  'somebody_else_has_changed_this',
  'this_is_proposed_already',
  'nothing_would_change',
  'reason_is_required',
] as const satisfies readonly MessageCode[]

/** Response to a change that may require dual approval: it was made, or proposed. */
export const changeResult = z.object({
  version: z.int().nullable().describe('the new one; null where it was proposed'),
  proposal_id: id.nullable().describe('what another operator has to approve; null where it was made'),
})

/** A version with content of this schema. */
export const versionWith = <const Content extends z.ZodType>(content: Content) =>
  z.object({
    number: z.int(),
    content,
    reason: z.string().nullable(),
    made_by: z
      .string()
      .nullable()
      .describe('the operator’s name; null: it was there before anybody changed it'),
    approved_by: z.string().nullable().describe('the second operator’s name, where it took dual approval'),
    restored_from: z.int().nullable().describe('the version it brought back'),
    made_at: z.iso.datetime(),
  })

/** A version with any content. */
export type Version<Content = unknown> = Omit<z.infer<ReturnType<typeof versionWith>>, 'content'> & {
  content: Content
}

/** Call for a version history: newest first, 50 per page. Its query and response have the same shape everywhere. */
export const historyOf = <
  const Path extends string,
  const Params extends z.ZodType,
  const Content extends z.ZodType,
>(
  path: Path,
  summary: string,
  given: { roles: readonly StaffRole[]; params: Params; content: Content },
) =>
  endpoint(`GET ${path}`, {
    summary,
    auth: 'staff',
    roles: given.roles,
    params: given.params,
    query: z.object({ cursor }),
    answer: z.object({ list: z.array(versionWith(given.content)), cursor: z.string().nullable() }),
  })
