// What operators have chosen, kept in the browser. Signing out forgets how it looked and where they were, but not their saved
// filters: each operator has their own, there again at the next sign-in.
import { localStorageStore, type Store } from 'react-admin'

const look = localStorageStore('1', 'Look')
const filters = localStorageStore('1', 'Filters')
let owner = ''

/** Whose saved filters these are from now on. */
export const keepFiltersOf = (operator_id: string): void => {
  owner = operator_id
}

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
