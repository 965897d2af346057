// Converts the contract's zod schemas to JSON Schema. A named shape (contract/src/shapes.ts) is written once, below
// `components.schemas`, and referenced elsewhere.
import { shapes } from '@fairturn/contract/shapes'
import { z } from 'zod'
import { exampleOf, type Json } from './openapi-examples.ts'

const nameOf = new Map(Object.entries(shapes).map(([name, schema]) => [schema, name]))
const names = z.registry<{ id?: string }>()
const named = Object.assign(names, {
  get: (schema: z.ZodType) => ({
    ...z.globalRegistry.get(schema),
    ...(nameOf.has(schema) && { id: nameOf.get(schema)! }),
  }),
})

/** Collects the named schemas referenced by anything converted with it. */
export class Schemas {
  readonly components: Record<string, Json> = {}

  /** Input schema: as a caller sends it, before defaults. */
  sent = (schema: z.ZodType): Json => {
    // zod omits examples if part of the schema is transformed, as money is.
    const { examples } = z.globalRegistry.get(schema) ?? {}
    return { ...this.#convert(schema, 'input'), ...(examples !== undefined && { examples }) }
  }
  /** Output schema. */
  answered = (schema: z.ZodType): Json => this.#convert(schema, 'output')

  /** Media type object of this schema, with an example. */
  json = (schema: Json): Json => {
    const { examples: _, ...rest } = schema
    const example = exampleOf(schema, (ref) => this.components[ref.split('/').at(-1)!]!)
    return { 'application/json': { schema: rest, example } }
  }

  #convert(schema: z.ZodType, io: 'input' | 'output'): Json {
    const {
      $schema: _,
      $defs,
      ...rest
    } = plain(z.toJSONSchema(schema, { io, unrepresentable: 'any', metadata: named })) as Json & {
      $defs?: Record<string, Json>
    }
    for (const [name, definition] of Object.entries($defs ?? {})) {
      const known = this.components[name]
      if (known !== undefined && JSON.stringify(known) !== JSON.stringify(definition))
        throw new Error(`${name} is sent in another shape than it is answered: it needs two names`)
      this.components[name] = definition
    }
    return rest
  }
}

const DEFAULT_BOUNDS = new Set([Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER])

/** Removes what a format already implies, and rewrites references to the document. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  const { pattern, minimum, maximum, additionalProperties, ...rest } = value as Json
  return Object.fromEntries([
    ...Object.entries(rest).map(([key, each]) => [key, plainKeyword(key, each)]),
    ...(pattern !== undefined && rest['format'] === undefined ? [['pattern', pattern]] : []),
    ...(minimum !== undefined && !DEFAULT_BOUNDS.has(minimum as number) ? [['minimum', minimum]] : []),
    ...(maximum !== undefined && !DEFAULT_BOUNDS.has(maximum as number) ? [['maximum', maximum]] : []),
    // Responses may get additional fields later, so they are not forbidden.
    ...(typeof additionalProperties === 'object'
      ? [['additionalProperties', plain(additionalProperties)]]
      : []),
  ])
}

function plainKeyword(key: string, value: unknown): unknown {
  if (key === '$ref') return String(value).replace('#/$defs/', '#/components/schemas/')
  // Keys here are field names, not keywords.
  if (key === 'properties' || key === '$defs')
    return Object.fromEntries(Object.entries(value as Json).map(([name, schema]) => [name, plain(schema)]))
  return plain(value)
}
