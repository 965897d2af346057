import { api } from '@fairturn/contract/api'
import { backoffice, backofficeFiles } from '@fairturn/contract/backoffice/api'
import { creativeAnswer } from '@fairturn/contract/campaigns'
import { SEPARATORS } from '@fairturn/contract/csv'
import type { Endpoint } from '@fairturn/contract/endpoint'
import { type FileCall, fileCalls } from '@fairturn/contract/files'
import { LOCALES } from '@fairturn/contract/locales'
import { MESSAGE_STATUS } from '@fairturn/contract/messages'
import { postbackAnswer, postbackBody } from '@fairturn/contract/postbacks'
// The contract as OpenAPI 3.1, and a page to browse it. Generated from the same objects the routes are bound to.
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import type { Json } from './openapi-examples.ts'
import { Schemas } from './openapi-schemas.ts'
import { shareParts } from './openapi-shared.ts'

/** Descriptions of the groups of calls, in display order. A back-office group is named `backoffice.<module>`. */
const TAGS: Readonly<Record<string, string>> = {
  members: 'Registering, signing in and the profile',
  security: 'Passwords, one-time codes, passkeys, recovery and sessions',
  phone_codes: 'Codes that confirm a phone number',
  notices: 'Notifications, how they are delivered, and live events',
  verify: 'Whether a mail or push message is from us',
  content: 'Pages, popups, settings and uploads',
  terms: 'What members agree to, and when they did',
  banking: 'Address, payout account and bank directory',
  deposits: 'Deposits by bank transfer and by card',
  withdrawals: 'Withdrawals',
  documents: 'Statements and receipts',
  invoices: 'Billing profile, invoices and credit notes',
  levels: 'Membership levels',
  tracking: 'Results of campaigns',
  postbacks: 'An advertiser’s server confirms clicks',
  orders: 'Offers, orders and awards',
  campaigns: 'Placing campaigns',
  support: 'Questions and complaints, and by when they are answered',
  strangers: 'Questions of people who cannot sign in, by a confirmed mail address',
  account: 'Everything of one account: staff actions, export, closing',
  transparency: 'Public figures',
  proofs: 'Proofs of liabilities',
  demo: 'The bank and the operators of a demo',
}

/** Audience of a description; back-office calls are listed only for staff. */
export type Audience = 'members' | 'staff'
const DOCUMENTS: Readonly<Record<Audience, { title: string; url: string }>> = {
  members: { title: 'Fairturn', url: '/api/openapi.json' },
  staff: { title: 'Fairturn back office', url: '/api/backoffice/openapi.json' },
}

const CONVENTIONS =
  'Money is a decimal string with two digits; ids are UUIDv7; `langCode` selects the language.'
const DESCRIPTIONS: Readonly<Record<Audience, string>> = {
  members: `${CONVENTIONS} The calls of the back office are described by themselves: ${DOCUMENTS.staff.url}`,
  staff: CONVENTIONS,
}
const SECURITY_SCHEMES: Readonly<Record<Audience, Json>> = {
  members: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
  staff: { staff: { type: 'apiKey', in: 'cookie', name: '__Host-staff_session' } },
}

/** What only some deployments answer. */
interface Optional {
  /** Calls of members. */
  readonly more?: Modules<Endpoint>
  /** Of the card provider, if one is configured: its path, and the header with the signature. */
  readonly cardWebhook?: { readonly path: string; readonly signatureHeader: string } | undefined
}

/** Serves both descriptions, and /api/docs to browse them. */
export async function openApiRoutes(fastify: FastifyInstance, optional: Optional): Promise<void> {
  const made: Partial<Record<Audience, Json>> = {}
  /** Generated lazily: most processes never need it. */
  const documentOf = (audience: Audience): Json => (made[audience] ??= openApi(audience, optional))
  for (const audience of ['members', 'staff'] as const)
    fastify.get(DOCUMENTS[audience].url, () => documentOf(audience))
  const document = { toJSON: () => documentOf('members') }
  await fastify.register(swagger, { mode: 'static', specification: { document: document as never } })
  await fastify.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: false,
    // So many calls are rendered while scrolling; the filter finds a group at once.
    uiConfig: {
      docExpansion: 'list',
      filter: true,
      urls: Object.values(DOCUMENTS).map(({ title, url }) => ({ name: title, url })),
    } as object,
  })
}

