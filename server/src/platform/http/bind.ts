// Binds a call of the contract to its handler: session, rate limits, parsing, ownership, idempotency key, response.
import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '@fairturn/contract/endpoint'
import { localeOf, type Locale } from '@fairturn/contract/locales'
import { MESSAGE_STATUS, type MessageCode } from '@fairturn/contract/messages'
import buildSerializer, { type Schema } from 'fast-json-stringify'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Database, Tx } from '../database/database.ts'
import { statement, typed } from '../database/statement.ts'
import { homeNetwork } from './address.ts'
import type { App, Looks, Operator, Routes, Viewer } from './app.ts'
import { operatorOf } from './bind-staff.ts'
import { type KeyedCall, keyedCall, reserveKey, runOnce, storedAnswer, storeRefusal } from './idempotency.ts'
import { dailyBucket, hitLimit } from './limits.ts'
import { orRefuse, refuse, Refusal, refuseTogether } from './refusal.ts'

type Transaction = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

export interface Call<E extends Endpoint> {
  readonly app: App
  readonly body: BodyOf<E>
  readonly query: QueryOf<E>
  readonly params: ParamsOf<E>
  readonly viewer: E['auth'] extends 'member'
    ? Viewer
    : E['auth'] extends 'optional'
      ? Viewer | undefined
      : undefined
  readonly operator: E['auth'] extends 'staff' ? Operator : undefined
  readonly locale: Locale
  readonly now: Date
  /** The client's IP address and user agent; evaluated, never stored in clear. */
  readonly address: string
  readonly agent: string
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** The transaction of this call; with an Idempotency-Key the response is stored in it. */
  readonly transaction: Transaction
}

export type Answer<E extends Endpoint> = {
  readonly data: AnswerOf<E>
  readonly message?: MessageCode
} & (E extends { readonly shows: string } ? { readonly looks: Looks } : unknown)

export const localeOfRequest = (request: FastifyRequest): Locale => {
  const code = request.headers['langcode']
  return localeOf(typeof code === 'string' ? code : undefined)
}

type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Answer<E>>

/** What a call does besides its handler. */
interface Steps<E extends Endpoint> {
  /**
   * Outside the transaction, because it is slow or needs its own database access: verifying a password or a passkey. A replay
   * skips it.
   */
  readonly before?: (call: Call<E>) => Promise<void>
  readonly handler: Handler<E>
  /**
   * Once the transaction has committed, because it calls a third party: completes the response, also of a replay, and its
   * additions are not stored. If it refuses, a replay retries it.
   */
  readonly after?: (answer: Answer<E>, call: Call<E>) => Promise<Answer<E>>
  /**
   * If the schema refuses the body: refuses what the handler would of the fields that are valid, so that everything is said at
   * once.
   */
  readonly besides?: (body: object, request: FastifyRequest) => Promise<void>
}

/** In this order: session, terms, rate limit, form, ownership, idempotency key, security lock. */
export function bind<const E extends Endpoint>(
  routes: Routes,
  endpoint: E,
  work: Handler<E> | Steps<E>,
): void {
  const steps: Steps<E> = typeof work === 'function' ? { handler: work } : work
  const { fastify, app } = routes
  const serialize = serializerOf(endpoint)
  fastify.route({
    method: endpoint.method,
    url: `/api/${endpoint.path}`,
    schema: { response: { 200: { type: 'object' } } },
    serializerCompiler: () => serialize,
    handler: async (request, reply) => {
      const viewer = await findViewer(app, endpoint, request)
      return await countRefusals(app.database, endpoint, request, () => answerCall(request, reply, viewer))
    },
  })

  async function answerCall(request: FastifyRequest, reply: FastifyReply, viewer: Viewer | undefined) {
    const operator = endpoint.auth === 'staff' ? await operatorOf(app, endpoint, request) : undefined
    const callerId = viewer?.member_id ?? operator?.operator_id
    if (viewer !== undefined) await app.seen(viewer, request, reply)
    requireTerms(endpoint, viewer)
    await enforceRateLimit(app, endpoint.limit, endpoint.path, callerId, request)
    const sent = await parseRequest(endpoint, request, steps.besides)
    requireOwner(sent.body, viewer)
    const keyed = keyOf(endpoint, request, callerId, sent)
    const callIn = (open: Transaction): Call<E> =>
      ({
        app,
        ...sent,
        viewer,
        operator,
        locale: localeOfRequest(request),
        now: app.database.clock.now(),
        address: request.ip,
        agent: request.headers['user-agent'] ?? '',
        request,
        reply,
        transaction: refusingLockedOut(app, endpoint, viewer, open),
      }) as Call<E>
    const call = callIn((work) => app.database.transaction(work))
    const answer = await answerOnce(endpoint, steps, { call, callIn, keyed })
    return await completed(app, endpoint, operator, steps.after ? await steps.after(answer, call) : answer)
  }
}

