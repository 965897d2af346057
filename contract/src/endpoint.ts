// A call of the API: declared once here, bound to a handler by the server, called by the apps with its types only, and
// documented as OpenAPI.
import type { z } from 'zod'
import type { LookKind } from './backoffice/looks.ts'
import type { Side, StaffRole } from './backoffice/roles.ts'
import type { MessageCode } from './messages.ts'

export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Below the API base, without a leading slash; path parameters as `:name`. */
  readonly path: string
  readonly summary: string
  /** `member`: requires a valid access token. `optional`: used if sent. `staff`: a back-office session. */
  readonly auth: 'none' | 'optional' | 'member' | 'staff'
  /** With `staff`: the permission, an entry of backoffice/roles.ts; without it nobody may call it. */
  readonly roles?: readonly StaffRole[]
  /** With `staff`: the side whose work it is; the other side is refused with `your_side_does_not_do_this`. */
  readonly side?: Side
  /**
   * With `staff`: requires a confirmation (`backoffice/auth/confirm`) within the last 5 minutes (step-up authentication).
   */
  readonly recent?: true
  /**
   * With `staff`: shows this of members in full, which leaves a line in the audit log that they read; without it members are
   * shown by username, and masked.
   */
  readonly shows?: LookKind
  /** With `staff`: the answer's `names` are filled in with the names of the ids in it that the caller may read. */
  readonly names?: true
  /**
   * With `staff`: fields of the body that a member reads; of what names an account, a phone, a mail address or a foreign link
   * the call makes a proposal, and refuses `this_text_takes_two_people`.
   */
  readonly member_texts?: readonly string[]
  /**
   * With `member`: concerns the account's security or its money, so a security lock refuses it with
   * `your_account_has_been_locked`.
   */
  readonly lockedOut?: true
  /**
   * With `member`: takes or places something new, which a member who has not agreed to the terms in force is refused with
   * `terms_must_be_agreed_first`.
   */
  readonly under_terms?: true
  /**
   * With `member`: refusals are counted by code, for the promises' figures; the codes that keep the promise are listed in
   * their queries (server/src/transparency/promises.ts).
   */
  readonly counts_refusals?: true
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  /** The shape of `data`. */
  readonly answer: z.ZodType
  /**
   * `required`: refused without an Idempotency-Key header. `natural`: its effect can happen only once, so the header is
   * optional. `repeatable`: natural, and the domain itself gives a repeated call the same response.
   */
  readonly idempotency?: 'required' | 'natural' | 'repeatable'
  /**
   * Rate limit, hits per window in seconds; keyed by home network (without a session), member or operator. `by: 'address'`:
   * by home network with a session too, where many accounts would allow as many tries.
   */
  readonly limit?: { readonly hits: number; readonly per_seconds: number; readonly by?: 'address' }
  /** Refusals of the domain this call can respond with, besides those common to all calls. */
  readonly refusals?: readonly MessageCode[]
}

type Method = Endpoint['method']
type Rest = Omit<Endpoint, 'method' | 'path' | 'auth'> & { readonly auth?: Endpoint['auth'] }
type Auth<E extends Rest> = E extends { readonly auth: infer Who } ? Who : 'member'

/** Declares a call by method and path, `POST withdraw`; without `auth` it requires a member's session. */
export function endpoint<const M extends Method, const Path extends string, const E extends Rest>(
  call: `${M} ${Path}`,
  declared: E,
) {
  const [method, path] = call.split(' ') as [M, Path]
  return { auth: 'member' as Auth<E>, ...declared, method, path }
}

type Of<T, Fallback> = T extends z.ZodType ? z.output<T> : Fallback
type SentOf<T> = T extends z.ZodType ? z.input<T> : undefined

export type BodyOf<E extends Endpoint> = Of<E['body'], undefined>
export type QueryOf<E extends Pick<Endpoint, 'query'>> = Of<E['query'], undefined>
export type ParamsOf<E extends Endpoint> = Of<E['params'], undefined>
export type AnswerOf<E extends Endpoint> = Of<E['answer'], never>
/** Request body as sent, before defaults are applied. */
export type SentBodyOf<E extends Endpoint> = SentOf<E['body']>
export type SentQueryOf<E extends Endpoint> = SentOf<E['query']>
export type SentParamsOf<E extends Endpoint> = SentOf<E['params']>
