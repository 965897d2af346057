import { useEffect, useState } from 'react'

/** '' where there is none. A link opened in a page that is there already is heard of as well. */
export function useLinkToken(): string {
  const [token, setToken] = useState(takeToken)
  useEffect(() => {
    const hear = () => {
      const next = takeToken()
      if (next !== '') setToken(next)
    }
    addEventListener('hashchange', hear)
    return () => removeEventListener('hashchange', hear)
  }, [])
  return token
}

/** Taken out of the address at once, so that it stays in no history. */
function takeToken(): string {
  const token = /^#([\w-]{20,100})$/.exec(location.hash)?.[1] ?? ''
  if (token !== '') history.replaceState(history.state, '', location.pathname)
  return token
}
