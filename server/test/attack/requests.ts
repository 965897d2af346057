// Requests derived from the contract: valid, nearly valid, and invalid.
import type { Endpoint } from '@fairturn/contract/endpoint'
import { LOCALES } from '@fairturn/contract/locales'
import * as fc from 'fast-check'
import { z } from 'zod'
import { mutated, oddBytes, oddQuery } from './mutations.ts'
import { NAUGHTY } from './naughty.ts'

export interface Request {
  readonly method: string
  readonly url: string
  readonly headers: Record<string, string>
  readonly payload?: string | Buffer
  /** The role whose session is used, for the back office. */
  readonly as?: string | undefined
}

/** Existing ids that a request may name. */
export interface KnownIds {
  readonly user_id: string
  readonly ids: readonly string[]
  readonly token: string
  readonly other_tokens: readonly string[]
  /** For the back office: the available roles. The sender replaces `as` by a session of that role. */
  readonly roles?: readonly string[]
}

/** Input known to pass a call's schema. */
export interface ValidInput {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: Readonly<Record<string, unknown>>
}

interface JsonSchema {
  type?: string
  format?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  minimum?: number
  maximum?: number
}

/** Names and schemas of the fields of one part of a request, as declared by the contract. */
export function fieldsOf(schema: z.ZodType | undefined): Record<string, JsonSchema> {
  if (schema === undefined) return {}
  return (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema).properties ?? {}
}

/** The names of the required fields. */
export function requiredOf(schema: z.ZodType | undefined): string[] {
  if (schema === undefined) return []
  return (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema).required ?? []
}

const naughty = fc.constantFrom(...NAUGHTY)
/**
 * Any character but a lone surrogate. fast-check's own `binary` first builds a map of all of them, which takes three
 * seconds.
 */
const character = fc
  .integer({ min: 0, max: 0x10f7ff })
  .map((at) => String.fromCodePoint(at < 0xd800 ? at : at + 0x800))
export const text = fc.oneof(
  { weight: 4, arbitrary: naughty },
  { weight: 1, arbitrary: fc.string({ unit: character, maxLength: 300 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 60 }) },
  { weight: 1, arbitrary: fc.array(naughty, { minLength: 2, maxLength: 4 }).map((words) => words.join('')) },
)

const anything: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: text },
  {
    weight: 1,
    arbitrary: fc.constantFrom(null, true, false, 0, -1, 1.5, 1e300, -0, 2 ** 53, [], {}, [[[]]], ['a'], {
      a: { b: 1 },
    }),
  },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.constantFrom(nested('[', ']', 3000), nested('{"a":', '}', 3000)) },
)

/** Serialised lazily, because it is nested too deeply for JSON.stringify. */
function nested(open: string, close: string, depth: number): { toJSON: () => unknown } {
  return { toJSON: () => JSON.parse(`${open.repeat(depth)}1${close.repeat(depth)}`) as unknown }
}

/** Mostly a valid value; ids are existing ones. */
function fitting(name: string, schema: JsonSchema, known: KnownIds): fc.Arbitrary<unknown> {
  if (name === 'user_id') return fc.constant(known.user_id)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map((one) => fitting(name, one, known)))
  if (schema.format === 'uuid') return fc.oneof(fc.constantFrom(...known.ids), fc.uuid())
  if (name === 'cursor')
    return fc.constantFrom(...known.ids).map((id) => Buffer.from(id).toString('base64url'))
  switch (schema.type) {
    case 'array':
      return fc.array(fitting(name, schema.items ?? {}, known), { maxLength: 5 })
    case 'boolean':
      return fc.boolean()
    case 'number':
    case 'integer':
      return fc.integer({
        min: Math.max(schema.minimum ?? -(2 ** 31), -(2 ** 31)),
        max: Math.min(schema.maximum ?? 2 ** 31 - 1, 2 ** 31 - 1),
      })
    case 'object':
      return schema.properties === undefined
        ? anything
        : fc.record(
            Object.fromEntries(
              Object.entries(schema.properties).map(([inner, field]) => [
                inner,
                fitting(inner, field, known),
              ]),
            ),
            { requiredKeys: schema.required ?? [] },
          )
    case 'string':
      return fc.oneof(
        fc.string({ minLength: 8, maxLength: 30 }),
        fc.constantFrom('+84 912 345 678', 'WELCOME', 'correct horse', 'Nguyễn Ánh'),
      )
    default:
      return anything
  }
}

/** Generates the odd value once in `weight` + 1 times. */
export const rarely = <T>(weight: number, usual: fc.Arbitrary<T>, odd: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight, arbitrary: usual }, { weight: 1, arbitrary: odd })

/** One part of a request, with each field valid, invalid or omitted, and sometimes an unknown field added. */
function part(schema: z.ZodType | undefined, known: KnownIds): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(fieldsOf(schema)).map(
    ([name, field]) => [name, rarely(3, fitting(name, field, known), anything)] as const,
  )
  const whole = fc.record(Object.fromEntries(fields))
  const lacking = fc.record(Object.fromEntries(fields), { requiredKeys: [] })
  const more = fc
    .tuple(whole, text, anything)
    .map(([sent, name, value]) => Object.fromEntries([...Object.entries(sent), [name, value]]))
  return fc.oneof(
    { weight: 5, arbitrary: whole },
    { weight: 1, arbitrary: lacking },
    { weight: 1, arbitrary: more },
  )
}