type Modules<Call> = Record<string, Record<string, Call>>
const prefixBackOffice = <Call>(modules: Modules<Call>): Modules<Call> =>
  Object.fromEntries(Object.entries(modules).map(([module, calls]) => [`backoffice.${module}`, calls]))

/** The whole document. Throws if a named shape differs between requests and responses. */
export function openApi(audience: Audience, { more = {}, cardWebhook }: Optional): Json {
  const schemas = new Schemas()
  const paths: Record<string, Record<string, Json>> = {}
  const tags = new Set<string>()
  const add = (method: string, path: string, operation: Json & { readonly tags: readonly string[] }) => {
    for (const tag of operation.tags) tags.add(tag)
    paths[path] = { ...paths[path], [method]: operation }
  }
  const addCalls = (endpoints: Modules<Endpoint>, files: Modules<FileCall>) => {
    for (const [module, name, call] of each(endpoints))
      add(call.method.toLowerCase(), pathOf(call), endpointOperation(schemas, module, name, call))
    for (const [module, name, call] of each(files))
      add('get', pathOf(call), fileOperation(schemas, module, name, call))
  }
  if (audience === 'staff')
    addCalls(prefixBackOffice<Endpoint>(backoffice), prefixBackOffice<FileCall>(backofficeFiles))
  else {
    addCalls({ ...api, ...more }, fileCalls)
    add('post', '/upload', uploadOperation())
    add('post', '/campaigns/creative', creativeOperation(schemas))
    add('get', '/events', eventsOperation())
    for (const [path, name, summary] of [
      ['', 'receive', 'Confirm a click'],
      ['/sandbox', 'sandbox', 'What confirming a click would come to; nothing is kept'],
    ] as const)
      add('post', `/postbacks/{campaign_id}${path}`, postbackOperation(schemas, name, summary))
    if (cardWebhook !== undefined)
      add('post', cardWebhook.path.replace(/^\/api/, ''), cardWebhookOperation(cardWebhook.signatureHeader))
  }
  const shared = shareParts(paths)
  return {
    openapi: '3.1.0',
    info: {
      title: DOCUMENTS[audience].title,
      version: '1',
      description: DESCRIPTIONS[audience],
      license: { name: 'All rights reserved', identifier: 'LicenseRef-Fairturn' },
    },
    servers: [{ url: '/api' }],
    tags: [...tags].map((name) => ({ name, description: tagDescription(name) })),
    components: {
      securitySchemes: SECURITY_SCHEMES[audience],
      parameters: { ...onlyUsed(PARAMETERS, paths), ...shared.parameters },
      responses: {
        ...shared.responses,
        Refusal: { description: 'Refused', content: json({ $ref: '#/components/schemas/Refusal' }) },
        Fault: {
          description:
            'Nothing was done, or repeating the request with the same Idempotency-Key returns what was done',
          content: json({ $ref: '#/components/schemas/Refusal' }),
        },
      },
      schemas: { ...schemas.components, Refusal: refusalSchema },
    },
    paths,
  }
}

const tagDescription = (tag: string) => {
  const [, module] = tag.split('backoffice.')
  return module === undefined ? TAGS[tag] : `Back office: ${module.replaceAll('_', ' ')}`
}

const each = <Call>(modules: Modules<Call>): [module: string, name: string, call: Call][] =>
  Object.entries(modules).flatMap(([module, calls]) =>
    Object.entries(calls).map(([name, call]): [string, string, Call] => [module, name, call]),
  )

