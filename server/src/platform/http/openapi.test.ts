// The OpenAPI documents match the server: every route is in one of them, and they conform to OpenAPI 3.1.
import { api } from '@fairturn/contract/api'
import { backoffice } from '@fairturn/contract/backoffice/api'
import type { Endpoint } from '@fairturn/contract/endpoint'
import { LOCALES } from '@fairturn/contract/locales'
import { MESSAGE_STATUS } from '@fairturn/contract/messages'
import { shapes } from '@fairturn/contract/shapes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { STRIPE_SECRET, WEBHOOK_SECRET } from '../../../../testing/stripe.ts'
import { startApp, type TestApp } from '../../../test/app.ts'
import { fieldsOf } from '../../../test/attack/requests.ts'
import { openApi } from './openapi.ts'

interface Schema {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  allOf?: Schema[]
  enum?: unknown[]
}
interface Content {
  content?: Record<string, { schema: Schema; example?: unknown }>
}
interface Parameter {
  $ref?: string
  name: string
  in: string
  required?: boolean
  schema: Schema
}
interface Operation {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  security: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: Content & { required: boolean }
  responses: Record<string, Content & { description?: string; $ref?: string }>
}
interface Document {
  openapi: string
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  components: {
    securitySchemes: Record<string, { type: string; scheme: string }>
    responses: Record<string, Content>
    parameters: Record<string, Parameter>
    schemas: Record<string, Schema>
  }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
}

const SECURITY = { none: [], optional: [], member: [{ token: [] }], staff: [{ staff: [] }] }

let app: TestApp
/** For members and for staff. */
let documents: [Document, Document]
const staffs = Object.entries(backoffice).map(([module, each]) => [`backoffice.${module}`, each] as const)
const calls = [...Object.entries(api), ...staffs].flatMap(([module, each]) =>
  Object.entries(each).map(([name, call]) => [`${module}.${name}`, call as Endpoint] as const),
)

beforeAll(async () => {
  app = await startApp()
  const read = async (url: string) => (await app.fastify.inject({ url })).json<Document>()
  documents = [await read('/api/openapi.json'), await read('/api/backoffice/openapi.json')]
})
afterAll(() => app.close())

const operationsOf = (document: Document): [string, string, Operation][] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, string, Operation] => [
      path,
      method,
      operation,
    ]),
  )
const operations = () => documents.flatMap(operationsOf)

const follow = <T extends { $ref?: string }>(document: Document, value: T): T =>
  value.$ref === undefined ? value : (resolve(document, value.$ref) as T)
const resolve = (document: Document, ref: string): unknown =>
  ref
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document)
const parametersOf = (document: Document, operation: Operation) =>
  (operation.parameters ?? []).map((each) => follow(document, each))
const answerOf = (document: Document, operation: Operation) => follow(document, operation.responses['200']!)

