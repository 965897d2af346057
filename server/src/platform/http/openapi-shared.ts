// Moves parameters and responses common to several calls below `components`, and references them.
import type { Json } from './openapi-examples.ts'

type Paths = Record<string, Record<string, Json>>
interface Operation {
  operationId?: string
  parameters?: Json[]
  responses: Record<string, Json>
}

/** Replaces them by references in these paths; returns the components. */
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
  const answers = operations.flatMap(({ operationId, responses: { 200: done } }) =>
    done === undefined ? [] : [{ operationId, done }],
  )
  // What has no shape of its own is named after the first call that answers it.
  const firsts = new Map(
    answers.toReversed().map(({ operationId, done }) => [JSON.stringify(done), operationId]),
  )
  const responses = repeated(
    answers.map(({ done }) => done),
    (done) => shapeAnswered(done) ?? pascal(`${firsts.get(JSON.stringify(done))}_done`),
  )
  for (const operation of operations) {
    const { parameters: own, responses: answers } = operation
    if (own !== undefined) operation.parameters = own.map((part) => parameters.refer('parameters', part))
    answers[200] = responses.refer('responses', answers[200]!)
  }
  return { parameters: parameters.components, responses: responses.components }
}

/** Named parts that occur more than once; of two with the same name, the more frequent one. */
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

/** Name of the shape of a response, if it has one. */
function shapeAnswered({ content }: Json): string | undefined {
  const { schema } = (content as Record<string, { schema: { properties?: { data?: { $ref?: string } } } }>)[
    'application/json'
  ] ?? { schema: {} }
  return schema.properties?.data?.$ref?.split('/').at(-1)
}

const pascal = (name: string): string =>
  name.replace(/(?:^|[._-])(\w)/g, (_, letter: string) => letter.toUpperCase())
