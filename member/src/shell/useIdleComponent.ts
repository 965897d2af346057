import { type ComponentType, useEffect, useState } from 'react'
import { whenIdle } from './idle.ts'

/** A component that is loaded once the browser is idle; undefined until then, as in what is rendered at build. */
export function useIdleComponent(load: () => Promise<{ default: ComponentType }>): ComponentType | undefined {
  const [loaded, setLoaded] = useState<ComponentType>()
  useEffect(
    () =>
      whenIdle(
        () =>
          void load().then(
            (module) => setLoaded(() => module.default),
            () => undefined,
          ),
      ),
    [load],
  )
  return loaded
}