describe.each([
  ['of members and advertisers', 0, 307_200],
  ['of staff', 1, 524_288],
] as const)('the document %s', (_name, which, maxBytes) => {
  let document: Document
  beforeAll(() => {
    document = documents[which]
  })

  test('has the top-level fields required by OpenAPI 3.1', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/)
    expect(document.info).toMatchObject({ title: expect.any(String), version: expect.any(String) })
    expect(document.servers).toEqual([{ url: '/api' }])
    const known = new Set(['openapi', 'info', 'servers', 'tags', 'components', 'paths'])
    expect(Object.keys(document).filter((key) => !known.has(key))).toEqual([])
  })

  // ASVS V2.1.1
  test('has unique operation ids, describes each response, and every parameter of its paths', () => {
    const ids = operations().map(([, , operation]) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const [path, method, operation] of operationsOf(document)) {
      expect(path).toMatch(/^\/[\w/{}.-]+$/)
      expect(['get', 'post', 'put', 'patch', 'delete']).toContain(method)
      const templated = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
      const parameters = parametersOf(document, operation)
      const declared = parameters.filter((each) => each.in === 'path')
      expect(declared.map((each) => each.name)).toEqual(templated)
      expect(declared.every((each) => each.required === true)).toBe(true)
      const locations = parameters.map((each) => `${each.in} ${each.name.toLowerCase()}`)
      expect(new Set(locations).size).toBe(locations.length)
      expect(Object.keys(operation.responses)).toContain('200')
      for (const answer of Object.values(operation.responses))
        expect(follow(document, answer).description).toEqual(expect.any(String))
      for (const scheme of operation.security.flatMap(Object.keys))
        expect(Object.keys(document.components.securitySchemes)).toContain(scheme)
    }
  })

  test('describes each group of calls', () => {
    const used = new Set(operationsOf(document).flatMap(([, , operation]) => operation.tags))
    expect(document.tags.map(({ name }) => name)).toEqual([...used])
    for (const { name, description } of document.tags)
      expect([name, description]).toEqual([name, expect.stringMatching(/\w/)])
  })

  test('defines each named part once, and references every one of them', () => {
    const text = JSON.stringify(document)
    const { schemas, parameters, responses } = document.components
    for (const [kind, parts] of Object.entries({ schemas, parameters, responses }))
      for (const name of Object.keys(parts))
        expect([name, text.includes(`"#/components/${kind}/${name}"`)]).toEqual([name, true])
  })

  test('is small enough for generators and readers', () => {
    expect(JSON.stringify(document).length).toBeLessThan(maxBytes)
  })

  test('contains only well-formed schemas and references that resolve', () => {
    const faults: string[] = []
    visit(document, '#', faults)
    expect(faults).toEqual([])
  })

  /** Walks the whole document; schemas are recognised by `type`, `properties` or `$ref`. */
  function visit(value: unknown, path: string, faults: string[]): void {
    if (typeof value !== 'object' || value === null) return
    if (Array.isArray(value)) return value.forEach((each, i) => visit(each, `${path}/${i}`, faults))
    const { $ref, type, properties, required, items } = value as Schema
    if (typeof $ref === 'string' && resolve(document, $ref) === undefined)
      faults.push(`${path}: ${$ref} leads nowhere`)
    const isSchema = !path.endsWith('/properties') && (properties !== undefined || items !== undefined)
    const TYPES = new Set(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'])
    if (isSchema && type !== undefined)
      for (const each of [type].flat()) if (!TYPES.has(each)) faults.push(`${path}: is a ${each}`)
    if (isSchema && Array.isArray(required))
      for (const name of required)
        if (!(name in (properties ?? {}))) faults.push(`${path}: requires ${name}, which it does not have`)
    if (isSchema && type === 'array' && items === undefined) faults.push(`${path}: a list of nothing`)
    for (const [key, each] of Object.entries(value))
      if (key !== 'example') visit(each, `${path}/${key}`, faults)
  }
})

test('every named schema is in one of them, and a response refers to it', () => {
  const written = new Set(documents.flatMap(({ components }) => Object.keys(components.schemas)))
  expect(Object.keys(shapes).filter((name) => !written.has(name))).toEqual([])
  const [members] = documents
  const product = members.paths['/product']!['post']!
  expect(product.responses['200']).toEqual({ $ref: '#/components/responses/Product' })
  const { schema } = answerOf(members, product).content!['application/json']!
  expect(schema.properties!['data']).toEqual({ $ref: '#/components/schemas/Product' })
})

describe.each(calls)('%s', (operationId, call) => {
  let document: Document
  let operation: Operation
  beforeAll(() => {
    document = documents[operationId.startsWith('backoffice.') ? 1 : 0]
    operation = document.paths[`/${call.path.replace(/:(\w+)/g, '{$1}')}`]![call.method.toLowerCase()]!
  })

  // ASVS V2.1.2 V8.1.2
  test('matches the contract', () => {
    expect(operation).toMatchObject({ operationId, summary: call.summary })
    expect(operation.security).toEqual(SECURITY[call.auth])
    const sent = operation.requestBody?.content?.['application/json']?.schema
    const body = (sent && follow(document, sent).properties) ?? {}
    expect(Object.keys(body)).toEqual(Object.keys(fieldsOf(call.body)))
    const locations = parametersOf(document, operation).map((each) => `${each.in} ${each.name}`)
    const key = call.idempotency === undefined ? [] : ['header Idempotency-Key']
    const named = (location: string, part: Endpoint['query']) =>
      Object.keys(fieldsOf(part)).map((name) => `${location} ${name}`)
    expect(locations).toEqual([
      'header langCode',
      ...key,
      ...named('path', call.params),
      ...named('query', call.query),
    ])
    for (const code of call.refusals ?? [])
      expect(operation.description).toContain(`\`${code}\` (${MESSAGE_STATUS[code]})`)
  })

  test('has examples of request and response, which the contract accepts', () => {
    const sent = operation.requestBody?.content?.['application/json']?.example
    expect(call.body?.safeParse(sent).error).toBeUndefined()
    const answered = answerOf(document, operation).content!['application/json']!.example as { data: unknown }
    expect(call.answer.safeParse(answered.data).error).toBeUndefined()
  })

  test('responds 200 with `data`, and all other statuses in the format of a refusal', () => {
    const answer = answerOf(document, operation).content!['application/json']!.schema
    expect(answer.required).toEqual(['data'])
    expect(operation.responses['4XX']).toEqual({ $ref: '#/components/responses/Refusal' })
    expect(operation.responses['5XX']).toEqual({ $ref: '#/components/responses/Fault' })
    const { content } = document.components.responses['Refusal']!
    const refusal = follow(document, content!['application/json']!.schema)
    expect(refusal.required).toEqual(['message', 'code', 'request_id'])
    expect(refusal.properties!['code']!.enum).toEqual(Object.keys(MESSAGE_STATUS))
  })
})

