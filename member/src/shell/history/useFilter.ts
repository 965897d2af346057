// The filters of a list, kept in the URL, so that Back and reload restore them.
import { useLocation, useSearch } from 'wouter'
import { dayOf, type Period } from './period.ts'

export interface Filter<State extends string> {
  state: State | ''
  period: Period
  isSet: boolean
  choose: (changed: { state?: State | ''; period?: Period }) => void
}

/** `states`: the valid states; any other value in the URL is ignored. */
export function useFilter<State extends string>(states: readonly State[]): Filter<State> {
  const search = new URLSearchParams(useSearch())
  const [path, navigate] = useLocation()
  const state = states.find((known) => known === search.get('state')) ?? ''
  const period = { from: dayOf(search.get('from')), to: dayOf(search.get('to')) }
  return {
    state,
    period,
    isSet: state !== '' || period.from !== '' || period.to !== '',
    choose(changed) {
      const next = { state: changed.state ?? state, ...(changed.period ?? period) }
      const query = new URLSearchParams(Object.entries(next).filter(([, value]) => value !== ''))
      navigate(query.size > 0 ? `${path}?${query}` : path, { replace: true })
    },
  }
}