/** Bodies that are not a JSON object, or that parsers interpret differently. */
export const brokenBody = fc.oneof(
  fc.constantFrom(
    'null',
    '[]',
    '""',
    '0',
    '"user_id"',
    '{',
    '{"user_id"',
    '{"user_id":}',
    "{'user_id':1}",
    '{"a":1,}',
    '{"a":NaN}',
    '{"a":01}',
    '[1,2',
    '{"__proto__":{"user_id":"x"}}',
    '{"constructor":{"prototype":{"a":1}}}',
    '{"user_id":"a","user_id":"b"}',
    '\ufeff{}',
    '{}{}',
    '{}//',
    '{"a":"\u0001"}',
    '{"user_id":"\\ud800"}',
    '{"user_id":"\\u0000"}',
    '{"\\u0000":1}',
    '[[[[',
    '{"a":1e999}',
    ' ',
    '\n',
    'a=b&c=d',
    '<a/>',
    '--x\r\n',
  ),
  fc.json(),
  text,
)

/** Restricted to what an HTTP client can send as a header value. */
const headerText = (value: string): string =>
  Buffer.from(value.toWellFormed(), 'utf8')
    .toString('latin1')
    .replace(/[^\t\x20-\x7e\x80-\xff]/g, '')
    .trim()
    .slice(0, 2000)

export const anyHeader = text.map(headerText)

function headersOf({ auth }: Target, known: KnownIds): fc.Arbitrary<Record<string, string>> {
  const bearer = (token: string) => `Bearer ${token}`
  const authorization = rarely(
    auth === 'none' ? 1 : 5,
    fc.constant(bearer(known.token)),
    fc.oneof(anyHeader, anyHeader.map(bearer), fc.constantFrom('', ...known.other_tokens.map(bearer))),
  )
  const others = {
    langcode: rarely(3, fc.constantFrom<string>(...LOCALES), anyHeader),
    'idempotency-key': rarely(2, fc.stringMatching(/^[A-Za-z0-9_-]{8,20}$/), anyHeader),
    'user-agent': anyHeader,
    'accept-language': anyHeader,
    cookie: anyHeader,
    accept: rarely(2, fc.constantFrom('application/json', 'text/html'), anyHeader),
    'x-forwarded-for': anyHeader,
    origin: anyHeader,
    host: rarely(3, fc.constant('localhost'), anyHeader),
  }
  return fc.record({ authorization, ...others }, { requiredKeys: ['authorization'] })
}

export const contentType = rarely(
  12,
  fc.constant('application/json'),
  fc.oneof(
    fc.constantFrom(
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/json; charset=utf-16',
      'application/xml',
      '',
      ';',
    ),
    anyHeader,
  ),
)

const wellFormed = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed()

function urlOf(
  endpoint: Pick<Endpoint, 'path'>,
  params: Record<string, unknown>,
  query: Record<string, unknown>,
): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_match, name: string) =>
    encodeURIComponent(wellFormed(params[name] ?? '')).slice(0, 6000),
  )
  const callerOf = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [
      name.toWellFormed(),
      wellFormed(value).slice(0, 2000),
    ]),
  )
  return `/api/${path}${callerOf.size > 0 ? `?${callerOf.toString()}` : ''}`
}

/** A call or a file. */
export interface Target {
  readonly method: Endpoint['method']
  readonly path: string
  readonly auth: Endpoint['auth']
  readonly roles?: Endpoint['roles'] | undefined
  readonly params?: z.ZodType | undefined
  readonly query?: z.ZodType | undefined
  readonly body?: z.ZodType | undefined
}

/** Any request to this target; `good` is a valid input, from which others are derived. */
export function requestsTo(endpoint: Target, known: KnownIds, good: ValidInput = {}): fc.Arbitrary<Request> {
  const query = rarely(
    4,
    part(endpoint.query, known),
    fc.dictionary(text, text, { maxKeys: 3 }) as fc.Arbitrary<Record<string, unknown>>,
  )
  const made = part(endpoint.body, known)
  const body: fc.Arbitrary<string | Buffer> = rarely(
    8,
    (good.body === undefined ? made : fc.oneof(made, mutated(good.body, anything))).map((sent) =>
      typeof sent === 'string' ? sent : JSON.stringify(sent),
    ),
    fc.oneof<fc.Arbitrary<string | Buffer>[]>(brokenBody, oddBytes),
  )
  const sent = fc.record({
    params: part(endpoint.params, known).map((each) => Object.assign(each, good.params)),
    query: query.map((each) => Object.assign(each, good.query)),
    more: rarely(6, fc.constant(''), oddQuery),
    headers: headersOf(endpoint, known),
    body,
    contentType,
    as: callerOf(endpoint, known),
  })
  return sent.map(({ params, query, more, headers, body, contentType, as }) => {
    const { method } = endpoint
    const url = urlOf(endpoint, params, query)
    const asks = more === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${more}`
    const request: Request = { method, url: asks, headers, as }
    if (method === 'GET') return request
    headers['content-type'] = contentType
    return Object.assign(request, { payload: body })
  })
}

/** Mostly an allowed role. */
function callerOf({ auth, roles = [] }: Target, known: KnownIds): fc.Arbitrary<string | undefined> {
  if (auth !== 'staff' || known.roles === undefined) return fc.constant(undefined)
  const anybody = fc.constantFrom(undefined, ...known.roles)
  return roles.length === 0 ? anybody : rarely(8, fc.constantFrom<string | undefined>(...roles), anybody)
}
