import { useEffect, useState } from 'react'
import { whenIdle } from './idle.ts'

/** True once the browser has been idle: for what no screen waits for. False in what is rendered at build. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  return idle
}
