import { api } from '@fairturn/contract/api'
import { describe, expect, it } from 'vitest'
import { paths } from '../paths.ts'
import { apiOf, isScreen, cachePolicyOf, stemOf, workerAt } from './cache-policy.ts'

const calls = Object.values(api).flatMap(
  (module) => Object.values(module) as { method: string; path: string }[],
)

const HOME = 'https://app.example.com'

describe('what the service worker caches', () => {
  it.each(['/api/', 'https://admin.example.com/api/'])(
    'caches public responses of %s and of no other call of the contract',
    (base) => {
      const worker = new URL(workerAt(base), HOME)
      const kept = calls.filter(
        ({ path }) => cachePolicyOf(new URL(base + path, HOME), apiOf(worker)) !== null,
      )
      expect(kept.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual([
        'GET company-profile',
        'GET development-cooperation',
        'GET foundation-rules',
        'GET level',
        'GET ordering-rules',
        'GET popup',
        'GET settings',
      ])
    },
  )

  it('does not treat a call as public because its path has a public prefix', () => {
    const api = new URL('https://admin.example.com/api/')
    for (const other of [
      'https://admin.example.com/api/level/1/preview',
      'https://admin.example.com/api/level-refund',
      'https://admin.example.com/elsewhere/api/level',
      `${HOME}/api/level`,
      'https://evil.example/api/level',
    ])
      expect(cachePolicyOf(new URL(other), api)).toBeNull()
  })

  it('serves the shell for screens, and for nothing else on this origin', () => {
    const screens = Object.values(paths).map((path) => (typeof path === 'string' ? path : path('1')))
    expect(screens.filter((path) => !isScreen(new URL(path, 'http://a').pathname))).toEqual([])
    const others = [
      '/api/docs',
      '/r/abc',
      '/files/a',
      '/admin',
      '/admin/members',
      '/docs/proof.md',
      '/.well-known/change-password',
      '/og.png',
    ]
    expect(others.filter(isScreen)).toEqual([])
    expect(isScreen('/rules')).toBe(true)
  })

  it('recognises the same file in another version', () => {
    expect(stemOf('/assets/vn-Ab_3-x9Z.js')).toBe('/assets/vn.js')
    expect(stemOf('/assets/vn-CRJEjOrv.js')).toBe(stemOf('/assets/vn-b5CKX2Ko.js'))
  })
})
