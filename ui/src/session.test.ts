import type { User } from '@fairturn/contract/members'
import { describe, expect, it } from 'vitest'
import { openSession } from './session.ts'

const user = { _id: 'u1', username: 'thuha' } as User
const pair = { access_token: 'a', refresh_token: 'r', user }

function storage() {
  const kept = new Map<string, string>()
  const real = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    key: (at: number) => [...kept.keys()][at] ?? null,
    get length() {
      return kept.size
    },
  }
  return { kept, ask: () => real as unknown as Storage }
}
const blocked = (): Storage => {
  throw new DOMException('denied', 'SecurityError')
}

describe('the session', () => {
  it('uses exactly the keys that older clients know', () => {
    const tab = storage()
    const session = openSession(tab.ask, storage().ask)
    session.begin(pair)
    session.saveGlobal({ site_title: { value: 'Fairturn' } })
    session.chooseLocale('rs')
    expect([...tab.kept.keys()].sort()).toEqual(
      ['access_token', 'authToken', 'global', 'locale', 'refresh_token', 'user'].sort(),
    )
    expect(tab.kept.get('authToken')).toBe(tab.kept.get('access_token'))
  })

  // ASVS V14.3.1
  it('clears everything but the language when it ends, whoever wrote it', () => {
    const tab = storage()
    const session = openSession(tab.ask, storage().ask)
    session.begin(pair)
    session.saveGlobal({})
    session.chooseLocale('rs')
    session.saveDrafts('u1{"bank":{"iban":"DE00"}}')
    session.countForbidden()
    tab.kept.set('campaign_draft:u1', '{}').set('of_another_module', '1')
    session.end()
    expect([...tab.kept.keys()]).toEqual(['locale'])
    expect(session.user()).toBeNull()
  })

  it('works for the lifetime of the page if storage is blocked or full', () => {
    const full = storage()
    full.ask().setItem('access_token', 'stale')
    const refuses = () => Object.assign(full.ask(), { setItem: () => blocked() })
    for (const ask of [blocked, refuses]) {
      const session = openSession(ask, blocked)
      session.begin(pair)
      session.chooseLocale('jp')
      expect(session.accessToken()).toBe('a')
      expect(session.user()).toEqual(user)
      expect(session.locale()).toBe('jp')
      session.end()
      expect(session.accessToken()).toBeNull()
    }
  })

  it('remembers the language on the device for the next session', () => {
    const device = storage()
    openSession(storage().ask, device.ask).chooseLocale('kr')
    expect(openSession(storage().ask, device.ask).locale()).toBe('kr')
  })

  it('is not restored by a response that arrives after its end', () => {
    const session = openSession(storage().ask, storage().ask)
    session.begin(pair)
    session.end()
    session.replaceUser(user)
    expect(session.user()).toBeNull()
  })

  it('counts its 403s across page loads; a new session starts at zero', () => {
    const tab = storage()
    const open = () => openSession(tab.ask, storage().ask)
    open().begin(pair)
    expect(open().countForbidden()).toBe(1)
    open().renew({ ...pair, access_token: 'b' })
    expect(open().countForbidden()).toBe(2)
    open().begin(pair)
    expect(open().countForbidden()).toBe(1)
  })

  it('survives an unreadable stored user', () => {
    const tab = storage()
    tab.kept.set('access_token', 'a').set('user', '{broken')
    expect(openSession(tab.ask, storage().ask).user()).toBeNull()
  })

  it('returns the same user object until it changes, and notifies its subscribers', () => {
    const session = openSession(storage().ask, storage().ask)
    let notified = 0
    const stop = session.subscribe(() => (notified += 1))
    session.begin(pair)
    expect(session.user()).toBe(session.user())
    session.replaceUser({ ...user, username: 'minh' })
    expect(session.user()?.username).toBe('minh')
    stop()
    session.end()
    expect(notified).toBe(2)
  })
})
