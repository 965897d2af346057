// View transition from a list to one of its items: the item grows out of the list, which shows where Back
// leads. Other navigations switch at once; so does this one with reduced motion, or before the code is
// loaded.
import { flushSync } from 'react-dom'
import type { AroundNavHandler } from 'wouter'
import type { Screens } from './screens.ts'

const ONE_THING = /^\/(order-detail|campaigns)\/[0-9a-f-]{36}$/

export const openingOf =
  (screens: Screens): AroundNavHandler =>
  (navigate, to, options) => {
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    const opens = ONE_THING.test(to) && screens.at(to).loaded !== undefined
    if (!opens || still || !('startViewTransition' in document)) return navigate(to, options)
    document.startViewTransition(() => flushSync(() => navigate(to, options)))
  }
