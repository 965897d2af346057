// The move from a list to one of its things: it rises out of the list, so that one sees where "back" leads.
// Any other move changes the screen at once; so does this one where motion is not wanted, or the code is still to come.
import { flushSync } from 'react-dom'
import type { AroundNavHandler } from 'wouter'
import { screenAt } from '../screens.ts'

const ONE_THING = /^\/(order-detail|campaigns)\/[0-9a-f-]{36}$/

export const showOpening: AroundNavHandler = (navigate, to, options) => {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  const opens = ONE_THING.test(to) && screenAt(to).loaded !== undefined
  if (!opens || still || !('startViewTransition' in document)) return navigate(to, options)
  document.startViewTransition(() => flushSync(() => navigate(to, options)))
}
