// The contract as OpenAPI 3.1, and a page to browse it. Made from the same objects the routes are bound to.
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { api } from '@fairturn/contract/api'
import { backoffice, backofficeFiles } from '@fairturn/contract/backoffice/api'
import { creativeAnswer } from '@fairturn/contract/campaigns'
import type { Endpoint } from '@fairturn/contract/endpoint'
import { type FileCall, fileCalls } from '@fairturn/contract/files'
import { messages } from '@fairturn/contract/messages'
import { postbackAnswer, postbackBody } from '@fairturn/contract/postbacks'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

type Json = Record<string, unknown>

/** Serves /api/openapi.json and /api/docs. */
export async function openApiRoutes(fastify: FastifyInstance): Promise<void> {
  const document = openApi()
  fastify.get('/api/openapi.json', () => document)
  await fastify.register(swagger, { mode: 'static', specification: { document: document as never } })
  await fastify.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: false,
    // So many calls are drawn as one scrolls; the filter finds a group at once.
    uiConfig: { docExpansion: 'list', filter: true },
  })
}

/** The whole document. */
export function openApi(): Json {
  const paths: Record<string, Record<string, Json>> = {}
  const staffs = Object.entries(backoffice).map(([module, calls]) => [`backoffice.${module}`, calls])
  for (const [module, calls] of [...Object.entries(api), ...staffs] as [string, Record<string, Endpoint>][]) {
    for (const [name, call] of Object.entries(calls)) {
      const path = pathOf(call)
      paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(module, name, call) }
    }
  }
  paths['/upload'] = { post: uploadOperation() }
  paths['/campaigns/creative'] = { post: creativeOperation() }
  paths['/events'] = { get: eventsOperation() }
  paths['/postbacks/{campaign_id}'] = { post: postbackOperation('postbacks.receive', 'Confirm a click') }
  const trying = 'What confirming a click would come to; nothing is kept'
  paths['/postbacks/{campaign_id}/sandbox'] = { post: postbackOperation('postbacks.sandbox', trying) }
  paths['/payments/stripe-webhook'] = { post: cardWebhookOperation() }
  const staffFiles = Object.entries(backofficeFiles).map(([module, calls]) => [`backoffice.${module}`, calls])
  for (const [module, calls] of [...Object.entries(fileCalls), ...staffFiles] as [
    string,
    Record<string, FileCall>,
  ][])
    for (const [name, call] of Object.entries(calls))
      paths[pathOf(call)] = { get: fileOperation(module, name, call) }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Fairturn',
      version: '1',
      description:
        'Money is a decimal string with two digits; ids are UUIDv7; `langCode` selects the language.',
    },
    servers: [{ url: '/api' }],
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        staff: { type: 'apiKey', in: 'cookie', name: '__Host-staff_session' },
      },
      responses: {
        Refusal: { description: 'Refused', content: { 'application/json': { schema: refusalSchema } } },
      },
    },
    paths,
  }
}

const pathOf = ({ path }: { readonly path: string }) => `/${path.replace(/:(\w+)/g, '{$1}')}`

/** What a call may refuse, as part of its description. */
function refusalsOf({ refusals = [] }: Pick<Endpoint, 'refusals'>): { description?: string } {
  const listed = refusals.map((code) => `- \`${code}\` (${messages[code].status}): ${messages[code].text}`)
  return listed.length > 0 ? { description: `Refusals:\n${listed.join('\n')}` } : {}
}

function operation(module: string, name: string, call: Endpoint): Json {
  return {
    operationId: `${module}.${name}`,
    tags: [module],
    summary: call.summary,
    ...refusalsOf(call),
    security: securityOf(call),
    parameters: parameters(call),
    ...(call.body !== undefined && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: jsonSchema(call.body, 'input') } },
      },
    }),
    responses: {
      200: {
        description: 'Done',
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['data'],
              properties: { data: jsonSchema(call.answer, 'output'), message: { type: 'string' } },
            },
          },
        },
      },
      default: { $ref: '#/components/responses/Refusal' },
    },
  }
}

function securityOf({ auth }: Pick<Endpoint, 'auth'>): Record<string, string[]>[] {
  if (auth === 'staff') return [{ staff: [] }]
  return auth === 'member' ? [{ token: [] }] : []
}

function parameters(call: Pick<Endpoint, 'idempotency' | 'params' | 'query'>): Json[] {
  const listed: Json[] = [
    {
      name: 'langCode',
      in: 'header',
      schema: { type: 'string', enum: ['vn', 'en', 'jp', 'kr', 'cn', 'rs', 'fr'] },
    },
  ]
  if (call.idempotency !== undefined) {
    listed.push({
      name: 'Idempotency-Key',
      in: 'header',
      required: call.idempotency === 'required',
      schema: { type: 'string', minLength: 8, maxLength: 100 },
    })
  }
  if (call.params !== undefined) listed.push(...fieldsIn('path', call.params))
  if (call.query !== undefined) listed.push(...fieldsIn('query', call.query))
  return listed
}

