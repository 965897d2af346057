// What stands in a mailed link, after its hash.

/** Taken out of the address at once, so that it stays in no history; '' where there is none. */
export function tokenOfLink(): string {
  const token = /^#([\w-]{20,100})$/.exec(location.hash)?.[1] ?? ''
  if (token !== '') history.replaceState(history.state, '', location.pathname)
  return token
}
