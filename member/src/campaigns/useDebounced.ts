// Debounces a value, so that typing does not query the server on every key.
import { useEffect, useState } from 'react'

const DEBOUNCE_MS = 350

/** Objects are compared by content. */
export function useDebounced<Value>(value: Value): Value {
  const [debounced, setDebounced] = useState(value)
  const text = JSON.stringify(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), DEBOUNCE_MS)
    return () => clearTimeout(timer)
    // The text represents the value, which may be a new object with the same content.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [text])
  return debounced
}