interface Keyed<E extends Endpoint> {
  readonly call: Call<E>
  /** The call in another transaction. */
  readonly callIn: (open: Transaction) => Call<E>
  readonly keyed: KeyedCall | undefined
}

/** With a key the response is stored, and a replay gets it; a repeatable call only reserves its key while it runs. */
async function answerOnce<E extends Endpoint>(
  endpoint: E,
  { before, handler }: Steps<E>,
  { call, callIn, keyed }: Keyed<E>,
): Promise<Answer<E>> {
  const { database } = call.app
  if (keyed === undefined || endpoint.idempotency === 'repeatable') {
    await before?.(call)
    return await (keyed ? reserveKey(database, call.now, keyed, () => handler(call)) : handler(call))
  }
  return await storeRefusal(database, keyed, async () => {
    if (before !== undefined) {
      const stored = await storedAnswer<Answer<E>>(database, keyed)
      if (stored !== undefined) return stored
      await before(call)
    }
    return await runOnce(database, keyed, (tx) => handler(callIn((work) => work(tx))))
  })
}

/**
 * By day and code, for the promises' figures: nothing else remains of a call whose transaction was rolled back. Does not say who
 * called. Commits asynchronously, as hits do (limits.ts).
 */
const insertRefusedCall = statement(
  `-- refused_calls_count
  with unwaited as (select set_config('synchronous_commit', 'off', true))
  insert into refused_call as c (call, day, code, count)
    select $call, ($at::timestamptz at time zone 'UTC')::date, $code, 1 from unwaited
  on conflict (call, day, code) do update set count = c.count + 1`,
  { params: { call: 'text', at: 'timestamptz', code: typed<MessageCode>('text') } },
)

/** Runs a call of a known member, and counts what refuses it in a commit of its own; a fault of ours refuses too. */
async function countRefusals<Answer>(
  database: Database,
  { counts_refusals, path: call }: Pick<Endpoint, 'counts_refusals' | 'path'>,
  request: FastifyRequest,
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (counts_refusals !== true) return await work()
  try {
    return await work()
  } catch (error) {
    const code = error instanceof Refusal ? error.code : 'error_please_try_again'
    const counted = insertRefusedCall.all(database, { call, at: database.clock.now(), code })
    await counted.catch((fault: unknown) => request.log.error(fault))
    throw error
  }
}

/** What an operator was shown is recorded before it is sent. */
async function completed<E extends Endpoint>(
  app: App,
  endpoint: E,
  operator: Operator | undefined,
  answer: Answer<E>,
): Promise<Answer<E>> {
  if (operator === undefined) return answer
  await recordLooksOf(app, endpoint, operator, answer)
  return endpoint.names === true ? await withNames(app, operator, answer) : answer
}

/** Refuses `terms_must_be_agreed_first` to a member who has not agreed to the terms in force. */
function requireTerms({ under_terms }: Endpoint, viewer: Viewer | undefined): void {
  if (under_terms === true && viewer !== undefined && viewer.terms_due !== null)
    throw refuse('terms_must_be_agreed_first', { version: viewer.terms_due })
}

/** A transaction in which the call is refused under a security lock, for endpoints with `lockedOut`. */
function refusingLockedOut(app: App, { lockedOut }: Endpoint, viewer: Viewer | undefined, open: Transaction) {
  if (lockedOut !== true || viewer === undefined) return open
  const checked: Transaction = (work) =>
    open(async (tx) => {
      await app.refuseLockedOut(tx, viewer.member_id)
      return await work(tx)
    })
  return checked
}

