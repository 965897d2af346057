// The session of this tab: tokens, user and language, in session storage under the product's keys. Never throws: if
// storage is disabled, everything is held in memory and lasts as long as the page (session.test.ts).
import type { User } from '@fairturn/contract/members'

export interface SessionAnswer {
  access_token: string
  refresh_token: string
  user: User
}

/** The only key kept at the end of a session; all others in the tab are removed, whoever set them. */
const KEPT_AFTER_END = 'locale'
const DRAFTS = 'drafts'
/** How often this session was refused with 403; survives a reload, as the session does. */
const FORBIDDEN = 'forbidden'
/** The last characters of the refresh token used last: enough to recognise it, not to use it. */
const SPENT = 'spent'
const SPENT_LENGTH = 8

export interface Session {
  accessToken: () => string | null
  refreshToken: () => string | null
  /** The user as last received; null if signed out or if the stored value cannot be read. */
  user: () => User | null
  /** Signed in: also resets the count of 403s, and removes drafts of another member. */
  begin: (answer: SessionAnswer) => void
  /** New tokens for the same session. */
  renew: (answer: SessionAnswer) => void
  /** Records for all tabs that this refresh token has been used: it works once. */
  recordSpent: (refresh_token: string) => void
  isSpent: (refresh_token: string) => boolean
  replaceUser: (user: User) => void
  /** Ends the session: the tab keeps only the language, and every subscriber is notified. */
  end: () => void
  /** What the member has typed and not sent in this session; starts with their id, the rest is up to the app. */
  drafts: () => string | null
  saveDrafts: (text: string) => void
  /** Counts a 403; returns how many this session has had. */
  countForbidden: () => number
  locale: () => string | null
  chooseLocale: (code: string) => void
  /** The settings as last received, for older clients and an initial title. */
  saveGlobal: (settings: unknown) => void
  global: () => unknown
  subscribe: (listener: () => void) => () => void
}

/** Wraps storage that may be blocked, full or absent. */
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
        // Then nothing was stored there.
      }
    },
    removeAllBut(kept: string) {
      for (const key of memory.keys()) if (key !== kept) memory.delete(key)
      try {
        const own = storage()
        const keys = Array.from({ length: own.length }, (_, at) => own.key(at))
        for (const key of keys) if (key !== null && key !== kept) own.removeItem(key)
      } catch {
        // Then nothing was stored there.
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

/**
 * The session of this tab; `device` keeps the language across sessions. Both are read lazily, because reading may
 * throw.
 */
export function openSession(storage: () => Storage, device: () => Storage): Session {
  const tab = guarded(storage)
  const ownDevice = guarded(device)
  const listeners = new Set<() => void>()
  let userText: string | null = null
  let user: User | null = null

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
    tab.removeAllBut(KEPT_AFTER_END)
    changed()
  }

  return {
    accessToken: () => tab.get('access_token'),
    refreshToken: () => tab.get('refresh_token'),
    user() {
      const text = tab.get('user')
      if (text !== userText) {
        userText = text
        user = parsed(text) as User | null
      }
      return user
    },
    begin(answer) {
      tab.remove(FORBIDDEN)
      tab.remove(DRAFTS)
      keep(answer)
    },
    renew: keep,
    recordSpent: (refresh_token) => ownDevice.set(SPENT, refresh_token.slice(-SPENT_LENGTH)),
    isSpent: (refresh_token) => ownDevice.get(SPENT) === refresh_token.slice(-SPENT_LENGTH),
    replaceUser(next) {
      // A response that arrives after signing out must not restore the user.
      if (tab.get('access_token') === null) return
      tab.set('user', JSON.stringify(next))
      changed()
    },
    end,
    drafts: () => tab.get(DRAFTS),
    saveDrafts: (text) => tab.set(DRAFTS, text),
    countForbidden() {
      const count = (Number(tab.get(FORBIDDEN)) || 0) + 1
      tab.set(FORBIDDEN, String(count))
      return count
    },
    locale: () => tab.get('locale') ?? ownDevice.get('locale'),
    chooseLocale(code) {
      tab.set('locale', code)
      ownDevice.set('locale', code)
      changed()
    },
    saveGlobal: (settings) => tab.set('global', JSON.stringify(settings)),
    global: () => parsed(tab.get('global')),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