function fieldsIn(place: 'path' | 'query', schema: z.ZodType): Json[] {
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    properties?: Json
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

const refusalSchema: Json = {
  type: 'object',
  required: ['message', 'code', 'request_id'],
  properties: {
    message: { type: 'string', description: 'in the language asked for' },
    code: { type: 'string', enum: Object.keys(messages) },
    details: { type: 'object' },
    request_id: { type: 'string' },
  },
}

const file = { type: 'string', format: 'binary', description: 'JPEG, PNG, WebP, AVIF or GIF, at most 8 MB' }

function uploadOperation(): Json {
  const answer = {
    type: 'object',
    required: ['error_code'],
    properties: { error_code: { type: 'integer' }, url: { type: 'string' }, message: { type: 'string' } },
  }
  return {
    operationId: 'content.upload',
    tags: ['content'],
    summary: 'Upload the profile photo; error_code 0 and its URL',
    security: [{ token: [] }],
    requestBody: {
      required: true,
      content: {
        'multipart/form-data': {
          schema: {
            type: 'object',
            required: ['user_id', 'file'],
            properties: { user_id: { type: 'string', format: 'uuid' }, file },
          },
        },
      },
    },
    responses: {
      200: { description: 'Done', content: { 'application/json': { schema: answer } } },
      default: { $ref: '#/components/responses/Refusal' },
    },
  }
}

function fileOperation(module: string, name: string, call: FileCall): Json {
  return {
    operationId: `${module}.${name}`,
    tags: [module],
    summary: call.summary,
    ...refusalsOf(call),
    security: call.roles === undefined ? [{ token: [] }] : [{ staff: [] }],
    parameters: parameters(call),
    responses: {
      200: { description: 'The file', content: { [call.type]: { schema: { type: 'string' } } } },
      default: { $ref: '#/components/responses/Refusal' },
    },
  }
}

function cardWebhookOperation(): Json {
  const received = { type: 'object', required: ['received'], properties: { received: { type: 'boolean' } } }
  const answer = { type: 'object', required: ['data'], properties: { data: received } }
  return {
    operationId: 'payments.cardWebhook',
    tags: ['payments'],
    summary: 'For the card provider alone: what happened to payments, with its `stripe-signature`',
    security: [],
    parameters: [{ name: 'stripe-signature', in: 'header', required: true, schema: { type: 'string' } }],
    requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
    responses: {
      200: { description: 'Received', content: { 'application/json': { schema: answer } } },
      default: { $ref: '#/components/responses/Refusal' },
    },
  }
}

function postbackOperation(operationId: string, summary: string): Json {
  const header = (name: string) => ({ name, in: 'header', required: true, schema: { type: 'string' } })
  const properties = { data: jsonSchema(postbackAnswer, 'output') }
  return {
    operationId,
    tags: ['postbacks'],
    summary: `For the advertiser’s server: ${summary}. Signed as Standard Webhooks says; docs/advertisers.md`,
    security: [],
    parameters: [
      { name: 'campaign_id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
      ...['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(header),
    ],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: jsonSchema(postbackBody, 'input') } },
    },
    responses: {
      200: {
        description: 'A settled fact',
        content: { 'application/json': { schema: { type: 'object', required: ['data'], properties } } },
      },
      default: { $ref: '#/components/responses/Refusal' },
    },
  }
}

function creativeOperation(): Json {
  const pixels = { type: 'number', minimum: 0, description: 'pixels of the upright image' }
  const properties = {
    user_id: { type: 'string', format: 'uuid' },
    file,
    x: pixels,
    y: pixels,
    width: pixels,
    height: pixels,
  }
  const answer = {
    type: 'object',
    required: ['data'],
    properties: { data: jsonSchema(creativeAnswer, 'output') },
  }
  return {
    operationId: 'campaigns.uploadCreative',
    tags: ['campaigns'],
    summary: 'Upload an image for a campaign, cut to a part of it; its URL goes into the form',
    security: [{ token: [] }],
    requestBody: {
      required: true,
      content: {
        'multipart/form-data': { schema: { type: 'object', required: ['user_id', 'file'], properties } },
      },
    },
    responses: {
      200: { description: 'Done', content: { 'application/json': { schema: answer } } },
      default: { $ref: '#/components/responses/Refusal' },
    },
  }
}

function eventsOperation(): Json {
  return {
    operationId: 'notices.events',
    tags: ['notices'],
    summary: 'Live events (server-sent): order, balance, notification, award, campaign',
    security: [{ token: [] }],
    responses: {
      200: {
        description: 'A stream of events',
        content: { 'text/event-stream': { schema: { type: 'string' } } },
      },
      default: { $ref: '#/components/responses/Refusal' },
    },
  }
}
