import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { screens } from '../routes.tsx'
import { paths } from '../shell/paths.ts'

const server = new URL('../../../server/src/', import.meta.url).pathname

/** Path literals in the modules that write notifications; placeholders are replaced by an id. */
const ledTo = new Set(
  globSync('{campaigns,levels,members,notices,orders,banking,deposits,withdrawals,staff,support}/*.ts', {
    cwd: server,
  })
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => {
      const text = readFileSync(server + file, 'utf8')
      const writesNotices = /\bnotify\w*\(|\b(orderPath|LIST|withdrawalPath)\b/.test(text)
      return writesNotices
        ? Array.from(text.matchAll(/['`](\/(?!api\/)[a-z][^'`\s]*)['`]/g), ([, path]) => path!)
        : []
    })
    .map((path) => path.replace(/\$\{[^}]*\}/g, 'an-id')),
)

describe('a notice', () => {
  test('links to screens of every kind', () => {
    const { order, campaign, withdrawalOf, security } = paths
    for (const path of [order('an-id'), campaign('an-id'), withdrawalOf('an-id'), security])
      expect([...ledTo]).toContain(path)
  })

  test.each([...ledTo])('links to %s, which is a screen', (path) => {
    const { pathname } = new URL(path, 'https://app.example.com')
    expect(screens.at(pathname).path).not.toBe('*')
  })
})
