// One call of the API: declared once here, bound to a handler by the server, called by the apps with its
// types alone, and printed as OpenAPI.
import type { z } from 'zod'
import type { StaffRole } from './backoffice/roles.ts'
import type { MessageCode } from './messages.ts'

export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Below the API base, without a leading slash; parameters as `:name`. */
  readonly path: string
  readonly summary: string
  /** `member`: a valid access token is needed. `optional`: used when sent. `staff`: a session of the back office. */
  readonly auth: 'none' | 'optional' | 'member' | 'staff'
  /** With `staff`: the permission, a line of backoffice/roles.ts; without it nobody's. */
  readonly roles?: readonly StaffRole[]
  /** With `staff`: needs a confirmation (`backoffice/auth/confirm`) within the last 5 minutes. */
  readonly recent?: true
  /** With `member`: protects the account or its money, so a security lock refuses it: `your_account_has_been_locked`. */
  readonly frozen?: true
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  /** The shape of `data`. */
  readonly answer: z.ZodType
  /**
   * `required`: without an Idempotency-Key header the call is refused. `natural`: its effect can happen
   * once only, so the header is optional. `repeatable`: natural, and the domain itself gives a repeated
   * call the same answer.
   */
  readonly idempotency?: 'required' | 'natural' | 'repeatable'
  /** Named rate limits, hits in a window, by address (no session), member or operator. */
  readonly limit?: { readonly hits: number; readonly per_seconds: number }
  /** Refusals of the domain this call can answer with, besides those every call has. */
  readonly refusals?: readonly MessageCode[]
}

type Method = Endpoint['method']
type Rest = Omit<Endpoint, 'method' | 'path' | 'auth'> & { readonly auth?: Endpoint['auth'] }
type Auth<E extends Rest> = E extends { readonly auth: infer Who } ? Who : 'member'

/** Declares a call as clients name it, `POST withdraw`; without `auth` it takes a member's session. */
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
/** What a client sends, before defaults are filled in. */
export type SentBodyOf<E extends Endpoint> = SentOf<E['body']>
export type SentQueryOf<E extends Endpoint> = SentOf<E['query']>
export type SentParamsOf<E extends Endpoint> = SentOf<E['params']>