const pathOf = ({ path }: { readonly path: string }) => `/${path.replace(/:(\w+)/g, '{$1}')}`
const json = (schema: Json, example?: Json): Json => ({
  'application/json': { schema, ...(example !== undefined && { example }) },
})
const object = (properties: Record<string, Json>, required = Object.keys(properties)): Json => ({
  type: 'object',
  required,
  properties,
})
const dataOf = (data: Json): Json => object({ data, message: { type: 'string' } }, ['data'])
const FAILURES = {
  '4XX': { $ref: '#/components/responses/Refusal' },
  '5XX': { $ref: '#/components/responses/Fault' },
}
const responses = (description: string, content: Json): Json => ({
  200: { description, content },
  ...FAILURES,
})
const OF_MEMBERS = [{ token: [] }]
const OF_STAFF = [{ staff: [] }]

/** Those referenced by a call. */
const onlyUsed = (parameters: Record<string, Json>, paths: Json): Record<string, Json> => {
  const text = JSON.stringify(paths)
  return Object.fromEntries(
    Object.entries(parameters).filter(([name]) => text.includes(`"#/components/parameters/${name}"`)),
  )
}

function keyParameter(required: boolean): Json {
  const schema = { type: 'string', minLength: 8, maxLength: 100 }
  return { name: 'Idempotency-Key', in: 'header', required, schema }
}

/** Documents a call's refusals by code; the text is in the response, in the caller's language. */
function refusalsOf(call: Pick<Endpoint, 'refusals' | 'under_terms'> & { lockedOut?: true }): {
  description?: string
} {
  const { refusals = [], lockedOut = false, under_terms = false } = call
  const codes = [
    ...refusals,
    ...(lockedOut ? ['your_account_has_been_locked' as const] : []),
    ...(under_terms ? ['terms_must_be_agreed_first' as const] : []),
  ]
  const listed = codes.map((code) => `\`${code}\` (${MESSAGE_STATUS[code]})`)
  return listed.length > 0 ? { description: `Refusals: ${listed.join(', ')}` } : {}
}

function endpointOperation(schemas: Schemas, module: string, name: string, call: Endpoint) {
  return {
    operationId: `${module}.${name}`,
    tags: [module],
    summary: call.summary,
    ...refusalsOf(call),
    security: securityOf(call),
    parameters: parameters(schemas, call),
    ...(call.body !== undefined && {
      requestBody: { required: true, content: schemas.json(schemas.sent(call.body)) },
    }),
    responses: responses('Done', schemas.json(dataOf(schemas.answered(call.answer)))),
  }
}

function securityOf({ auth }: Pick<Endpoint, 'auth'>): Record<string, string[]>[] {
  if (auth === 'staff') return OF_STAFF
  return auth === 'member' ? OF_MEMBERS : []
}

function parameters(schemas: Schemas, call: Pick<Endpoint, 'idempotency' | 'params' | 'query'>): Json[] {
  const named = (name: string) => ({ $ref: `#/components/parameters/${name}` })
  const key = call.idempotency === 'required' ? 'IdempotencyKey' : 'OptionalIdempotencyKey'
  return [
    named('Language'),
    ...(call.idempotency === undefined ? [] : [named(key)]),
    ...(call.params === undefined ? [] : fieldsIn('path', schemas.sent(call.params))),
    ...(call.query === undefined ? [] : fieldsIn('query', schemas.sent(call.query))),
  ]
}

function fieldsIn(location: 'path' | 'query', schema: Json): Json[] {
  const { properties = {}, required = [] } = schema as { properties?: Json; required?: string[] }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema: property,
  }))
}

const PARAMETERS: Readonly<Record<string, Json>> = {
  Separator: {
    name: 'separator',
    in: 'query',
    description: 'semicolon: with decimal commas too, as spreadsheets of many languages read it',
    schema: { type: 'string', enum: SEPARATORS, default: 'comma' },
  },
  Language: { name: 'langCode', in: 'header', schema: { type: 'string', enum: LOCALES } },
  IdempotencyKey: keyParameter(true),
  OptionalIdempotencyKey: keyParameter(false),
}

