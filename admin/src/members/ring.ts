// Members linked with one, and their orders of the last 90 days: masked, so that reading them leaves no line.
import type { DataOf } from '../shell/api.ts'
import { useEndpointQuery } from '../shell/endpoint-hooks.ts'

export type Ring = DataOf<'GET backoffice/rings/:member_id'>
export type RingOrder = Ring['orders'][number]
export type RingMember = Ring['members'][number]

export function useRing(member_id: string) {
  const params = { member_id }
  const { data: ring } = useEndpointQuery('GET backoffice/rings/:member_id', { params })
  return {
    ring,
    own: ring?.members.find(({ _id }) => _id === member_id),
    others: ring?.members.filter(({ _id }) => _id !== member_id),
  }
}
