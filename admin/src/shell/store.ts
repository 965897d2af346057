// Operators' preferences, stored in the browser. Signing out clears appearance and navigation state, but
// keeps each operator's saved filters for their next sign-in.
import { localStorageStore, type Store } from 'ra-core'

const look = localStorageStore('1', 'Look')
const filters = localStorageStore('1', 'Filters')
let filtersOf = ''

/** Sets the operator whose saved filters are used. */
export const setFilterOperator = (operator_id: string): void => {
  filtersOf = operator_id
}

/** Keys in the session storage of text that was typed and not sent (components/drafts.tsx): the prefix, the operator, the form. */
export const DRAFT_PREFIX = 'draft '
/** A draft that nobody has typed in for so long is deleted: its operator has not come back. */
const DRAFT_MS = 4 * 3_600_000
const CHECKED_EVERY_MS = 60_000

export interface StoredDraft {
  readonly values: Readonly<Record<string, unknown>>
  /** Something was typed that is never kept. */
  readonly leftOut: boolean
  /** When it was last typed in, in milliseconds. */
  readonly at: number
  /** Of what was edited; absent where it has no versions. */
  readonly version?: number
}

export const isDraftOver = ({ at }: StoredDraft, now: number): boolean => !(now - at < DRAFT_MS)

const draftKeys = () => Object.keys(sessionStorage).filter((key) => key.startsWith(DRAFT_PREFIX))

/** Whether somebody's session ended before they sent what they typed. */
export const hasDrafts = (): boolean => draftKeys().length > 0

/** Of every operator who signed in in this tab, or of all but one. */
export function deleteDrafts({ except }: { except?: string } = {}): void {
  for (const key of draftKeys())
    if (except === undefined || !key.startsWith(`${DRAFT_PREFIX}${except} `)) sessionStorage.removeItem(key)
}

function deleteOldDrafts(): void {
  for (const key of draftKeys())
    if (isDraftOver(JSON.parse(sessionStorage.getItem(key)!) as StoredDraft, Date.now()))
      sessionStorage.removeItem(key)
}

/** Also on the page for signing in, where a session that ended leaves its tab. */
export function expireDrafts(): void {
  deleteOldDrafts()
  setInterval(deleteOldDrafts, CHECKED_EVERY_MS)
}

export const filterOperator = (): string => filtersOf

const storeOf = (key: string): [Store, string] =>
  key.endsWith('.savedQueries') ? [filters, `${filtersOf}.${key}`] : [look, key]

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
    const [store, name] = storeOf(key)
    return store.getItem(name, fallback)
  },
  setItem(key, value) {
    const [store, name] = storeOf(key)
    store.setItem(name, value)
  },
  removeItem(key) {
    const [store, name] = storeOf(key)
    store.removeItem(name)
  },
  subscribe(key, callback) {
    const [store, name] = storeOf(key)
    return store.subscribe(name, callback)
  },
}
