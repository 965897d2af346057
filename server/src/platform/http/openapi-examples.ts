// Generates a valid example of every body and response in the API's description from its schema (`openapi.test.ts` parses
// each with the contract). Precedence: a schema's own `examples`, then typical values by field name, then by type.

export type Json = Record<string, unknown>

const ID = '019a2b3c-4d5e-7f60-8a9b-0c1d2e3f4a5b'
const PICTURE = '/files/0123456789abcdef0123456789abcdef.webp'
const INSTANT = '2026-11-22T08:15:00.000Z'

const OF_FORMAT: Readonly<Record<string, string>> = {
  uuid: ID,
  'date-time': INSTANT,
  date: '2026-11-22',
  email: 'thu.ha@example.com',
  uri: 'https://example.com/',
  cidrv4: '198.51.100.0/24',
  cidrv6: '2001:db8::/32',
}

/** Plausible, and nobody's real data. */
const OF_NAME: Readonly<Record<string, unknown>> = {
  username: 'thu.ha',
  phone: '+84912345678',
  password: 'a long walk by the river',
  password_confirmation: 'a long walk by the river',
  current_password: 'a short walk in the rain',
  code: 'WELCOME',
  otp: '123456',
  access_token: 'eyJhbGciOiJIUzI1NiJ9.e30.c2ln',
  refresh_token: 'cmVmcmVzaA',
  cursor: null,
  amount: '12.34',
  bic: 'DEUTDEFF',
  currency: 'USD',
  iban: 'DE89370400440532013000',
  holder: 'NGUYEN THU HA',
  legal_name: 'Nhà Gốm',
  vat_number: 'DE136695976',
  vat_currency: 'EUR',
  vat_exchange_rate: '0.92',
  registration_number: 'HRB 1234',
  brand: 'Nhà Gốm',
  landing_url: 'https://shop.example.com/spring',
  tagline: 'Hand-made pottery',
  caption: 'See the new pottery.',
  creative: PICTURE,
  image: PICTURE,
  poster: PICTURE,
  film: '/media/banner.mp4',
  endpoint: 'https://push.example.com/device',
  link: 'https://go.example.com/r/Kb3xQ9aZ',
  file: PICTURE,
  reference: 'FT-7K3M-Q9XA',
  country: 'VN',
  time_zone: 'Asia/Ho_Chi_Minh',
  userAgent: 'Mozilla/5.0',
  reason: 'The member asked for it.',
}

type Find = (ref: string) => Json

/** By field name, if it is known. */
export function exampleOf(schema: Json, find: Find, name = ''): unknown {
  const { $ref, examples, anyOf, allOf, oneOf } = schema as {
    $ref?: string
    examples?: unknown[]
    anyOf?: Json[]
    allOf?: Json[]
    oneOf?: Json[]
  }
  if (examples !== undefined) return examples[0]
  if ($ref !== undefined) return exampleOf(find($ref), find, name)
  if ('const' in schema) return schema['const']
  if ('enum' in schema) return (schema['enum'] as unknown[])[0]
  const variants = anyOf ?? oneOf
  if (variants !== undefined)
    return exampleOf(variants.find(({ type }) => type !== 'null') ?? variants[0]!, find, name)
  if (allOf !== undefined)
    return Object.assign({}, ...allOf.map((part) => exampleOf(part, find, name))) as unknown
  return ofType(schema, find, name)
}

function ofType(schema: Json, find: Find, name: string): unknown {
  const [type] = [schema['type']].flat() as (string | undefined)[]
  switch (type) {
    case 'object':
      return ofObject(schema, find, name)
    case 'array':
      return ofArray(schema, find, name)
    case 'integer':
    case 'number':
      return Math.max(1, Number(schema['minimum'] ?? 1))
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return ofString(schema, name)
  }
}

/** Required fields only: optional ones are often alternatives to each other. */
function ofObject(schema: Json, find: Find, name: string): unknown {
  const {
    properties = {},
    required = [],
    propertyNames,
    additionalProperties,
  } = schema as {
    properties?: Record<string, Json>
    required?: string[]
    propertyNames?: Json
    additionalProperties?: Json
  }
  if (propertyNames !== undefined && required.length === 0)
    return { [String(exampleOf(propertyNames, find))]: exampleOf(additionalProperties ?? {}, find, name) }
  return Object.fromEntries(required.map((field) => [field, exampleOf(properties[field] ?? {}, find, field)]))
}

function ofArray(schema: Json, find: Find, name: string): unknown {
  const {
    items,
    prefixItems,
    minItems = 1,
  } = schema as { items?: Json; prefixItems?: Json[]; minItems?: number }
  if (prefixItems !== undefined) return prefixItems.map((each) => exampleOf(each, find, name))
  return items === undefined
    ? []
    : Array.from({ length: Math.max(1, minItems) }, () => exampleOf(items, find, name))
}

function ofString(schema: Json, name: string): unknown {
  const {
    format,
    minLength = 0,
    pattern,
  } = schema as { format?: string; minLength?: number; pattern?: string }
  if (name in OF_NAME) return OF_NAME[name]
  if (format !== undefined && format in OF_FORMAT) return OF_FORMAT[format]
  const plain = (name || 'text').replaceAll('_', ' ').padEnd(minLength, ' x')
  if (pattern === undefined || new RegExp(pattern, 'u').test(plain)) return plain
  const [, exactly] = /^\^\[[^\]]*\]\{(\d+)\}\$$/.exec(pattern) ?? []
  if (exactly !== undefined) return '0'.repeat(Number(exactly))
  return ['12.34', '1', 'aaaa', ID].find((each) => new RegExp(pattern, 'u').test(each)) ?? plain
}
