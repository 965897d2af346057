// A value once it has stayed the same for a moment, so that typing does not query the server at every key.
import { useEffect, useState } from 'react'

const SETTLED_MS = 350

/** Objects are compared by what is in them. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  const text = JSON.stringify(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLED_MS)
    return () => clearTimeout(timer)
    // The text stands for the value, which may be a new object of the same content.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [text])
  return settled
}