test('every language of the product is listed, and upload and events are included', () => {
  const [document] = documents
  const operation = document.paths['/level']!['get']!
  expect(parametersOf(document, operation)[0]!.schema.enum).toEqual([...LOCALES])
  expect(document.paths['/upload']!['post']!.requestBody!.content).toHaveProperty(['multipart/form-data'])
  expect(document.paths['/events']!['get']!.responses['200']!.content).toHaveProperty(['text/event-stream'])
})

describe('the webhook of a card provider is described', () => {
  const WEBHOOK = 'deposits.cardWebhook'
  const webhooksOf = (document: Document) =>
    operationsOf(document)
      .filter(([, , { operationId }]) => operationId === WEBHOOK)
      .map(([path, method, operation]) => [
        method,
        path,
        parametersOf(document, operation).map(({ name }) => name),
      ])

  test('not where none is configured', () => {
    expect(documents.flatMap(webhooksOf)).toEqual([])
    expect(JSON.stringify(documents)).not.toMatch(/stripe/i)
  })

  test('as Stripe’s where Stripe is configured, and it is served there', async () => {
    const variables = {
      STRIPE_SECRET_KEY: STRIPE_SECRET,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      PUBLIC_ORIGIN: 'https://app.example.com',
    }
    const withStripe = await startApp({ variables })
    const document = (await withStripe.fastify.inject({ url: '/api/openapi.json' })).json<Document>()
    expect(webhooksOf(document)).toEqual([['post', '/payments/stripe-webhook', ['stripe-signature']]])
    const url = '/api/payments/stripe-webhook'
    const answer = await withStripe.fastify.inject({ method: 'POST', url, payload: {} })
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { code: 'request_is_malformed' }])
    await withStripe.close()
  })

  test('as another’s where another is configured', () => {
    const cardWebhook = { path: '/api/payments/other-webhook', signatureHeader: 'x-other-signature' }
    const document = openApi('members', { cardWebhook }) as unknown as Document
    expect(webhooksOf(document)).toEqual([['post', '/payments/other-webhook', ['x-other-signature']]])
    expect(JSON.stringify(document)).not.toMatch(/stripe/i)
  })
})

test('nothing is documented that is not served', async () => {
  for (const [path, method, operation] of operations()) {
    const url = `/api${path.replace(/\{\w+\}/g, '019a0000-0000-7000-8000-000000000001')}`
    const answer = await app.fastify.inject({
      method: method.toUpperCase() as 'GET',
      url,
      ...(method === 'post' && { payload: {} }),
    })
    // A public call may respond that an id does not exist.
    const unknown = answer.statusCode === 404 && answer.json().code === 'route_is_unknown'
    expect([operation.operationId, unknown]).toEqual([operation.operationId, false])
    expect([operation.operationId, answer.statusCode]).not.toEqual([operation.operationId, 405])
  }
})

test('the documentation page is served with local files only', async () => {
  const page = await app.fastify.inject({ method: 'GET', url: '/api/docs' })
  const at = page.headers.location
  const shown =
    at === undefined
      ? page
      : await app.fastify.inject({ method: 'GET', url: new URL(at, 'http://a/api/docs').pathname })
  expect(shown.statusCode).toBe(200)
  expect(String(shown.headers['content-security-policy'])).toMatch(/script-src 'self'(;|$)/)
  const sources = [...shown.body.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1]!)
  expect(sources.length).toBeGreaterThan(2)
  for (const source of sources) {
    const { origin, pathname } = new URL(source, 'http://a/api/docs/')
    expect(origin).toBe('http://a')
    expect((await app.fastify.inject({ method: 'GET', url: pathname })).statusCode).toBe(200)
  }
  // The CSP allows no inline script.
  expect(shown.body).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>/)
})
