// Imports that the linter does not see: it follows no `import()`. Circles through one are as much a circle, and a module
// is as little to be entered around its interface that way (docs/architecture.md).
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, normalize, relative } from 'node:path'
import { expect, test } from 'vitest'
import { MODULES } from './oxlint.config.ts'

const ROOT = import.meta.dirname
const COMMENT = /\/\*[^]*?\*\/|(?<=^|\s)\/\/.*$/gm
const IMPORT = /\b(?:from|import)\s*\(?\s*'([^']+)'/g
const DYNAMIC = /\bimport\(\s*'([^']+)'/g

/** Path below the root → text, without tests. */
type Tree = ReadonlyMap<string, string>

function readTree(folder: string, tree = new Map<string, string>()): Map<string, string> {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) readTree(path, tree)
    else if (/(?<!\.test)\.tsx?$/.test(name)) tree.set(relative(ROOT, path), readFileSync(path, 'utf8'))
  }
  return tree
}

/** Files of the tree that a file imports by these patterns: by relative path, or by the package name of a workspace. */
function importsOf(tree: Tree, file: string, pattern: RegExp): string[] {
  const text = tree.get(file)!.replace(COMMENT, '')
  return [...text.matchAll(pattern)].flatMap(([, path]) => {
    const target = path!.startsWith('.')
      ? normalize(join(file, '..', path!))
      : path!.replace(/^@fairturn\/(\w+)\//, '$1/src/')
    return tree.has(target) ? [target] : []
  })
}

/** Groups of files that reach each other (Tarjan's strongly connected components). */
function circles(tree: Tree): string[][] {
  const found: string[][] = []
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const open = new Set<string>()
  const visit = (file: string): void => {
    index.set(file, index.size)
    low.set(file, index.get(file)!)
    stack.push(file)
    open.add(file)
    const targets = importsOf(tree, file, IMPORT)
    for (const target of targets) {
      if (!index.has(target)) visit(target)
      if (open.has(target)) low.set(file, Math.min(low.get(file)!, low.get(target)!))
    }
    if (low.get(file) !== index.get(file)) return
    const group = stack.splice(stack.indexOf(file))
    for (const member of group) open.delete(member)
    if (group.length > 1 || targets.includes(file)) found.push(group.toSorted())
  }
  for (const file of tree.keys()) if (!index.has(file)) visit(file)
  return found
}

/** Dynamic imports of the server against the order of modules, or around a module's interface. */
function moduleFaults(tree: Tree): string[] {
  const folderOf = (file: string) => /^server\/src\/([\w-]+)\//.exec(file)?.[1] ?? ''
  const rank = (folder: string) =>
    folder === 'platform' ? -1 : MODULES.includes(folder) ? MODULES.indexOf(folder) : MODULES.length
  return [...tree.keys()]
    .filter((file) => file.startsWith('server/src/'))
    .flatMap((file) =>
      importsOf(tree, file, DYNAMIC).flatMap((target) => {
        const [from, to] = [folderOf(file), folderOf(target)]
        if (to === '' || from === to) return []
        if (rank(to) > rank(from)) return [`${file}: ${to} is to the right`]
        const isInterface = target === `server/src/${to}/${to}.ts`
        return MODULES.includes(to) && !isInterface ? [`${file}: ${target} is not the interface`] : []
      }),
    )
}

const sources = (workspace: string): Tree => readTree(join(ROOT, workspace, 'src'))

test.each(['contract', 'server', 'ui', 'member', 'admin'])('no imports of %s form a circle', (workspace) => {
  expect(circles(sources(workspace))).toEqual([])
})

test('dynamic imports keep the order of modules', () => {
  expect(moduleFaults(sources('server'))).toEqual([])
})

test('a circle through import() is found, whatever its length', () => {
  const tree = new Map([
    ['ui/src/a.ts', `import { b } from './b.ts'`],
    ['ui/src/b.ts', `export { c } from './below/c.ts'`],
    ['ui/src/below/c.ts', `export const c = () => import('../a.ts')`],
    ['ui/src/d.ts', `import '@fairturn/ui/a.ts' // import('./e.ts')`],
    ['ui/src/e.ts', `export const e = lazy(() => import(\n  './d.ts'))`],
    ['ui/src/self.ts', `export type Self = import('./self.ts').Self`],
  ])
  expect(circles(tree)).toEqual([['ui/src/a.ts', 'ui/src/b.ts', 'ui/src/below/c.ts'], ['ui/src/self.ts']])
})

test.each([
  ['server/src/ledger/r.ts', '../orders/orders.ts', 'orders is to the right'],
  ['server/src/platform/http/r.ts', '../../ledger/ledger.ts', 'ledger is to the right'],
  ['server/src/orders/r.ts', '../demo/demo.ts', 'demo is to the right'],
  ['server/src/orders/r.ts', '../ledger/entries.ts', 'is not the interface'],
  ['server/src/operations/r.ts', '../ledger/entries.ts', 'is not the interface'],
  ['server/src/main.ts', './ledger/entries.ts', 'is not the interface'],
])('%s may not import(%s)', (file, path, fault) => {
  const target = normalize(join(file, '..', path))
  const tree = new Map([
    [file, `await import('${path}')`],
    [target, ''],
  ])
  expect(moduleFaults(tree)).toEqual([expect.stringContaining(fault)])
})
