// A build is put in place complete, also where several processes build at once; Vite's own part runs in the e2e tests.
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { putInPlace } from './build.ts'

let folder: string
let dist: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fairturn-build-'))
  dist = join(folder, 'dist')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function built(by: string, hash: string): Promise<string> {
  const made = join(folder, `.build-${by}`, 'dist')
  await mkdir(made, { recursive: true })
  for (const [name, text] of [
    ['index.html', by],
    ['csp.json', by],
    ['.sources', hash],
  ] as const)
    await writeFile(join(made, name), text)
  return made
}
const served = async () =>
  Promise.all(['index.html', 'csp.json'].map((name) => readFile(join(dist, name), 'utf8')))

test('a build takes the place of one of other sources, of which nothing stays', async () => {
  await mkdir(join(dist, 'assets'), { recursive: true })
  await writeFile(join(dist, '.sources'), 'old')
  await putInPlace(await built('1', 'new'), dist, 'new')
  expect(await served()).toEqual(['1', '1'])
  expect(await readdir(dist)).not.toContain('assets')
})

test('one of the same sources that another process has put there stays', async () => {
  await putInPlace(await built('1', 'new'), dist, 'new')
  await putInPlace(await built('2', 'new'), dist, 'new')
  expect(await served()).toEqual(['1', '1'])
})

test('of many at once one is in place, whole', async () => {
  const ids = Array.from({ length: 20 }, (_, i) => String(i))
  const all = await Promise.all(ids.map((id) => built(id, 'new')))
  await Promise.all(all.map((each) => putInPlace(each, dist, 'new')))
  const [page, hashes] = await served()
  expect(ids).toContain(page)
  expect(hashes).toBe(page)
  expect(await readFile(join(dist, '.sources'), 'utf8')).toBe('new')
})
