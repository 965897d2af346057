// The case rule (docs/architecture.md, Names): a datum of a row or of the wire keeps its name, everything else is camelCase.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = import.meta.dirname
const DATUM = /\b[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b/g
const SNAKE_CASE = /^_?[a-z][a-z0-9]*_[a-z0-9_]+$/
const SQL = /\b(?:select|insert|update|delete|returning|from|where|join|as)\b/i
/** The count of the framework's plural texts, and what each failure of the API carries. */
const OTHERS = new Set(['smart_count', 'request_id'])

const textsOf = (pattern: string): string[] =>
  globSync(pattern, { cwd: ROOT })
    .filter((path) => !path.includes('.test.'))
    .map((path) => readFileSync(join(ROOT, path), 'utf8'))

/** Names of the schema, of the contract, and of what the server selects, validates and stores. */
function dataNames(): Set<string> {
  const sources = [
    ...textsOf('server/schema/*.sql'),
    ...textsOf('contract/src/**/*.ts'),
    ...textsOf('server/src/**/*.ts').flatMap((text) =>
      [...text.matchAll(/`[^`]*`/g)].map(([template]) => template).filter((template) => SQL.test(template)),
    ),
    // Payloads of jobs and contents of proposals, which are stored.
    ...textsOf('server/src/**/*.ts').flatMap((text) =>
      [...text.matchAll(/z\.(?:o|strictO)bject\(\{[^]*?\}\)/g)].map(([schema]) => schema),
    ),
  ]
  return new Set(sources.flatMap((text) => text.match(DATUM) ?? []))
}

interface Node {
  readonly type: string
  readonly name?: string
  readonly computed?: boolean
  readonly key?: Node
  readonly value?: Node
  readonly left?: Node
  readonly argument?: Node
  readonly elements?: readonly (Node | null)[]
  readonly properties?: readonly Node[]
  readonly id?: Node | null
  readonly params?: readonly Node[]
  readonly parameter?: Node
}
interface Context {
  readonly options: readonly { readonly properties?: boolean }[]
  report(fault: { node: Node; message: string }): void
}

/** The identifiers that a pattern declares. */
function declared(pattern: Node | null | undefined): readonly Node[] {
  switch (pattern?.type) {
    case 'Identifier':
      return [pattern]
    case 'ArrayPattern':
      return (pattern.elements ?? []).flatMap(declared)
    case 'ObjectPattern':
      return (pattern.properties ?? []).flatMap((property) => declared(property.value ?? property.argument))
    case 'AssignmentPattern':
      return declared(pattern.left)
    case 'RestElement':
      return declared(pattern.argument)
    case 'TSParameterProperty':
      return declared(pattern.parameter)
    default:
      return []
  }
}

let names: Set<string> | undefined

/** Option `properties`: whether names of properties are checked too, beside those of variables and parameters. */
const camelCase = {
  meta: { schema: [{ type: 'object', properties: { properties: { type: 'boolean' } } }] },
  create(context: Context) {
    names ??= dataNames()
    const check = (node: Node | null | undefined) => {
      const name = node?.name
      if (name === undefined || !SNAKE_CASE.test(name) || name.endsWith('_minor') || OTHERS.has(name)) return
      if (names?.has(name.replace(/^_/, '')) === true) return
      const message = `\`${name}\` names neither a column nor a field of the contract: write it in camelCase`
      context.report({ node: node as Node, message })
    }
    const parameters = (node: Node) =>
      [...declared(node.id), ...(node.params ?? []).flatMap(declared)].forEach(check)
    const property = (node: Node) =>
      node.computed !== true && node.key?.type === 'Identifier' && check(node.key)
    const visitors = {
      VariableDeclarator: (node: Node) => declared(node.id).forEach(check),
      FunctionDeclaration: parameters,
      FunctionExpression: parameters,
      ArrowFunctionExpression: parameters,
    }
    if (context.options[0]?.properties !== true) return visitors
    return {
      ...visitors,
      'ObjectExpression > Property': property,
      PropertyDefinition: property,
      MethodDefinition: property,
      TSPropertySignature: property,
      TSMethodSignature: property,
    }
  },
}

export default { meta: { name: 'names' }, rules: { 'camel-case': camelCase } }
