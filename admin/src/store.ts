// What an operator has chosen of how the back office looks, kept in the browser.
import { localStorageStore } from 'react-admin'

const ROOM_FOR_MENU = '(min-width: 1000px)'

export const store = localStorageStore()

// The menu begins as icons where it would take the room of the work.
if (store.getItem('sidebar.open') === undefined && !matchMedia(ROOM_FOR_MENU).matches)
  store.setItem('sidebar.open', false)