const refusalSchema: Json = {
  type: 'object',
  required: ['message', 'code', 'request_id'],
  properties: {
    message: { type: 'string', description: 'in the requested language' },
    code: { type: 'string', enum: Object.keys(MESSAGE_STATUS) },
    details: { type: 'object' },
    request_id: { type: 'string' },
  },
}

const file = { type: 'string', format: 'binary', description: 'JPEG, PNG, WebP, AVIF or GIF, at most 8 MB' }
const user_id = { $ref: '#/components/schemas/Id' }
const UPLOADED = '/files/0123456789abcdef0123456789abcdef.webp'
const form = (properties: Record<string, Json>): Json => ({
  required: true,
  content: { 'multipart/form-data': { schema: object(properties, ['user_id', 'file']) } },
})

function uploadOperation() {
  const properties = { error_code: { type: 'integer' }, url: { type: 'string' }, message: { type: 'string' } }
  return {
    operationId: 'content.upload',
    tags: ['content'],
    summary: 'Upload the profile photo; error_code 0 and its URL',
    security: OF_MEMBERS,
    requestBody: form({ user_id, file }),
    responses: responses('Done', json(object(properties, ['error_code']), { error_code: 0, url: UPLOADED })),
  }
}

function creativeOperation(schemas: Schemas) {
  const pixels = { type: 'number', minimum: 0, description: 'pixels of the upright image' }
  return {
    operationId: 'campaigns.uploadCreative',
    tags: ['campaigns'],
    summary: 'Upload an image for a campaign and crop it; its URL is used in the form',
    security: OF_MEMBERS,
    requestBody: form({ user_id, file, x: pixels, y: pixels, width: pixels, height: pixels }),
    responses: responses('Done', schemas.json(object({ data: schemas.answered(creativeAnswer) }))),
  }
}

function fileOperation(schemas: Schemas, module: string, name: string, call: FileCall) {
  return {
    operationId: `${module}.${name}`,
    tags: [module],
    summary: call.summary,
    ...refusalsOf(call),
    security: call.roles === undefined ? OF_MEMBERS : OF_STAFF,
    parameters: [
      ...parameters(schemas, call),
      ...(call.type === 'text/csv' && call.one_form !== true
        ? [{ $ref: '#/components/parameters/Separator' }]
        : []),
    ],
    responses: responses('The file', { [call.type]: { schema: { type: 'string' } } }),
  }
}

const headerParameter = (name: string) => ({
  name,
  in: 'header',
  required: true,
  schema: { type: 'string' },
})

function cardWebhookOperation(signatureHeader: string) {
  return {
    operationId: 'deposits.cardWebhook',
    tags: ['deposits'],
    summary: 'For the card provider alone: what happened to payments, in its own form, signed',
    security: [],
    parameters: [headerParameter(signatureHeader)],
    requestBody: { required: true, content: json({ type: 'object' }) },
    responses: responses(
      'Received',
      json(object({ data: object({ received: { type: 'boolean' } }) }), { data: { received: true } }),
    ),
  }
}

function postbackOperation(schemas: Schemas, name: string, summary: string) {
  return {
    operationId: `postbacks.${name}`,
    tags: ['postbacks'],
    summary: `For the advertiser’s server: ${summary}. Signed as Standard Webhooks says; docs/advertisers.md`,
    security: [],
    parameters: [
      { name: 'campaign_id', in: 'path', required: true, schema: user_id },
      ...['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(headerParameter),
    ],
    requestBody: { required: true, content: schemas.json(schemas.sent(postbackBody)) },
    responses: responses('A settled fact', schemas.json(object({ data: schemas.answered(postbackAnswer) }))),
  }
}

function eventsOperation() {
  return {
    operationId: 'notices.events',
    tags: ['notices'],
    summary: 'Live events (server-sent): order, balance, notification, award, campaign',
    security: OF_MEMBERS,
    responses: responses('A stream of events', { 'text/event-stream': { schema: { type: 'string' } } }),
  }
}
