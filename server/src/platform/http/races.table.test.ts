import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
// The list of once-only actions is complete: every call with its own idempotency is in it, and each row's test exists.
import { api } from '@fairturn/contract/api'
import { backoffice } from '@fairturn/contract/backoffice/api'
import type { Endpoint } from '@fairturn/contract/endpoint'
import { expect, test } from 'vitest'
import { once } from '../../../test/attack/once.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const calls = [api, backoffice].flatMap((side) =>
  Object.values(side).flatMap((module): Endpoint[] => Object.values(module)),
)
const unlisted = (list: readonly Endpoint[]): string[] =>
  list
    .filter(({ idempotency }) => idempotency !== undefined)
    .map(({ method, path }) => `${method} ${path}`)
    .filter((route) => !once.some(({ action }) => action === route))

// ASVS V2.3.4
test('every call that may take effect only once is in the list', () => {
  expect(unlisted(calls)).toEqual([])
})

test('and a forgotten one would be reported', () => {
  const forgotten: Endpoint = { ...calls[0]!, method: 'POST', path: 'forgotten', idempotency: 'natural' }
  expect(unlisted([...calls, forgotten])).toEqual(['POST forgotten'])
})

test.each(once)('$action: its test exists', ({ action, shown: [file, name] }) => {
  expect(existsSync(join(ROOT, file))).toBe(true)
  expect(readFileSync(join(ROOT, file), 'utf8')).toContain(name)
  const [method, path] = action.split(' ')
  expect(method !== 'POST' || calls.some((call) => call.path === path)).toBe(true)
})