/** Read with the answer, not stored with a key: a replay names what its ids are called now. */
async function withNames<E extends Endpoint>(app: App, { role }: Operator, answer: Answer<E>) {
  const names = await app.namesIn(role, answer.data)
  return { ...answer, data: { ...(answer.data as object), names } }
}

/** Before the response is sent: what was shown is never without its line. */
async function recordLooksOf(
  app: App,
  { shows }: Pick<Endpoint, 'shows'>,
  operator: Operator,
  answer: object,
): Promise<void> {
  if (shows !== undefined && 'looks' in answer) await app.recordLooks(operator, shows, answer.looks as Looks)
}

const serializers = new WeakMap<Endpoint, ReturnType<typeof buildSerializer>>()

/** Serializer from the contract's schema, compiled lazily: compiling all takes longer than the rest of the startup. */
export const serializerOf = (endpoint: Endpoint) => (answer: unknown) => {
  let serialize = serializers.get(endpoint)
  if (serialize === undefined)
    serializers.set(endpoint, (serialize = buildSerializer(answerSchema(endpoint))))
  return serialize(answer)
}

function answerSchema(endpoint: Endpoint): Schema {
  const { $schema: _, ...data } = z.toJSONSchema(endpoint.answer, { target: 'draft-7', io: 'output' })
  return {
    type: 'object',
    properties: { data: nullableByType(data) as Schema, message: { type: 'string' } },
    required: ['data'],
  }
}

/** Rewrites `anyOf` with null to `nullable: true`: with `anyOf`, the serializer would first validate each value. */
function nullableByType(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(nullableByType)
  if (typeof schema !== 'object' || schema === null) return schema
  const { anyOf, ...rest } = Object.fromEntries(
    Object.entries(schema).map(([name, part]) => [name, nullableByType(part)]),
  )
  if (!Array.isArray(anyOf)) return anyOf === undefined ? rest : { ...rest, anyOf }
  const [shape, none, ...more] = anyOf as { type?: unknown }[]
  const isNullable = none?.type === 'null' && shape?.type !== undefined && more.length === 0
  return isNullable ? { ...rest, ...shape, nullable: true } : { ...rest, anyOf }
}

async function findViewer(
  app: App,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<Viewer | undefined> {
  if (endpoint.auth === 'none' || endpoint.auth === 'staff') return undefined
  if (endpoint.auth === 'optional' && bearerOf(request) === undefined) return undefined
  return await viewerOf(app, request, disclosesLock(endpoint))
}

const disclosesLock = ({ lockedOut, refusals }: Endpoint): boolean =>
  lockedOut === true || refusals?.includes('your_account_has_been_locked') === true

/** Owner of the access token. Refuses `token_is_invalid` without one, and what findViewer refuses. */
export async function viewerOf(app: App, request: FastifyRequest, saysLock = false): Promise<Viewer> {
  const token = orRefuse(bearerOf(request), 'token_is_invalid')
  return await app.findViewer(token, { saysLock })
}

/** Bearer token of the Authorization header, if any. */
export function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer ([\w.~+/=-]{1,4096})$/i.exec(request.headers.authorization ?? '')?.[1]
}

/**
 * Counts the request against its rate limit, by caller, or for anonymous calls by the pseudonym of the home network: an IPv6
 * client has 2^64 addresses. Refuses `too_many_requests`.
 */
export async function enforceRateLimit(
  app: App,
  limit: Endpoint['limit'],
  path: string,
  callerId: string | undefined,
  request: FastifyRequest,
) {
  if (limit === undefined) return
  const { hits, per_seconds, by } = limit
  const scaled = { hits: hits * app.config.rateLimitFactor, per_seconds }
  const now = app.database.clock.now()
  const bucket =
    callerId === undefined || by === 'address'
      ? dailyBucket(app.config.secret, now, path, homeNetwork(request.ip))
      : `${path}:${callerId}`
  if (!(await hitLimit(app.database, now, bucket, scaled))) throw refuse('too_many_requests')
}

