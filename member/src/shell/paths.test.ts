import { describe, expect, it } from 'vitest'
import { loginFrom, nextPath, paths } from './paths.ts'

describe('after the sign-in', () => {
  it.each(['/order-detail/019a?x=1', '/individual/security', '/'])('returns to %s', (path) => {
    const search = loginFrom(path).replace(/^[^?]*\??/, '')
    expect(nextPath(search)).toBe(path)
  })

  it.each([
    'https://example.com/',
    '//example.com/',
    '/\\example.com',
    '/\t/example.com',
    '/a\n/b',
    'javascript:alert(1)',
    'order-detail',
    '',
    '/login?next=/login',
    '/register',
    // ASVS V3.7.2
  ])('goes to Home instead of %j', (next) => {
    expect(nextPath(`next=${encodeURIComponent(next)}`)).toBe(paths.home)
  })
})
