// Store of the network state; `back` is shown briefly after a reconnect.

export type Connection = 'online' | 'offline' | 'back'

const BACK_SHOWN_MS = 3000

let connection: Connection = navigator.onLine ? 'online' : 'offline'
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function become(next: Connection): void {
  clearTimeout(timer)
  connection = next
  if (next === 'back') timer = setTimeout(() => become('online'), BACK_SHOWN_MS)
  for (const listener of listeners) listener()
}

addEventListener('offline', () => become('offline'))
addEventListener('online', () => become('back'))

export const currentConnection = (): Connection => connection

export function subscribeConnection(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