async function parseRequest(
  endpoint: Endpoint,
  request: FastifyRequest,
  besides: ((body: object, request: FastifyRequest) => Promise<void>) | undefined,
) {
  try {
    return {
      params: parsePart(endpoint.params, request.params, 'route'),
      query: parsePart(endpoint.query, request.query, 'query'),
      body: parsePart(endpoint.body, request.body === undefined ? {} : request.body, 'body'),
    }
  } catch (refused) {
    const { body } = request
    const isOfFields = refused instanceof Refusal && refused.details !== undefined
    if (besides === undefined || !isOfFields || typeof body !== 'object' || body === null) throw refused
    await refuseTogether([() => Promise.reject(refused), () => besides(body, request)])
    throw refused
  }
}

/** Parses a part of the request. Refuses with the first message code among its issues. */
export function parsePart(
  schema: z.ZodType | undefined,
  sent: unknown,
  part: 'route' | 'query' | 'form' | 'body',
): unknown {
  if (part === 'body' && (typeof sent !== 'object' || sent === null || Array.isArray(sent)))
    throw refuse('request_is_malformed')
  if (schema === undefined) return undefined
  requireText(Object.entries(sent ?? {}))
  const parsed = schema.safeParse(sent)
  if (parsed.success) return parsed.data
  const fields = parsed.error.issues.map((issue) => ({
    field: fieldName(issue.path.join('.')),
    code: codeOf(issue.message),
  }))
  throw refuse(fields[0]?.code ?? 'field_is_invalid', { fields })
}

/** Refuses `field_is_invalid` for each field that cannot be stored unchanged. */
export function requireText(sent: Iterable<readonly [field: string, value: unknown]>): void {
  const fields = [...sent].flatMap(([field, value]) =>
    isText(field) && isText(PASTED.has(field) ? withoutMarks(value) : value)
      ? []
      : [{ field: fieldName(field), code: 'field_is_invalid' }],
  )
  if (fields.length > 0) throw refuse('field_is_invalid', { fields })
}

/** Only field names of the schema: a name made up by the client is not echoed in the refusal. */
const FIELD_NAME = /^[\w.]{0,60}$/

const fieldName = (name: string): string => (FIELD_NAME.test(name) ? name : '')

/** Phone numbers are pasted with U+FEFF, and what reads these fields takes it out (`plainPhone`, `nameKey`). */
const PASTED = new Set(['phone', 'username'])
const withoutMarks = (sent: unknown): unknown =>
  typeof sent === 'string' ? sent.replaceAll('\uFEFF', '') : sent

/**
 * PostgreSQL text cannot contain NUL, an unpaired surrogate is not a character, and JavaScript treats U+FEFF as
 * whitespace, so some schemas would trim it and others keep it. An object with its own `toString` throws where a schema
 * checks its `length` before its type (zod 4, minimum and maximum lengths).
 */
function isText(sent: unknown): boolean {
  const left = [sent]
  while (left.length > 0) {
    const next = left.pop()
    if (typeof next === 'string' && (/[\0\uFEFF]/.test(next) || !next.isWellFormed())) return false
    if (typeof next !== 'object' || next === null) continue
    if (Object.hasOwn(next, 'toString')) return false
    left.push(...Object.keys(next), ...Object.values(next))
  }
  return true
}

/** The contract's schemas use message codes as errors; zod's own messages map to the general code. */
const codeOf = (message: string): MessageCode =>
  Object.hasOwn(MESSAGE_STATUS, message) ? (message as MessageCode) : 'field_is_invalid'

function requireOwner(body: unknown, viewer: Viewer | undefined): void {
  if (viewer === undefined || typeof body !== 'object' || body === null || !('user_id' in body)) return
  if (body.user_id !== viewer.member_id) throw refuse('not_your_account')
}

function keyOf(
  endpoint: Endpoint,
  request: FastifyRequest,
  callerId: string | undefined,
  sent: unknown,
): KeyedCall | undefined {
  if (endpoint.idempotency === undefined || callerId === undefined) return undefined
  const key = request.headers['idempotency-key']
  if (typeof key === 'string') return keyedCall(callerId, key, endpoint.path, sent)
  if (endpoint.idempotency === 'required') throw refuse('idempotency_key_is_required')
  return undefined
}
