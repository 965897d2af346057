import { useEffect, useState } from 'react'

/** The token of a mailed link; '' if there is none. Also handles a link opened in an existing page. */
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

/** Removes the token from the URL at once, so that it stays in no history. */
function takeToken(): string {
  const token = /^#([\w-]{20,100})$/.exec(location.hash)?.[1] ?? ''
  if (token !== '') history.replaceState(history.state, '', location.pathname)
  return token
}
