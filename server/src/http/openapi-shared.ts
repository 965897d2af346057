// Parameters and answers that several calls have in common, written once below `components` and referred to.
import type { Json } from './openapi-examples.ts'

type Paths = Record<string, Record<string, Json>>
interface Operation {
  parameters?: Json[]
  responses: Record<string, Json>
}

/** Replaces them in these paths by references; returns what is referred to. */
export function shareParts(paths: Paths): {
  parameters: Record<string, Json>
  responses: Record<string, Json>
} {
  const operations = Object.values(paths).flatMap(
    (methods) => Object.values(methods) as unknown as Operation[],
  )
  const parameters = repeated(
    operations.flatMap((operation) => operation.parameters ?? []),
    ({ name }) => pascal(String(name)),
  )
  const responses = repeated(
    operations.flatMap(({ responses: { 200: done } }) => (done === undefined ? [] : [done])),
    shapeAnswered,
  )
  for (const operation of operations) {
    const { parameters: own, responses: answers } = operation
    if (own !== undefined) operation.parameters = own.map((part) => parameters.refer('parameters', part))
    answers[200] = responses.refer('responses', answers[200]!)
  }
  return { parameters: parameters.components, responses: responses.components }
}

/** What stands more than once and has a name; of two of the same name the one that is more frequent. */
function repeated(parts: readonly Json[], nameOf: (part: Json) => string | undefined) {
  const times = new Map<string, number>()
  for (const part of parts) {
    const text = JSON.stringify(part)
    times.set(text, (times.get(text) ?? 0) + 1)
  }
  const components: Record<string, Json> = {}
  const names = new Map<string, string>()
  for (const [text, count] of [...times].toSorted(([, a], [, b]) => b - a)) {
    const part = JSON.parse(text) as Json
    const name = count > 1 && !('$ref' in part) ? nameOf(part) : undefined
    if (name === undefined || name in components) continue
    components[name] = part
    names.set(text, name)
  }
  const refer = (kind: string, part: Json): Json => {
    const name = names.get(JSON.stringify(part))
    return name === undefined ? part : { $ref: `#/components/${kind}/${name}` }
  }
  return { components, refer }
}

/** The name of the shape that an answer is of, where it is one. */
function shapeAnswered({ content }: Json): string | undefined {
  const { schema } = (content as Record<string, { schema: { properties?: { data?: { $ref?: string } } } }>)[
    'application/json'
  ] ?? { schema: {} }
  return schema.properties?.data?.$ref?.split('/').at(-1)
}

const pascal = (name: string): string =>
  name.replace(/(?:^|[_-])(\w)/g, (_, letter: string) => letter.toUpperCase())
