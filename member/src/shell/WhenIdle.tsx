import { type ComponentType, createElement, type ReactNode, useEffect, useState } from 'react'
import { whenIdle } from './idle.ts'

/** A component that is loaded once the browser is idle; nothing until then, as in what is rendered at build. */
export function WhenIdle({ load }: { load: () => Promise<{ default: ComponentType }> }): ReactNode {
  const [loaded, setLoaded] = useState<ReactNode>(null)
  useEffect(
    () =>
      whenIdle(
        () =>
          void load().then(
            (module) => setLoaded(createElement(module.default)),
            () => undefined,
          ),
      ),
    [load],
  )
  return loaded
}
