// Operators' preferences, stored in the browser. Signing out clears appearance and navigation state, but
// keeps each operator's saved filters for their next sign-in.
import { localStorageStore, type Store } from 'ra-core'

const look = localStorageStore('1', 'Look')
const filters = localStorageStore('1', 'Filters')
let owner = ''

/** Sets the operator whose saved filters are used. */
export const setFilterOwner = (operator_id: string): void => {
  owner = operator_id
}

/** Keys in the session storage of text that was typed and not sent (components/drafts.tsx). */
export const DRAFT_PREFIX = 'draft '

/** Whether somebody's session ended before they sent what they typed. */
export const hasDrafts = (): boolean =>
  Object.keys(sessionStorage).some((key) => key.startsWith(DRAFT_PREFIX))

/** Of every operator who signed in in this tab. */
export function deleteDrafts(): void {
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(DRAFT_PREFIX)) sessionStorage.removeItem(key)
}

export const filterOwner = (): string => owner

const placeOf = (key: string): [Store, string] =>
  key.endsWith('.savedQueries') ? [filters, `${owner}.${key}`] : [look, key]

export const store: Store = {
  ...look,
  setup() {
    look.setup()
    filters.setup()
  },
  teardown() {
    look.teardown()
    filters.teardown()
  },
  getItem(key, fallback) {
    const [place, name] = placeOf(key)
    return place.getItem(name, fallback)
  },
  setItem(key, value) {
    const [place, name] = placeOf(key)
    place.setItem(name, value)
  },
  removeItem(key) {
    const [place, name] = placeOf(key)
    place.removeItem(name)
  },
  subscribe(key, callback) {
    const [place, name] = placeOf(key)
    return place.subscribe(name, callback)
  },
}
