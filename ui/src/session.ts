// Who is signed in, in this tab: the tokens, the user and the language, in session storage under the product's own keys.
// Must never throw: where storage is disabled everything is kept in memory and lasts as long as the page.
import type { User } from '@fairturn/contract/members'

export interface SessionAnswer {
  access_token: string
  refresh_token: string
  user: User
}

/** Everything that a session's end removes; the language stays. */
const KEYS = ['access_token', 'authToken', 'refresh_token', 'user', 'global'] as const
const DRAFTS = 'drafts'

export interface Session {
  accessToken: () => string | null
  refreshToken: () => string | null
  /** The user as last heard of; null when signed out or when what is stored cannot be read. */
  user: () => User | null
  /** Signed in: also forgets how often this session was refused with 403, and what somebody else had typed. */
  begin: (answer: SessionAnswer) => void
  /** A new pair of tokens for the same session. */
  renew: (answer: SessionAnswer) => void
  replaceUser: (user: User) => void
  /** Over, from wherever: removes all but the language and the member's drafts, and tells every subscriber. */
  end: () => void
  /** The member leaves: the drafts go too. */
  leave: () => void
  /** What the member has typed and not sent; begins with their id, the rest is the app's. */
  drafts: () => string | null
  keepDrafts: (text: string) => void
  /** Counts a 403; returns how many this session has had. */
  countForbidden: () => number
  locale: () => string | null
  chooseLocale: (code: string) => void
  /** The settings as last heard of, for older clients and a first title. */
  keepGlobal: (settings: unknown) => void
  global: () => unknown
  subscribe: (listener: () => void) => () => void
}

/** Reads and writes that survive blocked, full or absent storage. */
function guarded(storage: () => Storage) {
  const memory = new Map<string, string>()
  return {
    get(key: string): string | null {
      try {
        return memory.get(key) ?? storage().getItem(key)
      } catch {
        return null
      }
    },
    set(key: string, value: string) {
      try {
        storage().setItem(key, value)
        memory.delete(key)
      } catch {
        memory.set(key, value)
      }
    },
    remove(key: string) {
      memory.delete(key)
      try {
        storage().removeItem(key)
      } catch {
        // Nothing was kept there, then.
      }
    },
  }
}

function parsed(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}

/** The session of this tab; `device` keeps the language across sessions. Both are asked for late, for asking may throw. */
export function openSession(storage: () => Storage, device: () => Storage): Session {
  const tab = guarded(storage)
  const own_device = guarded(device)
  const listeners = new Set<() => void>()
  let user_text: string | null = null
  let user: User | null = null
  let forbidden = 0

  const changed = () => {
    for (const listener of listeners) listener()
  }
  const keep = (answer: SessionAnswer) => {
    tab.set('access_token', answer.access_token)
    tab.set('authToken', answer.access_token)
    tab.set('refresh_token', answer.refresh_token)
    tab.set('user', JSON.stringify(answer.user))
    changed()
  }
  const end = () => {
    for (const key of KEYS) tab.remove(key)
    forbidden = 0
    changed()
  }

  return {
    accessToken: () => tab.get('access_token'),
    refreshToken: () => tab.get('refresh_token'),
    user() {
      const text = tab.get('user')
      if (text !== user_text) {
        user_text = text
        user = parsed(text) as User | null
      }
      return user
    },
    begin(answer) {
      forbidden = 0
      if (!tab.get(DRAFTS)?.startsWith(answer.user._id)) tab.remove(DRAFTS)
      keep(answer)
    },
    renew: keep,
    replaceUser(next) {
      // An answer that arrives after signing out must not bring the user back.
      if (tab.get('access_token') === null) return
      tab.set('user', JSON.stringify(next))
      changed()
    },
    end,
    leave() {
      tab.remove(DRAFTS)
      end()
    },
    drafts: () => tab.get(DRAFTS),
    keepDrafts: (text) => tab.set(DRAFTS, text),
    countForbidden: () => (forbidden += 1),
    locale: () => tab.get('locale') ?? own_device.get('locale'),
    chooseLocale(code) {
      tab.set('locale', code)
      own_device.set('locale', code)
      changed()
    },
    keepGlobal: (settings) => tab.set('global', JSON.stringify(settings)),
    global: () => parsed(tab.get('global')),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
